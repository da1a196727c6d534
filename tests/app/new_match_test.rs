//! The new-match dialog: names, Chess960 and custom positions.

use crate::window::{CTRL, SHORT, Window};
use eframe::egui::Key;
use tandem::{
    app::{Action, Dialog, ShellAction},
    rules::{Bfen, BoardId, Position},
};

fn position(window: &Window) -> Position {
    window.state().position()
}

#[test]
fn new_match_has_the_entered_values() {
    let mut window = Window::empty();
    window.keys(CTRL, Key::N);
    for (field, text) in [
        ("Name of White A", "raven \"the\" bird"),
        ("Rating of White A", "2165"),
        ("Name of Black B", "death"),
        ("Event", "A friendly"),
        ("Date", "2026.11.22"),
        ("Time control", "300+2"),
    ] {
        window.fill(field, text);
    }
    window.click("Create");
    let text = window.text();
    for line in [
        "[WhiteA \"raven \\\"the\\\" bird\"]",
        "[WhiteAElo \"2165\"]",
        "[BlackB \"death\"]",
        "[Event \"A friendly\"]",
        "[Date \"2026.11.22\"]",
        "[TimeControl \"300+2\"]",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(!text.contains("[FEN "), "{text}");
    assert!(window.state().file().expect("a file").entering);
}

#[test]
fn new_match_shows_its_moves() {
    let mut window = Window::of(SHORT);
    window.keys(CTRL, Key::Num3);
    window.keys(CTRL, Key::N);
    window.click("Create");
    window.key(Key::M);
    window.type_text("e4\n");
    window.key(Key::Escape);
    assert!(window.has("Clock"), "{:?}", window.names());
}

#[test]
fn a_match_is_created_by_keyboard_alone() {
    let mut window = Window::empty();
    window.keys(CTRL, Key::N);
    window.type_text("death");
    window.key(Key::Tab);
    window.type_text("2307");
    window.key(Key::Enter);
    let text = window.text();
    for tag in ["[WhiteA \"death\"]", "[WhiteAElo \"2307\"]"] {
        assert!(text.contains(tag), "{tag}: {text}");
    }
}

#[test]
fn invalid_time_control_is_explained() {
    let mut window = Window::empty();
    window.keys(CTRL, Key::N);
    window.fill("Time control", "five minutes");
    assert!(window.has_containing("Enter a time control as seconds"));
    window.click("Create");
    assert!(window.state().open.is_none(), "the sheet stays");
    window.fill("Time control", "3+0");
    assert!(window.has("The time control is in seconds. For 3 minutes enter 180+0."));
    window.fill("Time control", "3+2");
    assert!(window.has("The time control is in seconds. For 3 minutes enter 180+2."));
    window.click("Create");
    assert!(window.state().open.is_none(), "nobody plays for 3 seconds");
    window.fill("Time control", "300+0");
    window.click("Create");
    assert!(window.state().open.is_some());
}

#[test]
fn fischer_random_has_a_number_for_each_board() {
    let mut window = Window::empty();
    window.keys(CTRL, Key::N);
    window.click("Fischer random");
    window.click("Same on both boards");
    window.click("Random: Position number, board B");
    assert!(window.has("Position number, board A"));
    window.click("Create");
    let position = position(&window);
    let ranks = |id| position.bfen(id).split('[').next().unwrap_or_default().to_owned();
    for id in BoardId::ALL {
        let board = ranks(id);
        assert!(board.contains("/pppppppp/8/8/8/8/PPPPPPPP/"), "{board}");
    }
}

#[test]
fn last_fischer_random_position_has_its_own_pieces() {
    let mut window = Window::empty();
    window.keys(CTRL, Key::N);
    window.click("Fischer random");
    let Some(Dialog::NewMatch(mut sheet)) = window.state().shell.dialog.clone() else {
        panic!("the sheet is shown");
    };
    sheet.same = true;
    sheet.numbers[BoardId::A] = 959;
    let dialog = Some(Dialog::NewMatch(sheet));
    window.update(Action::Shell(ShellAction::Dialog(dialog)));
    window.click("Create");
    let board = position(&window).bfen(BoardId::A);
    assert!(board.starts_with("rkrnnqbb/pppppppp/"), "{board}");
}

#[test]
fn position_editor_reports_errors() {
    let mut window = Window::sized(SHORT, 1280.0, 900.0);
    window.menu(&["File", "New match from this position"]);
    assert!(window.has("Position (BFEN)"));
    window.click_nth("Clear", 0);
    assert!(window.has_containing("Board A: white has 0 kings."));
    let text = "4k3/8/8/8/8/8/8/4K2R[Qn] b K - 0 1 | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    window.fill("Position (BFEN)", text);
    assert!(!window.has_containing("kings"));
    window.click("Create");
    let expect = Bfen::parse(text, None).expect("a position").position;
    assert_eq!(position(&window).bfen(BoardId::A), expect.bfen(BoardId::A));
    assert!(window.text().contains("[SetUp \"1\"]"));
}

#[test]
fn pieces_are_dragged_from_the_tray_and_off_the_board() {
    let mut window = Window::empty();
    window.keys(CTRL, Key::N);
    window.click("Custom position");
    let queen = window.rect("white queen for board A").center();
    let board = window.rect("board A, e4, empty").center();
    window.drag_at(queen, board);
    let set_up = |window: &Window| match &window.state().shell.dialog {
        Some(Dialog::NewMatch(sheet)) => sheet.bfen(),
        other => panic!("{other:?}"),
    };
    assert!(
        set_up(&window).starts_with("rnbqkbnr/pppppppp/8/8/4Q3/8/PPPPPPPP/"),
        "{}",
        set_up(&window)
    );
    // A piece that is dropped outside both boards disappears.
    window.drag_at(board, window.rect("Create").center());
    assert!(
        set_up(&window).starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/"),
        "{}",
        set_up(&window)
    );
}

#[test]
fn squares_of_the_position_editor_are_as_large_as_the_window_allows() {
    for (width, height, side) in
        [(1280.0, 800.0, 32.0), (900.0, 600.0, 26.0), (700.0, 1000.0, 26.0)]
    {
        let mut window = Window::empty_of(width, height);
        window.keys(CTRL, Key::N);
        window.click("Custom position");
        let square = window.rect("board B, e4, empty");
        assert!(square.width() >= side, "{width} × {height}: {square:?}");
        assert!(square.right() < width, "{width} × {height}: {square:?}");
    }
}

#[test]
fn names_of_a_new_match_fill_the_dialog() {
    for (width, height) in [(1280.0, 800.0), (900.0, 600.0)] {
        let mut window = Window::empty_of(width, height);
        window.keys(CTRL, Key::N);
        let dialog = window.dialog("New match");
        let last = window.rect("Rating of Black B");
        let gap = dialog.right() - last.right();
        assert!((0.0..50.0).contains(&gap), "{width}: {gap}");
    }
}
