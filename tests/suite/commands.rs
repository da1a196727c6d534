//! The command table, and key bindings stored by command id.

use std::collections::HashSet;
use tandem::{
    app::{
        COMMANDS, Command, Cx, Enabled, Guide, Keymap, Panel, Session, Shortcut, State, Switch,
        palette,
    },
    notation::GLYPHS,
    settings::{PuzzleScore, Settings, Store},
};

/// The settings as version 0.1.0 wrote them, with a changed key for each of its commands.
const OLD_SETTINGS: &str = include_str!("data/settings-0.1.0.ron");

fn old_settings() -> Settings {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("settings.ron");
    tandem::file::atomic_write(&path, OLD_SETTINGS.as_bytes(), false).expect("should be writable");
    let (settings, error) = Store::at(path).load();
    assert!(error.is_none(), "{error:?}");
    settings
}

#[test]
fn every_setting_of_version_0_1_is_read() {
    let settings = old_settings();
    let keymap = Keymap::of(&settings.keys);
    assert_eq!(settings.keys.len(), 83);
    assert_eq!(settings.exercises, PuzzleScore::default());
    for (id, key) in &settings.keys {
        let info = COMMANDS.iter().find(|info| info.id == id);
        let info = info.unwrap_or_else(|| panic!("no command has the id {id}"));
        assert_eq!(keymap.key(info.command), Shortcut::parse(key), "{id}");
    }
    // Commands whose identifiers in the program have changed since.
    for (id, command) in [
        ("Enter", Command::RecordMoves),
        ("LeaveLine", Command::LeaveVariation),
        ("CopyLine", Command::CopyVariation),
        ("InsertLine", Command::InsertVariation),
        ("Glyph(3)", Command::Glyph(3)),
        ("Flip", Command::Flip),
    ] {
        assert_eq!(command.info().id, id);
        assert_eq!(keymap.key(command), Shortcut::parse(&settings.keys[id]));
    }
}

#[test]
fn ids_names_and_keys_are_unique() {
    let mut ids = HashSet::new();
    let mut names = HashSet::new();
    let mut keys = HashSet::new();
    let mut commands = HashSet::new();
    for info in COMMANDS {
        assert!(ids.insert(info.id), "{}", info.id);
        assert!(names.insert(info.name), "{}", info.name);
        assert!(commands.insert(info.command), "{:?}", info.command);
        assert!(info.key.is_none_or(|key| keys.insert(key)), "the key of {}", info.name);
        assert_eq!(info.command.info().id, info.id);
        assert!(!info.words.is_empty(), "other words for {}", info.name);
    }
    let glyphs = (0..).take(GLYPHS.len()).map(Command::Glyph);
    let panels = Panel::ALL.iter().map(|panel| Command::Show(*panel));
    for command in glyphs.chain(panels).chain(Guide::ALL.map(Guide::command)) {
        assert_eq!(command.info().command, command, "has a row");
    }
    for switch in Switch::ALL {
        let info = Command::Switch(*switch).info();
        assert_eq!(info.command, Command::Switch(*switch), "has a row");
        assert!(info.on.is_some(), "{}", info.name);
    }
}

/// Without a file, exactly the commands that need none are enabled.
#[test]
fn file_commands_are_disabled_without_a_file() {
    let state = State::new(Settings::default());
    let can: Vec<&str> = COMMANDS
        .iter()
        .filter(|info| palette::can(&state, info.command))
        .map(|info| info.id)
        .collect();
    assert_eq!(
        can,
        [
            "NewMatch",
            "Open",
            "OpenFolder",
            "OpenPath",
            "UpdateMatches",
            "OpenSample",
            "OpenSampleMate",
            "NewTab",
            "KeepBackup",
            "Downloads",
            "ImportChat",
            "Quit",
            "Settings",
            "Paste",
            "ToggleSide",
            "FullScreen",
            "Flip",
            "SwitchBoards",
            "HighContrast",
            "Motion",
            "NextArrows",
            "Coordinates",
            "MoveClocks",
            "Figurines",
            "HideResults",
            "Tenths",
            "DiagonalsChart",
            "ProbabilityChart",
            "NextRegion",
            "PreviousRegion",
            "OpenMenus",
            "Sounds",
            "Engine",
            "Tactics",
            "TacticArrows",
            "Flow",
            "OnlyMine",
            "ReviewDuePuzzles",
            "ImportProgress",
            "NewGame",
            "NewProblem",
            "OpenSampleGame",
            "OpenSampleProblem",
            "Palette",
            "Keys",
            "Help",
            "AboutBughouse",
            "AboutReplay",
            "AboutAnalysis",
            "AboutKriegspiel",
            "AboutSearch",
            "AboutImport",
            "AboutFormats",
            "About",
        ]
    );
    for info in COMMANDS {
        if (info.enabled)(&state) == Enabled::No {
            assert_eq!(palette::disabled_reason(&state, info.command), None);
        }
    }
}

/// With nothing open, no command changes anything or panics.
#[test]
fn every_row_of_the_table_runs_without_a_file() {
    for info in COMMANDS {
        let mut session = Session::default();
        let mut cx = Cx::new(&mut session);
        (info.run)(&mut cx);
        let (_, requests) = cx.finish();
        let mut state = State::new(Settings::default());
        for request in requests {
            state.update(request);
        }
        assert!(!session.is_unsaved() && !state.is_unsaved(), "{}", info.id);
    }
}
