//! Every interactive widget has an accessible name.

use crate::window::{CTRL, SAMPLE, Window};
use eframe::egui::{Key, accesskit::Role};
use egui_kittest::{Node, kittest::NodeT as _};

/// Returns whether a user can interact with nodes of this role.
fn is_interactive(role: Role) -> bool {
    matches!(
        role,
        Role::Button
            | Role::Tab
            | Role::ListItem
            | Role::TextInput
            | Role::Slider
            | Role::RadioButton
            | Role::CheckBox
            | Role::MenuItem
            | Role::Link
    )
}

fn check(window: &Window, place: &str) {
    let mut seen = 0;
    let root = window.harness.root();
    for node in root.children_recursive() {
        let node: Node<'_> = node;
        let node = node.accesskit_node();
        if !is_interactive(node.role()) || node.is_hidden() {
            continue;
        }
        seen += 1;
        let name = node.label().or_else(|| node.placeholder().map(str::to_owned));
        assert!(
            name.is_some_and(|name| !name.trim().is_empty()),
            "{place}: {:?} at {:?} has no name",
            node.role(),
            node.bounding_box()
        );
    }
    assert!(seen > 10, "{place}: {seen}");
}

#[test]
fn every_control_has_an_accessible_name() {
    let mut window = Window::of(&format!("{SAMPLE}\n\n{SAMPLE}"));
    check(&window, "the window");
    for (digit, place) in [(Key::Num2, "notes"), (Key::Num3, "tags"), (Key::Num4, "issues")] {
        window.keys(CTRL, digit);
        check(&window, place);
    }
    for menu in ["File", "View", "Play", "Help"] {
        window.click(menu);
        check(&window, menu);
        window.key(Key::Escape);
    }
    let missing = window.path("missing");
    window.open_by_path(missing.to_str().unwrap());
    check(&window, "a refused import");
    window.key(Key::Escape);
    window.open_recent(&missing);
    check(&window, "a message");
    window.keys(CTRL, Key::K);
    check(&window, "the palette");
    window.key(Key::Escape);
    window.keys(CTRL, Key::E);
    check(&window, "the picture");
    window.key(Key::Escape);
    window.menu(&["File", "Import…"]);
    check(&window, "the path");
}

#[test]
fn every_kriegspiel_control_has_an_accessible_name() {
    let mut window = Window::of(include_str!("../../assets/samples/kriegspiel-problem.pgn"));
    for (digit, place) in [
        (Key::Num1, "announcements"),
        (Key::Num6, "belief"),
        (Key::Num7, "problem"),
        (Key::Num3, "tags"),
        (Key::Num5, "text"),
    ] {
        window.keys(CTRL, digit);
        check(&window, place);
    }
    window.click("Kriegspiel");
    check(&window, "the menu");
}
