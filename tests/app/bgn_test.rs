//! BGN files in the window.

#![expect(clippy::disallowed_methods, reason = "reads what the program has written")]

use crate::window::{CTRL, SHORT, Window};
use eframe::egui::Key;
use std::path::PathBuf;
use tandem::app::Dialog;

/// Types `path` in the dialog for the destination.
fn type_save_path(window: &mut Window, path: &std::path::Path) {
    window.wait("a path is asked for", |window| {
        matches!(window.state().shell.dialog, Some(Dialog::SavePath(..)))
    });
    window.type_text(path.to_str().expect("a path"));
    window.key(Key::Enter);
}

/// Returns the path of a file with two matches, exported by the window.
fn written(window: &mut Window) -> PathBuf {
    let path = window.path("two.bgn.jsonl");
    window.menu(&["File", "Export listed matches…"]);
    type_save_path(window, &path);
    window.wait("it is written", |window| window.has_containing("Exported 2 matches to"));
    path
}

fn opened() -> (Window, PathBuf, String) {
    let two = format!("{SHORT}\n{}", SHORT.replace("Anna", "Zoe"));
    let mut window = Window::of(&two);
    let path = written(&mut window);
    let text = std::fs::read_to_string(&path).expect("a file");
    window.open_by_path(path.to_str().expect("a path"));
    (window, path, text)
}

#[test]
fn bgn_is_shown_annotated_and_saved_as_bpgn() {
    let (mut window, path, text) = opened();
    assert!(window.title().starts_with("two.bgn.jsonl"));
    assert!(window.has("2 of 2 matches") && window.has("White A: Anna 2001"));
    window.key(Key::End);
    assert_eq!(window.moment(), 6);
    assert!(window.has_containing("Clock of Black A: 4:55"));
    window.key(Key::PageDown);
    assert!(window.has("White A: Zoe 2001"));
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    assert!(window.is_unsaved());
    let shown = window.text();
    assert!(shown.contains("{A:!}"));
    // The file is not BPGN, so saving asks for a path.
    window.keys(CTRL, Key::S);
    let bpgn = window.path("two.bpgn");
    type_save_path(&mut window, &bpgn);
    window.wait("it is saved", |window| !window.state().is_unsaved());
    assert!(window.title().starts_with("two.bpgn"));
    let saved = std::fs::read_to_string(&bpgn).expect("a file");
    assert!(saved.ends_with(&shown), "{saved}");
    assert_eq!(saved.matches("[WhiteA ").count(), 2);
    let untouched = std::fs::read_to_string(&path).expect("a file");
    assert_eq!(untouched, text);
    // From here on, the open file is BPGN.
    window.key(Key::Num2);
    window.keys(CTRL, Key::S);
    window.wait("it is saved", |window| !window.state().is_unsaved());
    assert_eq!(std::fs::read_to_string(&bpgn).expect("a file").matches("{A:?}").count(), 1);
}

#[test]
fn bgn_is_not_overwritten_with_bpgn() {
    let (mut window, path, text) = opened();
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    window.keys(CTRL, Key::S);
    type_save_path(&mut window, &path);
    window.wait("it is said", |window| window.has_containing("is for BGN, but the format is BPGN"));
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), text);
    assert!(window.is_unsaved());
}

/// Clicks the match of the player `name` in the list.
fn choose(window: &mut Window, name: &str) {
    let names = window.names();
    let is_row = |it: &&String| it.starts_with("Match ") && it.contains(&format!("{name} & Dan"));
    let row = names.iter().find(is_row).cloned();
    window.click(&row.unwrap_or_else(|| panic!("no {name} in {names:?}")));
}

#[test]
fn changes_of_several_files_are_listed_together() {
    let (mut window, path, text) = opened();
    let bpgn = window.file("one.bpgn", SHORT.replace("Anna", "Mia").as_bytes());
    for paths in [[bpgn.clone(), path.clone()], [path.clone(), bpgn.clone()]] {
        window.open_all(paths.to_vec());
        assert!(window.has("3 of 3 matches"), "{paths:?}");
        for name in ["Anna", "Zoe", "Mia"] {
            choose(&mut window, name);
            assert!(window.has_containing(&format!("White A: {name}")));
        }
    }
    // The changes in the BPGN file are saved to that file; those in the other file are not lost.
    for name in ["Anna", "Mia"] {
        choose(&mut window, name);
        window.key(Key::ArrowRight);
        window.key(Key::Num1);
    }
    window.keys(CTRL, Key::S);
    window.wait("it is said", |window| {
        window.has_containing("is a BGN file and can’t be overwritten")
    });
    let saved = std::fs::read_to_string(&bpgn).expect("a file");
    assert!(saved.contains("{A:!}"));
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), text);
    assert!(window.is_unsaved());
}

#[test]
fn line_without_a_match_is_reported() {
    let mut window = Window::of(SHORT);
    let path = window.file("bad.bgn.jsonl", b"{no match}\n");
    window.open_by_path(path.to_str().expect("a path"));
    assert_eq!(window.count_containing("Dismiss"), 1);
    let text = window.state().shell.notices[0].text.clone();
    assert!(text.starts_with("Line 1 is not BGN (") && text.ends_with("bad.bgn.jsonl."), "{text}");
    assert_eq!(window.title(), "match.bpgn – Tandem");
}
