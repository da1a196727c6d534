//! Notices: which expire, which stay, and what they cover.

use crate::{
    painted::Painted,
    window::{CTRL, DT_S, SAMPLE, SHORT, Window},
};
use eframe::egui::{Event, Key, accesskit::Role, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use std::time::Duration;
use tandem::app::{Action, Command, PlaybackAction, ShellAction};

/// Runs frames until `seconds` have passed.
fn pass(window: &mut Window, seconds: f32) {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some frames")]
    let frames = (seconds / DT_S) as usize;
    window.harness.run_steps(frames);
}

#[test]
fn a_good_paste_removes_the_error_of_a_bad_one() {
    let mut window = Window::of(SHORT);
    let paste = |window: &mut Window, text: &str| {
        window.harness.event(Event::Paste(text.to_owned()));
        window.settle();
    };
    paste(&mut window, "neither");
    assert!(window.has_containing("The clipboard holds no match or position"));
    paste(&mut window, SAMPLE);
    assert!(!window.has_containing("The clipboard holds no match or position"));
    // The pasted match is saved nowhere, and so is asked about.
    paste(&mut window, "neither");
    paste(&mut window, SHORT);
    window.click("Discard");
    window.settle();
    assert!(!window.has_containing("The clipboard holds no match or position"));
}

fn copy_picture(window: &mut Window) {
    window.keys(CTRL, Key::E);
    window.click("Copy to the clipboard");
}

#[test]
fn information_expires_and_warnings_do_not() {
    let mut window = Window::of(SAMPLE);
    window.update(Action::Shell(ShellAction::ShowError("the disk is full".to_owned())));
    copy_picture(&mut window);
    assert!(window.has("Picture copied."));
    let delay = window.repaint_delay();
    assert!(
        delay > Duration::from_secs(1) && delay < Duration::from_secs(20),
        "a frame is asked for when it is due: {delay:?}"
    );
    pass(&mut window, 3.0);
    assert!(window.has("Picture copied."));
    pass(&mut window, 10.0);
    assert!(!window.has("Picture copied."));
    assert!(window.has("The disk is full."));
    assert_eq!(window.repaint_delay(), Duration::MAX);
    window.click("Dismiss");
    assert!(!window.has("Dismiss"));
}

#[test]
fn repeated_notice_restarts_its_timer() {
    let mut window = Window::of(SAMPLE);
    copy_picture(&mut window);
    pass(&mut window, 4.0);
    copy_picture(&mut window);
    pass(&mut window, 4.0);
    assert!(window.has("Picture copied."));
    assert_eq!(window.count_containing("Dismiss"), 1);
}

#[test]
fn latest_two_notices_are_shown_and_the_rest_counted() {
    let mut window = Window::of(SHORT);
    for what in ["one", "two", "three", "four"] {
        window.update(Action::Shell(ShellAction::ShowError(format!("this is wrong: {what}"))));
    }
    assert!(window.has("This is wrong: four.") && window.has("This is wrong: three."));
    assert!(!window.has("This is wrong: two."));
    assert!(window.has("and 2 more"));
    window.click_nth("Dismiss", 1);
    assert!(window.has("This is wrong: two.") && !window.has("This is wrong: four."));
    assert!(window.has("and 1 more"));
}

#[test]
fn superseded_notices_do_not_return() {
    let mut window = Window::of(include_str!("../../assets/samples/kriegspiel.pgn"));
    window.update(Action::RunCommand(Command::CopyFenTag));
    window.update(Action::RunCommand(Command::MergeVariations));
    window.key(Key::Space);
    // Over a game, only the latest is shown.
    assert!(window.has("and 2 more"));
    pass(&mut window, 12.0);
    assert!(!window.has("Dismiss"));
}

#[test]
fn notices_cover_no_names_clocks_reserves_or_buttons() {
    let game = include_str!("../../assets/samples/kriegspiel.pgn");
    for (width, height) in [(1280.0, 800.0), (900.0, 600.0), (700.0, 380.0)] {
        for text in [SAMPLE, game] {
            let mut window = Window::sized(text, width, height);
            for what in ["one", "two"] {
                window.update(Action::Shell(ShellAction::ShowError(format!(
                    "this is wrong: {what}"
                ))));
            }
            window.harness.run_steps(2);
            // In a low window only the latest is shown.
            let notices =
                ["This is wrong: one.", "This is wrong: two."].into_iter().filter_map(|it| {
                    // An invisible node also announces the latest notice to screen readers.
                    let mut nodes = window.harness.query_all_by_value(it);
                    nodes.next().map(|node| node.rect())
                });
            let notices: Vec<_> = notices.collect();
            // Over a game, a notice is in the line beside the choice of the view.
            let has_two = text == SAMPLE && height > 700.0;
            assert_eq!(notices.len(), if has_two { 2 } else { 1 }, "{width} × {height}");
            let mut seen = 0;
            let first_rank = if text == game { ["a1, ", "e1, ", "h1, "] } else { ["Clock"; 3] };
            let parts = ["Referee", "Clock", "Reserve", "Next move", "Last announcement"];
            for part in parts.into_iter().chain(first_rank) {
                for node in window.harness.query_all_by_label_contains(part) {
                    if node.accesskit_node().raw_bounds().is_none() {
                        continue;
                    }
                    seen += 1;
                    let rect = node.rect().shrink(1.0);
                    for notice in &notices {
                        assert!(
                            !notice.intersects(rect),
                            "{part} at {rect:?} below {notice:?} in {width} × {height}"
                        );
                    }
                }
            }
            assert!(seen > 0);
            for notice in notices {
                assert!(notice.left() > 0.0 && notice.bottom() < height, "{notice:?}");
            }
        }
    }
}

#[test]
fn warning_is_dismissed_with_its_match() {
    let two = format!("{SHORT}\n{SHORT}");
    let mut window = Window::of(&two);
    window.update(Action::Shell(ShellAction::ShowError("no ply 50".to_owned())));
    window.key(Key::ArrowRight);
    assert!(window.has("No ply 50."));
    window.key(Key::PageDown);
    assert!(!window.has("No ply 50."));
}

#[test]
fn copying_shows_a_notice() {
    let mut window = Window::of(SHORT);
    window.keys(CTRL, Key::C);
    assert!(window.has("Position copied."));
    pass(&mut window, 8.0);
    assert!(!window.has("Position copied."));
}

#[test]
fn exported_file_can_be_opened_and_shown() {
    let mut window = Window::of(SHORT);
    window.keys(CTRL, Key::E);
    let path = window.path("picture.png");
    window.fill("Picture path", path.to_str().expect("a path"));
    window.click("Save");
    window.wait("the message", |window| window.has_containing("Saved the picture as"));
    assert!(window.has("Open") && window.has("Show in folder"));
    // There is no desktop in tests, which is reported without losing anything.
    window.click("Show in folder");
    window.wait("the refusal", |window| window.has_containing("but no program could open it"));
}

#[test]
fn long_notice_in_a_low_window_or_a_variation_is_one_line_above_the_boards() {
    let long = "the file /home/anna/bughouse/matches/2026/november/league.bpgn was changed by \
                another program since it was opened, and cannot be read";
    for (width, height, in_variation) in
        [(900.0, 600.0, false), (900.0, 600.0, true), (1280.0, 800.0, true)]
    {
        let mut window = Window::sized(SAMPLE, width, height);
        if in_variation {
            window.update(Action::Playback(PlaybackAction::PlayTyped("1A. a3".to_owned())));
            assert!(window.has("Back to main line"), "{:?}", window.names());
        }
        for text in ["the disk is full", long] {
            window.update(Action::Shell(ShellAction::ShowError(text.to_owned())));
            window.harness.run_steps(2);
            let start = &text[1..12];
            let mut nodes = window.harness.query_all_by_role(Role::Label);
            let label = nodes.find(|it| it.value().is_some_and(|value| value.contains(start)));
            let notice = label.expect("shown").rect().union(window.rect("Dismiss"));
            for part in ["Timeline: ", "Clock of White B", "Clock of Black A", "Reserve of Black A"]
            {
                let rect = window.rect_containing(part).shrink(2.0);
                assert!(!notice.intersects(rect), "{part} below {notice:?} in {width} × {height}");
            }
            if in_variation && text != long && width > 1000.0 {
                assert!(!notice.intersects(window.rect("Back to main line")));
            }
        }
        // The text that is cut is in the tooltip.
        let at = window.rect("Dismiss").left_center() - vec2(80.0, 0.0);
        window.harness.hover_at(at);
        window.harness.run_steps(20);
        assert!(Painted::of(&window).words.iter().any(|it| it.ends_with("cannot be read.")));
    }
}

#[test]
fn short_notice_covers_the_event_and_not_the_timeline() {
    // At the end, the line names the winners.
    for (width, height, key) in [
        (900.0, 600.0, Key::Home),
        (900.0, 600.0, Key::End),
        (1280.0, 800.0, Key::Home),
        (700.0, 1000.0, Key::Home),
    ] {
        let mut window = Window::sized(SAMPLE, width, height);
        window.key(key);
        window.update(Action::Shell(ShellAction::ShowError("the disk is full".to_owned())));
        window.harness.run_steps(2);
        let notice = window.rect("Dismiss").union(
            window.harness.query_all_by_value("The disk is full.").next().expect("shown").rect(),
        );
        for part in ["Timeline: ", "Clock of White B", "Clock of Black A", "Reserve of Black A"] {
            let rect = window.rect_containing(part).shrink(2.0);
            assert!(!notice.intersects(rect), "{part} at {rect:?} below {notice:?}");
        }
        // A second one needs the room below, or is shown alone if that is low.
        window.update(Action::Shell(ShellAction::ShowError("this too".to_owned())));
        window.harness.run_steps(2);
        let second = window.rect_containing("Timeline: ");
        let nodes = window.harness.query_all_by_value("This too.");
        let is_below =
            nodes.map(|node| node.rect()).any(|rect| second.expand(8.0).intersects(rect));
        assert_eq!(is_below, height > 600.0, "{width} × {height}");
        assert_eq!(window.has("and 1 more"), height <= 600.0, "{width} × {height}");
    }
}

#[test]
fn a_notice_left_alone_moves_to_its_place_without_input() {
    let mut window = Window::sized(SAMPLE, 1280.0, 800.0);
    for text in ["the disk is full", "this too"] {
        window.update(Action::Shell(ShellAction::ShowError(text.to_owned())));
    }
    window.harness.run_steps(10);
    let ctx = window.harness.ctx.clone();
    window.harness.state_mut().update(Action::Shell(ShellAction::CloseNotice(0)), &ctx);
    window.harness.step();
    // Only frames that the window requests.
    while window.repaint_delay() == Duration::ZERO {
        window.harness.step();
    }
    let before = window.rect("Dismiss");
    window.harness.run_steps(3);
    assert_eq!(window.rect("Dismiss"), before);
    assert!(before.top() > window.rect("File").bottom() - 6.0, "{before:?}");
}
