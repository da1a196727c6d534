//! The panel with the lines of an engine.

use super::match_part::match_ui;
use crate::{
    app::{
        Action, BoardEvaluation, Command, Dialog, EngineAction, EngineState, LineRow, MatchState,
        SettingsPage, ShellAction, State, Switch,
    },
    diagram::{BoardScene, LastMove},
    document::Document,
    engine::chance_text,
    rules::{BoardId, Color, Position},
    ui::{
        shell::scroll,
        theme::{self, Tokens},
        widgets::{Stage, paint_board},
    },
};
use eframe::egui::{
    Align, CornerRadius, Label, Layout, RichText, Sense, Ui, WidgetInfo, accesskit::Role, vec2,
};

/// The maximum number of moves of a line.
const MOVES: usize = 12;

/// The side of the preview board of a move, in points.
const PREVIEW: f32 = 208.0;

/// Shows the evaluation of both boards and of the match.
pub fn engine_ui(
    ui: &mut Ui,
    stage: &mut Stage<'_>,
    state: &State,
    open: &MatchState,
    actions: &mut Vec<Action>,
) {
    let tokens = stage.tokens;
    head_ui(ui, &tokens, (&state.engine, state.settings.engine), actions);
    if !state.settings.engine {
        return;
    }
    ui.separator();
    scroll("engine", ui, |ui| {
        let position = open.position();
        for id in state.board_order() {
            let guess = state.guess_of(id, &position);
            let shown = PanelContext { state, document: &open.document, position: &position, id };
            shown.board_ui(ui, stage, guess.as_ref(), actions);
            ui.add_space(6.0);
        }
        ui.separator();
        match_ui(ui, &tokens, open, actions);
    });
}

/// Shows the on/off switch and the engine's name.
fn head_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    (engine, on): (&EngineState, bool),
    actions: &mut Vec<Action>,
) {
    let dim = |words: &str| RichText::new(words).size(theme::SMALL).color(tokens.dim);
    let settings =
        Action::Shell(ShellAction::Dialog(Some(Dialog::Settings(SettingsPage::Engine, None))));
    ui.horizontal(|ui| {
        let mut checked = on;
        if ui.checkbox(&mut checked, "Engine").changed() {
            actions.push(Action::Do(Command::Switch(Switch::Engine)));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.small_button("Settings…").clicked() {
                actions.push(settings);
            }
            ui.add(Label::new(dim(&engine.names_text())).truncate());
        });
    });
    if let Some(failed) = engine.failed.as_ref().filter(|_| on) {
        ui.label(RichText::new(failed).color(tokens.warning));
        if ui.button("Try again").clicked() {
            actions.push(Action::Engine(EngineAction::TryAgain));
        }
    } else if !on {
        let words = "An engine is a separate program that evaluates each board. It sees neither the \
             clocks nor the other board. It runs only when you turn it on.";
        ui.label(dim(words));
    }
}

/// A board of the current position.
struct PanelContext<'a> {
    state: &'a State,
    document: &'a Document,
    position: &'a Position,
    id: BoardId,
}

impl PanelContext<'_> {
    fn board_ui(
        &self,
        ui: &mut Ui,
        stage: &mut Stage<'_>,
        guess: Option<&BoardEvaluation>,
        actions: &mut Vec<Action>,
    ) {
        let tokens = stage.tokens;
        let turn = self.position.turn(self.id);
        ui.horizontal(|ui| {
            let title = format!("Board {}", self.id.letter());
            ui.label(RichText::new(title).font(theme::semibold(theme::TEXT)));
            let to_move = format!("{} to move", turn.name());
            ui.label(RichText::new(to_move).color(tokens.team(turn.team())));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let white = guess.and_then(|guess| guess.white);
                let chance = white.map(|white| match turn.color() {
                    Color::White => white,
                    Color::Black => 1.0 - white,
                });
                let words = chance.map_or("–".to_owned(), chance_text);
                let label = ui.label(RichText::new(words).font(theme::semibold(theme::TEXT)));
                if let Some(guess) = guess {
                    label.on_hover_text(format!("{}. {} kN/s.", guess.words, guess.kilo_nodes));
                }
            });
        });
        let lines = self.state.settings.engine_setup.lines as usize;
        for rank in 0..lines {
            match guess.and_then(|guess| guess.lines.get(rank)) {
                Some(line) => self.line_ui(ui, stage, rank, line, actions),
                // A placeholder, so that nothing jumps.
                None if rank == 0 || guess.is_none() => {
                    ui.label(RichText::new("…").color(tokens.dim));
                }
                None => {}
            }
        }
        if let Some(threat) = guess.and_then(|guess| guess.threat.as_ref()) {
            let words = format!("Threat of {}: {threat}", turn.opponent().name());
            ui.label(RichText::new(words).size(theme::SMALL).color(tokens.dim));
        }
        self.plays_ui(ui, &tokens, actions);
    }

    fn line_ui(
        &self,
        ui: &mut Ui,
        stage: &mut Stage<'_>,
        rank: usize,
        line: &LineRow,
        actions: &mut Vec<Action>,
    ) {
        let tokens = stage.tokens;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(5.0, 1.0);
            let chance = RichText::new(&line.chance).font(theme::semibold(theme::SMALL + 1.0));
            ui.label(chance).on_hover_text(&line.detail);
            for (index, san) in line.san.iter().take(MOVES).enumerate() {
                let words = RichText::new(san).size(theme::SMALL + 1.0);
                let label = ui.add(Label::new(words).sense(Sense::click()).selectable(false));
                label.widget_info(|| {
                    let name = format!("Line {}, move {}: {san}", rank + 1, index + 1);
                    WidgetInfo::labeled(Role::Button, true, name)
                });
                if label.hovered() {
                    let under = label.rect.translate(vec2(0.0, 1.0));
                    ui.painter().hline(under.x_range(), under.bottom(), (1.0, tokens.dim));
                }
                if label.clicked() {
                    let keep = EngineAction::KeepLine(self.id, rank, index + 1);
                    actions.push(Action::Engine(keep));
                }
                label.on_hover_ui(|ui| self.preview_ui(ui, stage, line, index));
            }
            if let Some(end) = line.end.as_ref().filter(|_| line.san.len() <= MOVES) {
                let words = RichText::new(end).size(theme::SMALL).color(tokens.warning);
                ui.label(words);
            }
        });
    }

    /// Shows the board after a move of a line.
    fn preview_ui(&self, ui: &mut Ui, stage: &mut Stage<'_>, line: &LineRow, index: usize) {
        let mut position = self.position.clone();
        position.boards[self.id] = line.boards[index].clone();
        let played = self.document.played();
        let flipped = self.state.settings.flipped;
        let mut scene = BoardScene::of(self.id, &position, played, 0, flipped);
        scene.last = Some(LastMove::of(line.moves[index]));
        let (rect, _) = ui.allocate_exact_size(vec2(PREVIEW, PREVIEW), Sense::hover());
        ui.painter().rect_filled(rect, CornerRadius::ZERO, stage.tokens.card);
        paint_board(ui, stage, &scene, rect, false);
        ui.label("Click to save the line up to here as a variation");
    }

    /// Shows which colour the engine plays on the board, in a variation from here.
    fn plays_ui(&self, ui: &mut Ui, tokens: &Tokens, actions: &mut Vec<Action>) {
        let plays = self.state.engine.plays[self.id];
        ui.horizontal(|ui| {
            let words = RichText::new("Engine plays").size(theme::SMALL);
            ui.label(words.color(tokens.dim)).on_hover_text(
                "Play against the engine from here. Moves go into a variation; the match is \
                 unchanged.",
            );
            for (color, name) in
                [(None, "Off"), (Some(Color::White), "White"), (Some(Color::Black), "Black")]
            {
                let words = RichText::new(name).size(theme::SMALL);
                if ui.selectable_label(plays == color, words).clicked() {
                    actions.push(Action::Engine(EngineAction::Plays(self.id, color)));
                }
            }
        });
    }
}
