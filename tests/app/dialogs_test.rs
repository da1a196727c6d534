//! The dialogs and their fields.

use crate::window::{CTRL, SHORT, Window};
use eframe::egui::{Event, Key, Modifiers};
use tandem::{
    app::{Action, COMMANDS, Command, Dialog, Panel},
    rules::{BoardId, Seat},
};

#[test]
fn the_palette_finds_and_runs_a_command() {
    let mut window = Window::of(SHORT);
    window.keys(CTRL, Key::K);
    assert_eq!(window.open_dialog().as_deref(), Some("All commands"));
    window.type_text("flip");
    assert!(window.has_containing("Flip boards"));
    assert!(!window.has_containing("Switch boards"));
    window.key(Key::Enter);
    assert_eq!(window.open_dialog(), None);
    assert!(window.is_flipped());
}

#[test]
fn the_palette_goes_to_a_move_by_its_name() {
    let mut window = Window::of(SHORT);
    window.keys(CTRL, Key::K);
    window.type_text("1b");
    assert!(window.has_containing("Go to 1b"), "{:?}", window.names());
    window.key(Key::Enter);
    let after = |window: &Window, moment: usize| {
        window.state().match_document().expect("a match").ply_name(moment)
    };
    assert_eq!(after(&window, window.moment()).as_deref(), Some("1b"));
    // A number counts plies, as on the command line.
    window.keys(CTRL, Key::K);
    window.type_text("2");
    window.key(Key::Enter);
    assert_eq!(window.moment(), 2);
    // The command leaves only the name to type.
    window.keys(CTRL, Key::K);
    window.type_text("go to mo");
    assert!(window.has_containing("Go to move…"), "{:?}", window.names());
    window.key(Key::Enter);
    window.type_text("1A");
    assert_eq!(window.state().shell.dialog, Some(Dialog::Palette("Go to 1A".to_owned(), 0)));
    window.key(Key::Enter);
    assert_eq!(after(&window, window.moment()).as_deref(), Some("1A"));
    for typed in ["99A", "0", "1x"] {
        window.keys(CTRL, Key::K);
        window.type_text(typed);
        let goes = window.has_containing(&format!("Go to {typed}"));
        assert!(!goes, "{typed}: {:?}", window.names());
        window.key(Key::Escape);
    }
    // Plies of Kriegspiel are counted.
    let mut window = Window::of(include_str!("../../assets/samples/kriegspiel.pgn"));
    window.keys(CTRL, Key::K);
    window.type_text("3");
    window.key(Key::Enter);
    assert_eq!(window.state().game().expect("a game").moment_view.step.plies, 3);
}

#[test]
fn arrows_select_in_the_palette() {
    let mut window = Window::of(SHORT);
    window.key(Key::ArrowRight);
    window.keys(CTRL, Key::K);
    window.type_text("boards");
    let place = window.rect("Flip boards F").top();
    window.key(Key::ArrowDown);
    window.key(Key::ArrowDown);
    window.key(Key::ArrowUp);
    window.key(Key::ArrowDown);
    window.type_text(" ");
    window.key(Key::ArrowDown);
    assert!((window.rect("Flip boards F").top() - place).abs() < 0.5, "it stays where it is");
    window.key(Key::Enter);
    assert!(window.state().settings.switched && !window.is_flipped());
    assert_eq!(window.moment(), 1);
}

#[test]
fn palette_accepts_clicks_and_reordered_words() {
    let mut window = Window::of(SHORT);
    window.click_containing("Ctrl+K");
    window.type_text("BOARDS switch");
    window.key(Key::Enter);
    assert!(window.state().settings.switched);
    assert_eq!(window.open_dialog(), None);
}

#[test]
fn typing_in_the_palette_runs_no_shortcut() {
    let mut window = Window::of(SHORT);
    window.key(Key::ArrowRight);
    let settings = window.state().settings.clone();
    window.keys(CTRL, Key::K);
    window.type_text("fx k");
    window.key(Key::Home);
    window.key(Key::ArrowLeft);
    assert_eq!(window.state().shell.dialog, Some(Dialog::Palette("fx k".to_owned(), 0)));
    assert_eq!(window.moment(), 1);
    assert_eq!(window.state().settings, settings);
    assert!(window.has("No matching command."));
    window.key(Key::Enter);
    assert!(window.open_dialog().is_some());
    window.key(Key::Escape);
    assert_eq!(window.open_dialog(), None);
}

#[test]
fn help_shows_every_key_and_finds_words_on_all_pages() {
    let mut window = Window::of(SHORT);
    window.key(Key::F1);
    assert_eq!(window.open_dialog().as_deref(), Some("Help"));
    window.type_text("elo>");
    assert!(window.has("Search syntax") && window.has_containing("elo>"), "{:?}", window.names());
    window.click("Keyboard shortcuts");
    assert_eq!(window.open_dialog().as_deref(), Some("Help"));
    for info in COMMANDS.iter().filter(|info| info.key.is_some()) {
        assert!(window.has(info.name), "{}", info.name);
    }
    assert!(window.has("Shift+→") && window.has("Ctrl+K"));
    window.key(Key::Escape);
    assert_eq!(window.open_dialog(), None);
}

#[test]
fn about_names_the_licences() {
    let mut window = Window::of(SHORT);
    window.menu(&["Help", "About Tandem"]);
    assert!(window.has_containing("GNU General Public License"));
    assert!(window.has(concat!("Tandem ", env!("CARGO_PKG_VERSION"))));
    window.key(Key::Escape);
    assert_eq!(window.open_dialog(), None);
}

#[test]
fn a_path_can_be_typed() {
    let mut window = Window::empty();
    let path = window.file("typed.bpgn", SHORT.as_bytes());
    window.open_by_path(path.to_str().unwrap());
    assert_eq!(window.title(), "typed.bpgn – Tandem");
    assert_eq!(window.open_dialog(), None);
}

#[test]
fn path_field_receives_its_keys() {
    let mut window = Window::of(SHORT);
    window.key(Key::ArrowRight);
    window.menu(&["File", "Import…"]);
    window.type_text("fxk");
    window.key(Key::ArrowLeft);
    window.key(Key::End);
    window.type_text("f");
    assert_eq!(window.open_dialog().as_deref(), Some("Import"));
    assert_eq!(window.value("Import"), "fxkf");
    assert_eq!(window.moment(), 1);
    window.click("Cancel");
    assert_eq!(window.open_dialog(), None);
    assert!(!window.has("Dismiss"));
}

#[test]
fn path_can_be_cleared_and_retyped() {
    let mut window = Window::of(SHORT);
    window.menu(&["File", "Import…"]);
    window.type_text("ab");
    window.key(Key::Backspace);
    window.key(Key::Backspace);
    window.type_text("c");
    assert_eq!(window.value("Import"), "c");
}

#[test]
fn shortcuts_are_ignored_under_a_dialog() {
    let mut window = Window::of(SHORT);
    window.key(Key::F1);
    window.key(Key::ArrowRight);
    window.key(Key::F);
    window.keys(Modifiers::SHIFT, Key::ArrowRight);
    assert_eq!(window.moment(), 0);
    assert!(!window.is_flipped());
}

#[test]
fn escape_closes_every_dialog() {
    for name in ["Import…", "All commands…", "Keyboard shortcuts", "About Tandem"] {
        let mut window = Window::of(SHORT);
        window.keys(CTRL, Key::K);
        window.type_text(name.trim_end_matches('…'));
        window.key(Key::Enter);
        assert!(window.open_dialog().is_some(), "{name}");
        window.key(Key::Escape);
        assert_eq!(window.open_dialog(), None, "{name}");
    }
}

#[test]
fn pasted_position_numbers_can_be_reinterpreted() {
    let mut window = Window::empty();
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 12 34";
    window.harness.event(Event::Paste(fen.to_owned()));
    window.settle();
    let clock = |window: &Window| {
        let open = window.state().match_document().expect("a position");
        let set_up = &open.played().set_up;
        (set_up.clocks_ms[Seat::WhiteA], set_up.position.boards[BoardId::A].fullmoves())
    };
    assert_eq!(clock(&window), (Some(12_000), 1));
    assert!(window.has("The last two numbers of the position were read as clocks."));
    let known = ["White A: 0:12.00", "Black A: 0:34.00", NONE[2], NONE[3]];
    assert_eq!(clocks(&window), to_move(known, ["White A", "White B"]));
    window.click("Read as move counts");
    assert_eq!(clock(&window), (None, 34));
    assert_eq!(clocks(&window), to_move(NONE, ["White A", "White B"]));
    assert!(!window.has("Dismiss"));
}

#[test]
fn disabled_commands_are_disabled_everywhere() {
    let game = include_str!("../../assets/samples/kriegspiel.pgn");
    for name in ["new match from", "annotate !!"] {
        let mut window = Window::of(game);
        let before = window.text();
        window.keys(CTRL, Key::K);
        window.type_text(name);
        window.key(Key::Enter);
        assert!(
            matches!(window.state().shell.dialog, Some(Dialog::Palette(..))),
            "{name}: nothing is done"
        );
        window.key(Key::Escape);
        assert_eq!(window.text(), before, "{name}");
        assert!(!window.state().file().expect("a file").entering);
    }
}

#[test]
fn unavailable_shortcut_explains_itself() {
    let mut window = Window::of(include_str!("../../assets/samples/kriegspiel.pgn"));
    window.show(Panel::Report);
    assert!(window.has("Reports are only available for bughouse matches."));
    // In a match, the keys of a game have no command and no message.
    let mut window = Window::of(SHORT);
    window.key(Key::W);
    assert!(!window.has("Dismiss"));
}

#[test]
fn palette_lists_available_commands_first() {
    let mut window = Window::of(include_str!("../../assets/samples/kriegspiel.pgn"));
    window.keys(CTRL, Key::K);
    window.type_text("copy position");
    let possible = window.rect("Copy position Ctrl+C");
    let other = window.rect_containing("Copy position with clocks");
    assert!(possible.top() < other.top());
    // The arrow keys do not reach disabled commands.
    window.key(Key::ArrowDown);
    assert!(matches!(&window.state().shell.dialog, Some(Dialog::Palette(_, 0))));
    window.key(Key::Enter);
    assert_eq!(window.open_dialog(), None);
}

#[test]
fn long_shortcuts_clear_the_scroll_bar() {
    for width in [1280.0, 900.0, 420.0] {
        let mut window = Window::sized(SHORT, width, 600.0);
        window.update(Action::RunCommand(Command::Keys));
        window.settle();
        let dialog = window.dialog("Help");
        let (key, name) = (window.rect("Ctrl+Shift+S"), window.rect("Save as…"));
        assert!(key.right() < name.left(), "{key:?}, {name:?}, {width}");
        assert!(name.right() <= dialog.right() - 12.0, "{name:?}, {dialog:?}, {width}");
    }
}

#[test]
fn f1_explains_kriegspiel_and_links_to_the_keys() {
    let mut window = Window::of(include_str!("../../assets/samples/kriegspiel.pgn"));
    window.key(Key::F1);
    assert_eq!(window.open_dialog().as_deref(), Some("Help"));
    window.click("Keyboard shortcuts");
    assert_eq!(window.open_dialog().as_deref(), Some("Help"));
}

/// The clocks of a match without clock times.
const NONE: [&str; 4] = [
    "White A: no clock recorded",
    "Black A: no clock recorded",
    "White B: no clock recorded",
    "Black B: no clock recorded",
];

/// Returns the accessible names of the clocks.
fn clocks(window: &Window) -> Vec<String> {
    let names = window.names();
    ["White A", "Black A", "White B", "Black B"]
        .iter()
        .filter_map(|seat| {
            let begins = format!("Clock of {seat}");
            let name = names.iter().find(|name| name.starts_with(&begins))?;
            Some(name.replacen("Clock of ", "", 1))
        })
        .collect()
}

#[test]
fn pasted_clocks_are_shown_until_a_move_without_a_clock() {
    let mut window = Window::empty();
    let one = "4k3/8/8/8/8/8/8/4K3 w - - 125 34";
    window.harness.event(Event::Paste(format!("{one} | {}", one.replace("125 34", "7 300"))));
    window.settle();
    let start = ["White A: 2:05.00", "Black A: 0:34.00", "White B: 0:07.00", "Black B: 5:00.00"];
    assert_eq!(clocks(&window), to_move(start, ["White A", "White B"]));
    // The duration of a move without a clock is unknown; while moves are recorded, its clock stands.
    window.key(Key::E);
    window.drag("board A, e1, white king", "board A, e2, empty");
    assert_eq!(clocks(&window), to_move(start, ["Black A", "White B"]));
    window.key(Key::E);
    let after = [NONE[0], "Black A: 0:34.00", "White B: 0:07.00", "Black B: 5:00.00"];
    assert_eq!(clocks(&window), to_move(after, ["Black A", "White B"]));
    window.key(Key::Home);
    assert_eq!(clocks(&window), to_move(start, ["White A", "White B"]));
}

/// Returns `clocks` with a mark at those of `seats`, which are to move.
fn to_move(clocks: [&str; 4], seats: [&str; 2]) -> [String; 4] {
    clocks.map(|clock| {
        let is_turn = seats.iter().any(|seat| clock.starts_with(seat));
        format!("{clock}{}", if is_turn { ", to move" } else { "" })
    })
}
