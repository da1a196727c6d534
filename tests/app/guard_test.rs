//! Unsaved changes are never replaced without a question.

#![expect(clippy::disallowed_methods, reason = "writes files as other programs do")]

use crate::window::{CTRL, SHORT, Window};
use eframe::egui::{Event, Key, ViewportEvent, ViewportId};
use std::path::PathBuf;
use tandem::app::{Action, Dialog, LibraryAction, ShellAction};

/// Two boards, each with two numbers that may be clocks or move counters.
const NUMBERS: &str = "4k3/8/8/8/8/8/8/4K3 w - - 12 34 | 4k3/8/8/8/8/8/8/4K3 w - - 56 78";
const RETAKE: &str = "Read as move counts";
/// Returns whether the dialog about unsaved changes is open.
fn asks(window: &Window) -> bool {
    window.open_dialog().is_some_and(|name| name.starts_with("Save "))
}

fn paste(window: &mut Window, text: &str) {
    window.harness.event(Event::Paste(text.to_owned()));
    window.settle();
}

/// Returns whether the window asks about unsaved changes.
fn asks_about_unsaved(window: &Window) -> bool {
    asks(window) && window.has("Save") && window.has("Discard")
}

/// Adds a comment to the current moment.
fn comment(window: &mut Window, words: &str) {
    window.key(Key::Enter);
    window.type_text(words);
    window.key(Key::Escape);
}

type Replacement = (&'static str, Box<dyn Fn(&mut Window)>);

/// Returns all ways to close the window or the file.
fn closings() -> Vec<Replacement> {
    vec![
        ("quit", Box::new(|window| window.keys(CTRL, Key::Q))),
        ("close", Box::new(close)),
        ("close the file", Box::new(|window| window.keys(CTRL, Key::W))),
    ]
}

/// Returns all ways to open another file.
fn openings(window: &mut Window) -> Vec<Replacement> {
    let other = window.file("other.bpgn", SHORT.replace("Anna", "Zoe").as_bytes());
    let open = move |path: PathBuf| {
        move |window: &mut Window| {
            window.update(Action::Library(LibraryAction::OpenAll(vec![path.clone()])));
        }
    };
    vec![
        ("drop", Box::new(open(other.clone()))),
        (
            "open",
            Box::new(move |window| {
                window.menu(&["File", "Import…"]);
                window.harness.event(Event::Text(other.to_string_lossy().into_owned()));
                window.settle();
                window.key(Key::Enter);
            }),
        ),
        ("paste", Box::new(|window| paste(window, "1A. Nf3 *"))),
        ("paste a position", Box::new(|window| paste(window, NUMBERS))),
        ("sample", Box::new(|window| window.menu(&["File", "Sample match"]))),
        (
            "new",
            Box::new(|window| {
                window.keys(CTRL, Key::N);
                window.click("Create");
            }),
        ),
    ]
}

/// Requests to close the window, as a window manager does.
fn close(window: &mut Window) {
    let input = window.harness.input_mut();
    let viewport = input.viewports.entry(ViewportId::ROOT).or_default();
    viewport.events.push(ViewportEvent::Close);
    window.settle();
}

#[test]
fn reinterpreting_an_edited_position_prompts() {
    let mut window = Window::empty();
    paste(&mut window, NUMBERS);
    comment(&mut window, "mine");
    let before = window.text();
    window.click(RETAKE);
    assert!(asks_about_unsaved(&window), "{:?}", window.names());
    window.click("Cancel");
    assert_eq!(window.text(), before);
    assert!(window.title().starts_with("• "));
    window.keys(CTRL, Key::Z);
    assert!(!window.text().contains("mine"), "it can still be taken back");
}

#[test]
fn unedited_position_is_reinterpreted_immediately() {
    let mut window = Window::empty();
    paste(&mut window, NUMBERS);
    let before = window.text();
    window.click(RETAKE);
    assert!(!asks(&window));
    assert_ne!(window.text(), before);
    assert!(window.title().starts_with("• "), "it is in no file either");
}

#[test]
fn closing_an_unsaved_match_prompts() {
    for (name, replace) in closings() {
        let mut window = Window::empty();
        paste(&mut window, "[Event \"Pasted\"]\n1A. e4 *\n");
        assert!(window.title().starts_with("• "), "{}", window.title());
        replace(&mut window);
        assert!(asks_about_unsaved(&window), "{name}: {:?}", window.names());
        window.click("Cancel");
        assert!(!window.state().shell.is_quitting, "{name}");
        assert!(window.text().contains("Pasted"), "{name}");
        assert!(window.title().starts_with("• "), "{name}");
    }
}

#[test]
fn opening_another_file_leaves_an_unsaved_match_in_its_tab() {
    let mut window = Window::empty();
    for (name, open) in openings(&mut window) {
        let mut window = Window::empty();
        paste(&mut window, "[Event \"Pasted\"]\n1A. e4 *\n");
        open(&mut window);
        window.wait("it is opened", |window| {
            window.state().open.is_some() && !window.text().contains("Pasted")
        });
        assert!(!asks(&window), "{name}");
        assert_eq!(window.state().tabs.count(), 2, "{name}");
        window.keys(CTRL, Key::PageUp);
        assert!(window.text().contains("Pasted") && window.is_unsaved(), "{name}");
    }
}

#[test]
fn opening_another_file_replaces_only_an_untouched_sample() {
    let mut window = Window::empty();
    for (name, open) in openings(&mut window) {
        for is_touched in [false, true] {
            let mut window = Window::empty();
            window.menu(&["File", "Sample match"]);
            if is_touched {
                window.key(Key::ArrowRight);
                window.key(Key::Num1);
            }
            let sample = window.state().file().expect("a file").opened;
            open(&mut window);
            let is_opened = |window: &Window| {
                let file = window.state().file().expect("a file");
                file.opened != sample && window.state().open.is_some()
            };
            window.wait("it is opened", is_opened);
            let tabs = 1 + usize::from(is_touched);
            assert_eq!(window.state().tabs.count(), tabs, "{name} {is_touched}");
            assert!(!asks(&window), "{name}");
        }
    }
}

#[test]
fn closing_pending_input_prompts() {
    for (name, replace) in closings() {
        let mut window = Window::empty();
        let path = window.file("match.bpgn", SHORT.as_bytes());
        window.open_by_path(&path.to_string_lossy());
        window.key(Key::ArrowRight);
        window.key(Key::Enter);
        window.type_text("} open end");
        window.key(Key::Escape);
        assert_eq!(window.text(), SHORT, "it cannot be written so");
        replace(&mut window);
        assert!(asks_about_unsaved(&window), "{name}: {:?}", window.names());
        assert!(window.has("The comment on 1A was not accepted: “} open end”"), "{name}");
        window.click("Cancel");
        assert!(!window.state().shell.is_quitting, "{name}");
        assert_eq!(window.value("Comment"), "} open end", "{name}");
    }
}

#[test]
fn closing_an_imported_match_prompts() {
    let mut window = Window::empty();
    let board = r#"{"game":{"id":1,"partnerGameId":2,"type":"bughouse","moveList":"mCZJCJ",
        "moveTimestamps":"1190,1190,1180,1185","baseTime1":1200,"timeIncrement1":0,"isFinished":true,
        "pgnHeaders":{"White":"raven","Black":"Gnejs","Result":"*","TimeControl":"120"}}}"#;
    let path = window.file("1.json", board.as_bytes());
    window.open_by_path(&path.to_string_lossy());
    assert!(window.title().starts_with("• "), "{}", window.title());
    window.keys(CTRL, Key::Q);
    assert!(asks_about_unsaved(&window));
    window.click("Discard");
    assert!(window.state().shell.is_quitting);
    assert_eq!(window.recovery_offers_after_restart(), 0);
}

#[test]
fn a_pasted_match_is_offered_after_a_crash() {
    let mut window = Window::empty();
    paste(&mut window, "[Event \"Pasted\"]\n1A. e4 *\n");
    let mut window = window.restarted();
    window.wait("it is offered", |window| window.state().shell.dialog == Some(Dialog::Recover));
    window.click("Recover");
    window.wait("it is shown", |window| window.state().open.is_some());
    assert!(window.text().contains("Pasted"));
}

#[test]
fn unreadable_file_does_not_prompt() {
    let mut window = Window::empty();
    paste(&mut window, "1A. e4 *");
    paste(&mut window, "nothing of the kind");
    assert!(!asks(&window));
    assert!(window.has_containing("no match or position"));
    paste(&mut window, "https://www.chess.com/game/live/158858846803");
    assert!(!asks(&window));
    assert!(window.has("Download from chess.com"));
}

#[test]
fn recovery_asks_about_later_changes_of_the_file() {
    let mut window = Window::empty();
    let path = window.file("match.bpgn", SHORT.as_bytes());
    window.open_by_path(&path.to_string_lossy());
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    let mut window = window.restarted();
    window.wait("it is offered", |window| window.state().shell.dialog == Some(Dialog::Recover));
    window.click("Not now");
    window.open_by_path(&path.to_string_lossy());
    comment(&mut window, "mine");
    window.update(Action::Shell(ShellAction::Dialog(Some(Dialog::Recover))));
    window.click("Recover");
    assert!(asks_about_unsaved(&window), "{:?}", window.names());
    // Cancelling keeps both the open file and the recovery data.
    window.click("Cancel");
    assert!(window.text().contains("mine"));
    assert!(window.has("Recover"), "it is still offered: {:?}", window.names());
    window.click("Recover");
    window.click("Discard");
    window.wait("it is shown", |window| window.text().contains("{A:!}"));
    assert!(window.title().starts_with("• match.bpgn"));
    // The changes that were replaced are offered again, beside the open ones.
    assert_eq!(window.recovery_offers_after_restart(), 2);
}

#[cfg(unix)]
#[test]
fn pipe_instead_of_the_file_refuses_only_the_save() {
    let mut window = Window::empty();
    let path = window.file("match.bpgn", SHORT.as_bytes());
    window.open_by_path(&path.to_string_lossy());
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    std::fs::remove_file(&path).expect("removed");
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    if !made.is_ok_and(|status| status.success()) {
        return crate::skip::skipped("no mkfifo here");
    }
    window.keys(CTRL, Key::S);
    window.wait("it is said", |window| window.has_containing("device or a pipe"));
    assert!(window.has_containing("Your changes are still open here"), "{:?}", window.names());
    assert!(window.title().starts_with("• "));
    // Saving to another file still works.
    let other = window.path("other.bpgn");
    window.menu(&["File", "Save as…"]);
    window.wait("the path is asked for", |window| {
        matches!(window.state().shell.dialog, Some(Dialog::SavePath(..)))
    });
    window.type_text(&other.to_string_lossy());
    window.key(Key::Enter);
    window.wait("it is saved", |window| !window.state().title().starts_with("• "));
    let saved = std::fs::read_to_string(&other).expect("a file");
    assert_eq!(saved, SHORT.replace("e4{299}", "e4{299}{A:!}"));
}
