//! Messages above the boards. They stay until they are put away and block nothing.

use crate::{
    ui::{
        theme::{self, Tokens},
        widgets::{Icon, announce, icon_button},
    },
    view::{Action, Notice},
};
use eframe::egui::{Align, Button, Frame, Label, Layout, Margin, RichText, Stroke, Ui, vec2};

/// Width of the button that puts a message away, in points.
const CLOSE: f32 = 28.0;

/// Width of the button for what a message offers, in points.
const OFFER: f32 = 170.0;

/// Shows the messages, if there are any.
pub fn notices_ui(ui: &mut Ui, tokens: &Tokens, notices: &[Notice], actions: &mut Vec<Action>) {
    if let Some(newest) = notices.last() {
        announce(ui, "newest message", || newest.text.clone());
    }
    for (index, notice) in notices.iter().enumerate() {
        Frame::new()
            .fill(tokens.card)
            .stroke(Stroke::new(1.0, tokens.warning))
            .corner_radius(6.0)
            .inner_margin(Margin::symmetric(12, 6))
            .outer_margin(Margin::symmetric(10, 4))
            .show(ui, |ui| {
                ui.horizontal(|ui| {
                    let text = RichText::new(&notice.text)
                        .color(tokens.text)
                        .size(theme::TEXT);
                    let gap = ui.spacing().item_spacing.x;
                    let mut width = ui.available_width() - CLOSE - gap;
                    let offer = notice.offer.as_ref().map(|offer| {
                        let name = RichText::new(offer.name());
                        width -= OFFER + gap;
                        Button::new(name).min_size(vec2(OFFER, 0.0))
                    });
                    let layout = Layout::left_to_right(Align::Center);
                    ui.allocate_ui_with_layout(vec2(width, CLOSE), layout, |ui| {
                        ui.set_min_width(width);
                        ui.add(Label::new(text).wrap().selectable(true));
                    });
                    if let Some(offer) = offer
                        && ui.add(offer).clicked()
                    {
                        actions.push(Action::Accept(index));
                    }
                    let close = icon_button(ui, tokens, Icon::Close, CLOSE, "Put away", None);
                    if close.clicked() {
                        actions.push(Action::CloseNotice(index));
                    }
                });
            });
    }
}
