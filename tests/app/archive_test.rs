//! Files too large for memory.

#![expect(clippy::disallowed_methods, reason = "compares the file on the disk with what it was")]

use crate::window::{CTRL, SHORT, Window};
use eframe::egui::Key;
use tandem::app::{Command, palette};

/// Returns 18 matches of a megabyte each.
fn large() -> String {
    let filler = "[Site \"somewhere far away\"]\n".repeat(37_000);
    (1..=18)
        .map(|n| {
            let record = SHORT.replace("\"Anna\"", &format!("\"Anna{n}\""));
            record.replacen("[WhiteA", &format!("{filler}[WhiteA"), 1) + "\n"
        })
        .collect()
}

#[test]
fn saving_one_match_changes_no_other_byte() {
    let mut window = Window::empty();
    let text = large();
    let path = window.file("large.bpgn", text.as_bytes());
    window.open_by_path(path.to_str().expect("a path"));
    window.wait("all of it is read", |window| {
        let file = window.state().library.file();
        file.is_some_and(|file| !file.is_loading() && file.matches() == 18)
    });
    let file = window.state().library.file().expect("a file");
    assert!(file.list.files[0].text.loaded().is_none());
    assert!(window.has("18 of 18 matches"));
    window.keys(CTRL, Key::T);
    window.keys(CTRL, Key::End);
    window.key(Key::Enter);
    window.wait("the last match is read, and what an edit asks of the file", |window| {
        let open = window.state().open.as_ref();
        open.is_some_and(|open| open.content.is_scanned())
            && window.has_containing("White A: Anna18")
    });
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    assert!(window.title().starts_with('•'));
    window.keys(CTRL, Key::S);
    window.wait("it is saved", |window| !window.state().is_unsaved());
    let saved = std::fs::read_to_string(&path).expect("a file");
    let at = text.rfind("1A. e4{299}").expect("the last match") + "1A. e4{299}".len();
    assert!(saved.starts_with(&text[..at]), "nothing before it has changed");
    assert!(saved.ends_with(&text[at..]), "nothing behind it has changed");
    assert_eq!(&saved[at..saved.len() - (text.len() - at)], "{A:!}");
    window.wait("it is read again", |window| !window.state().is_loading_record());
    assert!(
        window.has_containing("White A: Anna18") && palette::can(window.state(), Command::Undo)
    );
}
