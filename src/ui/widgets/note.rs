//! Short texts: subheadings, remarks and errors, and buttons beside them.

use crate::ui::theme;
use eframe::egui::{Button, Label, RichText, Ui, Vec2};

/// Returns `words` in the font of subheadings.
pub fn subheading(words: impl Into<String>) -> RichText {
    RichText::new(words).font(theme::semibold(theme::TEXT))
}

/// Returns `words` in small secondary text.
pub fn small(words: impl Into<String>) -> RichText {
    RichText::new(words).small().weak()
}

/// Shows `words` in secondary text, which wraps.
pub fn note_ui(ui: &mut Ui, words: impl Into<RichText>) {
    ui.add(Label::new(words.into().weak()).wrap());
}

/// Shows `words` in the colour of errors.
pub fn error_label(ui: &mut Ui, words: impl Into<RichText>) {
    ui.label(words.into().color(ui.visuals().error_fg_color));
}

/// Returns a button as small as its text; on a touch screen it is as large as a finger needs.
pub fn low_button(ui: &Ui, words: impl Into<RichText>) -> Button<'static> {
    Button::new(words.into()).small().min_size(Vec2::splat(theme::least_side(ui)))
}
