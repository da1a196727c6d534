//! Playback.

use crate::window::{DT_S, SAMPLE, SHORT, Window};
use eframe::egui::Key;
use tandem::timeline::SPEEDS;

/// Returns the match time that passes in `frames` frames, in seconds.
fn passed(window: &mut Window, frames: u16) -> f32 {
    let before = window.time();
    window.harness.run_steps(usize::from(frames));
    let ms = u16::try_from(window.time() - before).expect("less than a minute");
    f32::from(ms) / 1000.0
}

fn check_speed(window: &mut Window, frames: u16, speed: f32) {
    let expected = f32::from(frames) * DT_S * speed;
    let passed = passed(window, frames);
    assert!((passed - expected).abs() < 0.01, "{passed} s have passed, not {expected}");
}

#[test]
fn space_plays_on_match_time_and_pauses() {
    let mut window = Window::of(SHORT);
    window.key(Key::Space);
    assert!(window.is_playing());
    assert!(window.has("Pause (Space)"));
    check_speed(&mut window, 10, 1.0);
    check_speed(&mut window, 7, 1.0);
    window.key(Key::Space);
    assert!(!window.is_playing());
    assert!(window.has("Play (Space)"));
    let stopped = window.time();
    assert!(stopped > 1700);
    window.harness.run_steps(10);
    assert_eq!(window.time(), stopped);
}

#[test]
fn clocks_of_both_boards_run() {
    let mut window = Window::of(&SHORT.replacen("{298}", "{298.4}", 1));
    window.key(Key::Space);
    window.harness.run_steps(5);
    let clock = |window: &Window, seat| {
        let name = window.names().into_iter().find(|name| {
            name.starts_with(&format!("Clock of {seat}")) && name.ends_with(", to move")
        });
        name.unwrap_or_else(|| panic!("{seat} is to move"))
    };
    let before = [clock(&window, "White A"), clock(&window, "White B")];
    assert!(before.iter().all(|name| name.contains(": 4:59.")));
    window.harness.run_steps(3);
    let after = [clock(&window, "White A"), clock(&window, "White B")];
    assert!(before[0] != after[0] && before[1] != after[1]);
    // The clocks of players who are not to move stand still.
    assert!(window.has("Clock of Black A: 5:00.00"));
    assert!(window.has("Clock of Black B: 5:00.00"));
}

#[test]
fn plies_play_at_their_times_until_the_end() {
    let mut window = Window::of(SHORT);
    window.key(Key::Space);
    window.harness.run_steps(15);
    assert!(window.moment() > 0 && window.moment() < 6);
    window.harness.run_steps(75);
    assert_eq!(window.moment(), 6);
    assert!(!window.is_playing());
    // At the end, Space plays the match from the start.
    window.key(Key::Space);
    assert!(window.is_playing());
    assert!(window.time() < 1000);
}

#[test]
fn brackets_change_the_speed() {
    let mut window = Window::of(SAMPLE);
    assert!(window.has("1×"));
    let mut after = |key| {
        window.key(key);
        window.state().playhead().speed()
    };
    let up = [0; 5].map(|_| after(Key::CloseBracket));
    assert_eq!(up, [2.0, 4.0, 8.0, 16.0, 16.0]);
    let down = [0; 7].map(|_| after(Key::OpenBracket));
    assert_eq!(down, [8.0, 4.0, 2.0, 1.0, 0.5, 0.25, 0.25]);
    window.key(Key::Space);
    check_speed(&mut window, 10, 0.25);
    for speed in &SPEEDS[1..] {
        window.key(Key::CloseBracket);
        check_speed(&mut window, 5, *speed);
    }
    window.key(Key::Space);
    window.wait_settings_saved("the speed", |settings| settings.speed == 6);
}

#[test]
fn the_speed_can_be_chosen_from_its_button() {
    let mut window = Window::of(SAMPLE);
    window.click("1×");
    window.click("4×");
    assert_eq!(window.state().playhead().speed(), 4.0);
}

/// A match in which White A thinks for twenty seconds, and the others for one each.
const LONG_THINK: &str = "\
[WhiteA \"a\"][BlackA \"b\"][WhiteB \"c\"][BlackB \"d\"][TimeControl \"300+0\"]

1A. e4{299} 1a. e5{299} 2A. d4{279} 2a. d5{298} *
";

#[test]
fn k_shortens_long_waits_to_a_second() {
    let mut window = Window::of(LONG_THINK);
    window.key(Key::K);
    assert!(window.state().playhead().skips_waits());
    window.wait_settings_saved("skipping", |settings| settings.skip_waits);
    window.click("1a e5, clock 299");
    let end = window.state().open.as_ref().unwrap().content.as_match().unwrap().track.end;
    assert!(end >= 22_000, "{end}");
    window.key(Key::Space);
    window.harness.run_steps(25);
    assert_eq!(window.moment(), 4, "at {} ms", window.time());
    window.key(Key::K);
    assert!(!window.state().playhead().skips_waits());
    window.click("1a e5, clock 299");
    window.key(Key::Space);
    check_speed(&mut window, 25, 1.0);
    assert_eq!(window.moment(), 2);
}

#[test]
fn stepping_during_playback_continues_from_there() {
    let mut window = Window::of(SAMPLE);
    window.key(Key::Space);
    window.harness.run_steps(3);
    for _ in 0..4 {
        window.key(Key::ArrowRight);
    }
    assert!(window.is_playing());
    assert!(window.moment() >= 4);
    check_speed(&mut window, 10, 1.0);
}

#[test]
fn slow_frame_advances_by_its_full_duration() {
    let mut window = Window::of(SAMPLE);
    window.key(Key::Space);
    window.harness.run_steps(3);
    for late_s in [0.5, 1.25] {
        let before = window.time();
        window.frame_after(late_s);
        let passed = f64::from(window.time() - before) / 1000.0;
        assert!((passed - late_s).abs() < 0.002, "{passed} s have passed, not {late_s}");
    }
}

/// The clock of the window continues while the computer is suspended or the window is hidden.
#[test]
fn playback_does_not_jump_after_sleep() {
    for asleep_s in [3.0, 60.0, 86_400.0] {
        let mut window = Window::of(SAMPLE);
        window.key(Key::Space);
        window.harness.run_steps(3);
        let (moment, time) = (window.moment(), window.time());
        window.frame_after(asleep_s);
        let passed = window.time() - time;
        assert!(passed < 300, "{passed} ms have passed in {asleep_s} s of sleep");
        assert_eq!(window.moment(), moment);
        assert!(window.has("Pause (Space)"), "it plays on");
        check_speed(&mut window, 10, 1.0);
    }
}
