//! Characters of all scripts, typed into every field of the window.

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

/// Types every name into every field, of which there must be `least`. Nothing is submitted, since a dialog would write
/// a file of that name.
fn type_into_all(window: &mut Window, least: usize) {
    // Boxes stand for characters missing from the fonts of this machine, as in the program.
    let ctx = &window.harness.ctx;
    ctx.set_missing_glyph_policy(MissingGlyphPolicy::Tofu);
    assert!(fields(window) >= least, "{:?}", window.names());
    for place in 0..fields(window) {
        for name in NAMES {
            // Some fields depend on the contents of others.
            let Some(field) = nodes(window).nth(place) else {
                return;
            };
            field.focus();
            window.harness.step();
            let harness = &mut window.harness;
            harness.key_press_modifiers(CTRL, Key::A);
            harness.event(Event::Text(name.to_owned()));
            harness.step();
            // Deletes the last character and inserts one at the start.
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
    // The filter, and the notes of the ply.
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
        // Another thread first tries the system's dialog.
        window.wait("the dialog is open", |window| window.state().shell.dialog.is_some());
        type_into_all(&mut window, 1);
    }
}
