//! The notes of a ply of Kriegspiel: glyphs, comments, a diagram, variations.

use crate::{
    app::{GameState, State, notes},
    ui::{
        notes::{NotesExtent, annotation_ui, comments_ui, glyphs_ui},
        theme::Tokens,
        widgets::{FieldLook, field_ui, note_ui, subheading},
    },
};
use eframe::egui::{Ui, vec2};

/// The width of the buttons for glyphs in a row, in points. In less room beside the title, they are below it.
const MIN_GLYPHS_WIDTH: f32 = 140.0;

/// The maximum number of variations that have a field.
const MAX_VARIATIONS: usize = 20;

/// Shows the notes of the current ply, or why they are hidden.
pub fn game_notes_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    state: &State,
    game: &GameState,
    extent: NotesExtent,
) {
    if !game.shows_notes() {
        let words =
            "Notes may reveal hidden information. Switch to the referee’s view to see them.";
        note_ui(ui, words);
        return;
    }
    let moment = state.moment();
    let mut plies = game.rows().iter().filter(|row| !row.is_try);
    let title = match plies.find(|row| row.step.plies == moment) {
        Some(row) => format!("{}: {}", row.name, row.text),
        None => "Game".to_owned(),
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(3.0, 3.0);
        ui.label(subheading(title));
        if moment > 0 {
            if ui.available_size_before_wrap().x < MIN_GLYPHS_WIDTH {
                ui.end_row();
            } else {
                ui.add_space(6.0);
            }
            glyphs_ui(ui, state);
        }
    });
    if moment > 0 {
        annotation_ui(ui, tokens, state, "Symbol (!, ?, $14)");
    }
    comments_ui(ui, tokens, state, extent);
    if moment > 0 {
        variations_ui(ui, tokens, state, game.views.is_filtered());
    }
}

/// Shows a field for each variation of the current ply, and an empty field for a new one. `hidden` is whether the other
/// side's moves are hidden.
fn variations_ui(ui: &mut Ui, tokens: &Tokens, state: &State, hidden: bool) {
    let fields = notes::game_variation_fields(state);
    let count = fields.len();
    for (index, field) in fields.iter().enumerate() {
        let new = index + 1 == count;
        if index >= MAX_VARIATIONS && !new {
            continue;
        }
        let name = match (new, index) {
            (true, 0) => "Variation".to_owned(),
            (true, _) => "Add variation".to_owned(),
            (false, index) => format!("Variation {}", index + 1),
        };
        let hint = match (new, hidden) {
            (true, true) => format!("{name}: Nf3 ?? Bb5"),
            (true, false) => format!("{name}: Nf3 Nc6 Bb5"),
            (false, _) => name.clone(),
        };
        let look = FieldLook { name: &name, hint: &hint, rows: 1, width: f32::INFINITY };
        field_ui(ui, tokens, state, field, look);
    }
}
