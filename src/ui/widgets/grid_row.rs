use eframe::egui::Ui;

/// Shows a row of a grid: a label, and `content` in the second column.
pub fn grid_row<R>(ui: &mut Ui, label: &str, content: impl FnOnce(&mut Ui) -> R) {
    ui.label(label);
    content(ui);
    ui.end_row();
}

/// Like [`grid_row`], for several widgets side by side.
pub fn grid_line(ui: &mut Ui, label: &str, content: impl FnOnce(&mut Ui)) {
    grid_row(ui, label, |ui| ui.horizontal(content));
}

/// Shows a row of a grid with the choice of the paper.
pub fn paper_row(ui: &mut Ui, letter: &mut bool) {
    grid_line(ui, "Paper", |ui| {
        ui.radio_value(letter, false, "A4");
        ui.radio_value(letter, true, "Letter");
    });
}
