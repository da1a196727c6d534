//! Single-line text fields.

use eframe::egui::{
    Key, Response, TextEdit,
    text::{CCursor, CCursorRange},
    text_edit::TextEditState,
    vec2,
};

/// Returns a single-line field as wide as the space left. `hint` is shown while the field is empty.
pub fn wide_field<'t>(text: &'t mut String, hint: &'t str) -> TextEdit<'t> {
    TextEdit::singleline(text).hint_text(hint).desired_width(f32::INFINITY).margin(vec2(8.0, 6.0))
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
