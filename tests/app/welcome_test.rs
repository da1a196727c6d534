//! The first start, and the state restored at later starts.
#![expect(clippy::disallowed_methods, reason = "a file is written for the window to open")]

use crate::{
    painted::Painted,
    window::{CTRL, SHORT, Window},
};
use eframe::egui::{Key, pos2, vec2};
use tandem::app::{Action, LibraryAction, ShellAction};

/// The notice that shows the first steps.
const STEPS: &str = "Space: play · →: next move · Enter: comment · Ctrl+K: all commands";

#[test]
fn first_steps_appear_with_the_first_match_and_expire() {
    let mut window = Window::greeting();
    assert!(window.has(STEPS), "{:?}", window.names());
    window.frame_after(0.1);
    window.frame_after(30.0);
    window.settle();
    assert!(!window.has(STEPS));
    let again = window.restart_greeting();
    assert!(!again.has(STEPS));
}

#[test]
fn first_steps_cover_no_timeline_in_a_small_window() {
    let window = Window::greeting_of(900.0, 600.0);
    let timeline = window.rect_containing("Timeline: ");
    let painted = Painted::of(&window);
    let place = painted.words.iter().position(|words| words == STEPS).expect("the first steps");
    assert!(painted.places[place].bottom() <= timeline.top());
}

#[test]
fn the_start_page_opens_the_sample_and_recent_files() {
    let mut window = Window::empty();
    assert!(window.has_containing("Or drop a file here"));
    window.update(Action::Shell(ShellAction::NoDrops));
    assert!(!window.has_containing("drop a file"));
    assert!(window.has_containing("Or paste a match"));
    assert!(window.has("Files that you open are listed here."));
    assert!(!window.has("Notes"), "there is nothing to annotate");
    let path = window.path("club.bpgn");
    std::fs::write(&path, SHORT).expect("a file");
    window.update(Action::Library(LibraryAction::Open(path.clone())));
    window.wait("the match", |window| window.state().open.is_some());
    let mut window = window.restarted();
    let row = format!("club.bpgn, {}", path.parent().expect("a folder").display());
    window.click(&row);
    window.wait("the match", |window| window.state().open.is_some());
    assert_eq!(window.state().file_name().as_deref(), Some("club.bpgn"));
    let mut window = window.restarted();
    window.click("Clear list");
    assert!(!window.has(&row));
    window.click("Sample match");
    assert_eq!(window.state().file_name().as_deref(), Some("sample.bpgn"));
    assert!(!window.is_unsaved());
}

#[test]
fn a_match_is_created_from_the_start_page() {
    let mut window = Window::empty();
    window.click_nth("New match", 0);
    window.click("Create");
    assert!(window.state().open.is_some());
}

#[test]
fn start_page_fits_small_and_large_windows() {
    for (width, height) in [(400.0, 500.0), (700.0, 1000.0), (900.0, 600.0), (1920.0, 1080.0)] {
        let window = Window::empty_of(width, height);
        for name in ["Open…", "New match", "Sample match"] {
            let rect = window.rect(name);
            assert!(rect.left() >= 0.0 && rect.right() <= width, "{name} at {width}: {rect:?}");
            assert!(rect.bottom() <= height, "{name} at {height}: {rect:?}");
        }
    }
}

#[test]
fn figurines_are_shown_in_the_moves_and_not_in_the_record() {
    let mut window = Window::of(SHORT);
    window.menu(&["View", "Figurines in move list"]);
    assert!(window.state().settings.figurines);
    // Screen readers get letters instead of figurines.
    assert!(window.has("1B Nf3, clock 299"));
    assert_eq!(tandem::app::figurines("N@f7+"), "♘@f7+");
    assert_eq!(tandem::app::figurines("fxg8=Q#"), "fxg8=♕#");
    assert_eq!(tandem::app::figurines("O-O-O"), "O-O-O");
    assert_eq!(tandem::app::figurines("P@b3"), "♙@b3");
    assert_eq!(tandem::app::figurines("bxc3"), "bxc3");
}

#[test]
fn panel_can_be_hidden_and_restored() {
    let mut window = Window::of(SHORT);
    let boards = window.rect("board A, e4, empty");
    window.keys(CTRL, Key::B);
    assert!(!window.has("1B Nf3, clock 299"));
    assert!(window.rect("board A, e4, empty").width() >= boards.width());
    window.keys(CTRL, Key::Num3);
    assert!(window.state().settings.side);
    assert!(window.has("Event"));
}

#[test]
fn the_width_of_a_panel_is_remembered() {
    let mut window = Window::of(SHORT);
    let column = |window: &Window| window.rect("1A e4, clock 299").width();
    let before = column(&window);
    let edge = |window: &Window| pos2(window.rect("Moves").left() - 14.0, 500.0);
    let at = edge(&window);
    window.drag_at(at, at - vec2(30.0, 0.0));
    assert!(column(&window) > before + 5.0);
    let share = window.state().settings.layout.panel_share;
    let share = share.expect("a share is kept");
    window.settle();
    let mut again = window.restarted();
    again.settle();
    assert_eq!(again.state().settings.layout.panel_share, Some(share));
}
