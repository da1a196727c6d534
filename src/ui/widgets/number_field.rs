//! [`number_field`]: reports a number only when the user has finished entering it.

use eframe::egui::{DragValue, Id, Ui, WidgetInfo, accesskit::Role, emath::Numeric};

/// Shows a number field created by `field`, with the accessible name `name`. Changes `value` when a drag ends or the
/// field loses the focus, so that dependent work is not repeated at every step.
pub fn number_field<N: Numeric + Send + Sync>(
    ui: &mut Ui,
    name: &str,
    value: &mut N,
    field: impl FnOnce(&mut N) -> DragValue<'_>,
) {
    let id = Id::unique(("number", name));
    let pass = ui.ctx().cumulative_pass_nr();
    // The value being entered, from the last frame. If the field was closed in between, the value is discarded.
    let mut entered = match ui.data(|data| data.get_temp::<(u64, N)>(id)) {
        Some((last, pending)) if last + 1 >= pass => pending,
        _ => *value,
    };
    let response = ui.add(field(&mut entered));
    response.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, name));
    if response.dragged() || response.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, (pass, entered)));
    } else {
        ui.data_mut(|data| data.remove::<(u64, N)>(id));
        *value = entered;
    }
}
