//! An idle window paints nothing.

use crate::window::{SAMPLE, SHORT, Window};
use eframe::egui::Key;
use std::time::Duration;
use tandem::app::{BeliefStatus, GameState, Panel};

#[test]
fn idle_window_requests_no_frames() {
    let mut window = Window::of(SAMPLE);
    window.harness.run();
    assert_eq!(window.repaint_delay(), Duration::MAX);
    window.key(Key::ArrowRight);
    assert_eq!(window.repaint_delay(), Duration::MAX);
    assert!(window.harness.run() <= 1);
}

#[test]
fn frames_are_requested_only_while_playing() {
    let mut window = Window::of(SAMPLE);
    window.key(Key::Space);
    window.harness.step();
    assert_eq!(window.repaint_delay(), Duration::ZERO);
    window.key(Key::Space);
    window.harness.run();
    assert_eq!(window.repaint_delay(), Duration::MAX);
}

#[test]
fn finished_match_requests_no_frames() {
    let mut window = Window::of(SHORT);
    window.click("2A exd5, clock 297");
    window.key(Key::Space);
    window.harness.run_steps(50);
    assert_eq!(window.moment(), 6);
    assert_eq!(window.repaint_delay(), Duration::MAX);
}

#[test]
fn resting_pointer_requests_no_frames() {
    let mut window = Window::of(SAMPLE);
    let at = window.rect("Board B").center();
    window.harness.hover_at(at);
    window.settle();
    window.harness.run_steps(10);
    assert_eq!(window.repaint_delay(), Duration::MAX);
}

#[test]
fn held_playhead_requests_no_frames() {
    let mut window = Window::of(SAMPLE);
    let at = window.rect_containing("Timeline: ").center();
    window.harness.hover_at(at);
    window.harness.drag_at(at);
    window.harness.hover_at(at + eframe::egui::vec2(20.0, 0.0));
    window.settle();
    window.harness.run_steps(10);
    assert_eq!(window.repaint_delay(), Duration::MAX);
}

#[test]
fn idle_kriegspiel_game_requests_no_frames() {
    let mut window = Window::of(include_str!("../../assets/samples/kriegspiel.pgn"));
    for key in [Key::W, Key::ArrowRight, Key::T] {
        window.key(key);
        assert_eq!(window.repaint_delay(), Duration::MAX, "{key:?}");
    }
    window.show(Panel::Belief);
    window.wait("all is known", |window| {
        let known = window.state().game().and_then(GameState::belief);
        known.is_some_and(|known| matches!(known.end, BeliefStatus::Done(_)))
    });
    assert_eq!(window.repaint_delay(), Duration::MAX);
}

#[test]
fn finished_analysis_requests_no_frames() {
    let mut window = Window::with_tactics(SAMPLE, Some("25B"), 1280.0, 800.0);
    window.harness.run();
    assert_eq!(window.repaint_delay(), Duration::MAX);
}
