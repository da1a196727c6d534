//! The composer's board: problems set up with pointer and keys, solved while they change, with twins and hidden pieces.

use crate::window::Window;
use eframe::egui::{Key, Modifiers, accesskit::Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tandem::app::{Command, ComposeOutcome, Enabled, JobKind};

/// The king has one reply to the key, and the pawn mates as a queen or as a rook.
const PROMOTION: &str = "k7/8/1K4P1/8/8/8/8/8 w - - 0 1";

fn composer() -> Window {
    let mut window = Window::empty();
    window.menu(&["Kriegspiel", "New problem…"]);
    assert_eq!(window.open_dialog().as_deref(), Some("New problem"));
    window
}

fn set_up(window: &mut Window, fen: &str, hidden: &str) {
    window.fill("Position (FEN)", fen);
    window.fill("Hidden pieces", hidden);
    if hidden.is_empty() {
        window.key(Key::Backspace);
    }
}

fn wait_for(window: &mut Window, words: &str) {
    window.wait(words, |window| window.has_containing(words));
}

#[test]
fn problem_is_solved_while_it_is_set_up() {
    let mut window = composer();
    assert!(window.has_containing("Drag pieces from the tray"));
    // By keys: letters as in a FEN put pieces on the focused square.
    for (square, letter) in [("a8", "k"), ("b6", "K"), ("g6", "P")] {
        window.click(&format!("{square}, empty"));
        window.type_text(letter);
    }
    assert!(window.has("g6, white pawn"));
    wait_for(&mut window, "Mate in 2, in the only possible position");
    assert!(window.has("Key: g7") && window.has_containing("#2, Berkeley rules   2+1"));
    window.click("Minor duals (1)");
    assert!(window.has_containing("g8=Q, g8=R"));
    // With the tray: a click selects a piece, the next clicks put it.
    window.click("black queen");
    window.click("b8, empty");
    wait_for(&mut window, "No plan mates in the only possible position");
    window.click("b8, black queen");
    wait_for(&mut window, "Mate in 2, in the only possible position");
    // By key: Delete removes the piece of the focused square.
    window.click("black queen");
    window.click("g6, white pawn");
    window.key(Key::Delete);
    wait_for(&mut window, "No plan mates in the only possible position");
}

/// What a mate in two would be is not a key of a mate in one, and a stalemate is called one.
#[test]
fn keys_are_those_of_the_shortest_mate() {
    let mut window = composer();
    set_up(&mut window, "8/8/8/8/8/1K6/2R5/8 w - - 0 1", "k on a1");
    wait_for(&mut window, "Mate in 1, in the only possible position");
    assert!(window.has("Key: Rc1") && window.has("(1 move in all)"));
    assert!(window.has("Longer, within 2 moves: Rd2, Re2, Rf2, Rg2, Rh2"));
    set_up(&mut window, "8/8/8/5B2/8/1K6/8/8 w - - 0 1", "k on a1");
    wait_for(&mut window, "No plan mates in the only possible position");
    let names = window.names();
    assert!(
        names.iter().any(|name| name == "Bc2?, Bd3?, Be4?, Bg6?, Bh7?, Ka3? stalemate (:)"),
        "{names:?}"
    );
    let captured = "Bb1? no announcement, then a piece is captured on b1 (:) ?? (Xb1:)";
    assert!(names.iter().any(|name| name == captured), "{names:?}");
    let has_capital_inside = |name: &String| {
        name.match_indices(", then ").chain(name.match_indices("; ")).any(|(at, link)| {
            let rest = &name[at + link.len()..];
            rest.starts_with(char::is_uppercase)
                && !rest.starts_with("White ")
                && !rest.starts_with("Black ")
        })
    };
    let glued: Vec<&String> = names.iter().filter(|name| has_capital_inside(name)).collect();
    assert!(glued.is_empty(), "{glued:?}");
}

#[test]
fn a_change_cancels_the_solver_and_starts_it_again() {
    let mut window = composer();
    window.close_gate(JobKind::Compose, 0);
    set_up(&mut window, "k7/8/1K4R1/8/8/8/8/8 w - - 0 1", "");
    window.wait_held(JobKind::Compose);
    assert!(window.has("Solving…"));
    set_up(&mut window, PROMOTION, "");
    window.open_gate(JobKind::Compose);
    wait_for(&mut window, "Mate in 2, in the only possible position");
    assert!(window.has("Key: g7"));
    // What was composed is there again after closing.
    window.key(Key::Escape);
    assert_eq!(window.open_dialog(), None);
    window.menu(&["Kriegspiel", "New problem…"]);
    assert!(window.has("Key: g7"));
}

#[test]
fn hidden_pieces_get_their_squares_by_clicks() {
    let mut window = composer();
    set_up(&mut window, "8/8/1K6/8/8/8/8/7R w - - 0 1", "");
    window.click("Add a hidden black king");
    assert!(window.has("k on any"));
    window.click("a8, empty");
    window.click("b8, empty");
    assert!(window.has("k on a8, b8"));
    wait_for(&mut window, "Mate in 1, in all 2 possible positions");
    assert!(window.has_containing("2+1"));
    window.click("Remove k on a8, b8");
    window.click("Add a hidden black queen");
    window.click("d8, empty");
    assert!(window.has("q on d8"));
    // The other king is nowhere, so it may stand on any square.
    wait_for(&mut window, "possible positions");
}

#[test]
fn twins_become_one_file_with_their_solutions() {
    let mut window = composer();
    set_up(&mut window, PROMOTION, "");
    window.click("English");
    wait_for(&mut window, "Mate in 2");
    window.click("Add twin");
    window.click("g6, white pawn");
    window.key(Key::Delete);
    window.type_text("R");
    assert!(window.has("b) −Pg6, +Rg6"), "{:?}", window.names());
    wait_for(&mut window, "Mate in 1, in the only possible position");
    window.click("a)");
    assert!(window.has("Key: g7") && window.has("a) diagram"));
    window.fill("Source", "A. Author, 1921");
    window.click("Create");
    assert_eq!(window.open_dialog(), None);
    let text = window.text();
    for part in [
        "[Event \"A. Author, 1921\"]",
        "[Variant \"Kriegspiel (English)\"]",
        "[depth \"3\"]\n[forced \"T\"]",
        "{a) diagram}",
        "{Solution: keys: g7 (shortest 3 half-moves, 2 moves in all)",
        "minor dual: g7 (:) ?? (:) g8=Q, g8=R",
        "plan: g7; plan: g7 (:) ?? (:) g8=Q#",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    window.key(Key::PageDown);
    let text = window.text();
    assert!(text.contains("{b) −Pg6, +Rg6}") && text.contains("{Solution: keys: "), "{text}");
}

#[test]
fn impossible_problems_get_one_sentence() {
    let mut window = composer();
    window.fill("Position (FEN)", "9/8 w");
    assert!(window.has_containing("This is not a FEN"));
    for (fen, hidden, words) in [
        ("k7/8/8/8/8/8/8/8 w - - 0 1", "", "white"),
        ("k6k/8/1K6/8/8/8/8/8 w - - 0 1", "", "kings"),
        ("k7/1R6/1K6/8/8/8/8/P7 w - - 0 1", "", "pawn"),
        ("kR6/8/1K6/8/8/8/8/8 w - - 0 1", "", "check"),
        ("8/8/1K6/8/8/8/8/7R w - - 0 1", "k on b6", "a hidden king cannot stand on b6"),
        ("8/8/1K6/8/8/8/8/7R w - - 0 1", "k on z9", "not a square"),
        ("8/8/1K6/8/8/8/8/7R w - - 0 1", "k on any; 16 black units", "oo many possible positions"),
        ("8/8/1K6/8/8/8/8/7R w - - 0 1", "K on a8", "king"),
    ] {
        set_up(&mut window, fen, hidden);
        window.wait(words, |window| {
            window.state().composer.outcome().is_some() && !window.has("Solving…")
        });
        let lowercase = words.to_lowercase();
        let found = window.names().into_iter().any(|it| it.to_lowercase().contains(&lowercase));
        let outcome = window.state().composer.outcome().expect("an outcome");
        assert!(found, "{fen} {hidden}: {outcome:?}");
        let is_invalid = matches!(outcome, ComposeOutcome::Invalid(_));
        let create = window.harness.get_by_label("Create").accesskit_node();
        assert!(is_invalid && create.is_disabled(), "{fen} {hidden}: {outcome:?}");
    }
}

#[test]
fn problems_of_a_game_are_collected_in_one_file() {
    const GAME: &str = include_str!("../../assets/samples/kriegspiel.pgn");
    let mut window = Window::at(GAME, "2");
    for _ in 0..2 {
        window.menu(&["Kriegspiel", "Create problem from here…"]);
        window.click("Collect");
        window.key(Key::ArrowRight);
        window.key(Key::ArrowRight);
    }
    window.menu(&["Kriegspiel", "New problem…"]);
    assert!(window.has("2 problems collected from games"));
    window.click("Create");
    let len = window.state().file().expect("a file").list.index.len();
    assert_eq!(len, 2);
    assert!(window.text().contains("[depth \"1\"]"));
}

/// A problem of a file goes to the composer's board and back into a file, and no change is lost.
#[test]
fn problem_of_a_file_is_edited_and_changes_are_undone() {
    let file = "[Event \"A. Author, 1921\"]\n[Variant \"Kriegspiel (English)\"]\n[Filtered \"white\"]\n\
        [SetUp \"1\"]\n[FEN \"8/8/1K6/8/8/8/8/7R w - - 0 1\"]\n[Hidden \"k on a8 or b8\"]\n\
        [depth \"1\"]\n[forced \"T\"]\n\n*\n";
    let mut window = Window::of(file);
    window.menu(&["Kriegspiel", "Edit problem…"]);
    assert_eq!(window.open_dialog().as_deref(), Some("New problem"));
    assert_eq!(window.value("Hidden pieces"), "k on a8 or b8");
    assert_eq!(window.value("Source"), "A. Author, 1921");
    wait_for(&mut window, "Mate in 1, in all 2 possible positions");
    assert!(window.has_containing("#1, English rules   2+1"));
    let fen = window.value("Position (FEN)");
    let is_disabled = |window: &Window, name: &str| {
        window.harness.get_by_label(name).accesskit_node().is_disabled()
    };
    window.click("Add twin");
    // The board behind the dialog has such a square too, which is no button.
    let rook = window.harness.get_by_role_and_label(Role::Button, "h1, white rook");
    rook.click();
    window.settle();
    window.key(Key::Delete);
    wait_for(&mut window, "No plan mates in all 2 possible positions");
    // Typing is one change.
    window.fill("Source", "B. Author");
    window.click("Undo");
    assert_eq!(window.value("Source"), "A. Author, 1921");
    window.click("h1, empty");
    window.keys(Modifiers::COMMAND, Key::Z);
    assert!(!window.has("h1, empty") && window.has("b) no difference"));
    window.keys(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert!(window.has("h1, empty"));
    for _ in 0..3 {
        window.click("New");
        window.click("Undo");
    }
    while !is_disabled(&window, "Undo") {
        window.click("Undo");
    }
    // Before the problem of the file there was an empty board.
    assert!(window.has("h1, empty") && window.has_containing("Drag pieces from the tray"));
    window.click("Redo");
    assert_eq!(window.value("Position (FEN)"), fen);
    wait_for(&mut window, "Mate in 1, in all 2 possible positions");
    window.click("Create");
    let text = window.text();
    for part in file.lines().filter(|line| line.starts_with('[')) {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn only_problems_without_moves_are_edited() {
    const HISTORY: &str = include_str!("../../assets/samples/kriegspiel-problem.pgn");
    let unknown = "[Variant \"Kriegspiel (Antarctic)\"]\n[FEN \"k7/8/1K6/8/8/8/8/7R w - - 0 1\"]\n\
        [depth \"1\"]\n";
    for text in [HISTORY, unknown, "[Variant \"Kriegspiel\"]\n\n1. e4 {(:)}\n"] {
        let window = Window::of(text);
        let info = Command::EditProblem.info();
        assert_ne!((info.enabled)(window.state()), Enabled::Yes, "{text}");
    }
}
