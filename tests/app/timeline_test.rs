//! The timeline seeks and tells.

use crate::window::{SAMPLE, SHORT, Window};
use eframe::egui::{Pos2, Rect, pos2};

fn timeline(window: &Window) -> Rect {
    window.rect_containing("Timeline: ")
}

fn at(rect: Rect, part: f32) -> Pos2 {
    pos2(rect.left() + rect.width() * part, rect.top() + 20.0)
}

fn part(window: &Window) -> f32 {
    let end = window
        .state()
        .open
        .as_ref()
        .expect("a match")
        .as_match()
        .expect("two boards")
        .track
        .end;
    #[expect(clippy::cast_precision_loss, reason = "minutes in milliseconds")]
    let part = window.time() as f32 / end as f32;
    part
}

#[test]
fn dragging_moves_the_boards_with_the_playhead() {
    let mut window = Window::of(SAMPLE);
    let line = timeline(&window);
    window.harness.hover_at(at(line, 0.1));
    window.harness.drag_at(at(line, 0.1));
    window.settle();
    let mut before = window.moment();
    for step in [0.2, 0.3, 0.5, 0.7, 0.9] {
        window.harness.hover_at(at(line, step));
        window.settle();
        assert!((part(&window) - step).abs() < 0.05, "{step}");
        assert!(window.moment() > before, "{step}");
        before = window.moment();
    }
    // Past the end it stays at the end, and comes back.
    window
        .harness
        .hover_at(pos2(line.right() + 300.0, line.top()));
    window.settle();
    assert_eq!(part(&window), 1.0);
    window.harness.hover_at(at(line, 0.4));
    window.settle();
    assert!((part(&window) - 0.4).abs() < 0.05);
    window.harness.drop_at(at(line, 0.4));
    window.settle();
    let stays = window.time();
    window.harness.hover_at(at(line, 0.8));
    window.settle();
    assert_eq!(window.time(), stays);
}

#[test]
fn a_click_goes_there() {
    let mut window = Window::of(SAMPLE);
    let line = timeline(&window);
    for step in [0.5, 0.25, 0.75] {
        window.harness.hover_at(at(line, step));
        window.harness.drag_at(at(line, step));
        window.harness.drop_at(at(line, step));
        window.settle();
        assert!((part(&window) - step).abs() < 0.05, "{step}");
    }
}

#[test]
fn hovering_tells_the_ply_and_its_clock() {
    let mut window = Window::of(SHORT);
    let line = timeline(&window);
    // The last ply is at the very end, on board A's lane.
    window
        .harness
        .hover_at(pos2(line.right() - 6.0, line.top() + 18.0));
    window.settle();
    window.harness.run_steps(8);
    let told = "2a  Black A: queen from d8 takes a pawn on d5\nat 0:08.0, took 3.0 s, clock 295 s";
    assert!(window.has(told), "{:?}", window.names());
    assert_eq!(window.moment(), 0);
}

#[test]
fn its_name_says_where_one_is() {
    let mut window = Window::of(SHORT);
    window.click("2A exd5, clock 297");
    assert!(window.has("Timeline: 0:05.0 of 0:08.0, ply 4 of 6"));
}
