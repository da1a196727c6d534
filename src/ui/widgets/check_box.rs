//! A check box whose empty box stands out on every panel.

use crate::ui::theme::Tokens;
use eframe::egui::{Response, Stroke, Ui};

/// Shows a check box; without its edge an empty one would be as dark as the panel.
pub fn check_box(ui: &mut Ui, tokens: &Tokens, on: &mut bool, name: &str) -> Response {
    ui.scope(|ui| {
        ui.visuals_mut().widgets.inactive.bg_stroke = Stroke::new(1.0, tokens.dim);
        ui.checkbox(on, name)
    })
    .inner
}
