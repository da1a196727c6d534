use eframe::egui::{Rect, RectAlign, Response, Tooltip};

/// The gap between a tooltip and its rectangle, in points. In a low window, four lines have room below the lanes.
const GAP: f32 = 1.0;

/// The places of a tooltip to try, after that centred below: of those beyond the edge of the window, none is used.
const ALTERNATIVES: [RectAlign; 5] = [
    RectAlign::BOTTOM_START,
    RectAlign::BOTTOM_END,
    RectAlign::TOP,
    RectAlign::TOP_START,
    RectAlign::TOP_END,
];

/// Shows `words` as a tooltip below `rect` while the pointer is over `response`; above `rect` if there is no room below.
pub fn tooltip_below(response: &Response, rect: Rect, words: String) {
    let mut tooltip = Tooltip::for_enabled(response);
    tooltip.popup = tooltip
        .popup
        .anchor(rect)
        .gap(GAP)
        .align(RectAlign::BOTTOM)
        .align_alternatives(&ALTERNATIVES);
    tooltip.show(|ui| {
        // Otherwise a tooltip whose words change keeps the width of its first words.
        ui.set_max_width(ui.spacing().tooltip_width);
        ui.label(words);
    });
}
