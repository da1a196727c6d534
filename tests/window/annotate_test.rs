//! Annotating a match by keyboard alone, saving it, and recovering it after a crash.

use std::path::{Path, PathBuf};

use crate::Test;
use crate::display::Display;
use crate::wait::wait_for;
use crate::window::{TIMEOUT, Window};

/// In order of execution.
pub const TESTS: &[Test] = &[
    Test {
        name: "three_plies_are_annotated_by_keyboard_alone",
        needs_display: true,
        run: three_plies_are_annotated_by_keyboard_alone,
    },
    Test {
        name: "unsaved_entry_is_recovered_after_a_kill",
        needs_display: true,
        run: unsaved_entry_is_recovered_after_a_kill,
    },
];

/// The standard's own match.
const MATCH: &[u8] = include_bytes!("../../assets/samples/bpgn-1.2.bpgn");

/// Returns whether recovery data in `folder` or below contains `words`.
fn holds(folder: &Path, words: &str) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).any(|path| {
        let is_kept = path.extension().is_some_and(|ending| ending == "ron");
        holds(&path, words)
            || is_kept && std::fs::read_to_string(&path).is_ok_and(|text| text.contains(words))
    })
}

fn copy_of_a_match() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("mine.bpgn");
    std::fs::write(&path, MATCH).expect("should be writable");
    (folder, path)
}

/// Steps `steps` plies forward, adds the glyph of `key` and writes `words`.
fn annotate(window: &Window<'_>, steps: usize, key: &str, words: &str) {
    for _ in 0..steps {
        window.key("Right");
    }
    window.key(key);
    window.key("Return");
    // The field gets the focus in the next frame.
    window.wait_idle();
    window.type_text(words);
    window.key("Escape");
    window.wait_idle();
}

fn three_plies_are_annotated_by_keyboard_alone() {
    let display = Display::start();
    let (_folder, path) = copy_of_a_match();
    let window = Window::open(&display, &[&path]);
    window.wait_title(|title| title.starts_with("mine.bpgn"));
    annotate(&window, 3, "1", "the first");
    annotate(&window, 2, "4", "the second: 1 2 3");
    annotate(&window, 2, "6", "the third");
    window.wait_title(|title| title.contains("• mine.bpgn"));
    window.key("ctrl+s");
    window.wait_title(|title| title.starts_with("mine.bpgn"));
    let after = std::fs::read(&path).expect("a file");
    // Except for the insertion, every byte is unchanged.
    let mut rest = String::from_utf8_lossy(&after).into_owned();
    for (sign, words) in [("!", "the first"), ("??", "the second: 1 2 3"), ("?!", "the third")] {
        for written in [format!("{{A:{sign}}}"), format!("{{C:{words}}}")] {
            let at = rest.find(&written);
            let at = at.unwrap_or_else(|| panic!("{written} is not in {rest}"));
            // The separating blank belongs to the insertion.
            let blank = usize::from(rest[..at].ends_with(' '));
            rest.replace_range(at - blank..at + written.len(), "");
        }
    }
    assert_eq!(rest.as_bytes(), MATCH);
    assert_eq!(std::fs::read(path.with_extension("bpgn.bak")).ok().as_deref(), Some(MATCH));
    assert_eq!(window.close().code(), Some(0));
}

fn unsaved_entry_is_recovered_after_a_kill() {
    let display = Display::start();
    let (folder, path) = copy_of_a_match();
    let window = Window::open_at(&display, folder.path(), &[&path]);
    window.wait_title(|title| title.starts_with("mine.bpgn"));
    annotate(&window, 4, "1", "not lost");
    wait_for("what was typed is kept", TIMEOUT, || holds(folder.path(), "not lost").then_some(()));
    window.kill();
    assert_eq!(std::fs::read(&path).expect("a file"), MATCH);
    let window = Window::open_at(&display, folder.path(), &[] as &[&Path]);
    window.recover("mine.bpgn");
    window.key("ctrl+s");
    window.wait_title(|title| title.starts_with("mine.bpgn"));
    let after = std::fs::read(&path).expect("a file");
    let after = String::from_utf8_lossy(&after);
    assert!(after.contains("{A:!}") && after.contains("{C:not lost}"));
    assert_eq!(window.close().code(), Some(0));
}
