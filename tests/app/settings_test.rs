//! The settings: custom shortcuts, and changes that take effect immediately.

use crate::{
    painted::Painted,
    window::{CTRL, SHORT, Window},
};
use eframe::egui::{Key, Modifiers, Rect, pos2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use serde_json::Value;
use std::collections::BTreeSet;
use tandem::{
    app::{
        Action, COMMANDS, Command, Dialog, JobKind, KeyChoice, LibraryAction, SettingsAction,
        SettingsPage, ShellAction, Shortcut, Switch,
    },
    diagram::PieceSet,
    settings::{BoardColors, Settings, Theme},
    timeline::Repeat,
};

fn keys_page(window: &mut Window) {
    window.keys(CTRL, Key::Comma);
    assert!(matches!(
        window.state().shell.dialog,
        Some(Dialog::Settings(SettingsPage::Appearance, None))
    ));
    window.click("Keyboard");
}

#[test]
fn custom_shortcut_works_immediately_and_is_saved() {
    let mut window = Window::of(SHORT);
    keys_page(&mut window);
    window.press("Shortcut for Flip boards: F");
    assert!(window.has("Shortcut for Flip boards: Press any key…"));
    window.keys(CTRL, Key::G);
    assert!(window.has("Shortcut for Flip boards: Ctrl+G"));
    window.key(Key::Escape);
    assert_eq!(window.open_dialog(), None);
    window.key(Key::F);
    assert!(!window.is_flipped(), "no longer its key");
    window.keys(CTRL, Key::G);
    assert!(window.is_flipped());
    window.wait_settings_saved("the key", |settings| {
        settings.keys.get("Flip").is_some_and(|key| key == "Ctrl+G")
    });
    let mut window = window.restarted();
    window.keys(CTRL, Key::G);
    assert!(window.state().shell.flipped);
}

#[test]
fn shortcut_conflict_is_reported_and_fixable() {
    let mut window = Window::of(SHORT);
    keys_page(&mut window);
    window.press("Shortcut for Switch boards: X");
    window.key(Key::F);
    // The other command loses the shortcut, and a message says so.
    assert!(window.has("F is no longer assigned to “Flip boards”."), "{:?}", window.names());
    let keymap = &window.state().shell.keymap;
    assert_eq!(keymap.key(Command::Flip), None);
    assert_eq!(keymap.conflict(Command::Switch(Switch::SwitchBoards)), None);
    window.press("Reset all shortcuts");
    assert!(window.state().shell.keymap.key(Command::Flip).is_some());
    // A tab has a key by its number.
    window.press("Shortcut for Switch boards: X");
    window.keys(CTRL, Key::Num2);
    assert!(window.has("Ctrl+2 is no longer assigned to “Notes”."), "{:?}", window.names());
}

/// Returns every name in the window, and the tooltips of the widgets in `hovered`.
fn names(window: &mut Window, hovered: &[&str]) -> String {
    let mut names = window.names();
    for name in hovered {
        let node = window.harness.get_all_by_label(name).last();
        let at = node.expect("something of that name").rect().center();
        window.harness.hover_at(at);
        window.harness.run_steps(12);
        names.extend(window.names());
    }
    names.join("\n")
}

#[test]
fn custom_shortcuts_are_named_and_absent_ones_omitted() {
    let mut window = Window::greeting();
    for info in COMMANDS {
        window.update(Action::Settings(SettingsAction::SetKey(info.command, KeyChoice::None)));
    }
    let none =
        ["Ctrl", "Shift", "Space", "Home", "Page Up", "Esc", "F1", "←", "→", "(K)", "(F)", "[ and"];
    let check = |window: &mut Window, hovered: &[&str]| {
        let names = names(window, hovered);
        for key in none {
            assert!(!names.contains(key), "{key} in {names}");
        }
    };
    check(&mut window, &[]);
    window.update(Action::Shell(ShellAction::Dialog(None)));
    check(&mut window, &["Play", "1×", "Skip idle time", "Go to start", "Moves", "All commands…"]);
    window.menu(&["View", "Match table"]);
    check(&mut window, &["Boards"]);
    let mut window = Window::of(include_str!("../../assets/samples/kriegspiel.pgn"));
    for info in COMMANDS {
        window.update(Action::Settings(SettingsAction::SetKey(info.command, KeyChoice::None)));
    }
    check(&mut window, &["Next try or move", "White", "Next move"]);
    let key = |name| KeyChoice::Key(Shortcut::parse(name).expect("a key"));
    let mut window = Window::of(SHORT);
    window.update(Action::Settings(SettingsAction::SetKey(Command::PlayPause, key("Ctrl+J"))));
    window.update(Action::Settings(SettingsAction::SetKey(Command::Palette, key("F9"))));
    window.update(Action::Settings(SettingsAction::SetKey(Command::Slower, key("S"))));
    window.update(Action::Settings(SettingsAction::SetKey(Command::SkipWaits, key("W"))));
    let said = names(&mut window, &["Play (Ctrl+J)", "1×", "Skip idle time"]);
    for expect in [
        "Play (Ctrl+J)",
        "All commands… (F9)",
        "Speed (S and ])",
        "Shorten waits over 3 s to 1 s (W)",
    ] {
        assert!(said.contains(expect), "{expect} in {said}");
    }
}

#[test]
fn escape_cancels_choosing_a_key() {
    let mut window = Window::of(SHORT);
    keys_page(&mut window);
    window.press("Shortcut for Flip boards: F");
    window.key(Key::Escape);
    assert!(!window.has("Shortcut for Flip boards: Press any key…"));
    assert!(window.state().settings.keys.is_empty());
}

#[test]
fn marked_loop_repeats() {
    let mut window = Window::at(SHORT, "1a");
    window.key(Key::L);
    window.key(Key::End);
    window.key(Key::L);
    let Repeat::Between(start, end) = window.state().playhead().repeat() else {
        panic!("{:?}", window.state().playhead().repeat());
    };
    assert!(end > start);
    window.keys(Modifiers::NONE, Key::CloseBracket);
    window.keys(Modifiers::NONE, Key::Home);
    window.key(Key::Space);
    let mut came_back = 0;
    let mut before = window.time();
    for _ in 0..200 {
        window.harness.step();
        let now = window.time();
        if now < before {
            assert!(now >= start, "{now} is before {start}");
            came_back += 1;
        }
        before = now;
    }
    assert!(came_back >= 2, "{came_back}");
    assert!(window.is_playing());
    window.key(Key::L);
    assert_eq!(window.state().playhead().repeat(), Repeat::None);
}

#[test]
fn users_seat_is_below_unless_flipped() {
    let other = SHORT.replace("Ben", "Eve");
    let mut window = Window::of(&format!("{SHORT}\n{other}"));
    window.change_settings(|it| it.my_names = "nobody, ben".to_owned());
    assert!(!window.is_flipped());
    let choose = |window: &mut Window, id| {
        window.update(Action::Library(LibraryAction::Choose(id)));
        window.settle();
    };
    // In matches of other players, the first team is below.
    choose(&mut window, 1);
    assert!(!window.is_flipped());
    choose(&mut window, 0);
    assert!(window.is_flipped(), "Black of board A is below");
    window.wait_settings_saved("the names", |settings| settings.my_names == "nobody, ben");
    choose(&mut window, 1);
    assert!(!window.is_flipped());
    choose(&mut window, 0);
    window.key(Key::F);
    assert!(!window.is_flipped(), "by hand");
    choose(&mut window, 1);
    assert!(!window.is_flipped());
}

type Change = fn(&mut Settings);

/// A change of each setting that the settings dialog shows, other than switches.
const SHOWN: [(&str, Change); 9] = [
    ("theme", |it| it.theme = Theme::Light),
    ("boards", |it| it.boards = BoardColors::Wood),
    ("pieces", |it| PieceSet::NAMES[1].clone_into(&mut it.pieces)),
    ("text_percent", |it| it.text_percent = 90),
    ("my_names", |it| it.my_names = "raven".to_owned()),
    ("my_file", |it| it.my_file = "mine.bpgn".to_owned()),
    ("page", |it| it.page = "https://example.org".to_owned()),
    ("keep_mb", |it| it.keep_mb = 77),
    ("engine_setup", |it| it.engine_setup.two = true),
];

/// The settings with a value that are changed elsewhere, or not by the user.
const ELSEWHERE: [&str; 10] = [
    "version",
    "speed",
    "downloaded",
    "keys",
    "layout",
    "watched",
    "update_date",
    "recent",
    "puzzle_set",
    "problems",
];

fn has_looked_for_engines(window: &Window) -> bool {
    window.state().engine.detected.is_some()
}

#[test]
fn no_engine_is_missed_while_engines_are_looked_for() {
    let mut window = Window::of(SHORT);
    window.close_gate(JobKind::FindEngines, 0);
    let dialog = Dialog::Settings(SettingsPage::Engine, None);
    window.update(Action::Shell(ShellAction::Dialog(Some(dialog))));
    window.wait_held(JobKind::FindEngines);
    window.harness.run_steps(2);
    assert!(window.has("Looking for engines…"), "{:?}", window.names());
    assert!(!window.has_containing("No engine found"));
    window.open_gate(JobKind::FindEngines);
    window.wait("the engines of this machine", has_looked_for_engines);
    assert!(!window.has("Looking for engines…"));
}

/// Returns the name, value and state of every widget on the pages of the settings dialog.
fn widgets_of_settings(change: Change) -> Vec<String> {
    let mut window = Window::of(SHORT);
    window.change_settings(change);
    let mut widgets = Vec::new();
    for page in [SettingsPage::Appearance, SettingsPage::Matches, SettingsPage::Engine] {
        let dialog = Dialog::Settings(page, None);
        window.update(Action::Shell(ShellAction::Dialog(Some(dialog))));
        if page == SettingsPage::Engine {
            window.wait("the engines of this machine", has_looked_for_engines);
        }
        let nodes = window.harness.root().children_recursive();
        widgets.extend(nodes.map(|node| {
            let node = node.accesskit_node();
            let values = (node.value(), node.numeric_value(), node.toggled());
            format!("{:?} {values:?}", node.label())
        }));
    }
    widgets
}

#[test]
fn every_setting_with_a_value_is_in_the_dialog() {
    let Ok(Value::Object(fields)) = serde_json::to_value(Settings::default()) else {
        panic!("fields")
    };
    let with_value = fields.iter().filter(|(_, value)| !value.is_boolean());
    let with_value: BTreeSet<&str> = with_value.map(|(name, _)| name.as_str()).collect();
    let listed: BTreeSet<&str> = SHOWN.iter().map(|(name, _)| *name).chain(ELSEWHERE).collect();
    assert_eq!(with_value, listed, "a new setting belongs into one of the lists");
    let before = widgets_of_settings(|_| {});
    assert_eq!(widgets_of_settings(|_| {}), before);
    for (name, change) in SHOWN {
        assert_ne!(widgets_of_settings(change), before, "{name} is not in the dialog");
    }
}

#[test]
fn update_without_names_asks_for_them() {
    let mut window = Window::of(SHORT);
    window.update(Action::RunCommand(Command::UpdateMatches));
    window.settle();
    assert!(matches!(
        window.state().shell.dialog,
        Some(Dialog::Settings(SettingsPage::Matches, None))
    ));
    assert!(
        window.has("My names") && window.has_containing("File for “Get my new chess.com matches”")
    );
}

#[test]
fn each_page_of_the_settings_has_its_own_scroll_position() {
    let mut window = Window::sized(SHORT, 900.0, 600.0);
    window.keys(CTRL, Key::Comma);
    let top = window.rect("High contrast").top();
    window.click("Keyboard");
    let first = window.rect("Shortcut for New match: Ctrl+N").top();
    let at = window.dialog("Settings").center();
    for _ in 0..6 {
        window.wheel(at, 1.0);
    }
    assert!(window.rect("Shortcut for New match: Ctrl+N").top() < first - 100.0, "{first}");
    window.click("Appearance");
    assert_eq!(window.rect("High contrast").top(), top);
}

#[test]
fn a_page_that_goes_on_has_a_scroll_bar() {
    let mut window = Window::sized(SHORT, 900.0, 600.0);
    window.keys(CTRL, Key::Comma);
    window.harness.hover_at(pos2(450.0, 590.0));
    window.harness.run_steps(4);
    let dialog = window.dialog("Settings");
    let fills = Painted::of(&window).fills;
    let is_bar =
        |fill: &&Rect| dialog.contains_rect(**fill) && fill.width() < 12.0 && fill.height() > 100.0;
    assert!(fills.iter().any(|fill| is_bar(&fill)), "{dialog:?} {fills:?}");
}
