//! Editing tags.

use crate::window::{CTRL, SHORT, Window};
use eframe::egui::Key;

#[test]
fn renamed_player_appears_in_the_columns() {
    let mut window = Window::of(SHORT);
    window.keys(CTRL, Key::Num3);
    window.fill("White A", "Zoe");
    assert_eq!(window.text(), SHORT.replace("\"Anna\"", "\"Zoe\""));
    window.click("Moves");
    assert!(window.has_containing("Moves of White A: Zoe 2001"));
}

#[test]
fn nonstandard_values_are_reported_while_typing() {
    let mut window = Window::of(SHORT);
    window.keys(CTRL, Key::Num3);
    window.fill("Rating of White A", "strong");
    assert!(window.has_containing("Enter a number"));
    window.fill("Rating of White A", "2100");
    assert!(!window.has_containing("Enter a number"));
    assert_eq!(window.text(), SHORT.replace("2001", "2100"));
}

#[test]
fn other_tags_are_added_renamed_ordered_and_removed() {
    let mut window = Window::of(SHORT);
    window.keys(CTRL, Key::Num3);
    for name in ["Stake", "Venue"] {
        window.focus("New tag name");
        window.type_text(name);
        window.key(Key::Enter);
    }
    let end = "[Result \"*\"]\n";
    let both = SHORT.replace(end, &format!("{end}[Stake \"\"]\n[Venue \"\"]\n"));
    assert_eq!(window.text(), both);
    window.fill("Stake", "a beer");
    window.click("Move Venue up");
    assert_eq!(
        window.text(),
        SHORT.replace(end, &format!("{end}[Venue \"\"]\n[Stake \"a beer\"]\n"))
    );
    window.click("Remove Venue");
    window.fill("Name of tag Stake", "two words");
    window.key(Key::Enter);
    assert!(window.has("A tag name may only contain letters, digits and '_'."));
    window.fill("Name of tag two words", "Prize");
    window.key(Key::Enter);
    assert_eq!(window.text(), SHORT.replace(end, &format!("{end}[Prize \"a beer\"]\n")));
}

#[test]
fn result_and_reason_are_set_in_tag_and_text() {
    let mut window = Window::of(SHORT);
    window.keys(CTRL, Key::Num3);
    window.click("Result: none");
    window.click("1-0");
    window.focus("Reason");
    window.type_text("Ben resigns");
    window.key(Key::Enter);
    assert_eq!(
        window.text(),
        SHORT
            .replace("[Result \"*\"]", "[Result \"1-0\"]")
            .replace("{295} *", "{295} {Ben resigns} 1-0")
    );
}
