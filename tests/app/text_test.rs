//! The texts of a file other than its moves: comments and diagrams in the move list, tags, the Text panel.

use crate::window::{CTRL, SAMPLE, Window};
use eframe::egui::Key;

const ANNOTATED: &str = include_str!("../../assets/samples/bpgn-1.1.bpgn");

#[test]
fn comments_and_diagrams_appear_in_the_move_list() {
    let mut window = Window::of(ANNOTATED);
    assert!(window.has_containing("raven and death against Gnejs and Paaso"));
    window.key(Key::End);
    assert!(window.has_containing("Diagram after"));
    assert!(window.has_containing("death checkmated 0-1"));
}

#[test]
fn tags_and_text_are_shown() {
    let mut window = Window::of(SAMPLE);
    window.keys(CTRL, Key::Num3);
    assert!(window.has("Rating of Black B"));
    assert!(window.has("from the clocks and the recorded lag"));
    window.keys(CTRL, Key::Num5);
    assert!(window.has_containing("[BlackB \"izicik\"]"));
}

#[test]
fn clicked_issue_is_highlighted_in_the_text() {
    let mut window = Window::of("[WhiteA \"x\"]\n1A. e4 1a. Ke4 *");
    window.click("Issues 1");
    let issue = "1a is illegal";
    window.click_containing(issue);
    assert_eq!(window.moment(), 1);
    assert!(window.state().match_state().expect("a match").shown.highlight.is_some());
    window.keys(CTRL, Key::Num5);
    assert!(window.has("Line 2, column 12"));
}
