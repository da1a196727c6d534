//! What a file has against it.

use crate::window::{CTRL, SHORT, Window};
use eframe::egui::Key;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

/// White A's second ply, on line 8, is no move of chess.
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
fn a_clean_match_has_none() {
    let mut window = Window::of(SHORT);
    assert!(window.has("Issues"));
    window.keys(CTRL, Key::Num4);
    assert!(window.has("Nothing stands against this match."));
}

#[test]
fn an_illegal_ply_is_listed_with_its_place() {
    let mut window = Window::of(ILLEGAL);
    let count = window.state().open.as_ref().unwrap().issues.len();
    window.click(&format!("Issues {count}"));
    let issue = window.harness.get_by_label_contains("Line 8, column 18: ");
    let name = issue.accesskit_node().label().unwrap();
    assert!(name.to_lowercase().starts_with("error"), "{name}");
    assert!(name.contains("2A cannot be played"), "{name}");
    assert!(name.ends_with('.'), "{name}");
    issue.click();
    window.settle();
    // After the last ply that could be played.
    assert_eq!(window.moment(), 3);
}

#[test]
fn plies_after_an_illegal_one_are_shown_as_not_played() {
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
    assert!(window.has_containing("ply 3 of 3"));
}
