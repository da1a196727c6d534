//! The tags as a table.

use crate::{ui::theme::Tokens, view::TagRow};
use eframe::egui::{Grid, Label, RichText, ScrollArea, Ui};

/// Shows the tags.
pub fn tags_ui(ui: &mut Ui, tokens: &Tokens, rows: &[TagRow]) {
    ScrollArea::vertical()
        .id_salt("tags")
        .auto_shrink(false)
        .show(ui, |ui| {
            Grid::new("tags")
                .num_columns(2)
                .spacing([14.0, 6.0])
                .show(ui, |ui| {
                    for row in rows {
                        ui.label(RichText::new(&row.name).color(tokens.dim));
                        ui.add(Label::new(&row.value).wrap().selectable(true));
                        ui.end_row();
                    }
                });
        });
}
