//! Single-line text fields.

use super::name_field;
use eframe::egui::{
    Id, Key, Response, TextEdit, Ui,
    text::{CCursor, CCursorRange},
    text_edit::TextEditState,
    vec2,
};

/// Returns a single-line field as wide as the space left. `hint` is shown while the field is empty.
pub fn wide_field<'t>(text: &'t mut String, hint: &'t str) -> TextEdit<'t> {
    TextEdit::singleline(text).hint_text(hint).desired_width(f32::INFINITY).margin(vec2(8.0, 6.0))
}

/// Returns the text stored as `id` with `value`, which stands for `value` until it is complete. Without a text, or if the
/// text was stored with another value, returns `value`.
pub fn typed_text(ui: &Ui, id: Id, value: String) -> String {
    match ui.data(|data| data.get_temp::<(String, String)>(id)) {
        Some((of, typed)) if of == value => typed,
        _ => value,
    }
}

/// Shows a field with the accessible name `name`. Changes `value` when the field loses the focus.
pub fn draft_field(ui: &mut Ui, name: &'static str, value: &mut String, hint: &str) {
    let id = Id::unique(("draft", name));
    let mut text = typed_text(ui, id, value.clone());
    let field = TextEdit::singleline(&mut text).hint_text(hint).desired_width(f32::INFINITY);
    let field = ui.add(field);
    name_field(&field, name, &text);
    if field.lost_focus() {
        ui.data_mut(|data| data.remove::<(String, String)>(id));
        text.trim().clone_into(value);
    } else if field.changed() {
        ui.data_mut(|data| data.insert_temp(id, (value.clone(), text)));
    }
}

/// Returns whether Enter was pressed in `field`.
pub fn is_entered(field: &Response) -> bool {
    field.lost_focus() && field.ctx.input(|input| input.key_pressed(Key::Enter))
}

/// Selects the text of `field`, so that typing replaces it.
pub fn select_all(field: &Response, text: &str) {
    let mut edit = TextEditState::load(&field.ctx, field.id).unwrap_or_default();
    let end = CCursor::new(text.chars().count());
    edit.cursor.set_char_range(Some(CCursorRange::two(CCursor::default(), end)));
    edit.store(&field.ctx, field.id);
}
