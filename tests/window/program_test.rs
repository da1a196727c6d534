//! The basics: the program starts, paints, handles events, becomes idle and exits.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::Test;
use crate::display::Display;
use crate::window::{Window, program};

/// In order of execution.
pub const TESTS: &[Test] = &[
    Test {
        name: "without_a_display_one_line_and_status_2",
        needs_display: false,
        run: without_a_display_one_line_and_status_2,
    },
    Test { name: "starts_paints_and_closes", needs_display: true, run: starts_paints_and_closes },
    Test { name: "keys_step_through_a_match", needs_display: true, run: keys_step_through_a_match },
    Test { name: "keys_flip_and_play", needs_display: true, run: keys_flip_and_play },
    Test { name: "keys_walk_the_menus", needs_display: true, run: keys_walk_the_menus },
    Test {
        name: "bad_files_leave_the_window_usable",
        needs_display: true,
        run: bad_files_leave_the_window_usable,
    },
    Test { name: "a_dropped_file_is_opened", needs_display: true, run: a_dropped_file_is_opened },
    Test {
        name: "rests_when_nothing_happens",
        needs_display: true,
        run: rests_when_nothing_happens,
    },
];

const MATCH: &str = "\
[Event \"Window test\"]
[WhiteA \"Anna\"]
[BlackA \"Ben\"]
[WhiteB \"Carla\"]
[BlackB \"Dan\"]
[TimeControl \"300+0\"]
[Result \"*\"]

1A. e4{299} 1a. d5{298} 1B. Nf3{299} 2A. exd5{297} 1b. Nc6{296} 2a. Qxd5{295} *
";

/// Creates a file with one short match; the folder is deleted with the returned guard.
fn file_with_a_match(name: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join(name);
    std::fs::write(&path, MATCH).expect("should be writable");
    (folder, path)
}

fn without_a_display_one_line_and_status_2() {
    let output = Command::new(program())
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .stdin(Stdio::null())
        .output()
        .expect("the program should start");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "it said: {said}");
    assert_eq!(said.lines().count(), 1, "it said: {said}");
    assert!(output.stdout.is_empty());
}

fn starts_paints_and_closes() {
    let display = Display::start();
    let window = Window::open(&display, &[]);
    println!("first frame after {:.0?}", window.first_painted());
    assert!(window.title().starts_with("Tandem"), "{}", window.title());
    assert_eq!(window.close().code(), Some(0));
}

fn keys_step_through_a_match() {
    let display = Display::start();
    let (_folder, path) = file_with_a_match("steps.bpgn");
    let window = Window::open(&display, &[&path]);
    window.wait_title(|title| title.starts_with("steps.bpgn"));
    let start = window.picture();
    window.key("Right");
    let first = window.picture_after(&start);
    window.key("Right");
    let second = window.picture_after(&first);
    assert!(second != start, "two plies on is the start again");
    window.key("Home");
    assert!(window.picture_after(&second) == start, "Home is elsewhere");
    assert_eq!(window.close().code(), Some(0));
}

fn keys_flip_and_play() {
    let display = Display::start();
    let (_folder, path) = file_with_a_match("play.bpgn");
    let window = Window::open(&display, &[&path]);
    let start = window.picture();
    window.key("f");
    let flipped = window.picture_after(&start);
    window.key("f");
    assert!(window.picture_after(&flipped) == start, "flipped twice is as before");
    // The match lasts less than 8 s, so at 16x it ends soon and the window becomes idle.
    for _ in 0..4 {
        window.key("bracketright");
    }
    window.key("space");
    let played = window.picture_after(&start);
    assert!(played != start, "nothing was played");
    window.key("Home");
    let again = window.picture_after(&played);
    window.key("End");
    assert!(window.picture_after(&again) == played, "play ends at the end");
    assert_eq!(window.close().code(), Some(0));
}

/// Menus are opened, navigated and closed by keys alone, and typing there does not affect the match.
fn keys_walk_the_menus() {
    let display = Display::start();
    let (_folder, path) = file_with_a_match("menus.bpgn");
    let window = Window::open(&display, &[&path]);
    window.wait_title(|title| title.starts_with("menus.bpgn"));
    let start = window.picture();
    window.key("Right");
    let first = window.picture_after(&start);
    window.key("F10");
    let file = window.picture_after(&first);
    window.key("Right");
    let edit = window.picture_after(&file);
    window.key("Left");
    assert!(window.picture_after(&edit) == file, "File is elsewhere");
    for key in ["d", "1", "f", "x"] {
        window.key(key);
    }
    window.key("Escape");
    assert!(window.picture_after(&file) == first, "a key of the menu did something to the match");
    window.key("alt+v");
    window.picture_after(&first);
    for key in ["Down", "Down", "Down", "Return"] {
        window.key(key);
    }
    // The Tags panel, without a menu over it.
    let tags = window.picture_after(&first);
    window.key("ctrl+1");
    assert!(window.picture_after(&tags) == first, "the moves are shown");
    assert!(!window.title().contains('•'), "nothing was changed");
    assert_eq!(window.close().code(), Some(0));
}

fn bad_files_leave_the_window_usable() {
    let display = Display::start();
    let (folder, path) = file_with_a_match("good.bpgn");
    let bad = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("should be writable");
        path
    };
    let png = [b"\x89PNG\r\n\x1a\n".as_slice(), &[0xa7; 4000]].concat();
    let nothing = folder.path().join("nothing");
    std::fs::create_dir(&nothing).expect("should be writable");
    let files = [
        bad("empty.bpgn", b""),
        bad("picture.png", &png),
        bad("braces.bpgn", &vec![b'{'; 100_000_000]),
        nothing,
    ];
    let window = Window::open(&display, &[&path]);
    window.wait_title(|title| title.starts_with("good.bpgn"));
    let mut before = window.picture();
    for file in &files {
        window.drop_file(file);
        // A notice appears; the open match stays.
        before = window.picture_after(&before);
        assert!(window.title().starts_with("good.bpgn"), "{}", window.title());
    }
    window.key("Right");
    window.picture_after(&before);
    assert_eq!(window.close().code(), Some(0));
}

fn a_dropped_file_is_opened() {
    let display = Display::start();
    // A space and an accent: the name is percent-encoded.
    let (_folder, path) = file_with_a_match("dropped é.bpgn");
    let window = Window::open(&display, &[] as &[&Path]);
    window.drop_file(&path);
    window.wait_title(|title| title.starts_with("dropped é.bpgn"));
    assert_eq!(window.close().code(), Some(0));
}

fn rests_when_nothing_happens() {
    let measured = Duration::from_secs(10);
    let display = Display::start();
    let (_folder, path) = file_with_a_match("rests.bpgn");
    let window = Window::open(&display, &[&path]);
    window.picture();
    let before = window.cpu_time();
    std::thread::sleep(measured);
    let used = window.cpu_time() - before;
    let memory = window.memory();
    println!("{used:.0?} of processor time in {measured:.0?} at rest; {memory}");
    assert!(used * 100 < measured, "it should use less than 1 %");
}
