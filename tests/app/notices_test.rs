//! Notices: which expire, which stay, and what they cover.
#![expect(clippy::disallowed_methods, reason = "creates the folder into which the program writes")]

use crate::{
    painted::Painted,
    window::{CTRL, DT_S, SAMPLE, SHORT, Window},
};
use eframe::egui::{Event, Key, Pos2, Rect, vec2};
use egui_kittest::kittest::Queryable as _;
use std::time::Duration;
use tandem::app::{Action, Command, PlaybackAction, SaveTarget, SavingAction, ShellAction};

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
    paste(&mut window, "neither");
    paste(&mut window, SHORT);
    assert!(!window.has_containing("The clipboard holds no match or position"));
}

fn copy_picture(window: &mut Window) {
    window.keys(CTRL, Key::E);
    window.click("Copy picture");
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
fn latest_notice_is_in_the_bar_and_a_click_lists_all() {
    let mut window = Window::of(SHORT);
    for what in ["one", "two", "three", "four"] {
        window.update(Action::Shell(ShellAction::ShowError(format!("this is wrong: {what}"))));
    }
    let shown = |window: &Window| {
        let painted = Painted::of(window);
        ["one", "two", "three", "four"].map(|it| painted.count(&format!("This is wrong: {it}.")))
    };
    assert_eq!(shown(&window), [0, 0, 0, 1]);
    assert_eq!(Painted::of(&window).count("3 more"), 1);
    let bar = notice_in_bar(&window);
    window.click("3 more");
    // The latest is in the bar and in the list.
    assert_eq!(shown(&window), [1, 1, 1, 2]);
    assert_eq!(notice_in_bar(&window), bar, "nothing moves");
    // The list stays open while its notices are dismissed: the second of the list is the third in time.
    window.click_nth("Dismiss", 2);
    assert_eq!(shown(&window), [1, 1, 0, 2]);
    window.key(Key::Escape);
    assert_eq!(shown(&window), [0, 0, 0, 1]);
    window.click("Dismiss");
    assert_eq!(shown(&window), [0, 1, 0, 0]);
    assert_eq!(Painted::of(&window).count("1 more"), 1);
}

/// Returns the rectangle of the notice in the menu bar: from its text, or its left edge, to its button.
fn notice_in_bar(window: &Window) -> Rect {
    let close = window.harness.get_all_by_label("Dismiss").next().expect("a notice").rect();
    let fills = Painted::of(window).fills.into_iter();
    let around = fills.filter(|fill| {
        fill.contains_rect(close.shrink(3.0)) && fill.width() > 60.0 && fill.height() < 40.0
    });
    around.min_by(|one, other| one.area().total_cmp(&other.area())).expect("a frame")
}

#[test]
fn superseded_notices_do_not_return() {
    let mut window = Window::of(include_str!("../../assets/samples/kriegspiel.pgn"));
    window.update(Action::RunCommand(Command::CopyFenTag));
    window.update(Action::RunCommand(Command::MergeVariations));
    window.key(Key::Space);
    assert!(window.has("2 more"));
    pass(&mut window, 12.0);
    assert!(!window.has("Dismiss"));
}

/// Returns the places of all texts that are painted below the menu bar or are controls in it, without those in `bar`.
fn texts_outside(window: &Window, bar: Rect) -> Vec<(String, Rect)> {
    let painted = Painted::of(window);
    let texts = painted.words.into_iter().zip(painted.places);
    texts
        .filter(|(words, place)| !words.trim().is_empty() && !bar.contains(place.center()))
        .collect()
}

#[test]
fn notices_cover_nothing_and_move_nothing() {
    let game = include_str!("../../assets/samples/kriegspiel.pgn");
    let long = "the file /home/anna/bughouse/matches/2026/november/league.bpgn was changed by \
                another program since it was opened, and cannot be read";
    // The last but one is 640 × 480 at 150 % text.
    let sizes = [
        (2560.0, 1440.0),
        (1280.0, 800.0),
        (900.0, 600.0),
        (700.0, 380.0),
        (640.0, 480.0),
        (427.0, 320.0),
        (360.0, 640.0),
    ];
    for (width, height) in sizes {
        for (text, in_variation) in [(SAMPLE, false), (SAMPLE, true), (game, false)] {
            let mut window = Window::sized(text, width, height);
            if in_variation {
                window.update(Action::Playback(PlaybackAction::PlayTyped("1A. a3".to_owned())));
            }
            window.harness.run_steps(20);
            let before = texts_outside(&window, Rect::NOTHING);
            for words in ["one is wrong", "two is wrong", long] {
                window.update(Action::Shell(ShellAction::ShowError(words.to_owned())));
                window.harness.run_steps(2);
                let bar = notice_in_bar(&window);
                assert!(Rect::from_min_size(Pos2::ZERO, vec2(width, height)).contains_rect(bar));
                assert!(bar.width() > 70.0, "{bar:?} in {width} × {height}");
                let after = texts_outside(&window, bar);
                for (words, place) in &before {
                    let is_name = words.ends_with("match.bpgn");
                    assert!(
                        is_name || after.contains(&(words.clone(), *place)),
                        "{words} at {place:?} moved or below {bar:?} in {width} × {height}"
                    );
                }
                for (words, place) in &after {
                    assert!(
                        !bar.intersects(place.shrink(1.0)),
                        "{words} at {place:?} below {bar:?} in {width} × {height}"
                    );
                }
            }
            let boards = window.harness.query_all_by_label_contains("board A, ").next();
            if let Some(boards) = boards {
                assert!(!boards.rect().intersects(notice_in_bar(&window)));
            }
        }
    }
}

#[test]
fn file_name_stays_beside_a_short_notice() {
    let mut window = Window::of(SAMPLE);
    assert_eq!(Painted::of(&window).count("match.bpgn"), 1);
    window.update(Action::Shell(ShellAction::ShowError("the disk is full".to_owned())));
    assert_eq!(Painted::of(&window).count("match.bpgn"), 1);
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
fn long_notice_is_elided_and_whole_in_the_tooltip_and_the_list() {
    let long = "the file /home/anna/bughouse/matches/2026/november/league.bpgn was changed by \
                another program since it was opened, and cannot be read";
    for (width, height) in [(640.0, 480.0), (427.0, 320.0)] {
        let mut window = Window::sized(SAMPLE, width, height);
        window.update(Action::Shell(ShellAction::ShowError(long.to_owned())));
        window.harness.run_steps(2);
        let is_cut = |window: &Window| {
            Painted::of(window).cut.iter().any(|(words, _)| words.ends_with("cannot be read."))
        };
        assert!(is_cut(&window));
        let text = notice_in_bar(&window).left_center() + vec2(20.0, 0.0);
        window.harness.hover_at(text);
        window.harness.run_steps(20);
        let count = |window: &Window| {
            let painted = Painted::of(window);
            painted.words.iter().filter(|it| it.ends_with("cannot be read.")).count()
        };
        assert_eq!(count(&window), 2, "{width} × {height}");
        window.harness.drag_at(text);
        window.harness.drop_at(text);
        window.harness.run_steps(4);
        let painted = Painted::of(&window);
        let whole = painted.words.iter().zip(&painted.rows);
        let mut whole = whole.filter(|(words, _)| words.ends_with("cannot be read."));
        assert!(whole.any(|(_, rows)| *rows > 1), "the list wraps it in {width} × {height}");
        assert_eq!(window.count_containing("Dismiss"), 2);
    }
}

#[test]
fn the_bar_has_two_lines_of_a_long_notice_with_the_reason_first() {
    let mut window = Window::sized(SAMPLE, 1000.0, 600.0);
    let path = "/home/anna/bughouse/matches/2026/november/odd/cut.bpgn.gz";
    let words = format!(
        "{path}: only part of the file could be unpacked, because its end is missing, so that the \
         last matches are not here. Ask for another copy of the file"
    );
    window.update(Action::Shell(ShellAction::ShowError(words)));
    window.harness.run_steps(2);
    let painted = Painted::of(&window);
    let mut texts = painted.words.iter().zip(&painted.rows);
    let notice = texts.find(|(words, _)| words.starts_with("Only part of the file"));
    let (words, rows) = notice.expect("the notice");
    assert!(words.contains("are not here: cut.bpgn.gz. Ask for"), "{words}");
    assert_eq!(*rows, 2);
    let bar = notice_in_bar(&window);
    let inside = painted.words.iter().zip(&painted.places).find(|(it, _)| *it == words);
    assert!(bar.expand(1.0).contains_rect(*inside.expect("its place").1), "{bar:?}");
    window.harness.hover_at(bar.left_center() + vec2(20.0, 0.0));
    window.harness.run_steps(20);
    assert!(window.has_containing(&format!("are not here: {path}.")), "the tooltip has the path");
}

#[test]
fn a_notice_of_a_written_file_names_the_file() {
    for (width, height) in [(900.0, 600.0), (800.0, 500.0)] {
        let mut window = Window::sized(SHORT, width, height);
        let folder = window.path("matches of the bughouse club/november/second evening, late");
        std::fs::create_dir_all(&folder).expect("a folder");
        let to = folder.join("Anna and Ben.bpgn");
        window.update(Action::Saving(SavingAction::SavePath(SaveTarget::Match, to.clone())));
        window.wait("the file is written", |window| window.has_containing("Saved the match"));
        window.settle();
        let painted = Painted::of(&window);
        let words = "Saved the match as Anna and Ben.bpgn.";
        assert_eq!(painted.count(words), 1, "{:?}", painted.words);
        assert!(painted.cut.iter().all(|(cut, _)| cut != words), "{width} × {height}");
        let bar = notice_in_bar(&window);
        window.harness.hover_at(bar.left_center() + vec2(20.0, 0.0));
        window.harness.run_steps(20);
        let whole = format!("Saved the match as {}.", to.display());
        assert!(window.has(&whole), "{:?}", window.names());
    }
}

#[test]
fn notices_of_a_file_go_when_another_is_opened() {
    let mut window = Window::empty();
    for (name, refused) in [("one.bpgn", &b""[..]), ("two.bpgn", b"nothing")] {
        let whole = window.file(name, SHORT.as_bytes());
        let bad = window.file("bad.bpgn", refused);
        window.open_recent(&bad);
        assert!(window.has_containing("bad.bpgn"), "{:?}", window.names());
        window.open_recent(&whole);
        assert!(!window.has_containing("bad.bpgn"), "{:?}", window.names());
    }
}
