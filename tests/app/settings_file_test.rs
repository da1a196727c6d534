//! Invalid settings files: unreadable ones, and values that no version of the program writes.

#![expect(
    clippy::disallowed_methods,
    reason = "writes the settings files that the program is to read"
)]

#[cfg(unix)]
use crate::double::Double;
use crate::window::{CTRL, SHORT, Window};
use eframe::egui::{Key, accesskit::Role, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use proptest::{
    collection::{btree_map, vec},
    prelude::*,
    sample::select,
    strategy::ValueTree,
    test_runner::TestRunner,
};
use std::{collections::BTreeMap, fs, path::PathBuf};
use tandem::{
    app::{Action, Command, Dialog, SettingsPage, ShellAction, Switch},
    engine::SearchLimit,
    settings::{
        BoardColors, EngineSetup, Layout, ProblemAnswers, PuzzleScore, SetChoice, Settings, Store,
        Theme,
    },
};

fn with(settings: &str) -> Window {
    let text = settings.to_owned();
    Window::with_settings(SHORT, move |path| fs::write(path, text).expect("should be writable"))
}

/// Asserts that the match is shown, with both boards inside the window.
#[track_caller]
fn is_shown(window: &mut Window) {
    window.harness.run_steps(2);
    for board in ["Board A", "Board B"] {
        let rect = window.rect(board);
        assert!(rect.width() >= 48.0 && rect.left() >= 0.0, "{board} at {rect:?}");
    }
    window.key(Key::ArrowRight);
    assert!(window.has("board A, e4, white pawn"));
}

#[test]
fn a_value_out_of_range_is_replaced_and_named() {
    for (settings, named) in [
        ("(text_percent: 0)", "text_percent"),
        ("(text_percent: 65535)", "text_percent"),
        ("(layout: (panel_share: Some(NaN)))", "layout.panel_share"),
        (
            "(layout: (list_share: Some(inf), below_share: Some(-1)))",
            "layout.list_share, layout.below_share",
        ),
        ("(layout: (window: Some((NaN, 800))))", "layout.window"),
        ("(layout: (window: Some((1e30, 800))))", "layout.window"),
        ("(speed: 200)", "speed"),
        (
            "(engine_setup: (threads: 0, lines: 99, hash_mb: 4294967295))",
            "engine_setup.lines, engine_setup.threads, engine_setup.hash_mb",
        ),
        ("(keep_mb: 4294967295)", "keep_mb"),
    ] {
        let mut window = with(settings);
        is_shown(&mut window);
        assert!(window.has_containing("settings.ron"), "{settings}: {:?}", window.names());
        let names = window.names().join("\n");
        assert!(names.contains(&format!(": {named}.")), "{settings}: {names}");
    }
    let mut window = with("(text_percent: 110, layout: (panel_share: Some(0.3)))");
    is_shown(&mut window);
    assert!(!window.has_containing("settings.ron"), "nothing is wrong with these");
}

#[test]
fn endless_lists_and_texts_are_cut() {
    let million = "\"x\",".repeat(300_000);
    let long = "x".repeat(500_000);
    for (settings, named) in [
        (format!("(recent: [{million}])"), "recent"),
        (format!("(recent: [\"{long}\"])"), "recent"),
        (format!("(pieces: \"{long}\")"), "pieces"),
        (format!("(keys: {{\"{long}\": \"A\", \"Flip\": \"{long}\"}})"), "keys"),
        (format!("(engine_setup: (path: Some(\"{long}\")))"), "engine_setup.path"),
        (format!("(problems: [{}])", "(1, true),".repeat(90_000)), "problems"),
    ] {
        let mut window = with(&settings);
        is_shown(&mut window);
        let names = window.names().join("\n");
        assert!(names.contains(&format!(": {named}.")), "{named}: {} letters", names.len());
        assert!(names.len() < 100_000, "{named}: {} letters are shown", names.len());
        let kept = &window.state().settings;
        let size = format!("{kept:?}").len();
        assert!(size < 100_000, "{named}: {size} letters are kept");
    }
}

#[test]
fn unreadable_settings_file_is_moved_aside_and_reported() {
    // No user can read a folder as a file.
    let mut window = Window::with_settings(SHORT, |path| {
        fs::create_dir(path).expect("should be writable");
        fs::write(path.join("mine"), "precious").expect("should be writable");
    });
    is_shown(&mut window);
    let kept = window.path("settings.ron.bak");
    assert!(window.has_containing("Cannot read the settings"), "{:?}", window.names());
    assert!(window.has_containing(&kept.display().to_string()), "{:?}", window.names());
    assert_eq!(fs::read_to_string(kept.join("mine")).ok().as_deref(), Some("precious"));
    // Later changes are saved as usual.
    window.update(Action::RunCommand(Command::Switch(Switch::Figurines)));
    window.wait_settings_saved("the switch", |settings| settings.figurines);
}

#[test]
fn oversized_settings_file_is_moved_aside_and_reported() {
    let mut window = with(&format!("(recent: [{}])", "\"x\",".repeat(3_000_000)));
    is_shown(&mut window);
    assert!(window.has_containing("Cannot read the settings"), "{:?}", window.names());
    assert!(window.path("settings.ron.bak").exists());
}

#[test]
fn moved_settings_do_not_overwrite_older_ones() {
    let mut window = Window::with_settings(SHORT, |path| {
        fs::write(path, "(new and broken").expect("should be writable");
        fs::write(path.with_extension("ron.bak"), "(old and broken").expect("should be writable");
    });
    is_shown(&mut window);
    let read = |name| fs::read_to_string(window.path(name)).unwrap_or_default();
    assert_eq!(read("settings.ron.bak"), "(old and broken");
    assert_eq!(read("settings.ron.bak2"), "(new and broken");
    assert!(window.has_containing("settings.ron.bak2"));
}

/// Values that manual edits, faults or other programs may leave.
fn any_float() -> impl Strategy<Value = f32> {
    prop_oneof![
        select(vec![f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN]),
        select(vec![0.0, -0.0, -1.0, 1.0, 1e-30, f32::MIN_POSITIVE, 0.5, 1280.0]),
        any::<f32>(),
    ]
}

fn any_number<N: std::fmt::Debug + Clone + From<u8> + 'static>(
    most: N,
    any: impl Strategy<Value = N>,
) -> impl Strategy<Value = N> {
    prop_oneof![select(vec![N::from(0), N::from(1), N::from(100), most]), any]
}

fn any_path() -> impl Strategy<Value = PathBuf> {
    prop_oneof![Just(String::new()), Just("/".repeat(9_999)), "[ -~é]{0,20}"]
        .prop_map(PathBuf::from)
}

fn any_layout() -> impl Strategy<Value = Layout> {
    let share = || proptest::option::of(any_float());
    let window = proptest::option::of([any_float(), any_float()]);
    (window, any::<bool>(), share(), share(), share()).prop_map(
        |(window, maximized, list_share, panel_share, below_share)| Layout {
            window,
            maximized,
            list_share,
            panel_share,
            below_share,
        },
    )
}

fn any_engine() -> impl Strategy<Value = EngineSetup> {
    let number = || any_number(u32::MAX, any::<u32>());
    let path = || proptest::option::of(any_path());
    let limit = || {
        (0..3, any_number(u64::MAX, any::<u64>()), number()).prop_map(|(kind, nodes, least)| {
            match kind {
                0 => SearchLimit::Nodes(nodes),
                1 => SearchLimit::Depth(least),
                _ => SearchLimit::Seconds(least),
            }
        })
    };
    (path(), any::<bool>(), path(), number(), number(), number(), limit()).prop_map(
        |(path, two, second_path, lines, threads, hash_mb, limit)| EngineSetup {
            path,
            two,
            second_path,
            lines,
            threads,
            hash_mb,
            limit,
        },
    )
}

fn any_settings() -> impl Strategy<Value = Settings> {
    let number = || any_number(u32::MAX, any::<u32>());
    let numbers = (
        number(),
        any_number(u8::MAX, any::<u8>()),
        number(),
        any_number(u16::MAX, any::<u16>()),
        [number(), number(), number()],
    );
    let texts = (
        prop_oneof![Just("tandem".to_owned()), Just("x".repeat(70_000)), "[ -~é]{0,20}"],
        btree_map(prop_oneof![Just("Flip".to_owned()), "[ -~é]{0,20}"], "[ -~é]{0,20}", 0..2000),
        vec(any_path(), 0..200),
    );
    let choices = (
        select(vec![Theme::System, Theme::Light, Theme::Dark]),
        select(BoardColors::ALL.to_vec()),
        vec(any::<bool>(), Switch::ALL.len()),
        [any::<bool>(), any::<bool>()],
    );
    (numbers, texts, choices, any_engine(), any_layout()).prop_map(all)
}

type Numbers = (u32, u8, u32, u16, [u32; 3]);
type Texts = (String, BTreeMap<String, String>, Vec<PathBuf>);
type Choices = (Theme, BoardColors, Vec<bool>, [bool; 2]);

/// The fields are listed without `..`, so that a new field must be added here and gets random values too.
fn all(
    (numbers, texts, choices, engine_setup, layout): (Numbers, Texts, Choices, EngineSetup, Layout),
) -> Settings {
    let (version, speed, keep_mb, text_percent, [at_once, later, shown]) = numbers;
    let (pieces, keys, recent) = texts;
    let page = pieces.clone();
    let (theme, boards, switches, [skip_waits, welcomed]) = choices;
    let on = |switch| {
        let place = Switch::ALL.iter().position(|it| *it == switch);
        place.is_some_and(|place| switches[place])
    };
    Settings {
        version,
        theme,
        boards,
        pieces,
        switched: on(Switch::SwitchBoards),
        move_clocks: on(Switch::MoveClocks),
        coordinates: on(Switch::Coordinates),
        speed,
        skip_waits,
        backup: on(Switch::KeepBackup),
        downloads: on(Switch::Downloads),
        downloaded: keys.clone(),
        // Would ask the web address.
        updates: false,
        update_date: page.clone(),
        chat: on(Switch::ImportChat),
        hide_results: on(Switch::HideResults),
        watched: Vec::new(),
        my_names: page.clone(),
        my_file: page.clone(),
        keys,
        tenths: on(Switch::Tenths),
        motion: on(Switch::Motion),
        sounds: on(Switch::Sounds),
        figurines: on(Switch::Figurines),
        // Both would need other threads.
        tactics: false,
        engine: false,
        tactic_arrows: on(Switch::TacticArrows),
        next_arrows: on(Switch::NextArrows),
        flow: on(Switch::Flow),
        only_mine: on(Switch::OnlyMine),
        diagonals_chart: on(Switch::DiagonalsChart),
        probability_chart: on(Switch::ProbabilityChart),
        engine_setup,
        side: on(Switch::ToggleSide),
        layout,
        welcomed,
        keep_mb,
        page,
        text_percent,
        high_contrast: on(Switch::HighContrast),
        recent,
        puzzle_set: SetChoice::default(),
        exercises: PuzzleScore { at_once, later, shown },
        problems: ProblemAnswers::default(),
    }
}

/// The number of windows. In each, all fields are random and about half of them out of range.
const WINDOWS: usize = 24;

#[test]
fn any_settings_give_a_valid_layout() {
    let mut runner = TestRunner::deterministic();
    for _ in 0..WINDOWS {
        let settings = any_settings().new_tree(&mut runner).expect("a value").current();
        let mut window = Window::with_settings(SHORT, |path| {
            Store::at(path).save(&settings).expect("should be writable");
        });
        window.harness.run_steps(2);
        let boards = ["Board A", "Board B"].map(|board| window.rect(board));
        assert!(
            boards.iter().all(|it| it.is_finite() && it.width() >= 48.0),
            "{boards:?} {settings:?}"
        );
        for (page, name) in [
            (SettingsPage::Appearance, "Theme"),
            (SettingsPage::Matches, "Clocks"),
            (SettingsPage::Engine, "UCI engine"),
        ] {
            let page = Dialog::Settings(page, None);
            window.update(Action::Shell(ShellAction::Dialog(Some(page))));
            assert!(window.has(name), "{settings:?}");
        }
        let kept = &window.state().settings.layout;
        let within = |share: Option<f32>| share.is_none_or(|it| (0.0..=1.0).contains(&it));
        assert!(within(kept.list_share) && within(kept.panel_share) && within(kept.below_share));
        let sides = kept.window.unwrap_or([1280.0, 800.0]);
        assert!(sides.iter().all(|side| (1.0..=16_384.0).contains(side)), "{sides:?}");
    }
}

/// Returns the number in the field `name`.
fn number(window: &Window, name: &str) -> u32 {
    let field = window.harness.get_by_role_and_label(Role::SpinButton, name);
    let node = field.accesskit_node();
    let words = node.value().unwrap_or_default();
    let digits: String = words.chars().filter(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_else(|_| panic!("{name} shows {words:?}"))
}

/// Drags the field `name` to the right by this number of points. Returns the numbers shown meanwhile and those saved.
fn drag(
    window: &mut Window,
    name: &str,
    points: u8,
    kept: impl Fn(&Settings) -> u32,
) -> (Vec<u32>, Vec<u32>) {
    let field = window.harness.get_by_role_and_label(Role::SpinButton, name);
    let at = field.rect().center();
    window.harness.hover_at(at);
    window.harness.step();
    window.harness.drag_at(at);
    window.harness.step();
    let (mut shown, mut held) = (Vec::new(), Vec::new());
    for step in 1..=points {
        window.harness.hover_at(at + vec2(2.0 * f32::from(step), 0.0));
        window.harness.step();
        window.harness.step();
        shown.push(number(window, name));
        held.push(kept(&window.state().settings));
    }
    window.harness.drop_at(at + vec2(2.0 * f32::from(points), 0.0));
    window.settle();
    shown.dedup();
    held.dedup();
    (shown, held)
}

#[cfg(unix)]
#[test]
fn dragged_number_is_applied_on_release() {
    // A script of the test engine, which searches again and again until it is stopped.
    let search =
        "< info depth 5 score cp 45 nodes 900 nps 9000 pv d2d4\n> stop\n< bestmove d2d4\n> go\n";
    let double = Double::searching(&search.repeat(9));
    let mut window = Window::of(SHORT);
    window.change_settings(|it| it.engine_setup.path = Some(double.path()));
    window.update(Action::RunCommand(Command::Switch(Switch::Engine)));
    let heard = double.path().with_file_name("heard");
    let received = |begins: &str| {
        let heard = fs::read_to_string(&heard).unwrap_or_default();
        let lines = heard.lines().filter_map(|line| line.strip_prefix(begins));
        lines.map(|it| it.trim().to_owned()).collect::<Vec<_>>()
    };
    window.wait("the engine runs", |_| !received("setoption name Threads value").is_empty());
    let page = Dialog::Settings(SettingsPage::Engine, None);
    window.update(Action::Shell(ShellAction::Dialog(Some(page))));
    let threads = |settings: &Settings| settings.engine_setup.threads;
    let (shown, held) = drag(&mut window, "Threads", 20, threads);
    assert!(shown.len() > 5, "the field follows the hand: {shown:?}");
    assert_eq!(held, [1], "nothing is set meanwhile");
    let last = *shown.last().expect("a number");
    assert_eq!(window.state().settings.engine_setup.threads, last);
    window.wait_settings_saved("the number", |settings| settings.engine_setup.threads == last);
    let last = last.to_string();
    window.wait("the engine runs with it", |_| {
        received("setoption name Threads value").last() == Some(&last)
    });
    assert_eq!(received("setoption name Threads value"), ["1".to_owned(), last], "started twice");
    let hash = |settings: &Settings| settings.engine_setup.hash_mb;
    let (shown, held) = drag(&mut window, "Hash", 20, hash);
    assert!(shown.len() > 5 && held == [64], "{shown:?} {held:?}");
}

#[test]
fn typed_number_is_applied_on_blur() {
    let mut window = Window::of(SHORT);
    let page = Dialog::Settings(SettingsPage::Matches, None);
    window.update(Action::Shell(ShellAction::Dialog(Some(page))));
    let name = "Cache size";
    let field = window.harness.get_by_role_and_label(Role::SpinButton, name);
    field.focus();
    window.settle();
    window.keys(CTRL, Key::A);
    window.type_text("250");
    assert_eq!(window.state().settings.keep_mb, 8192);
    window.key(Key::Tab);
    assert_eq!(window.state().settings.keep_mb, 250);
    // The field is at the end of its page.
    let page = window.dialog("Settings").center();
    window.wheel(page, 40.0);
    let (shown, held) = drag(&mut window, name, 10, |settings| settings.keep_mb);
    assert!(shown.len() > 5 && held == [250], "{shown:?} {held:?}");
    let last = *shown.last().expect("a number");
    window.wait_settings_saved("the number", |settings| settings.keep_mb == last);
}
