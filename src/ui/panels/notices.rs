//! Messages above the boards. They stay until they are put away and block nothing.

use crate::{
    ui::{
        theme::{self, Tokens},
        widgets::{Icon, icon_button},
    },
    view::{Action, Notice},
};
use eframe::egui::{Align, Frame, Label, Layout, Margin, RichText, Stroke, Ui};

/// Shows the messages, if there are any.
pub fn notices_ui(ui: &mut Ui, tokens: &Tokens, notices: &[Notice], actions: &mut Vec<Action>) {
    for (index, notice) in notices.iter().enumerate() {
        Frame::new()
            .fill(tokens.card)
            .stroke(Stroke::new(1.0, tokens.warning))
            .corner_radius(6.0)
            .inner_margin(Margin::symmetric(12, 6))
            .outer_margin(Margin::symmetric(10, 4))
            .show(ui, |ui| {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let close = icon_button(ui, tokens, Icon::Close, 28.0, "Put away", None);
                    if close.clicked() {
                        actions.push(Action::CloseNotice(index));
                    }
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        let text = RichText::new(&notice.text)
                            .color(tokens.text)
                            .size(theme::TEXT);
                        ui.add(Label::new(text).wrap().selectable(true));
                    });
                });
            });
    }
}
