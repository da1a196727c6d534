//! Pieces moved on the boards: lines beside the record.

use crate::window::{SHORT, Window};
use eframe::egui::Key;
use tandem::rules::{BoardId, Square};

#[test]
fn a_line_is_tried_and_left_without_a_trace() {
    let mut window = Window::at(SHORT, "1a");
    let before = window.state().position();
    window.drag("board A, g1, white knight", "board A, f3, empty");
    assert!(window.state().attempt().variation.is_some());
    assert!(window.has("board A, f3, white knight"));
    window.click("board B, e2, white pawn");
    window.click("board B, e4, empty, can be reached");
    let line = window.state().attempt().variation.clone().expect("a line");
    assert_eq!(line.text(), "2A. Nf3 1B. e4");
    assert!(window.has("1B. e4"));
    window.key(Key::ArrowLeft);
    assert!(window.has("board B, e2, white pawn"));
    window.key(Key::ArrowRight);
    assert!(window.has("board B, e4, white pawn"));
    let board = window.rect("Board A").center();
    window.wheel(board, -2.0);
    assert!(window.has("board A, g1, white knight"));
    window.wheel(board, 2.0);
    assert_eq!(
        window.state().attempt().variation,
        Some(line),
        "the wheel stays in it"
    );
    window.key(Key::Escape);
    assert!(window.state().attempt().variation.is_none());
    assert_eq!(window.moment(), 2);
    assert_eq!(window.state().position(), before);
    assert_eq!(window.text(), SHORT);
    assert!(!window.state().is_unsaved());
}

#[test]
fn pieces_are_dropped_from_the_reserve_by_clicks() {
    // Anna's pawn on e4 took on d5: Dan, her partner, holds a black pawn.
    let mut window = Window::at(SHORT, "2A");
    window.click("Drop a pawn");
    window.click("board B, e4, empty, can be reached");
    let line = window.state().attempt().variation.clone().expect("a line");
    assert_eq!(line.text(), "1b. P@e4");
}

#[test]
fn the_move_that_was_played_is_no_line() {
    let mut window = Window::at(SHORT, "1a");
    window.drag("board B, g1, white knight", "board B, f3, empty");
    assert!(window.state().attempt().variation.is_none());
    assert_eq!(window.moment(), 3);
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut window = Window::of(SHORT);
    window.drag("board A, g1, white knight", "board A, g5, empty");
    window.drag("board A, g8, black knight", "board A, f6, empty");
    assert!(
        window.state().attempt().variation.is_none() && window.state().attempt().hand.is_none()
    );
    window.click("board A, g1, white knight");
    assert_eq!(
        window.state().targets(),
        [Square::F3, Square::H3],
        "where it can go"
    );
    window.key(Key::Escape);
    assert!(window.state().attempt().hand.is_none());
}

#[test]
fn a_line_becomes_a_comment_where_it_began() {
    let mut window = Window::at(SHORT, "1a");
    window.drag("board A, g1, white knight", "board A, f3, empty");
    window.click("Insert as comment");
    assert_eq!(window.text(), SHORT.replace("{298}", "{298}{C:2A. Nf3}"));
    assert!(window.state().attempt().variation.is_none());
    assert_eq!(window.moment(), 2);
}

#[test]
fn moves_can_be_typed() {
    let mut window = Window::at(SHORT, "1a");
    window.key(Key::M);
    window.type_text("Ke5");
    window.key(Key::Enter);
    assert!(window.has("No white king can reach e5."));
    for _ in 0..3 {
        window.key(Key::Backspace);
    }
    window.type_text("1B. d4");
    window.key(Key::Enter);
    assert!(window.state().shell.dialog.is_none());
    let line = window.state().attempt().variation.clone().expect("a line");
    assert_eq!(line.text(), "1B. d4");
    assert_eq!(line.last_on(BoardId::A), None);
}

#[test]
fn a_pawn_that_arrives_asks_what_it_becomes() {
    let fen = "[FEN \"4k3/P7/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n\n*\n";
    let mut window = Window::of(fen);
    window.drag("board A, a7, white pawn", "board A, a8, empty");
    assert!(window.state().attempt().promotion.is_some());
    window.click("Promote to a knight");
    assert_eq!(
        window
            .state()
            .attempt()
            .variation
            .as_ref()
            .expect("a line")
            .text(),
        "1A. a8=N"
    );
    assert!(window.has("board A, a8, white knight, promoted"));
    window.key(Key::Escape);
    window.drag("board A, a7, white pawn", "board A, a8, empty");
    window.key(Key::Escape);
    assert!(
        window.state().attempt().promotion.is_none()
            && window.state().attempt().variation.is_none()
    );
}
