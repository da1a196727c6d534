//! Compressed files that exceed the limits: their beginning is shown, and the rest can be loaded.

use crate::window::{SHORT, Window};
use eframe::egui::Key;
use std::io::Write as _;
use tandem::app::{DeferredAction, Dialog};

const OFFER: &str = "Unpack anyway";

/// Returns a compressed file of six matches with so much filler that the last exceeds the limits.
fn over_the_limits() -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    let gap = vec![b'\n'; 14 << 20];
    for _ in 0..5 {
        packed.write_all(SHORT.as_bytes()).expect("into memory");
        packed.write_all(&gap).expect("into memory");
    }
    let last = SHORT.replace("Anna", "Zoe");
    packed.write_all(last.as_bytes()).expect("into memory");
    packed.finish().expect("into memory")
}

fn wait_read(window: &mut Window) {
    window.wait("the file is read", |window| {
        let file = window.state().library.file();
        window.state().library.requested().is_none() && file.is_some_and(|file| !file.is_loading())
    });
}

fn wait_scanned(window: &mut Window) {
    window.wait("the match can be changed", |window| {
        let content = window.state().open.as_ref().map(|open| &open.content);
        content.is_some_and(tandem::document::Content::is_scanned)
    });
}

#[test]
fn oversized_compressed_file_can_be_unpacked_anyway() {
    let mut window = Window::empty();
    let packed = window.file("a.bpgn.gz", &over_the_limits());
    window.open_all(vec![packed.clone()]);
    assert!(window.has_containing("more than 250 times its size"));
    assert!(window.has_containing("a.bpgn.gz"));
    assert!(!window.has_containing("Zoe"));
    // Unpacking would discard unsaved changes.
    wait_scanned(&mut window);
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    assert!(window.title().starts_with("• "), "{}", window.title());
    window.click(OFFER);
    assert!(matches!(
        &window.state().shell.dialog,
        Some(Dialog::Unsaved(DeferredAction::UnpackWhole(unpack))) if unpack.unlimited == [packed]
    ));
    assert!(window.has_containing("Reloading the file"));
    window.click("Discard");
    wait_read(&mut window);
    assert!(window.has("6 of 6 matches"), "{:?}", window.names());
    assert!(window.has_containing("Zoe"));
    assert!(!window.has_containing("250 times"));
    assert!(!window.has(OFFER));
}

#[test]
fn changes_in_an_oversized_unpacked_file_are_recovered() {
    let mut window = Window::empty();
    let packed = window.file("a.bpgn.gz", &over_the_limits());
    let plain = window.file("b.bpgn", SHORT.replace("Anna", "Bea").as_bytes());
    window.open_all(vec![packed, plain]);
    window.click(OFFER);
    wait_read(&mut window);
    assert!(window.has("7 of 7 matches"));
    window.click_containing("Zoe & Dan");
    // One thread reads a match that is this far into a file, while another reads the file.
    window.wait("the match can be changed", |window| {
        let content = window.state().open.as_ref().map(|open| &open.content);
        content.is_some_and(|content| {
            content.is_scanned() && content.text().windows(3).any(|word| word == b"Zoe")
        })
    });
    window.key(Key::ArrowRight);
    window.key(Key::Num1);
    let mut window = window.restarted();
    window.wait("it is offered", |window| window.state().shell.dialog == Some(Dialog::Recover));
    window.click("Recover");
    window.wait("it is read", |window| window.state().is_unsaved());
    let open = window.state().open.as_ref().expect("a match");
    let text = String::from_utf8_lossy(open.content.text()).into_owned();
    assert!(text.contains("\"Zoe\"") && text.contains("e4{299}{A:!}"), "{text}");
}
