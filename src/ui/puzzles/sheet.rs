//! The dialog for printing a set of puzzles.

use crate::{
    analysis::puzzles::Puzzle,
    app::{PuzzleAction, PuzzleSheetChoice, Round, State, printed_puzzles, sheet_size, sheet_text},
    diagram::{PagePreview, PuzzlesPerPage, Raster},
    formats::PuzzlePaper,
    ui::{
        outbox::SendAction as _,
        page_preview::{has_room_for_preview, page_height, page_width, pages_ui},
        shell::{cancel_button, dialog_title, dialog_width},
        widgets::{
            Stage, cached, check_box, error_label, grid_line, grid_row, name_field, paper_row,
            small, wide_field,
        },
    },
};
use eframe::egui::{Button, Grid, Id, RichText, Ui};
use std::sync::Arc;

/// The width of the options, in points.
const OPTIONS_WIDTH: f32 = 400.0;

pub fn puzzle_sheet_ui(
    ui: &mut Ui,
    stage: &Stage<'_>,
    state: &State,
    choice: &mut PuzzleSheetChoice,
) {
    let Some(round) = state.puzzle() else { return };
    let has_preview = has_room_for_preview(ui.ctx());
    if !has_preview {
        dialog_width(ui, OPTIONS_WIDTH);
    }
    dialog_title(ui, "Print puzzles");
    ui.add_space(4.0);
    let chosen = choice.chosen_count(round.set.len());
    let preview = preview(ui, state, round, choice);
    ui.horizontal_top(|ui| {
        if has_preview {
            // The dialog keeps its width on other paper, and while there are no pages.
            ui.set_min_width(OPTIONS_WIDTH + ui.spacing().item_spacing.x + page_width(ui.ctx()));
        }
        ui.vertical(|ui| {
            dialog_width(ui, OPTIONS_WIDTH);
            if has_preview {
                ui.set_min_height(page_height(ui.ctx()));
            }
            options_ui(ui, round.set.len(), choice);
            ui.add_space(4.0);
            match (&chosen, &preview) {
                (Err(error), _) => {
                    error_label(ui, RichText::new(error.to_string()).small());
                }
                (Ok(count), Some(preview)) => {
                    ui.label(small(sheet_text(*count, preview)));
                }
                (Ok(_), None) => {}
            }
        });
        if has_preview && let Some(preview) = &preview {
            let letter = choice.letter;
            pages_ui(ui, &stage.tokens, preview, &mut choice.page, |page, width| {
                let paper = PuzzlePaper::load(sheet_size(letter));
                paper.map_or_else(
                    |_| Raster::default(),
                    |paper| preview.render(page, &paper.sheet(), width),
                )
            });
        }
    });
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        if ui.add_enabled(chosen.is_ok(), Button::new("Save as PDF…")).clicked() {
            ui.send(PuzzleAction::Print(Box::new(choice.clone())));
        }
        cancel_button(ui);
    });
}

fn options_ui(ui: &mut Ui, count: usize, choice: &mut PuzzleSheetChoice) {
    Grid::new("puzzle sheet").num_columns(2).spacing([12.0, 6.0]).show(ui, |ui| {
        let hint = format!("All {count}, or numbers such as 1-6, 9");
        for (name, hint, text) in [
            ("Title", "Number of puzzles", &mut choice.title),
            ("Puzzles", &hint, &mut choice.numbers),
        ] {
            grid_row(ui, name, |ui| {
                let field = ui.add(wide_field(text, hint).id_salt(("sheet", name)));
                name_field(&field, name, text);
            });
        }
        grid_line(ui, "Puzzles per page", |ui| {
            for (per_page, name) in PuzzlesPerPage::ALL {
                ui.radio_value(&mut choice.per_page, per_page, name);
            }
        });
        let lines = if choice.per_page == PuzzlesPerPage::Fit {
            "Lines for name and date"
        } else {
            "Lines for name, date and answers"
        };
        grid_row(ui, "", |ui| check_box(ui, &mut choice.name_lines, lines));
        paper_row(ui, &mut choice.letter);
    });
}

/// The puzzles whose pages are previewed.
#[derive(Clone)]
struct ChosenSet {
    numbers: String,
    revision: u64,
    set: Arc<[Puzzle]>,
}

/// Compares sets by identity, since the preview does so in every frame.
impl PartialEq for ChosenSet {
    fn eq(&self, other: &Self) -> bool {
        self.numbers == other.numbers
            && self.revision == other.revision
            && Arc::ptr_eq(&self.set, &other.set)
    }
}

/// Returns the pages of the print-out, laid out only if the options or the set have changed; `None` while the numbers of
/// the puzzles are wrong.
fn preview(
    ui: &Ui,
    state: &State,
    round: &Round,
    choice: &PuzzleSheetChoice,
) -> Option<PagePreview> {
    choice.chosen_count(round.set.len()).ok()?;
    let set = ChosenSet {
        numbers: choice.numbers.clone(),
        revision: state.revision(),
        set: Arc::clone(&round.set),
    };
    // Solutions take longer than pages, and do not change with the title.
    let printed = cached(ui, Id::unique("printed puzzles"), set.clone(), |_| {
        Some(Arc::new(printed_puzzles(state, choice)?))
    })?;
    let options = PuzzleSheetChoice { page: 0, ..choice.clone() };
    cached(ui, Id::unique("puzzle pages"), (options, set), |_| {
        let paper = PuzzlePaper::load(sheet_size(choice.letter)).ok()?;
        PagePreview::of_puzzles(&choice.layout(), &printed, &paper.sheet()).ok()
    })
}
