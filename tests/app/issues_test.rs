//! The Issues panel.

use crate::window::{SHORT, Window};
use eframe::egui::Key;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tandem::app::Panel;

/// A match in which White A's second ply, on line 8, is illegal.
const ILLEGAL: &str = "\
[WhiteA \"Anna\"]
[BlackA \"Ben\"]
[WhiteB \"Carla\"]
[BlackB \"Dan\"]
[TimeControl \"300+0\"]

1A. e4{299} 1a. d5{298}
1B. Nf3{299} 2A. Ke7{297} 1b. Nc6{296} 2a. Qxd5{295} *
";

#[test]
fn clean_match_has_no_issues() {
    let mut window = Window::of(SHORT);
    assert!(window.has("Issues"));
    window.show(Panel::Issues);
    assert!(window.has("No issues found."));
}

#[test]
fn an_illegal_ply_is_listed_with_its_place() {
    let mut window = Window::of(ILLEGAL);
    let count = window.state().open.as_ref().unwrap().issues.len();
    window.click(&format!("Issues {count}"));
    let issue = window.harness.get_by_label_contains("Line 8, column 18: ");
    let name = issue.accesskit_node().label().unwrap();
    assert!(name.starts_with("Error, "), "{name}");
    assert!(name.contains("2A is illegal"), "{name}");
    assert!(name.ends_with('.'), "{name}");
    issue.click();
    window.settle();
    // The window is at the last ply that can be played.
    assert_eq!(window.moment(), 3);
}

#[test]
fn plies_after_an_illegal_one_are_marked_unplayed() {
    let mut window = Window::of(ILLEGAL);
    for name in [
        "2A Ke7, clock 297, not played",
        "1b Nc6, clock 296, not played",
        "2a Qxd5, clock 295, not played",
    ] {
        assert!(window.has(name), "{name}: {:?}", window.names());
    }
    window.key(Key::End);
    assert_eq!(window.moment(), 3);
    window.click("2a Qxd5, clock 295, not played");
    assert_eq!(window.moment(), 3);
    assert!(window.has_containing("move 3 of 3"));
}

#[test]
fn tag_issue_shows_the_tag_and_keeps_the_boards() {
    let text = SHORT.replace("[TimeControl", "[FEN \"nonsense\"]\n[TimeControl");
    let mut window = Window::at(&text, "1B");
    window.show(Panel::Issues);
    let issues = &window.state().open.as_ref().expect("a match").issues;
    let place = issues.iter().position(|issue| issue.tag.is_some());
    let issue = &issues[place.expect("an issue about a tag")];
    let name = issue.text.clone();
    window.click_containing(&name);
    window.settle();
    assert_eq!(window.moment(), 3);
    assert_eq!(window.tab(), "Tags");
}

#[test]
fn end_of_a_cut_replay_tells_why_instead_of_the_result() {
    let text = "[WhiteA \"Ann\"][BlackA \"Bo\"][WhiteB \"Cy\"][BlackB \"Di\"][Result \"1-0\"]\n\n\
                1A. e4 1a. e5 2A. Ke4 {Bo checkmated} 1-0\n";
    let mut window = Window::of(text);
    window.key(Key::End);
    let words = "2A is illegal: a piece of the same colour stands on e4; replay stops here.";
    assert!(window.has_containing(words), "{:?}", window.names());
    assert!(!window.has_containing("Ann (White A) and"), "{:?}", window.names());
}
