//! Texts of the maximum length: only their visible part is laid out.

use crate::{
    painted::Painted,
    window::{CTRL, Window},
};
use eframe::egui::Key;

const MB: usize = 1 << 20;

/// More characters than fit a window of this size. Each takes about 270 bytes, so laying out a megabyte of text would
/// take hundreds of megabytes.
const MAX_CHARACTERS: usize = 25_000;

/// Shows each panel of `text` at `ply`, and counts the characters that are laid out.
fn check(text: &str, ply: &str) {
    let mut window = Window::at(text, ply);
    for panel in [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6] {
        window.keys(CTRL, panel);
        let characters = Painted::of(&window).characters;
        assert!(characters < MAX_CHARACTERS, "{characters} letters in panel {panel:?}");
    }
    assert_eq!(window.text(), text, "nothing is changed by being looked at");
}

#[test]
fn megabyte_comment_is_laid_out_lazily() {
    let words = "a long comment ".repeat(MB / 15);
    check(&format!("1A. e4 {{C:{words}}} 1a. e5 *\n"), "1A");
    check(&format!("{{C:{words}}} 1A. e4 1a. e5 *\n"), "0");
    check(&format!("1A. e4 {{A:{words}}} 1a. e5 *\n"), "1A");
    check(&format!("1A. e4 {{C:x (1a. d5 {{{words}}})}} 1a. e5 *\n"), "1A");
    check(&format!("1A. e4 {{{words}}} 1-0\n"), "1A");
}

#[test]
fn comment_without_spaces_is_laid_out_lazily() {
    let word = "x".repeat(MB);
    check(&format!("1A. e4 {{C:{word}}} 1a. e5 *\n"), "1A");
    check(&format!("1A. e4 {}", "{".repeat(MB)), "1A");
    check(&format!("1A. e4 {word} 1a. e5 *\n"), "1A");
}

#[test]
fn megabyte_tag_is_laid_out_lazily() {
    let value = "v".repeat(MB);
    for name in ["WhiteA", "Event", "Result", "Date", "TimeControl", "Annotator"] {
        check(&format!("[{name} \"{value}\"]\n\n1A. e4 1a. e5 *\n"), "1A");
    }
    check(&format!("[{value} \"x\"]\n\n1A. e4 1a. e5 *\n"), "1A");
}

#[test]
fn thousands_of_short_texts_are_laid_out_lazily() {
    let comments = "{C:one of many comments} ".repeat(20_000);
    check(&format!("1A. e4 {comments} 1a. e5 *\n"), "1A");
    let tags: String = (0..5_000).map(|tag| format!("[Tag{tag} \"value\"]\n")).collect();
    check(&format!("{tags}\n1A. e4 1a. e5 *\n"), "1A");
}

#[test]
fn long_comment_is_scrollable_and_deletable() {
    let words = format!("{}the end", "a long comment ".repeat(10_000));
    let mut window = Window::at(&format!("1A. e4 {{C:{words}}} 1a. e5 *\n"), "1A");
    window.keys(CTRL, Key::Num2);
    assert!(window.has_containing("too long to edit here"));
    let seen = Painted::of(&window).words.concat();
    assert!(seen.contains("a long comment a long comment"), "{seen}");
    window.click("Delete");
    assert_eq!(window.text(), "1A. e4 1a. e5 *\n");
}
