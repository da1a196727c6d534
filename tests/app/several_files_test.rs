//! Several files as one list: each change is saved to its own file, and recovered after a crash.

#![expect(
    clippy::disallowed_methods,
    reason = "reads what the program has written, and writes as other programs do"
)]

use crate::window::{CTRL, SHORT, Window};
use eframe::egui::Key;
use std::path::{Path, PathBuf};
use tandem::app::{DeferredAction, Dialog};

/// Returns a file with one match for each of `names` and CRLF line ends.
fn text(names: &[&str]) -> String {
    let one = |name: &&str| SHORT.replace("Anna", name).replace('\n', "\r\n");
    names.iter().map(one).collect::<Vec<_>>().join("\r\n")
}

/// Returns the texts of `a.bpgn`, `b.bpgn` and `c.bpgn`, with five matches in all.
fn texts() -> [String; 3] {
    [&["A1", "A2"][..], &["B1", "B2"], &["C1"]].map(text)
}

fn opened() -> (Window, [PathBuf; 3]) {
    let mut window = Window::empty();
    let paths = ["a.bpgn", "b.bpgn", "c.bpgn"].map(|name| window.path(name));
    for (path, text) in paths.iter().zip(texts()) {
        std::fs::write(path, text).expect("writable");
    }
    window.open_all(paths.to_vec());
    (window, paths)
}

/// Opens the match of the player `name`, and adds `sign` to its first ply.
fn annotate(window: &mut Window, name: &str, sign: Key) {
    let row = format!("{name} & Dan");
    window.click_containing(&row);
    assert!(window.has_containing(&format!("White A: {name}")));
    window.key(Key::Home);
    window.key(Key::ArrowRight);
    window.key(sign);
}

fn save(window: &mut Window) {
    window.keys(CTRL, Key::S);
    window.wait("the files are saved", |window| {
        !window.state().file().expect("a file").save.is_saving()
    });
}

fn read(path: &Path) -> String {
    String::from_utf8_lossy(&std::fs::read(path).expect("a file")).into_owned()
}

/// Returns `text` with `sign` after the first ply in the match of `name`.
fn with(text: &str, name: &str, sign: &str) -> String {
    let at = text.find(&format!("\"{name}\"")).expect("the match");
    let (before, after) = text.split_at(at);
    let signed = format!("e4{{299}}{{A:{sign}}}");
    format!("{before}{}", after.replacen("e4{299}", &signed, 1))
}

#[test]
fn change_is_saved_only_in_its_own_file() {
    let (mut window, paths) = opened();
    assert!(window.has("5 of 5 matches"));
    let [a, b, c] = texts();
    annotate(&mut window, "B2", Key::Num1);
    assert!(window.title().starts_with("• 3 files"));
    let others = |paths: &[PathBuf; 3]| {
        [&paths[0], &paths[2]].map(|path| {
            let about = std::fs::metadata(path).expect("a file");
            (about.modified().expect("a time"), read(path))
        })
    };
    let before = others(&paths);
    save(&mut window);
    assert!(!window.is_unsaved());
    assert_eq!(read(&paths[1]), with(&b, "B2", "!"));
    assert_eq!(others(&paths), before, "untouched");
    assert_eq!(before.map(|(_, text)| text), [a, c]);
    // Only this file has a backup.
    assert_eq!(read(&paths[1].with_extension("bpgn.bak")), b);
    for path in [&paths[0], &paths[2]] {
        assert!(!path.with_extension("bpgn.bak").exists());
    }
    // The list is unchanged and can still be used.
    assert!(window.has("5 of 5 matches"));
    assert!(window.has_containing("White A: B2") && window.moment() == 1);
    annotate(&mut window, "B1", Key::Num2);
    save(&mut window);
    assert_eq!(read(&paths[1]), with(&with(&b, "B2", "!"), "B1", "?"));
    annotate(&mut window, "C1", Key::Num3);
    window.keys(CTRL, Key::Z);
    window.keys(CTRL, Key::Z);
    window.keys(CTRL, Key::Z);
    assert!(window.is_unsaved());
    save(&mut window);
    assert_eq!(read(&paths[1]), b, "what was saved is taken back");
    assert_eq!(others(&paths).map(|(_, text)| text), [texts()[0].clone(), texts()[2].clone()]);
}

#[test]
fn every_saved_file_is_named() {
    let (mut window, paths) = opened();
    let [a, _, c] = texts();
    annotate(&mut window, "A2", Key::Num1);
    annotate(&mut window, "C1", Key::Num4);
    save(&mut window);
    window.wait("both are saved", |window| !window.is_unsaved());
    assert_eq!(read(&paths[0]), with(&a, "A2", "!"));
    assert_eq!(read(&paths[2]), with(&c, "C1", "??"));
    assert!(window.has("Saved 2 files: a.bpgn, c.bpgn."), "{:?}", window.names());
    annotate(&mut window, "B1", Key::Num1);
    save(&mut window);
    assert!(window.has("Saved b.bpgn."), "{:?}", window.names());
}

#[test]
fn folder_with_one_file_saves_to_that_file() {
    let mut window = Window::empty();
    let folder = window.path("matches");
    std::fs::create_dir(&folder).expect("a folder");
    let path = folder.join("a.bpgn");
    std::fs::write(&path, &texts()[0]).expect("writable");
    window.open_all(vec![folder]);
    annotate(&mut window, "A2", Key::Num1);
    save(&mut window);
    assert!(!window.is_unsaved());
    assert_eq!(read(&path), with(&texts()[0], "A2", "!"));
    assert!(window.title().starts_with("matches"));
    // A picture is named after the file of the match, not after the folder.
    window.keys(CTRL, Key::E);
    let picture = window.value("Picture path");
    assert!(Path::new(&picture).starts_with(path.parent().expect("a folder")), "{picture}");
    assert!(picture.contains("a-"), "{picture}");
}

#[test]
fn changes_in_several_files_are_saved_with_one_key() {
    let (mut window, paths) = opened();
    let [a, b, c] = texts();
    annotate(&mut window, "A2", Key::Num1);
    annotate(&mut window, "C1", Key::Num2);
    annotate(&mut window, "A1", Key::Num3);
    window.keys(CTRL, Key::Q);
    assert_eq!(window.state().shell.dialog, Some(Dialog::Unsaved(DeferredAction::Quit)));
    window.click("Save");
    window.wait("the window closes", |window| window.state().shell.is_quitting);
    assert_eq!(read(&paths[0]), with(&with(&a, "A2", "!"), "A1", "!!"));
    assert_eq!(read(&paths[1]), b);
    assert_eq!(read(&paths[2]), with(&c, "C1", "?"));
}

#[test]
fn conflict_in_one_file_does_not_block_others() {
    let (mut window, paths) = opened();
    let [a, b, c] = texts();
    for (name, sign) in [("A1", Key::Num1), ("B1", Key::Num1), ("C1", Key::Num1)] {
        annotate(&mut window, name, sign);
    }
    let theirs = b.replace("Carla", "Zoe");
    std::fs::write(&paths[1], &theirs).expect("writable");
    save(&mut window);
    assert_eq!(window.open_dialog().as_deref(), Some("The file has changed on disk"));
    assert!(window.has_containing("b.bpgn"));
    assert_eq!(read(&paths[0]), with(&a, "A1", "!"));
    assert_eq!(read(&paths[1]), theirs, "nothing is overwritten");
    window.click("Keep my version");
    window.wait("all is saved", |window| !window.state().is_unsaved());
    assert_eq!(read(&paths[1]), with(&b, "B1", "!"));
    assert_eq!(read(&paths[2]), with(&c, "C1", "!"));
}

#[test]
fn packed_file_does_not_block_others() {
    let mut window = Window::empty();
    let packed = window.file("a.bpgn.gz", &gzip(&texts()[0]));
    let plain = window.file("b.bpgn", texts()[1].as_bytes());
    window.open_all(vec![packed.clone(), plain.clone()]);
    let before = std::fs::read(&packed).expect("a file");
    annotate(&mut window, "A1", Key::Num1);
    annotate(&mut window, "B1", Key::Num1);
    save(&mut window);
    assert_eq!(read(&plain), with(&texts()[1], "B1", "!"));
    assert!(window.has_containing("is compressed and can’t be overwritten"));
    assert!(window.is_unsaved());
    assert_eq!(std::fs::read(&packed).expect("a file"), before);
}

#[test]
fn refused_save_of_a_compressed_file_drops_its_follow_up() {
    let mut window = Window::empty();
    let packed = window.file("a.bpgn.gz", &gzip(&texts()[0]));
    let plain = window.file("b.bpgn", texts()[1].as_bytes());
    window.open_all(vec![packed, plain]);
    annotate(&mut window, "A1", Key::Num1);
    window.keys(CTRL, Key::Q);
    window.click("Save");
    window.wait("it is said", |window| {
        window.has_containing("is compressed and can’t be overwritten")
    });
    // The next save is independent, and no close is pending.
    window.keys(CTRL, Key::Z);
    assert!(!window.is_unsaved());
    annotate(&mut window, "B1", Key::Num1);
    save(&mut window);
    assert!(!window.is_unsaved());
    assert!(!window.state().shell.is_quitting);
}

/// Returns `text` in compressed form.
fn gzip(text: &str) -> Vec<u8> {
    use std::io::Write as _;
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(text.as_bytes()).expect("into memory");
    packed.finish().expect("into memory")
}

/// Returns a window restarted after a crash in which the matches of `names` were annotated but not saved.
fn restarted(names: &[&str], meanwhile: impl FnOnce(&[PathBuf; 3])) -> (Window, [PathBuf; 3]) {
    let (mut window, paths) = opened();
    for name in names {
        annotate(&mut window, name, Key::Num1);
    }
    let mut window = window.restarted_after(|| meanwhile(&paths));
    window.wait("it is offered", |window| window.state().shell.dialog == Some(Dialog::Recover));
    (window, paths)
}

#[test]
fn changes_in_several_files_are_recovered_in_place() {
    let (mut window, paths) = restarted(&["A2", "C1", "B1"], |_| {});
    let [a, b, c] = texts();
    for path in &paths {
        assert!(window.has_containing(&path.display().to_string()));
    }
    window.click("Recover");
    window.wait("they are shown", |window| window.state().library.file().is_some());
    assert!(window.has("5 of 5 matches"));
    assert!(window.title().starts_with("• 3 files"));
    // The window is at the moment before the crash.
    assert!(window.has_containing("White A: B1") && window.moment() == 1);
    assert!(window.text().contains("{A:!}"));
    save(&mut window);
    assert!(!window.is_unsaved());
    assert_eq!(read(&paths[0]), with(&a, "A2", "!"));
    assert_eq!(read(&paths[1]), with(&b, "B1", "!"));
    assert_eq!(read(&paths[2]), with(&c, "C1", "!"));
    assert_eq!(window.recovery_offers_after_restart(), 0);
}

#[test]
fn replacing_one_of_several_files_loses_nothing() {
    let other = "[Event \"other\"]\n1A. d4 *\n";
    let (mut window, paths) = restarted(&["A2", "B1"], |paths| {
        std::fs::write(&paths[1], other).expect("writable");
    });
    window.click("Recover");
    window.wait("they are shown", |window| window.state().library.file().is_some());
    assert!(window.title().starts_with("• recovered.bpgn"));
    assert!(window.has("2 of 2 matches"));
    assert!(window.has_containing("b.bpgn has changed"));
    assert_eq!(read(&paths[0]), texts()[0]);
    assert_eq!(read(&paths[1]), other);
}

#[test]
fn unedited_file_may_change_or_vanish() {
    let (mut window, paths) = restarted(&["B1"], |paths| {
        std::fs::write(&paths[0], text(&["A0", "A1", "A2"])).expect("writable");
        std::fs::remove_file(&paths[2]).expect("removed");
    });
    window.click("Recover");
    window.wait("it is shown", |window| window.state().library.file().is_some());
    assert!(window.has_containing("White A: B1") && window.text().contains("{A:!}"));
    save(&mut window);
    assert_eq!(read(&paths[1]), with(&texts()[1], "B1", "!"));
    assert_eq!(read(&paths[0]), text(&["A0", "A1", "A2"]));
}
