//! The dialog for printing a set of puzzles.

use crate::{
    app::{PuzzleAction, PuzzleSheetChoice},
    diagram::PuzzlesPerPage,
    ui::{
        outbox::SendAction as _,
        shell::{cancel_button, dialog_head},
        widgets::{check_box, grid_row, name_field, wide_field},
    },
};
use eframe::egui::{Grid, Ui};

pub fn puzzle_sheet_ui(ui: &mut Ui, choice: &mut PuzzleSheetChoice) {
    dialog_head(ui, 400.0, "Print puzzles");
    ui.add_space(4.0);
    Grid::new("puzzle sheet").num_columns(2).spacing([12.0, 6.0]).show(ui, |ui| {
        ui.label("Title");
        let field = wide_field(&mut choice.title, "Number of puzzles").id_salt("sheet title");
        let field = ui.add(field);
        name_field(&field, "Title", &choice.title);
        ui.end_row();
        ui.label("Puzzles per page");
        ui.horizontal(|ui| {
            for (per_page, name) in PuzzlesPerPage::ALL {
                ui.radio_value(&mut choice.per_page, per_page, name);
            }
        });
        ui.end_row();
        grid_row(ui, "", |ui| check_box(ui, &mut choice.name_lines, "Lines for name and date"));
        ui.label("Paper");
        ui.horizontal(|ui| {
            ui.radio_value(&mut choice.letter, false, "A4");
            ui.radio_value(&mut choice.letter, true, "Letter");
        });
        ui.end_row();
    });
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        if ui.button("Save as PDF…").clicked() {
            ui.send(PuzzleAction::Print(Box::new(choice.clone())));
        }
        cancel_button(ui);
    });
}
