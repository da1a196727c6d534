//! A check box with an outline.

use crate::{
    app::{Command, State, palette},
    ui::outbox::SendAction as _,
};
use eframe::egui::{IntoAtoms, Response, Stroke, Ui};

/// Shows a check box with an outline, without which an empty one would be invisible on some panels. The label wraps.
pub fn check_box<'a>(ui: &mut Ui, on: &'a mut bool, name: impl IntoAtoms<'a>) -> Response {
    let edge = Stroke::new(1.0, ui.visuals().weak_text_color());
    let old_edge = std::mem::replace(&mut ui.visuals_mut().widgets.inactive.bg_stroke, edge);
    let response = ui.checkbox(on, name);
    ui.visuals_mut().widgets.inactive.bg_stroke = old_edge;
    response
}

/// Shows a check box for a command that can be switched on and off.
pub fn command_check_box(ui: &mut Ui, state: &State, command: Command) {
    let mut on = palette::is_on(state, command).unwrap_or_default();
    let response = check_box(ui, &mut on, command.info().name);
    if response.on_hover_text(state.shell.keymap.tooltip(command)).changed() {
        ui.send(command);
    }
}
