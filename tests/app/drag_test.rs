//! Drags: they survive leaving the window with the button held, and another button cancels them.

use crate::window::{CTRL, SAMPLE, SHORT, Window};
use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, pos2, vec2};
use tandem::app::Dialog;

/// Presses or releases `button` at `at`.
fn button(window: &mut Window, button: PointerButton, at: Pos2, pressed: bool) {
    let modifiers = Modifiers::NONE;
    window.harness.event(Event::PointerButton { pos: at, button, pressed, modifiers });
    window.settle();
}

fn move_to(window: &mut Window, at: Pos2) {
    window.harness.event(Event::PointerMoved(at));
    window.settle();
}

/// Begins a drag with `which` from `from` to `to`, and holds the button.
fn begin(window: &mut Window, which: PointerButton, from: Pos2, to: Pos2) {
    move_to(window, from);
    button(window, which, from, true);
    move_to(window, from.lerp(to, 0.5));
    move_to(window, to);
}

/// Leaves the window and comes back, as window systems report it while a button is held.
fn leave_and_return(window: &mut Window) {
    window.harness.event(Event::PointerGone);
    window.settle();
    move_to(window, pos2(500.0, -80.0));
    move_to(window, pos2(700.0, 2000.0));
}

fn center(window: &Window, name: &str) -> Pos2 {
    window.rect(name).center()
}

const LEFT: PointerButton = PointerButton::Primary;
const RIGHT: PointerButton = PointerButton::Secondary;

#[test]
fn a_reserve_piece_that_is_dragged_out_of_turn_is_answered() {
    // White A holds a pawn, and Black A is to move.
    let text = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3[P] b - - 0 1 | \
                4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n\n*\n";
    let mut window = Window::of(text);
    let reserve = window.rect_containing("Reserve of White A: ");
    let pawn = pos2(reserve.left() + 14.0, reserve.top() + 14.0);
    window.drag_at(pawn, center(&window, "board A, e4, empty"));
    assert!(window.has("Black A is to move."), "{:?}", window.names());
    assert_eq!(window.state().attempt().hand, None);
}

#[test]
fn right_click_cancels_the_drag_of_a_piece() {
    for other in [RIGHT, PointerButton::Middle] {
        // Which of the two buttons is released first does not matter.
        for first in [LEFT, other] {
            let mut window = Window::of(SHORT);
            let (from, to) =
                (center(&window, "board A, d2, white pawn"), center(&window, "board A, d4, empty"));
            begin(&mut window, LEFT, from, to);
            assert!(window.state().attempt().hand.is_some_and(|hand| hand.dragged));
            button(&mut window, other, to, true);
            assert_eq!(window.state().attempt().hand, None, "the piece is back");
            button(&mut window, first, to, false);
            button(&mut window, if first == LEFT { other } else { LEFT }, to, false);
            assert_eq!(window.text(), SHORT);
            assert!(window.state().attempt().variation.is_none() && !window.is_unsaved());
            assert!(window.state().attempt().hand.is_none() && window.state().marks().is_empty());
            assert!(window.has("board A, d2, white pawn"));
            // The next drag is one again.
            window.drag("board A, d2, white pawn", "board A, d4, empty");
            assert!(window.has("Back to main line"));
        }
    }
}

#[test]
fn right_click_cancels_the_drag_from_a_reserve() {
    let mut window = Window::at(SHORT, "2a");
    let piece = center(&window, "Drop a pawn");
    let to = center(&window, "board B, e4, empty");
    begin(&mut window, LEFT, piece, to);
    assert!(window.state().attempt().hand.is_some_and(|hand| hand.dragged));
    button(&mut window, RIGHT, to, true);
    button(&mut window, RIGHT, to, false);
    button(&mut window, LEFT, to, false);
    assert_eq!(window.text(), SHORT);
    assert!(window.state().attempt().hand.is_none());
    assert!(window.state().attempt().variation.is_none());
}

#[test]
fn left_click_cancels_an_arrow() {
    let mut window = Window::of(SHORT);
    let (from, to) =
        (center(&window, "board A, d2, white pawn"), center(&window, "board A, d4, empty"));
    begin(&mut window, RIGHT, from, to);
    assert!(window.state().attempt().hand.is_none(), "the right button moves no piece");
    button(&mut window, LEFT, to, true);
    button(&mut window, LEFT, to, false);
    button(&mut window, RIGHT, to, false);
    assert!(window.state().marks().is_empty() && window.text() == SHORT);
    // Without the left button, the arrow is drawn, and no move is made.
    begin(&mut window, RIGHT, from, to);
    button(&mut window, RIGHT, to, false);
    assert_eq!(window.state().marks().len(), 1);
    assert!(window.state().attempt().variation.is_none());
}

#[test]
fn right_click_cancels_the_drag_of_a_try() {
    let mut window = Window::of("[Variant \"Kriegspiel\"]\n\n1. e4 {(:)} *\n");
    window.key(Key::End);
    window.key(Key::E);
    let game = |window: &Window| window.state().game().expect("a game").moment_view.picked;
    let text = window.text();
    let pieces: Vec<String> = window
        .names()
        .into_iter()
        .filter(|name| name.contains(", white ") || name.contains(", black "))
        .collect();
    let mut dragged = 0;
    for piece in pieces {
        let from = center(&window, &piece);
        let to = from + vec2(0.0, -60.0);
        begin(&mut window, LEFT, from, to);
        dragged += usize::from(game(&window).is_some());
        button(&mut window, RIGHT, to, true);
        assert_eq!(game(&window), None, "{piece} is back");
        button(&mut window, RIGHT, to, false);
        button(&mut window, LEFT, to, false);
        assert_eq!((game(&window), window.text()), (None, text.clone()), "{piece}");
    }
    assert!(dragged > 0, "no piece can be dragged");
}

#[test]
fn piece_drag_survives_leaving_the_window() {
    let mut window = Window::of(SHORT);
    let from = center(&window, "board A, e2, white pawn");
    let to = center(&window, "board A, e4, empty");
    begin(&mut window, LEFT, from, from.lerp(to, 0.5));
    leave_and_return(&mut window);
    assert!(window.state().attempt().hand.is_some_and(|hand| hand.dragged));
    move_to(&mut window, to);
    button(&mut window, LEFT, to, false);
    assert_eq!(window.moment(), 1);
    // Released outside, the piece returns to its square.
    let from = center(&window, "board A, d7, black pawn");
    begin(&mut window, LEFT, from, from + vec2(0.0, 30.0));
    leave_and_return(&mut window);
    button(&mut window, LEFT, pos2(700.0, 2000.0), false);
    assert!(window.state().attempt().hand.is_none());
    assert_eq!((window.moment(), window.text().as_str()), (1, SHORT));
    // The pointer is gone now.
    assert_eq!(window.harness.ctx.pointer_hover_pos(), None);
}

#[test]
fn timeline_drag_survives_leaving_the_window() {
    let mut window = Window::of(SAMPLE);
    let line = window.rect_containing("Timeline: ");
    let at = |part: f32| pos2(line.left() + line.width() * part, line.center().y);
    begin(&mut window, LEFT, at(0.1), at(0.2));
    let before = window.moment();
    leave_and_return(&mut window);
    // Below the window, the boards still follow.
    move_to(&mut window, at(0.5) + vec2(0.0, 900.0));
    let outside = window.moment();
    assert!(outside > before, "{outside} after {before}");
    move_to(&mut window, at(0.8));
    assert!(window.moment() > outside);
    button(&mut window, LEFT, at(0.8), false);
    let end = window.moment();
    move_to(&mut window, at(0.3));
    assert_eq!(window.moment(), end, "the button is up");
}

#[test]
fn arrow_survives_leaving_the_window() {
    let mut window = Window::of(SHORT);
    let (from, to) =
        (center(&window, "board A, d2, white pawn"), center(&window, "board A, d4, empty"));
    begin(&mut window, RIGHT, from, to);
    leave_and_return(&mut window);
    move_to(&mut window, to);
    button(&mut window, RIGHT, to, false);
    assert_eq!(window.state().marks().len(), 1);
}

#[test]
fn edge_drag_survives_leaving_and_can_be_cancelled() {
    let mut window = Window::of(SAMPLE);
    let width = |window: &Window| window.rect("Board B").right();
    let panel_edge = |window: &Window| {
        let tab = window.rect("Moves").left();
        pos2(tab - 8.0, 300.0)
    };
    let before = width(&window);
    let edge = panel_edge(&window);
    begin(&mut window, LEFT, edge, edge - vec2(120.0, 0.0));
    let narrow = width(&window);
    assert!(narrow < before - 20.0, "{narrow} and {before}");
    leave_and_return(&mut window);
    move_to(&mut window, edge - vec2(60.0, 0.0));
    let wider = width(&window);
    assert!(wider > narrow, "{wider} and {narrow}");
    button(&mut window, RIGHT, edge - vec2(60.0, 0.0), true);
    button(&mut window, RIGHT, edge - vec2(60.0, 0.0), false);
    button(&mut window, LEFT, edge - vec2(60.0, 0.0), false);
    window.settle();
    assert_eq!(width(&window), before, "the drag was cancelled");
}

#[test]
fn right_click_cancels_the_drag_in_the_position_editor() {
    let mut window = Window::empty();
    window.keys(CTRL, Key::N);
    window.click("Custom position");
    let set_up = |window: &Window| match &window.state().shell.dialog {
        Some(Dialog::NewMatch(sheet)) => sheet.bfen(),
        other => panic!("{other:?}"),
    };
    let before = set_up(&window);
    let (from, to) =
        (center(&window, "board A, d2, white pawn"), center(&window, "board A, d7, black pawn"));
    begin(&mut window, LEFT, from, to);
    button(&mut window, RIGHT, to, true);
    button(&mut window, RIGHT, to, false);
    button(&mut window, LEFT, to, false);
    assert_eq!(set_up(&window), before);
    begin(&mut window, LEFT, from, to);
    leave_and_return(&mut window);
    move_to(&mut window, to);
    button(&mut window, LEFT, to, false);
    assert!(set_up(&window).contains("pppPpppp"), "{}", set_up(&window));
}
