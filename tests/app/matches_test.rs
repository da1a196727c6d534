//! The list of the file's matches.

use crate::window::{CTRL, SHORT, Window};
use eframe::egui::Key;
use egui_kittest::kittest::Queryable as _;

fn file(matches: usize) -> String {
    use std::fmt::Write as _;
    let mut text = String::new();
    for number in 1..=matches {
        let name = ["Zoe", "Yan", "Xaver"][number % 3];
        let result = ["1-0", "0-1"][number % 2];
        write!(
            text,
            "[Event \"Match {number}\"]\n[Date \"2026.11.{:02}\"]\n[WhiteA \"{name}\"]\n\
             [BlackA \"B{number}\"]\n[WhiteB \"C{number}\"]\n[BlackB \"D{number}\"]\n\
             [TimeControl \"120+0\"]\n[Result \"{result}\"]\n\n\
             1A. e4{{119}} 1a. e5{{118}} 1B. d4{{117}} {result}\n\n",
            number.min(28)
        )
        .expect("a string takes everything");
    }
    text
}

fn chosen(window: &Window) -> usize {
    window.state().file.as_ref().expect("a file").chosen
}

#[test]
fn a_single_match_shows_no_list() {
    let mut window = Window::of(SHORT);
    assert!(!window.has("Filter matches"));
    assert!(!window.has_containing("of 1 matches"));
    window.keys(CTRL, Key::M);
    assert!(window.has("Filter matches"));
    window.keys(CTRL, Key::M);
    assert!(!window.has("Filter matches"));
}

#[test]
fn filtering_finds_players_dates_and_results() {
    let mut window = Window::of(&file(12));
    assert!(window.has("12 of 12 matches"));
    window.keys(CTRL, Key::F);
    assert!(window.harness.get_by_label("Filter matches").is_focused());
    window.type_text("yan");
    assert!(window.has("4 of 12 matches"));
    assert!(window.has_containing("Match 1: Yan & D1 against B1 & C1, 0-1, 2026.11.01"));
    assert!(!window.has_containing("Match 2: "));
    window.type_text(" 1-0");
    assert!(window.has("2 of 12 matches"));
    window.key(Key::Escape);
    assert!(window.has("12 of 12 matches"));
    assert!(!window.harness.get_by_label("Filter matches").is_focused());
}

#[test]
fn keys_typed_into_the_filter_do_not_move_the_playhead() {
    let mut window = Window::of(&file(3));
    window.key(Key::ArrowRight);
    let settings = window.state().settings.clone();
    window.keys(CTRL, Key::F);
    window.type_text("fx k");
    for key in [
        Key::ArrowLeft,
        Key::Home,
        Key::End,
        Key::ArrowRight,
        Key::ArrowUp,
    ] {
        window.key(key);
    }
    assert_eq!(window.state().filter, "fx k");
    assert_eq!(window.moment(), 1);
    assert!(!window.state().playhead.is_playing());
    assert_eq!(window.state().settings, settings);
    // After Escape they do again.
    window.key(Key::Escape);
    window.key(Key::ArrowRight);
    assert_eq!(window.moment(), 2);
}

#[test]
fn page_keys_step_through_the_matches_that_are_listed() {
    let mut window = Window::of(&file(9));
    let mut after = |key| {
        window.key(key);
        chosen(&window)
    };
    assert_eq!([0; 3].map(|_| after(Key::PageDown)), [1, 2, 3]);
    assert_eq!([0; 4].map(|_| after(Key::PageUp)), [2, 1, 0, 0]);
    window.keys(CTRL, Key::F);
    window.type_text("zoe");
    window.key(Key::PageDown);
    window.key(Key::PageDown);
    window.key(Key::PageUp);
    let in_field = chosen(&window);
    assert_eq!(in_field, 2, "in the field too");
    window.harness.get_by_label("Board A").click();
    window.settle();
    // Matches 3, 6 and 9 are Zoe's.
    let mut after = |key| {
        window.key(key);
        chosen(&window)
    };
    let on = [0; 3].map(|_| after(Key::PageDown));
    assert_eq!(on.last(), Some(&8), "{in_field}, {on:?}");
    assert_eq!([0; 3].map(|_| after(Key::PageUp)), [5, 2, 2]);
}

#[test]
fn a_click_chooses_a_match_from_its_start() {
    let mut window = Window::of(&file(5));
    window.key(Key::End);
    window.click_containing("Match 4: ");
    assert_eq!(chosen(&window), 3);
    assert_eq!(window.moment(), 0);
    assert!(window.has("White A: Yan"));
    assert!(window.has("Black A: B4"));
    window.key(Key::ArrowRight);
    assert_eq!(window.moment(), 1);
}

#[test]
fn a_long_list_follows_the_match_that_is_chosen() {
    let mut window = Window::of(&file(200));
    assert!(window.has("200 of 200 matches"));
    for _ in 0..30 {
        window.key(Key::PageDown);
    }
    let row = window.rect_containing("Match 31: ");
    assert!(
        window.harness.ctx.content_rect().contains_rect(row),
        "{row:?}"
    );
    assert!(!window.has_containing("Match 150: "));
}

#[test]
fn another_file_begins_at_its_top() {
    let mut window = Window::of(&file(60));
    let second = window.file("second.bpgn", file(50).as_bytes());
    let list = window.rect_containing("Match 3: ").center();
    window.wheel(list, 30.0);
    assert!(!window.has_containing("Match 1: "));
    window.open_by_path(second.to_str().unwrap());
    assert!(window.has("50 of 50 matches"));
    assert!(window.has_containing("Match 1: "));
}
