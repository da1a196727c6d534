//! The panels beside the board in a game of Kriegspiel.

use super::{
    belief::belief_ui, entry::entry_ui, heard_ui, notes::game_notes_ui, problem::problem_ui,
};
use crate::{
    app::{
        Command, GameState, KriegspielAction, Open, Panel, PlyEntry, Region, ShellAction, State,
    },
    ui::{
        issues::{issues_ui, plain_text_ui, text_ui},
        notes::{NotesExtent, outcome_ui},
        outbox::{SendAction as _, SendOnClick as _},
        regions,
        search::search_ui,
        shell::{focuses_note, scroll, tabs_ui},
        tags::tags_ui,
        theme::Tokens,
        widgets::{Stage, note_ui},
    },
};
use eframe::egui::{Frame, Margin, Panel as SidePanel, Ui};

/// Notes are shown below the announcements only if the panel is higher than this, in points.
const MIN_HEIGHT_WITH_NOTES: f32 = 300.0;

pub fn game_side_ui(
    ui: &mut Ui,
    stage: &mut Stage<'_>,
    state: &State,
    open: &Open,
    game: &GameState,
) {
    let tokens = &stage.tokens.clone();
    // Issues and the source text could reveal what the player did not see.
    let shows_all = game.shows_notes();
    let mut panel = state.shell.panel.in_game();
    tabs_ui(ui, tokens, state, panel, if shows_all { &open.issues } else { &[] });
    ui.separator();
    if panel == Panel::Moves
        && focuses_note(state)
        && ui.available_height() <= MIN_HEIGHT_WITH_NOTES
    {
        panel = Panel::Notes;
        ui.send(ShellAction::Show(panel));
    }
    let player = game.moment_view.side.name();
    match panel {
        Panel::Notes => scroll("notes", ui, |ui| {
            entry_ui(ui, game, &mut stage.forms.game.entry, state.shell.focus.as_ref());
            game_notes_ui(ui, tokens, state, game, NotesExtent::Full);
            if shows_all {
                ui.separator();
                record_ui(ui, tokens, state);
            }
        }),
        Panel::Belief => scroll("belief", ui, |ui| belief_ui(ui, tokens, &state.jobs, game)),
        Panel::Problem => scroll("problem", ui, |ui| {
            problem_ui(ui, stage, state, game);
        }),
        Panel::Tags => tags_ui(ui, tokens, state, &open.content),
        Panel::Issues if shows_all => issues_ui(ui, tokens, &open.issues),
        Panel::Issues => note_ui(
            ui,
            format!(
                "Issues may reveal what {player} couldn’t see. Switch to the referee’s view to \
                 see them."
            ),
        ),
        Panel::Text if game.hides_answer() => {
            note_ui(ui, "The text contains the solution of the problem.");
            ui.button("Show solution and text").on_click(|| KriegspielAction::ShowAnswer);
        }
        Panel::Text => match game.text_panel_override() {
            Some(text) => {
                note_ui(ui, format!("{player}’s view"));
                plain_text_ui(ui, tokens, text);
            }
            None => text_ui(ui, tokens, &open.content, state.highlighted_span()),
        },
        Panel::Search if !state.shows_notes() => {
            note_ui(
                ui,
                "Results could reveal what this player didn’t see. Search in the referee’s view.",
            );
        }
        Panel::Search => search_ui(ui, stage, state),
        Panel::Moves | Panel::Report | Panel::Engine => {
            announcements_ui(ui, tokens, state, game, &mut stage.forms.game.entry);
        }
    }
}

/// Shows the announcements, with the notes below them if there is room.
fn announcements_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    state: &State,
    game: &GameState,
    entry: &mut PlyEntry,
) {
    if game.shows_notes() && ui.available_height() > MIN_HEIGHT_WITH_NOTES {
        let frame = Frame::new().inner_margin(Margin { top: 8, ..Margin::ZERO });
        // The entry form is taller than the notes.
        let (id, height) = if game.is_entering { ("entry", 260.0) } else { ("comment", 176.0) };
        SidePanel::bottom(id).default_size(height).size_range(60.0..=360.0).frame(frame).show(
            ui,
            |ui| {
                scroll("comment below", ui, |ui| {
                    entry_ui(ui, game, entry, state.shell.focus.as_ref());
                    game_notes_ui(ui, tokens, state, game, NotesExtent::Brief);
                });
            },
        );
    }
    // In this list, arrow keys step through the game as on the board.
    regions::mark(ui.ctx(), Region::Boards, ui.available_rect_before_wrap());
    heard_ui(ui, tokens, game, state.revision());
}

/// Shows the controls that change the record itself: deleting plies, setting the result, and recording moves.
fn record_ui(ui: &mut Ui, tokens: &Tokens, state: &State) {
    if state.moment() > 0 {
        ui.button(Command::DeleteFrom.info().name).on_click(|| Command::DeleteFrom);
    }
    outcome_ui(ui, tokens, state);
}
