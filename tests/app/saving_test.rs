//! Saving, and the questions before unsaved changes would be lost.

#![expect(clippy::disallowed_methods, reason = "reads what the program has written")]

use crate::window::{CTRL, SHORT, Window};
use eframe::egui::{Event, Key, Modifiers, PointerButton};
use std::{io::Write as _, path::Path};
use tandem::app::{Action, Command, DeferredAction, Dialog, JobKind};

fn opened(bytes: &[u8]) -> (Window, std::path::PathBuf) {
    let mut window = Window::empty();
    let path = window.file("match.bpgn", bytes);
    window.open_by_path(&path.to_string_lossy());
    (window, path)
}

fn save(window: &mut Window) {
    window.keys(CTRL, Key::S);
    window.wait("the file is saved", |window| {
        !window.state().file().expect("a file").save.is_saving()
    });
}

fn read(path: &Path) -> String {
    String::from_utf8_lossy(&std::fs::read(path).expect("a file")).into_owned()
}

#[test]
fn saved_file_is_the_old_bytes_plus_the_change() {
    let two = format!("{SHORT}\r\n{SHORT}");
    let (mut window, path) = opened(two.as_bytes());
    assert!(window.title().starts_with("match.bpgn"));
    window.key(Key::PageDown);
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    assert!(window.title().starts_with("• match.bpgn"));
    save(&mut window);
    assert!(!window.is_unsaved());
    assert!(window.has("Saved match.bpgn."), "{:?}", window.names());
    assert!(window.state().shell.notices[0].expires(), "it leaves by itself");
    let second = SHORT.replace("e4{299}", "e4{299}{A:!}");
    assert_eq!(read(&path), format!("{SHORT}\r\n{second}"));
    assert_eq!(read(&path.with_extension("bpgn.bak")), two);
    assert_eq!(window.moment(), 1, "the playhead stays");
    assert_eq!(window.state().library.file().expect("open").record.id, 1);
    // Changes can still be undone, and the result saved again.
    window.keys(CTRL, Key::Z);
    assert!(window.is_unsaved());
    save(&mut window);
    assert_eq!(read(&path), two);
}

#[test]
fn a_drawn_circle_is_saved() {
    let (mut window, path) = opened(SHORT.as_bytes());
    window.key(Key::ArrowRight);
    let square = window.rect_containing("board A, e4").center();
    window.harness.event(Event::PointerMoved(square));
    for pressed in [true, false] {
        window.harness.event(Event::PointerButton {
            pos: square,
            button: PointerButton::Secondary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        window.harness.step();
    }
    window.settle();
    window.keys(CTRL, Key::W);
    assert!(window.open_dialog().is_some_and(|name| name.starts_with("Save ")), "closing asks");
    window.key(Key::Escape);
    save(&mut window);
    assert_eq!(read(&path), SHORT.replace("{299} 1a", "{299}{C:[%csl Ge4]} 1a"));
}

#[test]
fn backup_is_written_only_if_enabled() {
    let (mut window, path) = opened(SHORT.as_bytes());
    window.menu(&["File", "Keep a backup when saving"]);
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    save(&mut window);
    assert!(read(&path).contains("{A:!}"));
    assert!(!path.with_extension("bpgn.bak").exists());
}

#[test]
fn changes_of_several_matches_are_saved_together() {
    let two = format!("{SHORT}\n{SHORT}");
    let (mut window, path) = opened(two.as_bytes());
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    window.key(Key::PageDown);
    window.key(Key::ArrowRight);
    window.key(Key::Num2);
    window.key(Key::PageUp);
    assert!(window.text().contains("{A:!}"), "kept while another is shown");
    save(&mut window);
    let with = |sign| SHORT.replace("e4{299}", &format!("e4{{299}}{{A:{sign}}}"));
    assert_eq!(read(&path), format!("{}\n{}", with("!"), with("?")));
}

#[test]
fn closing_prompts_about_unsaved_changes() {
    let (mut window, path) = opened(SHORT.as_bytes());
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    window.keys(CTRL, Key::Q);
    assert_eq!(window.state().shell.dialog, Some(Dialog::Unsaved(DeferredAction::Quit)));
    assert!(window.has("Save changes to match.bpgn?"));
    window.click("Cancel");
    assert!(!window.state().shell.is_quitting);
    window.keys(CTRL, Key::Q);
    window.click("Save");
    window.wait("the window closes", |window| window.state().shell.is_quitting);
    assert!(read(&path).contains("{A:!}"));
}

#[test]
fn opening_another_file_keeps_unsaved_changes_in_their_tab() {
    let (mut window, path) = opened(SHORT.as_bytes());
    let other = window.file("other.bpgn", SHORT.replace("Anna", "Zoe").as_bytes());
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    window.open_by_path(&other.to_string_lossy());
    assert_eq!(window.open_dialog(), None);
    window.wait("the other is shown", |window| window.has_containing("Zoe"));
    assert_eq!(read(&path), SHORT);
    assert!(!window.is_unsaved());
    window.keys(CTRL, Key::PageUp);
    assert!(window.is_unsaved() && window.text().contains("{A:!}"));
}

#[test]
fn change_by_another_program_is_noticed() {
    let (mut window, path) = opened(SHORT.as_bytes());
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    let theirs = SHORT.replace("Anna", "Zoe");
    std::fs::write(&path, &theirs).expect("writable");
    save(&mut window);
    assert_eq!(window.open_dialog().as_deref(), Some("The file has changed on disk"));
    assert_eq!(read(&path), theirs, "nothing is overwritten");
    window.click("Show differences");
    assert!(window.has_containing("[WhiteA \"Zoe\"]"));
    assert!(window.has_containing("{A:!}"));
    window.click("Keep my version");
    window.wait("the file is saved", |window| {
        !window.state().file().expect("a file").save.is_saving()
    });
    assert_eq!(read(&path), SHORT.replace("e4{299}", "e4{299}{A:!}"));
    // The same in the opposite direction.
    std::fs::write(&path, &theirs).expect("writable");
    window.key(Key::Num2);
    save(&mut window);
    window.click("Reload");
    window.wait("theirs is shown", |window| window.has_containing("Zoe"));
    assert!(!window.is_unsaved());
    assert_eq!(read(&path), theirs);
    let words = "Reloaded match.bpgn and discarded your changes. File › Restore discarded changes… keeps them.";
    window.wait("it is said", |window| window.has(words));
    window.click("Restore");
    window.wait("mine are shown", |window| window.has_containing("Anna"));
    assert!(window.text().contains("{A:?}"));
}

#[test]
fn difference_in_a_long_line_is_seen() {
    let moves = "1A. e4 1a. e5 1B. e4 1b. e5 2A. Nf3 2a. Nf6 2B. Nf3 2b. Nf6 3A. Bc4 3a. Bc5";
    let text = format!("[WhiteA \"Anna\"]\n\n{moves} *\n");
    let (mut window, path) = opened(text.as_bytes());
    window.key(Key::End);
    window.key(Key::Num1);
    std::fs::write(&path, text.replace(" *\n", " 1-0\n")).expect("writable");
    save(&mut window);
    window.click("Show differences");
    let names = window.names();
    for (sign, end) in [('−', "3A. Bc4 3a. Bc5 1-0"), ('+', "3A. Bc4 3a. Bc5 {A:!} *")] {
        let is_line =
            |name: &String| name.starts_with(&format!("{sign}     3  …")) && name.ends_with(end);
        assert!(names.iter().any(is_line), "{sign}: {names:?}");
    }
    assert!(!window.has_containing("1A. e4"), "{names:?}");
}

#[test]
fn deleted_file_is_written_again() {
    let (mut window, path) = opened(SHORT.as_bytes());
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    std::fs::remove_file(&path).expect("removed");
    save(&mut window);
    assert_eq!(read(&path), SHORT.replace("e4{299}", "e4{299}{A:!}"));
}

#[cfg(unix)]
#[test]
fn read_only_file_is_reported_and_edits_are_kept() {
    use std::os::unix::fs::PermissionsExt as _;
    let (mut window, path) = opened(SHORT.as_bytes());
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o444)).expect("set");
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    save(&mut window);
    assert!(window.has_containing("Your changes are still open here."));
    assert!(window.has("Save as…"), "{:?}", window.names());
    assert!(window.is_unsaved());
    assert_eq!(read(&path), SHORT);
    assert!(window.text().contains("{A:!}"));
    window.click("Save as…");
    window.wait("the path is asked for", |window| {
        matches!(window.state().shell.dialog, Some(Dialog::SavePath(..)))
    });
}

#[test]
fn unnamed_match_is_saved_at_a_typed_path() {
    let mut window = Window::of(SHORT);
    let path = window.file("there.bpgn", b"something");
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    window.keys(CTRL, Key::S);
    window.wait("the path is asked for", |window| {
        matches!(window.state().shell.dialog, Some(Dialog::SavePath(..)))
    });
    window.type_text(&path.to_string_lossy());
    window.key(Key::Enter);
    window.wait("what is there is noticed", |window| {
        matches!(window.state().shell.dialog, Some(Dialog::Replace(..)))
    });
    assert_eq!(read(&path), "something");
    window.click("Replace");
    window.wait("the file is saved", |window| !window.state().is_unsaved());
    assert_eq!(read(&path), window.text());
    assert!(window.title().starts_with("there.bpgn"));
}

/// A relative path would be another file once the program runs in another folder.
#[cfg(unix)]
#[test]
fn a_relative_path_is_remembered_as_a_whole() {
    let mut window = Window::of(SHORT);
    let path = window.path("there.bpgn");
    let working = std::env::current_dir().expect("a folder");
    let up: std::path::PathBuf = working.components().skip(1).map(|_| "..").collect();
    let relative = up.join(path.strip_prefix("/").expect("a full path"));
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    window.keys(CTRL, Key::S);
    window.wait("the path is asked for", |window| {
        matches!(window.state().shell.dialog, Some(Dialog::SavePath(..)))
    });
    window.fill("File path", &relative.to_string_lossy());
    window.key(Key::Enter);
    window.wait("the file is saved", |window| !window.state().is_unsaved());
    assert_eq!(read(&path), window.text());
    assert!(window.state().settings.recent[0].is_absolute());
}

#[test]
fn a_typed_path_that_fails_can_be_corrected() {
    let mut window = Window::of(SHORT);
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    let (wrong, right) = (window.path("missing/there.bpgn"), window.path("there.bpgn"));
    for (command, name) in [(Command::SaveAs, "Save as"), (Command::SaveMatch, "Save a copy")] {
        window.update(Action::RunCommand(command));
        window.wait("the path is asked for", |window| {
            matches!(window.state().shell.dialog, Some(Dialog::SavePath(..)))
        });
        for typed in [wrong.clone(), window.path("there.gif")] {
            let typed = typed.to_string_lossy().into_owned();
            window.fill("File path", &typed);
            window.key(Key::Enter);
            window.wait("the error is in the dialog", |window| {
                let shown = &window.state().shell.dialog;
                matches!(shown, Some(Dialog::SavePath(.., Some(error))) if !error.is_empty())
            });
            assert_eq!(window.value("File path"), typed, "{name}");
            assert!(!window.has("Dismiss"), "{name}: {:?}", window.names());
        }
        window.fill("File path", &right.to_string_lossy());
        window.key(Key::Enter);
        window.wait("the file is written", |_| right.exists());
        window.wait("it is reported", |window| window.has_containing("there.bpgn."));
        assert_eq!(window.open_dialog(), None, "{name}");
        std::fs::remove_file(&right).expect("the written file");
    }
}

#[test]
fn one_match_is_copied_or_appended_elsewhere() {
    let two = format!("{}\n{SHORT}", SHORT.replace("Anna", "Zoe"));
    let (mut window, _) = opened(two.as_bytes());
    let other = window.file("other.bpgn", SHORT.as_bytes());
    let copy = window.path("copy.bpgn");
    for (entry, path, said) in [
        ("Save a copy of this match…", &copy, "Saved the match as "),
        ("Append match to file…", &other, "Appended the match to "),
    ] {
        window.menu(&["File", entry]);
        window.wait("the path is asked for", |window| {
            matches!(window.state().shell.dialog, Some(Dialog::SavePath(..)))
        });
        window.type_text(&path.to_string_lossy());
        window.key(Key::Enter);
        window.wait("it is said", |window| window.has_containing(said));
    }
    let zoe = format!("{}\n", SHORT.replace("Anna", "Zoe"));
    assert_eq!(read(&copy), zoe);
    assert_eq!(read(&other), format!("{SHORT}\n{zoe}"));
    assert!(window.title().starts_with("match.bpgn"));
}

#[test]
fn queries_work_by_keyboard() {
    let (mut window, path) = opened(SHORT.as_bytes());
    window.key(Key::ArrowRight);
    window.key(Key::Enter);
    window.type_text("mine");
    // The field still has the focus when the question appears.
    window.keys(CTRL, Key::Q);
    assert_eq!(window.state().shell.dialog, Some(Dialog::Unsaved(DeferredAction::Quit)));
    window.key(Key::Escape);
    assert_eq!(window.open_dialog(), None);
    assert!(window.is_unsaved() && !window.state().shell.is_quitting);
    window.keys(CTRL, Key::Q);
    window.harness.run_steps(2);
    window.key(Key::Enter);
    window.wait("the file is saved", |window| window.state().shell.is_quitting);
    assert!(read(&path).contains("{C:mine}"));
}

#[test]
fn saving_a_compressed_file_explains_the_new_location() {
    let mut window = Window::empty();
    let path = window.path("full.bpgn");
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(SHORT.as_bytes()).expect("memory");
    let before = packer.finish().expect("memory");
    let packed = window.file("full.bpgn.gz", &before);
    window.open_by_path(&packed.to_string_lossy());
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    window.keys(CTRL, Key::S);
    window.wait("the path is asked for", |window| {
        matches!(window.state().shell.dialog, Some(Dialog::SavePath(..)))
    });
    assert!(window.has_containing("Compressed files can’t be overwritten"));
    assert_eq!(window.value("File path"), path.to_string_lossy());
    window.key(Key::Enter);
    window.wait("the file is saved", |window| !window.state().is_unsaved());
    assert_eq!(read(&path), window.text());
    assert_eq!(std::fs::read(&packed).expect("packed"), before);
}

#[test]
fn file_in_utf_16_is_saved_in_utf_16() {
    let encode = |text: &str| -> Vec<u8> {
        let units = format!("\u{feff}{}", text.replace("Anna", "Žoë Ж")).encode_utf16().collect();
        let units: Vec<u16> = units;
        units.into_iter().flat_map(u16::to_be_bytes).collect()
    };
    let (mut window, path) = opened(&encode(SHORT));
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    let changed = window.text();
    save(&mut window);
    let expect: Vec<u8> = changed.encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_ne!(expect, encode(SHORT));
    assert_eq!(std::fs::read(&path).expect("a file"), expect);
    // Another program removes the file: the text in memory is written in its encoding.
    std::fs::remove_file(&path).expect("removed");
    window.key(Key::Num2);
    let changed = window.text();
    save(&mut window);
    let expect: Vec<u8> = changed.encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(std::fs::read(&path).expect("a file"), expect);
}

#[test]
fn file_in_damaged_utf_16_is_kept_and_a_copy_is_saved() {
    let mut window = Window::empty();
    let mut before: Vec<u8> =
        format!("\u{feff}{SHORT}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    before.push(b'x');
    let path = window.file("wide.bpgn", &before);
    window.open_by_path(&path.to_string_lossy());
    assert!(window.has_containing("is not valid UTF-16 (half a character at the end)"));
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    window.keys(CTRL, Key::S);
    window.wait("the path is asked for", |window| {
        matches!(window.state().shell.dialog, Some(Dialog::SavePath(..)))
    });
    assert!(window.has_containing("This file isn’t valid UTF-16"));
    assert_eq!(std::fs::read(&path).expect("a file"), before);
}

#[test]
fn save_as_suggests_the_folder_and_the_name_of_the_file() {
    let (mut window, path) = opened(SHORT.as_bytes());
    window.menu(&["File", "Save as…"]);
    window.wait("the path is asked for", |window| {
        matches!(window.state().shell.dialog, Some(Dialog::SavePath(..)))
    });
    assert_eq!(window.value("File path"), path.to_string_lossy());
    assert!(!window.has_containing("can’t be overwritten"));
    // Typing replaces the suggested path.
    window.type_text("x");
    assert_eq!(window.value("File path"), "x");
}

/// The notice about a comment on 1A with a brace.
const NOT_SAVED: &str = "The comment on 1A was not saved: replace “}”.";

/// Returns a window in which a comment with a brace was typed for 1A, after some words that would be valid alone. The
/// window shows the end of the second match.
fn with_brace() -> (Window, std::path::PathBuf) {
    let two = format!("{SHORT}\n{SHORT}");
    let (mut window, path) = opened(two.as_bytes());
    window.key(Key::ArrowRight);
    window.key(Key::Enter);
    window.type_text("some words {and} more");
    window.key(Key::Escape);
    assert_eq!(window.text(), format!("{SHORT}\n"));
    window.key(Key::PageDown);
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    window.key(Key::End);
    (window, path)
}

#[test]
fn comment_with_a_brace_is_not_saved_in_part() {
    let (mut window, path) = with_brace();
    save(&mut window);
    let marked = SHORT.replace("e4{299}", "e4{299}{A:!}");
    assert_eq!(read(&path), format!("{SHORT}\n{marked}"));
    assert!(window.is_unsaved(), "the comment is not saved");
    let not_saved = NOT_SAVED.replace("1A", "1A of match 1");
    assert!(window.has(&not_saved), "{:?}", window.names());
    window.click("Show");
    assert_eq!((window.state().file().expect("a file").record.id, window.moment()), (0, 1));
    assert!(window.is_focused("Comment"));
    assert_eq!(window.value("Comment"), "some words {and} more");
    save(&mut window);
    assert!(window.has(NOT_SAVED), "{:?}", window.names());
    window.click("Replace");
    let replaced = SHORT.replace("e4{299}", "e4{299}{C:some words {and) more}");
    assert_eq!(window.text(), format!("{replaced}\n"));
    save(&mut window);
    assert_eq!(read(&path), format!("{replaced}\n{marked}"));
    assert!(!window.is_unsaved());
}

#[test]
fn brace_in_an_earlier_comment_leaves_its_old_words() {
    let old = SHORT.replace("e4{299}", "e4{299}{C:old}");
    let (mut window, path) = opened(old.as_bytes());
    window.key(Key::ArrowRight);
    window.key(Key::Enter);
    window.type_text(" and new }");
    assert_eq!(window.value("Comment 1"), "old and new }");
    save(&mut window);
    assert_eq!(read(&path), old);
    window.key(Key::Backspace);
    save(&mut window);
    assert_eq!(read(&path), old.replace("old", "old and new "));
    assert!(!window.is_unsaved());
    window.key(Key::Escape);
    window.keys(CTRL, Key::Z);
    assert_eq!(window.text(), old, "it is one step");
}

#[test]
fn saving_before_the_window_closes_leads_to_the_entry_that_cannot_be_saved() {
    let (mut window, path) = with_brace();
    window.keys(CTRL, Key::Q);
    assert!(window.has("The comment on 1A of match 1 can’t be saved: replace “}”."));
    window.click("Save");
    window.wait("the rest is saved", |window| {
        !window.state().file().expect("a file").save.is_saving()
    });
    assert!(read(&path).contains("{A:!}"));
    assert_eq!(window.open_dialog(), None);
    assert!(!window.state().shell.is_quitting);
    assert_eq!((window.state().file().expect("a file").record.id, window.moment()), (0, 1));
    assert!(window.is_focused("Comment"));
    window.click("Replace");
    window.keys(CTRL, Key::Q);
    window.click("Save");
    window.wait("the window closes", |window| window.state().shell.is_quitting);
    assert!(read(&path).contains("{C:some words {and) more}"));
}

/// Gives the focus to the window, and waits until its files are checked.
fn focus(window: &mut Window) {
    window.harness.event(Event::WindowFocused(true));
    window.settle();
    window.wait("the files are checked", |window| {
        !window.state().jobs.is_running(JobKind::CheckFiles)
    });
}

#[test]
fn file_that_another_program_has_changed_is_noticed_on_focus() {
    let (mut window, path) = opened(SHORT.as_bytes());
    window.key(Key::ArrowRight);
    focus(&mut window);
    assert!(!window.has("Dismiss"), "nothing has changed");
    // The same contents with another time are no change.
    std::fs::write(&path, SHORT).expect("writable");
    focus(&mut window);
    assert!(!window.has("Dismiss"), "nothing has changed");
    std::fs::write(&path, SHORT.replace("Anna", "Zoe")).expect("writable");
    focus(&mut window);
    let changed = "match.bpgn has changed on disk.";
    assert!(window.has(changed), "{:?}", window.names());
    window.click("Dismiss");
    focus(&mut window);
    assert!(!window.has(changed), "it is said once");
    std::fs::write(&path, SHORT.replace("Anna", "Zara")).expect("writable");
    focus(&mut window);
    assert!(window.has(changed), "it has changed again");
    window.click("Reload");
    window.wait("it is reloaded", |window| window.has_containing("Zara"));
    assert_eq!(window.moment(), 1, "the place stays");
    assert!(!window.has(changed));
    focus(&mut window);
    assert!(!window.has("Dismiss"));
    // The command does the same, and asks about unsaved changes.
    std::fs::write(&path, SHORT.replace("Anna", "Zita")).expect("writable");
    window.key(Key::Num1);
    window.key(Key::F5);
    assert_eq!(window.state().shell.dialog, Some(Dialog::Unsaved(DeferredAction::Reload)));
    window.click("Discard");
    window.wait("it is reloaded", |window| window.has_containing("Zita"));
    assert!(!window.is_unsaved());
}

#[test]
fn file_that_has_vanished_is_noticed_on_focus_and_can_be_saved_again() {
    let (mut window, path) = opened(SHORT.as_bytes());
    std::fs::remove_file(&path).expect("removed");
    focus(&mut window);
    let missing = "match.bpgn is no longer on disk. Save writes it again.";
    assert!(window.has(missing), "{:?}", window.names());
    save(&mut window);
    assert_eq!(read(&path), SHORT);
    assert!(!window.has(missing));
    focus(&mut window);
    assert!(!window.has_containing("on disk"), "{:?}", window.names());
}

#[test]
fn name_without_extension_gets_that_of_the_format() {
    let (mut window, path) = opened(SHORT.as_bytes());
    let taken = window.file("taken.bpgn", b"something");
    let save_as = |window: &mut Window, path: &Path| {
        window.menu(&["File", "Save as…"]);
        window.wait("the path is asked for", |window| {
            matches!(window.state().shell.dialog, Some(Dialog::SavePath(..)))
        });
        window.type_text(&path.to_string_lossy());
        window.key(Key::Enter);
    };
    save_as(&mut window, &path.with_file_name("mine"));
    window.wait("it is saved", |window| window.title().starts_with("mine.bpgn"));
    assert_eq!(read(&path.with_file_name("mine.bpgn")), SHORT);
    assert!(!path.with_file_name("mine").exists());
    save_as(&mut window, &path.with_file_name("taken"));
    window
        .wait("it asks", |window| matches!(window.state().shell.dialog, Some(Dialog::Replace(..))));
    assert_eq!(read(&taken), "something");
}
