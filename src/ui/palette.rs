//! The command palette, which finds commands and settings by name.

use crate::{
    app::{Entry, Matches, Shortcut, State, palette},
    ui::{
        outbox::SendAction as _,
        shell::dialog_width,
        widgets::{small, wide_field},
    },
};
use eframe::egui::{
    Button, Id, Key, Modifiers, ScrollArea, TextEdit, Ui, text_edit::TextEditState, vec2,
};

/// Shows the entries that match `typed`, enabled ones first. `chosen` is the index of the selected entry. The arrow
/// keys select another enabled entry; Enter runs the selected entry.
pub fn palette_ui(ui: &mut Ui, state: &State, typed: &mut String, chosen: &mut usize) {
    dialog_width(ui, 380.0);
    // The arrow keys are consumed before the text field can use them to move its cursor.
    let (down, up) = ui.input_mut(|input| {
        let mut count = |key| input.count_and_consume_key(Modifiers::NONE, key);
        (count(Key::ArrowDown), count(Key::ArrowUp))
    });
    let field = ui.add(wide_field(typed, "Search commands").id_salt("palette"));
    let entered = ui.input(|input| input.key_pressed(Key::Enter));
    field.request_focus();
    let Matches { available: can, unavailable: cannot } = palette::palette(state, typed);
    let last = can.len().saturating_sub(1);
    // Typing resets the selection.
    let before = if field.changed() { 0 } else { *chosen };
    let selected = (before + down).min(last).saturating_sub(up);
    let is_moved = std::mem::replace(chosen, selected) != selected;
    if entered && let Some(entry) = can.get(selected) {
        run(ui, field.id, *entry);
    }
    ui.add_space(2.0);
    if can.is_empty() && cannot.is_empty() {
        ui.weak("No matching command.");
    }
    // A fixed height keeps the dialog in place.
    let height = (ui.ctx().content_rect().height() - 110.0).clamp(60.0, 320.0);
    let list =
        ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink(false);
    list.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for (index, entry) in can.iter().chain(&cannot).enumerate() {
            let possible = index < can.len();
            let is_selected = possible && index == selected;
            let command = match entry {
                Entry::Command(command) => Some(*command),
                _ => None,
            };
            let key = command.and_then(|command| state.shell.keymap.key(command));
            let button = Button::new(entry.name(state))
                .selected(is_selected)
                .frame_when_inactive(is_selected)
                .min_size(vec2(ui.available_width(), 26.0))
                .right_text(small(key.map_or_else(String::new, Shortcut::text)));
            let mut button = ui.add_enabled(possible, button);
            if let Some(why) = command.and_then(|command| palette::disabled_reason(state, command))
            {
                button = button.on_disabled_hover_text(why);
            }
            if index == selected && is_moved {
                button.scroll_to_me(None);
            }
            if button.clicked() {
                run(ui, field.id, *entry);
            }
        }
    });
}

fn run(ui: &Ui, field: Id, entry: Entry) {
    // If the entry opens the list again, the cursor is at the end of its text.
    TextEdit::store_state(ui.ctx(), field, TextEditState::default());
    ui.close_dialog();
    ui.send(entry.action());
}
