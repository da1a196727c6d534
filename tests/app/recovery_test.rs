//! Recovery of unsaved changes after a crash.

#![expect(clippy::disallowed_methods, reason = "writes files as other programs do")]

use crate::window::{CTRL, SHORT, Window};
use eframe::egui::{Key, Modifiers};
use tandem::app::{Action, Command, Dialog, library};

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
fn keys_of_the_match_do_not_discard_changes() {
    for key in [Key::ArrowRight, Key::ArrowLeft, Key::ArrowUp, Key::ArrowDown] {
        for confirm in [Key::Enter, Key::Space] {
            let (window, _) = stopped();
            let mut window = restarted(window);
            window.key(key);
            window.key(key);
            window.key(confirm);
            assert!(window.state().saving.discarded.is_empty(), "{key:?}, then {confirm:?}");
            window.wait("it is recovered", |window| window.state().library.file().is_some());
            assert!(window.text().contains("e4{299}{A:!}"), "{key:?}, then {confirm:?}");
        }
    }
}

#[test]
fn keys_of_the_match_do_not_discard_work_when_closing() {
    for key in [Key::ArrowRight, Key::ArrowLeft, Key::ArrowUp, Key::ArrowDown] {
        let (mut window, path) = stopped();
        window.key(Key::Escape);
        window.keys(CTRL, Key::Q);
        window.key(key);
        window.key(Key::Space);
        window
            .wait("it is saved", |window| !window.state().file().expect("a file").save.is_saving());
        let saved = std::fs::read_to_string(&path).expect("a file");
        assert!(saved.contains("{A:!}"), "{key:?}");
    }
}

/// Returns a window that was started again, once it knows of discarded changes.
fn restarted_after_discard(window: Window) -> Window {
    let mut window = window.restarted();
    window.wait("they are known", |window| !window.state().saving.discarded.is_empty());
    assert_eq!(window.open_dialog(), None, "nothing is asked");
    window
}

#[test]
fn discarded_changes_can_be_restored_until_the_next_session_ends() {
    let (window, _) = stopped();
    let mut window = restarted(window);
    window.click("Discard");
    // At once, by the notice.
    window.click("Restore");
    window.wait("it is shown", |window| window.state().library.file().is_some());
    assert!(window.text().contains("e4{299}{A:!}"));
    assert!(window.state().saving.discarded.is_empty());
    // In the next session, by the menu.
    let mut window = restarted(window);
    window.click("Discard");
    let mut window = restarted_after_discard(window);
    window.menu(&["File", "Restore discarded changes…"]);
    assert!(window.has("Discarded changes"));
    let is_dated =
        |name: &String| name.starts_with("1 changed match · 2") && name.ends_with(" UTC");
    assert!(window.names().iter().any(is_dated), "{:?}", window.names());
    window.click("Restore");
    window.wait("it is shown", |window| window.state().library.file().is_some());
    assert!(window.text().contains("e4{299}{A:!}"));
    // Not in the session after it.
    let mut window = restarted(window);
    window.click("Discard");
    let window = restarted_after_discard(window);
    let mut window = window.restarted();
    window.update(Action::RunCommand(Command::RestoreDiscarded));
    assert_eq!(window.open_dialog(), None);
}

#[test]
fn work_discarded_on_closing_a_file_can_be_restored() {
    for key in [Key::W, Key::Q] {
        let (mut window, _) = stopped();
        window.key(Key::Escape);
        window.keys(CTRL, key);
        window.click("Discard");
        let mut window = restarted_after_discard(window);
        window.menu(&["File", "Restore discarded changes…"]);
        window.click("Restore");
        window.wait("it is shown", |window| window.state().library.file().is_some());
        assert!(window.text().contains("e4{299}{A:!}"));
    }
}

#[test]
fn saved_work_does_not_count_as_discarded() {
    let mut window = Window::empty();
    let path = window.file("match.bpgn", SHORT.as_bytes());
    window.open_by_path(&path.to_string_lossy());
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    window.keys(CTRL, Key::W);
    window.click("Save");
    window.wait("the file is closed", |window| window.state().open.is_none());
    assert!(std::fs::read_to_string(&path).expect("a file").contains("{A:!}"));
    let mut window = window.restarted();
    window.key(Key::ArrowRight);
    assert!(window.state().saving.discarded.is_empty());
    assert_eq!(window.recovery_offers_after_restart(), 0);
}

#[test]
fn recovered_changes_can_be_undone() {
    let (window, path) = stopped();
    let mut window = restarted(window);
    window.click("Recover");
    window.wait("it is shown", |window| window.state().library.file().is_some());
    let recovered = window.text();
    assert!(recovered.contains("e4{299}{A:!}"));
    let undo = |window: &Window| library::undo_names(window.state()).0.map(str::to_owned);
    assert_eq!(undo(&window).as_deref(), Some("recovered changes"));
    window.keys(CTRL, Key::Z);
    assert_eq!(window.text(), SHORT, "the match is as in the file");
    assert!(!window.is_unsaved());
    assert_eq!(window.moment(), 1);
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), format!("{SHORT}\n{SHORT}"));
    window.keys(Modifiers { shift: true, ..CTRL }, Key::Z);
    assert_eq!(window.text(), recovered);
    assert!(window.is_unsaved());
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
    window.list_notices();
    assert!(window.has_containing("match.bpgn has changed since your edits"));
}

#[test]
fn recovered_matches_of_a_lost_file_do_not_claim_a_change() {
    let (window, path) = stopped();
    std::fs::remove_file(&path).expect("a file");
    let mut window = restarted(window);
    window.click("Recover");
    window.wait("it is shown", |window| window.state().library.file().is_some());
    assert!(window.title().starts_with("• recovered.bpgn"));
    window.list_notices();
    assert!(window.has_containing("match.bpgn can no longer be read."));
    assert!(!window.has_containing("has changed"));
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
    assert!(window.has_containing("unfinished entry · 2"));
    window.click("Not now");
}

#[test]
fn a_match_that_was_never_saved_is_named_by_its_players() {
    let mut window = Window::empty();
    window.harness.event(eframe::egui::Event::Paste(SHORT.to_owned()));
    window.settle();
    let window = restarted(window);
    assert!(window.has("The match Anna & Dan vs Ben & Carla"), "{:?}", window.names());
    assert!(window.has_containing("1 changed match · 2"));
}

#[test]
fn records_that_were_never_saved_are_named_by_their_kind() {
    let untitled = |text: &str| {
        let lines =
            text.lines().filter(|line| !line.starts_with("[White") && !line.starts_with("[Black"));
        lines.collect::<Vec<_>>().join("\n")
    };
    let game = include_str!("../../assets/samples/kriegspiel.pgn");
    let mut window = Window::empty();
    for text in [SHORT.to_owned(), untitled(SHORT), game.to_owned(), untitled(game)] {
        window.update(Action::RunCommand(Command::NewTab));
        window.harness.event(eframe::egui::Event::Paste(text));
        window.settle();
    }
    let window = restarted(window);
    for name in [
        "The match Anna & Dan vs Ben & Carla",
        "An untitled match with 6 moves",
        "The game of Kriegspiel Player1 vs Player2",
        "An untitled game of Kriegspiel with 9 moves",
    ] {
        assert!(window.has(name), "{name}: {:?}", window.names());
    }
}
