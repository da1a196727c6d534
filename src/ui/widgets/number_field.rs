//! [`number_field`]: a number that is set when it is settled.

use eframe::egui::{DragValue, Id, Ui, WidgetInfo, accesskit::Role, emath::Numeric};

/// Shows a field called `name`, made by `field`, for the number `value`. Returns another one when a drag has ended or the
/// field is left: what depends on it is not done over at every step between.
pub fn number_field<N: Numeric + Send + Sync>(
    ui: &mut Ui,
    name: &str,
    value: N,
    field: impl FnOnce(&mut N) -> DragValue<'_>,
) -> Option<N> {
    let id = Id::unique(("number", name));
    let pass = ui.ctx().cumulative_pass_nr();
    // A number that was held when the field was last shown; of a field that was closed meanwhile nothing is left.
    let held = ui.data(|data| data.get_temp::<(u64, N)>(id));
    let held = held.filter(|(last, _)| last + 1 >= pass).map(|(_, held)| held);
    let mut shown = held.unwrap_or(value);
    let response = ui.add(field(&mut shown));
    response.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, name));
    if response.dragged() || response.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, (pass, shown)));
        return None;
    }
    ui.data_mut(|data| data.remove::<(u64, N)>(id));
    (shown != value).then_some(shown)
}
