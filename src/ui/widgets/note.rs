//! Short texts: remarks and errors.

use eframe::egui::{Label, RichText, Ui};

/// Shows `words` in secondary text, which wraps.
pub fn note_ui(ui: &mut Ui, words: impl Into<RichText>) {
    ui.add(Label::new(words.into().weak()).wrap());
}

/// Shows `words` in the colour of errors.
pub fn error_label(ui: &mut Ui, words: impl Into<RichText>) {
    ui.label(words.into().color(ui.visuals().error_fg_color));
}
