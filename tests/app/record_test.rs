//! Correcting a record in the window, and recording a match from scratch.

use crate::window::{CTRL, SHORT, Window};
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use tandem::{app::library, replay::Match};

#[test]
fn move_and_clock_are_corrected() {
    let mut window = Window::at(SHORT, "1a");
    window.keys(CTRL, Key::Num2);
    window.fill("Move", "e5");
    window.key(Key::Enter);
    assert!(window.text().contains("1a. e5{298}"));
    let cut_short = |window: &Window| {
        let open = window.state().match_document().expect("open");
        let played: &Match = open.played();
        played.cut_short
    };
    assert!(cut_short(&window), "2A. exd5 no longer takes anything");
    window.click("Legal moves…");
    window.click("d5");
    assert!(!cut_short(&window));
    assert_eq!(window.text(), SHORT);
    window.fill("Clock", "4:57.5");
    window.key(Key::Enter);
    assert_eq!(window.text(), SHORT.replace("{298}", "{297.500}"));
    window.fill("Move", "Ke3");
    window.key(Key::Enter);
    // Enter has gone on to the next clock.
    assert!(window.has("No white king can reach e3."));
    assert_eq!(window.value("Move"), "Ke3");
    assert_eq!(window.text(), SHORT.replace("{298}", "{297.500}"));
}

#[test]
fn enter_goes_through_the_clocks() {
    let mut window = Window::at(SHORT, "1a");
    window.keys(CTRL, Key::Num2);
    window.focus("Clock");
    assert_eq!(window.value("Clock"), "4:58");
    window.keys(CTRL, Key::A);
    window.type_text("4:57\n4:56.5\n255\n");
    window.settle();
    let timed = SHORT
        .replace("d5{298}", "d5{297}")
        .replace("{299} 2A", "{296.500} 2A")
        .replace("{297} 1b", "{255} 1b");
    assert_eq!(window.text(), timed);
    assert_eq!((window.moment(), window.value("Clock").as_str()), (5, "4:56"));
    window.keys(Modifiers::SHIFT, Key::Enter);
    assert_eq!((window.moment(), window.value("Clock").as_str()), (4, "4:15"));
    // A wrong clock keeps the field.
    window.type_text("4:1x\n");
    window.settle();
    assert_eq!((window.moment(), window.value("Clock").as_str()), (4, "4:1x"));
    assert!(window.has_containing("Enter a clock as seconds"));
    window.keys(CTRL, Key::A);
    window.type_text("4:14");
    window.key(Key::Escape);
    assert_eq!(window.text(), timed.replace("{255}", "{254}"));
    window.key(Key::Home);
    assert_eq!(window.moment(), 0, "keys go to the boards again");
}

#[test]
fn the_last_plies_are_deleted() {
    let mut window = Window::at(SHORT, "1B");
    window.keys(CTRL, Key::Num2);
    window.click("Delete this and later moves");
    assert!(window.text().ends_with("1A. e4{299} 1a. d5{298} *\n"));
    assert_eq!(window.moment(), 2);
    window.keys(CTRL, Key::Z);
    assert_eq!(window.text(), SHORT);
    assert_eq!(window.moment(), 3);
}

#[test]
fn a_match_is_entered_from_scratch() {
    let mut window = Window::empty();
    window.keys(CTRL, Key::N);
    window.click("Create");
    assert!(window.state().file().expect("a file").entering);
    window.drag("board A, e2, white pawn", "board A, e4, empty");
    window.drag("board A, d7, black pawn", "board A, d5, empty");
    window.drag("board B, g1, white knight", "board B, f3, empty");
    window.drag("board A, e4, white pawn", "board A, d5, black pawn");
    window.key(Key::M);
    window.type_text("b. P@e4");
    window.key(Key::Enter);
    window.key(Key::Escape);
    assert!(!window.has("Back to main line"));
    assert!(
        window.text().ends_with("\n\n1A. e4 1a. d5 1B. Nf3 2A. exd5 1b. P@e4 *\n"),
        "{}",
        window.text()
    );
    assert_eq!(window.moment(), 5);
    let open = window.state().open.as_ref().expect("open");
    assert!(open.issues.is_empty(), "{:?}", open.issues);
    // Before the end of the match, a move corrects the recorded one or starts a variation.
    window.key(Key::ArrowLeft);
    window.drag("board B, e7, black pawn", "board B, e5, empty");
    assert!(window.has("1b. e5"));
    window.click("Add a variation");
    assert!(window.has("Back to main line"));
    assert_eq!(library::undo_names(window.state()).0, Some("variation 1b. e5"));
}

#[test]
fn match_starts_from_the_current_position() {
    let mut window = Window::at(SHORT, "2A");
    window.menu(&["File", "New match from this position"]);
    window.click("Create");
    assert!(window.text().contains("[FEN \""));
    assert!(window.has("board A, d5, white pawn"));
    assert!(window.has_containing("Reserve of Black B: 1 pawn"));
}

#[test]
fn a_wrong_move_is_replaced_while_recording() {
    let mut window = Window::at(SHORT, "1b");
    window.key(Key::E);
    window.drag("board A, d8, black queen", "board A, d7, empty");
    window.click("Replace 2a");
    let replaced = SHORT.replace("Qxd5{295}", "Qd7{295}");
    assert_eq!((window.text().as_str(), window.moment()), (replaced.as_str(), 6));
    assert!(window.has("board A, d7, black queen"));
    window.keys(CTRL, Key::Z);
    assert_eq!(window.text(), SHORT);
    // A match that is playing stops, so that the move in question stays the next one.
    let mut window = Window::at(SHORT, "1b");
    window.key(Key::E);
    window.key(Key::Space);
    window.drag("board A, d8, black queen", "board A, d7, empty");
    assert!(!window.is_playing() && window.has("Replace 2a"), "{:?}", window.names());
    // The moves after it are no longer legal, or the move is one of another player.
    for (ply, from, to, name, expect) in [
        (
            "1A",
            "board A, d7, black pawn",
            "board A, d6, empty",
            "Replace 1a and delete the 4 moves after it",
            "1A. e4{299} 1a. d6 *\n",
        ),
        (
            "2A",
            "board A, d8, black queen",
            "board A, d5, white pawn",
            "Play it and delete the 2 later moves",
            "2A. exd5{297} 2a. Qxd5 *\n",
        ),
    ] {
        let mut window = Window::at(SHORT, ply);
        window.key(Key::E);
        window.drag(from, to);
        // The choice that loses nothing has the focus.
        assert!(window.harness.get_by_label("Add a variation").is_focused());
        window.click(name);
        assert!(window.text().ends_with(expect), "{}", window.text());
        window.keys(CTRL, Key::Z);
        assert_eq!(window.text(), SHORT, "one step back");
    }
}

#[test]
fn replaced_move_keeps_moves_that_no_longer_fit() {
    let mut window = Window::at(SHORT, "1A");
    window.key(Key::E);
    window.drag("board A, d7, black pawn", "board A, d6, empty");
    let effect = "Nothing is deleted, but 2A no longer fits: the moves from there on are kept as \
                  written and listed in Issues.";
    assert!(window.has(effect), "{:?}", window.names());
    window.click("Replace 1a");
    assert_eq!(window.text(), SHORT.replace("1a. d5", "1a. d6"));
    assert_eq!(window.moment(), 2);
    assert!(window.state().match_document().expect("open").played().cut_short);
    window.keys(CTRL, Key::Z);
    assert_eq!(window.text(), SHORT, "one step back");
    // A move of the other board replaces the next move of its own player.
    let mut window = Window::at(SHORT, "2A");
    window.key(Key::E);
    window.drag("board A, d8, black queen", "board A, d7, empty");
    window.click("Replace 2a");
    assert_eq!(window.text(), SHORT.replace("Qxd5{295}", "Qd7{295}"));
}

#[test]
fn inserted_moves_follow_each_other_and_keep_the_rest() {
    let mut window = Window::at(SHORT, "1A");
    window.key(Key::E);
    window.drag("board A, g8, black knight", "board A, f6, empty");
    window.click("Insert before 1a");
    let at = SHORT.find("1a. d5").expect("the move");
    let with = |words: &str, rest: &str| format!("{}{words} {rest}", &SHORT[..at]);
    let rest = SHORT[at..].replace("2a.", "3a.").replace("1a.", "2a.");
    // Lines are wrapped, so that the text is compared without line ends.
    let unwrapped = |text: String| text.replace('\n', " ");
    assert_eq!(unwrapped(window.text()), unwrapped(with("1a. Nf6", &rest)));
    // The next move goes in without a question, and then the others fit again.
    window.drag("board A, d2, white pawn", "board A, d3, empty");
    let expect = with("1a. Nf6 2A. d3", &rest.replace("2A.", "3A."));
    assert_eq!(unwrapped(window.text()), unwrapped(expect));
    let open = window.state().open.as_ref().expect("open");
    assert!(open.issues.is_empty(), "{:?}", open.issues);
    assert_eq!(window.moment(), 3);
    // After a step, the question is asked again.
    window.key(Key::ArrowLeft);
    window.key(Key::ArrowRight);
    window.drag("board A, b8, black knight", "board A, c6, empty");
    assert!(window.has("Insert before 2a"), "{:?}", window.names());
    window.key(Key::Escape);
    window.keys(CTRL, Key::Z);
    window.keys(CTRL, Key::Z);
    assert_eq!(window.text(), SHORT);
}

#[test]
fn score_sheets_of_both_boards_are_put_in_order() {
    let mut window = Window::empty();
    window.keys(CTRL, Key::N);
    window.click("Create");
    let empty = window.text();
    window.menu(&["Edit", "Enter score sheets…"]);
    window.type_text("1. e4 d5 2. exd5 Qxd5");
    window.fill("Moves of board b", "1. Nf3 P@e4 2. Nd4 P@d3");
    assert!(
        window.has("2b P@d3 does not fit. Black has no pawn in reserve."),
        "{:?}",
        window.names()
    );
    window.click("Add 7 moves");
    let expect = "1A. e4 1B. Nf3 1a. d5 2A. exd5 1b. P@e4 2B. Nd4 2a. Qxd5\n\
                  {C:Board B, not played: 2b. P@d3} *\n";
    let unwrapped = |text: &str| text.replace('\n', " ");
    let text = window.text();
    assert!(unwrapped(&text).ends_with(&unwrapped(expect)), "{text}");
    assert!(window.state().open.as_ref().expect("open").issues.is_empty());
    window.keys(CTRL, Key::Z);
    assert_eq!(window.text(), empty, "one step back");
}
