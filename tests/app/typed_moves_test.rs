//! Moves typed in the window: seats, runs of moves, clocks and errors.

#![expect(clippy::disallowed_methods, reason = "reads what the program has written")]

use crate::{
    painted::Painted,
    window::{CTRL, SAMPLE, SHORT, Window},
};
use eframe::egui::{Event, Key, Modifiers, Rect, accesskit::Role};
use egui_kittest::kittest::Queryable as _;
use std::path::{Path, PathBuf};
use tandem::{
    app::{Action, Command, TabsAction},
    rules::Seat,
};

/// Creates a match with this time control, and opens the field for moves.
fn new_match(time_control: &str) -> Window {
    let mut window = Window::empty();
    window.keys(CTRL, Key::N);
    window.fill("Time control", time_control);
    window.click("Create");
    window
}

fn field(window: &Window) -> String {
    use tandem::app::Dialog;
    match &window.state().shell.dialog {
        Some(Dialog::PlayMove { typed, .. }) => typed.clone(),
        other => panic!("{other:?}"),
    }
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a file")
}

fn moves(window: &Window) -> String {
    let text = window.text();
    text.split("\n\n").nth(1).expect("moves").trim().replace('\n', " ")
}

#[test]
fn a_letter_chooses_the_seat_in_every_spelling() {
    for typed in ["b d5", "bd5", "1b d5", "b: d5", "b. d5", "b.d5", "1b. d5", "1bd5"] {
        let mut window = Window::at(SHORT, "1B");
        window.key(Key::M);
        window.type_text(&format!("{typed}\n"));
        assert!(window.text().contains("(1b. d5)"), "{typed}: {:?}", window.names());
    }
}

/// `@` is typed with Shift on the key of 2, with Alt Gr on the key of Q (German) or 0 (French), or with a key of its own
/// on which no shortcut is.
#[test]
fn a_drop_is_typed_letter_by_letter_on_every_layout() {
    let alt_gr = Modifiers { alt: true, ..CTRL };
    for (key, modifiers) in [
        (Key::Num2, Modifiers::SHIFT),
        (Key::Q, alt_gr),
        (Key::Q, Modifiers::NONE),
        (Key::Num0, alt_gr),
        (Key::Quote, Modifiers::SHIFT),
    ] {
        let mut window = Window::of("1A. e4 1a. d5 1B. Nf3 2A. exd5 *\n");
        window.key(Key::End);
        let before = window.text();
        let type_at = |window: &mut Window| {
            let press = Event::Key {
                key,
                physical_key: Some(key),
                pressed: true,
                repeat: false,
                modifiers,
            };
            // In one frame, as from the window system.
            window.harness.input_mut().events.extend([press, Event::Text("@".to_owned())]);
            window.settle();
        };
        // Alone, it is the start of no move, and no shortcut.
        type_at(&mut window);
        assert_eq!((window.open_dialog(), window.text()), (None, before), "{key:?}");
        window.key(Key::M);
        window.type_text("b. P");
        type_at(&mut window);
        window.type_text("e4");
        assert_eq!(field(&window), "b. P@e4", "{key:?}");
        window.key(Key::Enter);
        assert!(window.has("board B, e4, black pawn"), "{key:?}: {:?}", window.names());
    }
}

#[test]
fn a_letter_that_can_be_a_file_is_asked_about() {
    let text = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/2p5/1P6/8/4K3[] w - - 0 1 | \
                4k3/8/8/2p5/8/8/8/4K3[] b - - 0 1\"]\n\n*\n";
    let mut window = Window::of(text);
    window.key(Key::E);
    window.key(Key::M);
    window.type_text("bc4\n");
    let question = "1A. bc4: this can be A bxc4 or b c4; type one of them.";
    assert!(window.has(question), "{:?}", window.names());
    assert_eq!(field(&window), "bc4");
    window.keys(CTRL, Key::A);
    window.type_text("bxc4 b c4\n");
    assert_eq!(moves(&window), "1A. bxc4 1b. c4 *");
}

#[test]
fn first_move_of_a_new_match_is_typed_or_made_on_the_board() {
    let mut window = Window::empty();
    window.keys(CTRL, Key::N);
    window.click("Create");
    window.type_text("e4\n");
    assert_eq!(moves(&window), "1A. e4 *");
    // The boards can be used while the field is open, and the field keeps the keyboard.
    window.drag("board A, e7, black pawn", "board A, e5, empty");
    window.type_text("Nf3\n");
    assert_eq!(moves(&window), "1A. e4 1a. e5 2A. Nf3 *");
    // Shortcuts with Ctrl work beside the field.
    window.keys(CTRL, Key::K);
    assert_eq!(window.open_dialog().as_deref(), Some("All commands"));
    window.key(Key::Escape);
    assert!(window.open_dialog().is_none());
}

#[test]
fn hint_stays_beside_the_error() {
    let mut window = new_match("180");
    let hint = "Next: 1A. For moves on board B, begin with its letter: B d4. Several moves can follow, with \
                their clocks: e4 2:58 e5 2:57.";
    assert!(window.has(hint), "{:?}", window.names());
    window.type_text("Ke5\n");
    assert!(window.has(hint));
    assert!(window.has("1A. Ke5: no white king can reach e5."), "{:?}", window.names());
    // What is legal on the other board is suggested.
    window.keys(CTRL, Key::A);
    window.type_text("e4 e5 b e4 Nf3\n");
    let why = "Played 3 moves. 1b. Nf3: no black knight can reach f3; for White A, type A Nf3.";
    assert!(window.has(why), "{:?}", window.names());
}

#[test]
fn a_run_of_moves_stops_at_the_first_that_fails() {
    let mut window = new_match("180");
    window.type_text("e4 e5 Nf3 b d4 Ka5 a Nc6\n");
    assert_eq!(moves(&window), "1A. e4 1a. e5 2A. Nf3 1B. d4 *");
    let why = "Played 4 moves. 1b. Ka5: no black king can reach a5.";
    assert!(window.has(why), "{:?}", window.names());
    assert_eq!(field(&window), "Ka5 a Nc6", "what was not played stays");
    window.keys(CTRL, Key::A);
    window.type_text("d5 a Nc6\n");
    assert_eq!(moves(&window), "1A. e4 1a. e5 2A. Nf3 1B. d4 1b. d5 2a. Nc6 *");
    assert_eq!(field(&window), "");
    assert!(window.has_containing("Next: 3A."));
    window.type_text("Bb5\n");
    assert!(moves(&window).ends_with("3A. Bb5 *"), "{}", moves(&window));
    window.key(Key::Enter);
    assert_eq!(window.open_dialog(), None, "Enter in the empty field closes it");
}

#[test]
fn clocks_are_typed_after_their_moves() {
    let mut window = new_match("180");
    window.type_text("e4 2:58 e5 {2:57.5} b e4\n");
    assert_eq!(moves(&window), "1A. e4{178.000} 1a. e5{177.500} 1B. e4 *");
    assert!(window.has("Clock of White A: 2:58.00, to move"), "{:?}", window.names());
    assert!(window.has("Clock of White B: 3:00.00"), "{:?}", window.names());
    // A typed clock corrects that of a recorded move.
    window.key(Key::Escape);
    window.key(Key::Home);
    window.key(Key::M);
    window.type_text("a. e5\n");
    assert!(window.has_containing("1a. e5: it is white's turn on this board"));
    window.key(Key::Escape);
    window.key(Key::M);
    window.type_text("a e4 2:59\n");
    let names = window.names();
    assert!(moves(&window).starts_with("1A. e4{179.000} 1a."), "{}: {names:?}", moves(&window));
}

#[test]
fn typed_moves_go_on_after_the_question_how_to_record_them() {
    let mut window = new_match("180");
    window.type_text("e4 e5\n");
    window.key(Key::Escape);
    window.key(Key::Home);
    window.key(Key::M);
    window.type_text("d4 b e4\n");
    window.click("Add a variation");
    assert!(window.text().contains("(1A. d4 1B. e4)"), "{:?}", window.text());
    assert_eq!(field(&window), "");
}

#[test]
fn clocks_of_a_new_match_start_at_the_time_control() {
    let mut window = Window::empty();
    window.keys(CTRL, Key::N);
    window.fill("Time control", "180");
    window.click("Create");
    assert_eq!(Painted::of(&window).count("3:00"), 4, "{:?}", Painted::of(&window).words);
    window.key(Key::M);
    window.type_text("e4 e5\n");
    window.key(Key::Escape);
    assert_eq!(Painted::of(&window).count("3:00"), 4, "{:?}", Painted::of(&window).words);
    // Whoever only looks at the match sees what is recorded.
    window.key(Key::E);
    assert_eq!(Painted::of(&window).count("3:00"), 0, "{:?}", Painted::of(&window).words);
}

#[test]
fn clocks_never_entered_are_unknown() {
    let mut window = new_match("-");
    window.type_text("b d4 0:31\n");
    window.key(Key::Escape);
    let painted = Painted::of(&window);
    assert!(window.has("Clock of White B: 0:31"), "{:?}", window.names());
    assert_eq!(painted.count("1:00"), 0, "{:?}", painted.words);
    for seat in ["White A: no clock recorded, to move", "Black A: no clock recorded"] {
        assert!(window.has(&format!("Clock of {seat}")), "{:?}", window.names());
    }
    assert!(!window.has_containing("ahead"), "{:?}", window.names());
    assert!(!window.has_containing("took"), "{:?}", window.names());
    window.click("Report");
    assert!(!window.has_containing("thinking times"), "{:?}", window.names());
    // Board B has no clocks yet.
    let mut window = new_match("-");
    window.type_text("e4 2:58 e5 2:57 b d4 d5\n");
    window.key(Key::Escape);
    let painted = Painted::of(&window);
    assert_eq!(painted.count("3:00"), 0, "{:?}", painted.words);
    assert!(!window.has_containing("ahead"), "{:?}", window.names());
}

#[test]
fn names_of_a_new_match_begin_with_white_on_board_a() {
    let mut window = Window::empty();
    window.keys(CTRL, Key::N);
    window.type_text("Anna");
    window.key(Key::Tab);
    window.key(Key::Tab);
    window.type_text("Ben\n");
    let text = window.text();
    for tag in ["[WhiteA \"Anna\"]", "[BlackA \"Ben\"]"] {
        assert!(text.contains(tag), "{text}");
    }
}

#[test]
fn a_board_letter_counts_for_the_moves_after_it() {
    let mut window = new_match("180");
    window.type_text("e4 2:58 e5 b d4 d5 a Nf3\n");
    assert_eq!(moves(&window), "1A. e4{178.000} 1a. e5 1B. d4 1b. d5 2A. Nf3 *");
    window.type_text("b c4\n");
    assert!(window.has_containing("Next: 2b. For moves on board A"), "{:?}", window.names());
    window.type_text("c6 a Nc6\n");
    assert!(moves(&window).ends_with("2B. c4 2b. c6 2a. Nc6 *"), "{}", moves(&window));
}

#[test]
fn a_seat_counts_for_its_move_only() {
    let mut window = new_match("180");
    window.type_text("e4 B. d4 e5\n");
    assert_eq!(moves(&window), "1A. e4 1B. d4 1a. e5 *");
}

#[test]
fn a_typed_variation_stays_on_its_board() {
    let mut window = Window::at(SHORT, "1B");
    window.key(Key::M);
    window.type_text("B d5 Nc3\n");
    assert!(window.text().contains("(1b. d5 2B. Nc3)"), "{}", window.text());
}

/// A score sheet has an x too many where the move is one of the other board.
#[test]
fn a_capture_that_takes_nothing_is_named() {
    let mut window = new_match("180");
    window.type_text("A e4 d5 B e4 e5 A Nxf3\n");
    let why = "2A. Nxf3: there is nothing to take; without x, the move is Nf3.";
    assert!(window.has_containing(why), "{:?}", window.names());
    window.keys(CTRL, Key::A);
    window.type_text("B Nf3 exd5\n");
    assert_eq!(moves(&window), "1A. e4 1a. d5 1B. e4 1b. e5 2B. Nf3 *");
    assert!(window.has_containing("for White A, type A exd5"), "{:?}", window.names());
}

/// An upper-case B before a square is a bishop wherever a bishop can go there, as in every score sheet.
#[test]
fn an_upper_case_b_is_a_bishop_first() {
    let mut window = new_match("180");
    window.type_text("A e4 e5 Bc4 Bc5 B d4\n");
    assert_eq!(moves(&window), "1A. e4 1a. e5 2A. Bc4 2a. Bc5 1B. d4 *");
}

#[test]
fn moves_are_typed_for_the_board_on_which_the_match_continues() {
    for (after, next) in [("1A", "1B"), ("1B", "1a"), ("2A", "1b"), ("1b", "2B")] {
        let mut window = Window::at("1A. e4 1B. d4 1a. e5 2A. Nf3 1b. d5 *\n", after);
        window.key(Key::M);
        let words = format!("Next: {next}. For moves");
        assert!(window.has_containing(&words), "{after}: {:?}", window.names());
    }
}

#[test]
fn a_letter_of_a_piece_opens_the_field() {
    let mut window = Window::of("1A. e4 1a. d5 1B. e4 2A. exd5 *\n");
    window.key(Key::End);
    window.keys(Modifiers::SHIFT, Key::Q);
    assert_eq!(field(&window), "Q");
    window.type_text("xd5\n");
    assert!(window.text().contains("(2a. Qxd5)"), "{}", window.text());
}

/// The result of a mate is offered where none is written.
#[test]
fn a_mate_offers_its_result() {
    let mut window = new_match("180");
    window.type_text("e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7\n");
    window.key(Key::Escape);
    window.click("Set result to 1-0");
    assert!(window.text().contains("[Result \"1-0\"]"), "{}", window.text());
    assert!(moves(&window).ends_with("4A. Qxf7# {Black A checkmated} 1-0"), "{}", moves(&window));
    assert!(!window.has("Set result to 1-0"));
}

#[test]
fn a_typed_number_is_that_of_the_move() {
    let mut window = new_match("180");
    window.type_text("1. e4 e5 2. Nf3 1B. d4 12b. d5\n");
    assert_eq!(moves(&window), "1A. e4 1a. e5 2A. Nf3 1B. d4 *");
    let why = "Played 4 moves. 1b. d5: the typed number is 12; correct it or leave it out.";
    assert!(window.has(why), "{:?}", window.names());
    assert_eq!(field(&window), "12b. d5");
    window.keys(CTRL, Key::A);
    window.type_text("1b. d5 2... 0-0-0\n");
    assert!(moves(&window).ends_with("1b. d5 *"), "{}", moves(&window));
    assert!(window.has_containing("2a. 0-0-0:"), "{:?}", window.names());
}

/// Opens [`SHORT`] as a file, records moves at its end, and opens the field for moves.
fn recording() -> (Window, PathBuf) {
    let mut window = Window::empty();
    let path = window.file("match.bpgn", SHORT.as_bytes());
    window.open_by_path(&path.to_string_lossy());
    window.key(Key::End);
    window.key(Key::E);
    window.key(Key::M);
    (window, path)
}

#[test]
fn saving_plays_the_typed_moves_first() {
    let (mut window, path) = recording();
    window.type_text("Nc3 Kd1");
    window.keys(CTRL, Key::S);
    assert_eq!(field(&window), "Kd1", "what cannot be played stays");
    assert!(window.has_containing("Played 1 move. 3a. Kd1:"), "{:?}", window.names());
    assert!(window.has("A typed move can’t be played. Correct or delete it first."));
    assert_eq!(read(&path), SHORT, "nothing is saved");
    window.keys(CTRL, Key::A);
    window.type_text("Qa5");
    window.keys(CTRL, Key::S);
    window.wait("the file is saved", |window| {
        !window.state().file().expect("a file").save.is_saving()
    });
    assert!(read(&path).contains("3A. Nc3 3a. Qa5"), "{}", read(&path));
    assert!(!window.is_unsaved());
}

#[test]
fn nothing_that_leaves_the_match_drops_typed_moves() {
    for (modifiers, key) in [
        (CTRL, Key::O),
        (CTRL, Key::W),
        (CTRL, Key::N),
        (CTRL, Key::K),
        (CTRL, Key::E),
        (CTRL, Key::Q),
        (CTRL, Key::PageUp),
    ] {
        let (mut window, _) = recording();
        window.update(Action::Tabs(TabsAction::New));
        window.update(Action::Tabs(TabsAction::Show(0)));
        assert!(window.state().match_state().is_some());
        window.update(Action::RunCommand(Command::PlayMove));
        window.type_text("Kh8");
        window.keys(modifiers, key);
        assert_eq!(field(&window), "Kh8", "{key:?}");
        window.keys(CTRL, Key::A);
        window.type_text("Nc3");
        window.keys(modifiers, key);
        let file = window.state().library.files().next().expect("a file");
        let texts: Vec<_> = file.changes.texts().collect();
        let text = String::from_utf8_lossy(texts[0].1);
        assert!(text.contains("3A. Nc3"), "{key:?}: {text}");
    }
    // The view can be changed beside unfinished moves.
    let (mut window, _) = recording();
    window.type_text("N");
    window.keys(CTRL, Key::Num2);
    assert_eq!(field(&window), "N");
    assert!(!window.has_containing("can’t be played"));
}

#[test]
fn field_covers_no_seat_and_no_panel() {
    for (width, height) in [(1280.0, 800.0), (900.0, 600.0), (1920.0, 1080.0), (390.0, 844.0)] {
        let mut window = Window::sized(SAMPLE, width, height);
        window.key(Key::M);
        window.harness.run_steps(3);
        let field = window.dialog("Play move");
        let mut parts = Vec::new();
        for seat in Seat::ALL {
            let name = format!("{}: ", seat.name());
            let nodes = window.harness.query_all_by_label_contains(&name);
            // The ticks of the timeline have such names too.
            parts.extend(nodes.map(|node| node.rect()).filter(|rect| rect.height() > 14.0));
        }
        assert!(parts.len() >= 4, "{width} × {height}: {parts:?}");
        let tabs = window.harness.query_all_by_role(Role::Tab).map(|tab| tab.rect());
        let panel = tabs.reduce(Rect::union);
        if let Some(tabs) = panel.filter(|tabs| tabs.top() < field.top()) {
            parts.push(tabs.with_max_y(height));
        }
        let covered = parts.iter().find(|part| part.shrink(1.0).intersects(field));
        assert_eq!(covered, None, "{width} × {height}: {field:?}");
    }
}
