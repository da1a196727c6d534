//! The panels beside the board of a game of Kriegspiel.

use super::{belief::belief_ui, heard_ui, problem::problem_ui};
use crate::{
    app::{Action, Command, Field, GameState, KriegspielAction, Open, Panel, Region, State},
    ui::{
        issues::{issues_ui, plain_text_ui, text_ui},
        regions,
        shell::{Tab, scroll, tabs_ui},
        tags::tags_ui,
        theme::{self, Tokens},
        widgets::{FieldLook, Stage, field_ui},
    },
};
use eframe::egui::{Frame, Margin, RichText, Ui};

/// Below this height of the panel the announcements have it for themselves, in points.
const COMMENT_FROM: f32 = 300.0;

/// Shows the tabs and the panel that is chosen.
pub fn game_side_ui(
    ui: &mut Ui,
    stage: &mut Stage<'_>,
    state: &State,
    open: &Open,
    game: &GameState,
    actions: &mut Vec<Action>,
) {
    let tokens = &stage.tokens.clone();
    // What stands against the file, and the file itself, tell what a player could not see.
    let all = state.shows_comments();
    let panel = match state.shell.panel {
        Panel::Notes | Panel::Report | Panel::Search | Panel::Engine => Panel::Moves,
        panel => panel,
    };
    let tab = |panel, name, command| Tab {
        panel,
        name,
        command,
        issues: None,
    };
    let mut tabs = vec![
        tab(Panel::Moves, "Announcements", Command::ShowMoves),
        tab(Panel::Belief, "Belief", Command::ShowBelief),
        tab(Panel::Tags, "Tags", Command::ShowTags),
        tab(Panel::Issues, "Issues", Command::ShowIssues),
        tab(Panel::Text, "Text", Command::ShowText),
    ];
    if state.asked().is_some() {
        tabs.insert(2, tab(Panel::Problem, "Problem", Command::ShowProblem));
    }
    if all {
        for tab in tabs.iter_mut().filter(|tab| tab.panel == Panel::Issues) {
            tab.issues = Some(&open.issues);
        }
    }
    tabs_ui(ui, tokens, state, panel, &tabs, actions);
    ui.separator();
    let player = game.shown.side.name();
    match panel {
        Panel::Moves | Panel::Notes | Panel::Report | Panel::Search | Panel::Engine => {
            announcements_ui(ui, tokens, state, game, actions);
        }
        Panel::Belief => scroll("belief", ui, |ui| belief_ui(ui, tokens, game, actions)),
        Panel::Problem => scroll("problem", ui, |ui| {
            problem_ui(ui, stage, (state, game), actions);
        }),
        Panel::Tags => tags_ui(ui, tokens, state, &open.document, actions),
        Panel::Issues if all => issues_ui(ui, tokens, &open.issues, actions),
        Panel::Issues => aside(
            ui,
            tokens,
            &format!(
                "What stands against this file may tell what {player} could not see. The referee’s view shows it."
            ),
        ),
        Panel::Text if state.hides_answer() => {
            aside(ui, tokens, "The text tells the answer to the problem.");
            if ui.button("Show the answer and the text").clicked() {
                actions.push(Action::Kriegspiel(KriegspielAction::ShowAnswer));
            }
        }
        Panel::Text => match state.heard_file() {
            Some(text) => {
                aside(ui, tokens, &format!("As {player} heard it"));
                plain_text_ui(ui, tokens, text);
            }
            None => text_ui(ui, tokens, &open.document, state.lit_span()),
        },
    }
}

/// What was heard, and what a person wrote of it.
fn announcements_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    state: &State,
    game: &GameState,
    actions: &mut Vec<Action>,
) {
    if ui.available_height() > COMMENT_FROM {
        let frame = Frame::new().inner_margin(Margin {
            top: 8,
            ..Margin::ZERO
        });
        eframe::egui::Panel::bottom("comment")
            .default_size(104.0)
            .size_range(60.0..=260.0)
            .frame(frame)
            .show(ui, |ui| {
                scroll("comment below", ui, |ui| {
                    comment_ui(ui, tokens, state, actions);
                });
            });
    }
    // The arrows step through the game there as they do on the board.
    regions::mark(ui.ctx(), Region::Boards, ui.available_rect_before_wrap());
    heard_ui(ui, tokens, (game, state.revision), actions);
}

fn comment_ui(ui: &mut Ui, tokens: &Tokens, state: &State, actions: &mut Vec<Action>) {
    if !state.shows_comments() {
        let words =
            "Comments may tell what this player could not see. The referee’s view shows them.";
        return aside(ui, tokens, words);
    }
    let plies = state.moment();
    let row = state
        .heard_rows()
        .iter()
        .find(|row| !row.is_try && row.step.plies == plies);
    let title = match row {
        Some(row) => format!("{}: {}", row.name, row.text),
        None => "The game".to_owned(),
    };
    ui.label(RichText::new(title).font(theme::semibold(theme::TEXT)));
    let name = if plies == 0 {
        "Comment on the game"
    } else {
        "Comment"
    };
    let look = FieldLook {
        name,
        hint: name,
        rows: 3,
        width: f32::INFINITY,
    };
    field_ui(ui, tokens, state, &Field::Comment(0), look, actions);
}

fn aside(ui: &mut Ui, tokens: &Tokens, words: &str) {
    ui.add(eframe::egui::Label::new(RichText::new(words).color(tokens.dim)).wrap());
}
