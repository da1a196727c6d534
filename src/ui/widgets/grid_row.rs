use eframe::egui::Ui;

/// Shows a row of a grid: a label, and `content` in the second column.
pub fn grid_row<R>(ui: &mut Ui, label: &str, content: impl FnOnce(&mut Ui) -> R) {
    ui.label(label);
    content(ui);
    ui.end_row();
}
