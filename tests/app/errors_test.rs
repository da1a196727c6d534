//! A file that cannot be opened is reported, and does not block the window.

#![expect(
    clippy::disallowed_methods,
    reason = "makes a folder, and writes the settings that are broken"
)]

use crate::window::{SHORT, Window};
use eframe::egui::Key;
use std::path::Path;

/// Asserts that opening `path` reports `sentence` with the path, and leaves the match unchanged. The report is in the
/// import dialog if the file was opened there, otherwise in a notice.
fn check(window: &mut Window, path: &str, sentence: &str) {
    window.key(Key::Home);
    window.key(Key::ArrowRight);
    window.open_by_path(path);
    let [refused] = &window.state().import.form.failure_notes[..] else {
        panic!("{sentence}: {:?}", window.state().import.form.failure_notes);
    };
    let text = refused.text.clone();
    assert!(window.has(&text), "it should be shown: {text}");
    assert_eq!(window.open_dialog().as_deref(), Some("Import"));
    assert_eq!(window.value("Import"), path);
    assert_eq!(window.count_containing("Dismiss"), 0, "it is said once");
    window.key(Key::Escape);
    window.open_recent(Path::new(path));
    assert_eq!(window.count_containing("Dismiss"), 1, "{sentence}");
    assert_eq!(text, format!("{path}: {sentence}."));
    let text = window.state().shell.notices[0].text.clone();
    // In a notice, the reason comes first.
    assert_eq!(text.to_lowercase(), format!("{sentence}: {path}.").to_lowercase());
    assert!(window.has(&text), "it should be shown: {text}");
    assert_eq!(window.open_dialog(), None);
    assert_eq!(window.title(), "match.bpgn – Tandem");
    assert_eq!(window.moment(), 1);
    window.key(Key::ArrowRight);
    assert_eq!(window.moment(), 2);
    assert!(window.has("board A, d5, black pawn"));
    assert!(window.state().settings.recent.is_empty());
    window.click("Dismiss");
    assert!(!window.has(&text));
    assert!(!window.has("Dismiss"));
}

#[test]
fn a_missing_file() {
    let mut window = Window::of(SHORT);
    let path = window.path("nowhere.bpgn");
    check(&mut window, path.to_str().unwrap(), "no such file");
}

#[test]
fn a_folder() {
    let mut window = Window::of(SHORT);
    let folder = window.path("empty");
    std::fs::create_dir(&folder).unwrap();
    check(&mut window, folder.to_str().unwrap(), "no match files in this folder");
}

#[test]
fn an_empty_file() {
    let mut window = Window::of(SHORT);
    let path = window.file("empty.bpgn", b"");
    check(&mut window, path.to_str().unwrap(), "the file is empty");
}

#[test]
fn a_picture() {
    let mut window = Window::of(SHORT);
    let path = window.file("board.png", include_bytes!("../../assets/icon/tandem-64.png"));
    let sentence = "this is not a text file, so it has no matches";
    check(&mut window, path.to_str().unwrap(), sentence);
}

#[test]
fn repeated_messages_collapse_and_leave_the_boards_visible() {
    let mut window = Window::sized(SHORT, 900.0, 600.0);
    for name in ["a", "b", "c", "c", "d", "e", "f"] {
        let path = window.path(name);
        window.open_recent(&path);
    }
    assert_eq!(window.state().shell.notices.len(), 4);
    let screen = window.harness.ctx.content_rect();
    let board = window.rect("Board A");
    assert!(screen.contains_rect(board), "{board:?}");
    assert!(board.width() >= 64.0);
}

#[test]
fn broken_settings_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.ron");
    std::fs::write(&path, "(switched: perhaps)").unwrap();
    let launch = tandem::ui::Launch {
        opened: None,
        files: Vec::new(),
        cache: None,
        unpack: tandem::file::UnpackLimits::DEFAULT,
        fetch_base: None,
        game: None,
        at: None,
        greet: false,
        store: tandem::settings::Store::at(path),
        recovery: tandem::settings::RecoveryStore::nowhere(),
        progress: tandem::settings::ProgressStore::nowhere(),
        desktop: tandem::jobs::Desktop::None,
    };
    let harness = egui_kittest::Harness::builder()
        .with_max_steps(12)
        .build_eframe(move |cc| tandem::ui::App::new(cc, launch));
    let notices = &harness.state().state().shell.notices;
    assert_eq!(notices.len(), 1);
    let text = &notices[0].text;
    assert!(text.starts_with("Cannot read the settings"), "{text}");
    assert!(text.ends_with('.'), "{text}");
}

#[test]
fn unreadable_piece_set_falls_back_to_the_default() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken");
    std::fs::create_dir(&broken).unwrap();
    for piece in tandem::diagram::PieceSet::FILES {
        std::fs::write(broken.join(format!("{piece}.svg")), "<svg").unwrap();
    }
    let missing = folder.path().join("missing");
    for pieces in [broken, missing] {
        let path = folder.path().join("settings.ron");
        let store = tandem::settings::Store::at(path);
        let pieces = pieces.to_str().unwrap().to_owned();
        let settings = tandem::settings::Settings {
            pieces: pieces.clone(),
            ..tandem::settings::Settings::default()
        };
        store.save(&settings).unwrap();
        let launch = tandem::ui::Launch {
            opened: None,
            files: Vec::new(),
            cache: None,
            unpack: tandem::file::UnpackLimits::DEFAULT,
            fetch_base: None,
            game: None,
            at: None,
            greet: false,
            store,
            recovery: tandem::settings::RecoveryStore::nowhere(),
            progress: tandem::settings::ProgressStore::nowhere(),
            desktop: tandem::jobs::Desktop::None,
        };
        let harness = egui_kittest::Harness::builder()
            .with_max_steps(12)
            .build_eframe(move |cc| tandem::ui::App::new(cc, launch));
        let state = harness.state().state();
        let [notice] = &state.shell.notices[..] else {
            panic!("{:?}", state.shell.notices);
        };
        assert!(notice.text.ends_with("; using the default pieces instead."), "{}", notice.text);
        assert_eq!(state.settings.pieces, pieces, "the choice is kept");
    }
}

#[test]
fn opened_file_is_listed_under_recent() {
    let mut window = Window::empty();
    let path = window.file("kept.bpgn", SHORT.as_bytes());
    window.open_by_path(path.to_str().unwrap());
    assert_eq!(window.title(), "kept.bpgn – Tandem");
    assert!(window.has("White A: Anna 2001"));
    let kept = path.clone();
    window.wait_settings_saved("a recent file", move |settings| settings.recent == [kept.clone()]);
    window.key(Key::End);
    window.menu(&["File", "Recent", "kept.bpgn"]);
    window.wait("it is opened again", |window| window.moment() == 0);
}

#[test]
fn minus_is_an_ordinary_file_name_in_the_window() {
    let mut window = Window::of(SHORT);
    // Standard input would block the worker forever.
    window.open_recent(Path::new("-"));
    assert_eq!(window.count_containing("Dismiss"), 1);
    window.open_by_path("./-");
    assert_eq!(window.state().import.form.failure_notes.len(), 1);
}

#[test]
fn a_file_without_matches_changes_nothing() {
    let mut window = Window::of(SHORT);
    let path = window.file("letter.txt", b"Dear all,\n1. Bring the clocks.\n2. Nf3 is a move.\n");
    window.open_recent(&path);
    assert!(window.has_containing("No bughouse match in this file: "));
    assert_eq!(window.count_containing("Dismiss"), 1);
    assert_eq!(window.text(), SHORT);
}
