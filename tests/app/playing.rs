//! Playing in match time, speeds, and the timeline.

use crate::open::{DT, SAMPLE, app};
use eframe::egui::{Key, Modifiers};
use egui_kittest::{Harness, kittest::Queryable as _};
use tandem::{settings::Store, ui::App};

fn sample() -> Harness<'static, App> {
    let builder = Harness::builder().with_size([1100.0, 700.0]);
    app(builder, SAMPLE, None, Store::nowhere())
}

fn time(harness: &Harness<'_, App>) -> u32 {
    harness.state().state().playhead.time()
}

#[test]
fn play_runs_on_match_time_and_pause_stops_it() {
    let mut harness = sample();
    harness.key_press(Key::Space);
    harness.step();
    let from = time(&harness);
    harness.run_steps(8);
    let passed = time(&harness) - from;
    let expect = 8.0 * DT * 1000.0;
    assert!(
        (f64::from(passed) - f64::from(expect)).abs() < 2.0,
        "{passed}"
    );
    harness.key_press(Key::Space);
    harness.step();
    let stopped = time(&harness);
    // A window at rest asks for no frame: `run` returns, which it would not while time runs.
    harness.run();
    assert_eq!(time(&harness), stopped);
    harness.get_by_label("Play (Space)");
}

#[test]
fn brackets_change_the_speed() {
    let mut harness = sample();
    let speed = |harness: &Harness<'_, App>| harness.state().state().playhead.speed();
    harness.key_press(Key::CloseBracket);
    harness.run();
    assert_eq!(speed(&harness), 2.0);
    for _ in 0..9 {
        harness.key_press(Key::OpenBracket);
        harness.run();
    }
    assert_eq!(speed(&harness), 0.25);
    harness.key_press(Key::K);
    harness.run();
    assert!(harness.state().state().playhead.skips_waits());
}

#[test]
fn the_buttons_do_what_the_keys_do() {
    let mut harness = sample();
    harness.get_by_label("Next ply (→)").click();
    harness.run();
    assert_eq!(harness.state().state().playhead.moment(), 1);
    harness.get_by_label("End (End)").click();
    harness.run();
    assert_eq!(harness.state().state().playhead.moment(), 135);
    harness.get_by_label("Start (Home)").click();
    harness.run();
    assert_eq!(time(&harness), 0);
}

#[test]
fn a_click_on_the_timeline_seeks() {
    let mut harness = sample();
    let rect = harness.get_by_label_contains("Timeline: 0:00.0").rect();
    harness.drag_at(rect.center());
    harness.run();
    harness.drop_at(rect.center());
    harness.run();
    let end = harness
        .state()
        .state()
        .open
        .as_ref()
        .map_or(0, |open| open.track.end);
    let part = f64::from(time(&harness)) / f64::from(end);
    assert!((0.45..0.55).contains(&part), "{part}");
}

#[test]
fn clocks_run_while_time_does() {
    let mut harness = sample();
    harness.key_press(Key::Space);
    harness.run_steps(3);
    assert!(
        harness
            .query_by_label("Clock of White A: 3:00.00, to move")
            .is_none()
    );
    harness.key_press_modifiers(Modifiers::NONE, Key::Space);
    harness.run();
}
