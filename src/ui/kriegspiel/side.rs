//! The panels beside the board of a game of Kriegspiel.

use super::{
    belief::belief_ui, entry::entry_ui, heard_ui, notes::game_notes_ui, problem::problem_ui,
};
use crate::{
    app::{
        Action, Command, GamePanel, GameState, KriegspielAction, Open, Region, State, kriegspiel,
    },
    ui::{
        issues::{issues_ui, plain_text_ui, text_ui},
        notes::result_ui,
        regions,
        shell::{Tab, scroll, tabs_ui},
        tags::tags_ui,
        theme::{self, Tokens},
        widgets::Stage,
    },
};
use eframe::egui::{Frame, Margin, RichText, Ui};

/// The minimum height of the panel for notes below the announcements, in points.
const COMMENT_FROM: f32 = 300.0;

/// Shows the tabs and the selected panel.
pub fn game_side_ui(
    ui: &mut Ui,
    stage: &mut Stage<'_>,
    state: &State,
    open: &Open,
    game: &GameState,
    actions: &mut Vec<Action>,
) {
    let tokens = &stage.tokens.clone();
    // Issues and text could reveal what a player did not see.
    let all = state.shows_notes();
    let (panel, chosen, _) = GamePanel::tab(state.shell.panel);
    let has_problem = kriegspiel::asked(state).is_some();
    let tabs = GamePanel::TABS.into_iter().filter(|tab| tab.0 != GamePanel::Problem || has_problem);
    let tab = |(it, panel, name)| Tab {
        panel,
        name,
        issues: (all && it == GamePanel::Issues).then_some(&*open.issues),
    };
    let tabs: Vec<_> = tabs.map(tab).collect();
    tabs_ui(ui, tokens, &state.shell.keymap, chosen, &tabs, actions);
    ui.separator();
    let player = game.shown.side.name();
    match panel {
        GamePanel::Notes => scroll("notes", ui, |ui| {
            entry_ui(ui, tokens, game, actions);
            game_notes_ui(ui, tokens, state, actions);
            if all {
                ui.separator();
                record_ui(ui, tokens, state, actions);
            }
        }),
        GamePanel::Belief => scroll("belief", ui, |ui| belief_ui(ui, tokens, game, actions)),
        GamePanel::Problem => scroll("problem", ui, |ui| {
            problem_ui(ui, stage, (state, game), actions);
        }),
        GamePanel::Tags => tags_ui(ui, tokens, state, &open.content, actions),
        GamePanel::Issues if all => issues_ui(ui, tokens, &open.issues, actions),
        GamePanel::Issues => aside(
            ui,
            tokens,
            &format!(
                "Issues may reveal what {player} couldn’t see. Switch to the referee’s view to \
                 see them."
            ),
        ),
        GamePanel::Text if kriegspiel::hides_answer(state) => {
            aside(ui, tokens, "The text contains the solution of the problem.");
            if ui.button("Show solution and text").clicked() {
                actions.push(Action::Kriegspiel(KriegspielAction::ShowAnswer));
            }
        }
        GamePanel::Text => match kriegspiel::heard_file(state) {
            Some(text) => {
                aside(ui, tokens, &format!("{player}’s view"));
                plain_text_ui(ui, tokens, text);
            }
            None => text_ui(ui, tokens, &open.content, state.lit_span()),
        },
        GamePanel::Announcements => announcements_ui(ui, tokens, state, game, actions),
    }
}

/// Shows announcements and notes.
fn announcements_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    state: &State,
    game: &GameState,
    actions: &mut Vec<Action>,
) {
    if state.shows_notes() && ui.available_height() > COMMENT_FROM {
        let frame = Frame::new().inner_margin(Margin { top: 8, ..Margin::ZERO });
        // Entering a ply needs more room than notes.
        let (id, height) = if game.entry.is_some() { ("entry", 260.0) } else { ("comment", 150.0) };
        eframe::egui::Panel::bottom(id)
            .default_size(height)
            .size_range(60.0..=360.0)
            .frame(frame)
            .show(ui, |ui| {
                scroll("comment below", ui, |ui| {
                    entry_ui(ui, tokens, game, actions);
                    game_notes_ui(ui, tokens, state, actions);
                });
            });
    }
    // Arrow keys step through the game here as on the board.
    regions::mark(ui.ctx(), Region::Boards, ui.available_rect_before_wrap());
    heard_ui(ui, tokens, (game, state.revision), actions);
}

/// Shows the changes to the record itself: its last plies and its result.
fn record_ui(ui: &mut Ui, tokens: &Tokens, state: &State, actions: &mut Vec<Action>) {
    if state.moment() > 0 && ui.button(Command::DeleteFrom.info().name).clicked() {
        actions.push(Action::Do(Command::DeleteFrom));
    }
    ui.label(RichText::new("Result").font(theme::semibold(theme::TEXT)));
    result_ui(ui, tokens, state, actions);
    ui.add_space(6.0);
    let mut entering = kriegspiel::enters_game(state);
    let enter = ui.checkbox(&mut entering, Command::RecordMoves.info().name);
    if enter.on_hover_text(state.shell.keymap.tooltip(Command::RecordMoves)).changed() {
        actions.push(Action::Do(Command::RecordMoves));
    }
}

fn aside(ui: &mut Ui, tokens: &Tokens, words: &str) {
    ui.add(eframe::egui::Label::new(RichText::new(words).color(tokens.dim)).wrap());
}
