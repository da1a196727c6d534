//! Recovery of unsaved changes after a crash.

#![expect(clippy::disallowed_methods, reason = "writes files as other programs do")]

use crate::window::{CTRL, SHORT, Window};
use eframe::egui::Key;
use tandem::app::Dialog;

/// Returns a window that has crashed after an annotation and during a comment, and the path of the file.
fn stopped() -> (Window, std::path::PathBuf) {
    let mut window = Window::empty();
    let path = window.file("match.bpgn", format!("{SHORT}\n{SHORT}").as_bytes());
    window.open_by_path(&path.to_string_lossy());
    window.key(Key::PageDown);
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    window.key(Key::Enter);
    window.type_text("an { open end }");
    (window, path)
}

fn restarted(window: Window) -> Window {
    let mut window = window.restarted();
    window.wait("it is offered", |window| window.state().shell.dialog == Some(Dialog::Recover));
    window
}

#[test]
fn recovery_restores_text_and_place() {
    let (window, path) = stopped();
    let mut window = restarted(window);
    assert!(window.has(&path.display().to_string()));
    window.click("Recover");
    window.wait("it is shown", |window| window.state().library.file().is_some());
    assert!(window.text().contains("e4{299}{A:!}"));
    assert_eq!(window.moment(), 1);
    assert_eq!(window.state().library.file().expect("open").record.id, 1);
    assert!(window.has("Unfinished entry: an { open end }"));
    assert!(window.is_unsaved());
    window.keys(CTRL, Key::S);
    window.wait("the file is saved", |window| !window.state().is_unsaved());
    let saved = std::fs::read_to_string(&path).expect("a file");
    assert!(saved.starts_with(SHORT) && saved.contains("{A:!}"));
    assert_eq!(window.recovery_offers_after_restart(), 0);
}

#[test]
fn enter_recovers_immediately() {
    let (window, _) = stopped();
    let mut window = restarted(window);
    window.key(Key::Enter);
    window.wait("it is shown", |window| window.state().library.file().is_some());
    assert!(window.is_unsaved());
}

#[test]
fn not_now_defers_recovery_and_discard_ends_it() {
    let (window, _) = stopped();
    let mut window = restarted(window);
    window.click("Not now");
    let mut window = restarted(window);
    window.click("Discard");
    assert_eq!(window.open_dialog(), None);
    assert_eq!(window.recovery_offers_after_restart(), 0);
}

#[test]
fn recovered_matches_of_a_replaced_file_are_shown_alone() {
    let (window, path) = stopped();
    std::fs::write(&path, "[Event \"other\"]\n1A. d4 *\n").expect("writable");
    let mut window = restarted(window);
    window.click("Recover");
    window.wait("it is shown", |window| window.state().library.file().is_some());
    assert!(window.title().starts_with("• recovered.bpgn"));
    assert!(window.text().contains("e4{299}{A:!}"));
    assert!(window.has_containing("has changed"));
}

#[test]
fn discarded_changes_are_not_offered() {
    let (mut window, _) = stopped();
    window.key(Key::Escape);
    window.keys(CTRL, Key::Q);
    window.click("Discard");
    assert!(window.state().shell.is_quitting);
    assert_eq!(window.recovery_offers_after_restart(), 0);
}

#[test]
fn plain_words_are_offered_as_text_search() {
    let mut window = Window::empty();
    let path = window.file("match.bpgn", SHORT.as_bytes());
    window.open_by_path(&path.to_string_lossy());
    window.key(Key::ArrowRight);
    window.key(Key::Enter);
    window.type_text("} end");
    let mut window = restarted(window);
    assert!(window.has("unfinished entry"));
    window.click("Not now");
}
