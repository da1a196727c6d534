//! Characters of all scripts, typed in every field of the window.

use crate::window::{CTRL, SHORT, Window};
use eframe::egui::{Event, Key, MissingGlyphPolicy, Modifiers, accesskit::Role};
use egui_kittest::kittest::NodeT as _;

const NAMES: [&str; 4] = ["José", "王伟", "👩‍👩‍👧", "200é"];

const SHIFT_CTRL: Modifiers = Modifiers { shift: true, ..CTRL };

/// Returns the number of text fields.
fn fields(window: &Window) -> usize {
    nodes(window).count()
}

fn nodes(window: &Window) -> impl Iterator<Item = egui_kittest::Node<'_>> {
    let root = window.harness.root();
    root.children_recursive().filter(|node| {
        let node = node.accesskit_node();
        matches!(node.role(), Role::TextInput | Role::MultilineTextInput) && !node.is_read_only()
    })
}

/// Types every name in every text field, of which there must be at least `least`. Nothing is submitted, because a
/// dialog would write a file of that name.
fn type_into_all(window: &mut Window, least: usize) {
    // As in the program, characters that this machine has no font for are shown as boxes.
    let ctx = &window.harness.ctx;
    ctx.set_missing_glyph_policy(MissingGlyphPolicy::Tofu);
    assert!(fields(window) >= least, "{:?}", window.names());
    for place in 0..fields(window) {
        for name in NAMES {
            // Some fields exist only while another field has certain contents.
            let Some(field) = nodes(window).nth(place) else {
                return;
            };
            field.focus();
            window.harness.step();
            let harness = &mut window.harness;
            harness.key_press_modifiers(CTRL, Key::A);
            harness.event(Event::Text(name.to_owned()));
            harness.step();
            // Deletes the last character, and inserts one at the start.
            harness.key_press(Key::Backspace);
            harness.key_press(Key::Home);
            harness.event(Event::Text("é".to_owned()));
            harness.step();
        }
    }
}

#[test]
fn panel_fields_accept_all_characters() {
    let mut window = Window::of(&format!("{SHORT}\n{SHORT}"));
    window.key(Key::ArrowRight);
    // The filter field, and the fields for the notes of the ply.
    window.click("Notes");
    type_into_all(&mut window, 3);
    window.keys(CTRL, Key::Num3);
    type_into_all(&mut window, 10);
    window.keys(SHIFT_CTRL, Key::F);
    type_into_all(&mut window, 2);
    window.keys(CTRL, Key::T);
    type_into_all(&mut window, 1);
}

#[test]
fn dialog_fields_accept_all_characters() {
    let mut window = Window::of(SHORT);
    window.keys(CTRL, Key::K);
    type_into_all(&mut window, 1);
    for path in
        [["File", "Import…"], ["File", "Save as…"], ["Analysis", "Play move…"], ["File", "Export…"]]
    {
        let mut window = Window::of(SHORT);
        window.menu(&path);
        // Another thread tries the system's dialog first.
        window.wait("the dialog is open", |window| window.state().shell.dialog.is_some());
        type_into_all(&mut window, 1);
    }
}
