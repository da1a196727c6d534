use eframe::egui::{Pos2, RectAlign, Response, Tooltip};

/// Shows `words` as a tooltip above `at` while the pointer is over `response`. The tooltip does not cover the area
/// below `at`.
pub fn tooltip_above(response: &Response, at: Pos2, words: String) {
    let mut tooltip = Tooltip::for_enabled(response);
    tooltip.popup = tooltip.popup.at_position(at).align(RectAlign::TOP);
    tooltip.show(|ui| ui.label(words));
}
