//! What the panels beside the board show only in a game of Kriegspiel.

use super::{entry::entry_ui, heard_ui, notes::game_notes_ui};
use crate::{
    app::{Command, GameState, KriegspielAction, Panel, Region, State},
    ui::{
        issues::plain_text_ui,
        notes::{NotesExtent, outcome_ui},
        outbox::SendOnClick as _,
        regions,
        shell::scroll,
        theme::Tokens,
        widgets::{Stage, note_ui},
    },
};
use eframe::egui::{Frame, Margin, Panel as SidePanel, Ui};

/// Notes are shown below the announcements only if the panel is higher than this, in points.
pub const ANNOUNCEMENTS_WITH_NOTES_FROM: f32 = 300.0;

/// Shows what `panel` shows instead of its content if that could reveal the solution of a problem, or what the player
/// did not see. Returns whether it does.
pub fn hidden_panel_ui(ui: &mut Ui, tokens: &Tokens, game: &GameState, panel: Panel) -> bool {
    let player = game.moment_view.side.name();
    match panel {
        Panel::Issues if !game.shows_notes() => note_ui(
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
        Panel::Text => {
            let Some(text) = game.text_panel_override() else { return false };
            note_ui(ui, format!("{player}’s view"));
            plain_text_ui(ui, tokens, text);
        }
        Panel::Search if !game.shows_notes() => note_ui(
            ui,
            "Results could reveal what this player didn’t see. Search in the referee’s view.",
        ),
        _ => return false,
    }
    true
}

/// Shows the announcements, with the notes below them if there is room.
pub fn announcements_ui(ui: &mut Ui, stage: &mut Stage<'_>, state: &State, game: &GameState) {
    let tokens = &stage.tokens.clone();
    if game.shows_notes() && ui.available_height() > ANNOUNCEMENTS_WITH_NOTES_FROM {
        let entry = &mut stage.forms.game.entry;
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
pub fn game_record_ui(ui: &mut Ui, tokens: &Tokens, state: &State) {
    if state.moment() > 0 {
        ui.button(Command::DeleteFrom.info().name).on_click(|| Command::DeleteFrom);
    }
    outcome_ui(ui, tokens, state);
}
