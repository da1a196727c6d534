//! The panel with the engine's lines.

use super::match_part::match_ui;
use crate::{
    app::{
        Action, BoardEvaluation, Command, Dialog, EngineAction, EngineState, LineRow, MatchState,
        SettingsPage, ShellAction, State, Switch,
    },
    diagram::{BoardScene, LastMove},
    document::Document,
    kriegspiel::Obstacle,
    rules::{BoardId, Color, Position},
    text::sentence,
    ui::{
        outbox::{SendAction as _, SendOnClick as _},
        shell::scroll,
        theme::{self, Tokens},
        widgets::{
            Stage, cached, check_box, error_label, low_button, note_ui, paint_board, small,
            subheading,
        },
    },
};
use eframe::egui::{
    Align, Align2, Color32, CornerRadius, Id, Label, Layout, Rect, Response, RichText, Sense, Ui,
    UiBuilder, WidgetInfo, accesskit::Role, vec2,
};

/// The height of a board's header, in points. The row below the engine's lines has the same height.
const HEAD_HEIGHT: f32 = 20.0;

/// The height of one line of the engine, in points.
const LINE_HEIGHT: f32 = 20.0;

/// The height of the note about the threat, in points.
const THREAT_HEIGHT: f32 = 16.0;

/// The width of the bar that shows the win probability of a line, in points.
const BAR_WIDTH: f32 = 52.0;

/// The side of the board that previews a move, in points.
const PREVIEW_SIDE: f32 = 208.0;

/// Shows the evaluation of both boards and of the match.
pub fn engine_ui(ui: &mut Ui, stage: &mut Stage<'_>, state: &State, open: &MatchState) {
    let tokens = stage.tokens;
    head_ui(ui, &state.engine, state.settings.engine);
    if !state.settings.engine {
        return;
    }
    ui.separator();
    if let Some(why) = open.document.played().unreadable_start() {
        return note_ui(ui, sentence(&Obstacle::Start(why).to_string()));
    }
    scroll("engine", ui, |ui| {
        let position = open.position();
        for id in state.board_order() {
            let evaluation = state.evaluation_of(id, &position);
            let context = PanelContext { state, document: &open.document, position: &position, id };
            context.board_ui(ui, stage, evaluation);
            ui.add_space(6.0);
        }
        ui.label(small("Each board is evaluated separately, without the clocks."));
        ui.separator();
        match_ui(ui, &tokens, state, open);
    });
}

/// Shows the check box that turns the engine on, and the name of the engine.
fn head_ui(ui: &mut Ui, engine: &EngineState, on: bool) {
    let settings =
        Action::Shell(ShellAction::Dialog(Some(Dialog::Settings(SettingsPage::Engine, None))));
    ui.horizontal(|ui| {
        let mut checked = on;
        if check_box(ui, &mut checked, "Engine").changed() {
            ui.send(Command::Switch(Switch::Engine));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add(low_button(ui, "Settings…")).on_click(|| settings);
            ui.add(Label::new(small(engine.names_text())).truncate());
        });
    });
    if on && let Some(failed) = &engine.failed {
        error_label(ui, failed);
        ui.button("Try again").on_click(|| EngineAction::Restart);
    } else if !on {
        let words = "An engine is a separate program that evaluates each board. It sees neither the \
             clocks nor the other board. It runs only when you turn it on.";
        ui.label(small(words));
    }
}

/// The data needed to show one board of the current position in the panel.
struct PanelContext<'a> {
    state: &'a State,
    document: &'a Document,
    position: &'a Position,
    id: BoardId,
}

impl PanelContext<'_> {
    /// Shows the evaluation of the board `id`. The height of the result depends only on the settings, so that nothing
    /// moves while lines arrive.
    fn board_ui(&self, ui: &mut Ui, stage: &mut Stage<'_>, evaluation: Option<BoardEvaluation>) {
        let tokens = stage.tokens;
        let turn = self.position.turn(self.id);
        let lines = self.state.settings.engine_setup.lines as usize;
        let height = lines as f32 * LINE_HEIGHT;
        ui.spacing_mut().item_spacing.y = 3.0;
        row_ui(ui, HEAD_HEIGHT, |ui| {
            let title = format!("Board {}", self.id.letter());
            ui.label(subheading(title));
            let to_move = format!("{} to move", turn.name());
            ui.label(RichText::new(to_move).color(tokens.team(turn.team())));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let effort =
                    evaluation.as_ref().map_or_else(|| "–".to_owned(), |it| it.effort.clone());
                let label = ui.add(Label::new(small(effort)).truncate());
                if let Some(evaluation) = &evaluation {
                    label.on_hover_text(format!("{}. {}.", evaluation.words, evaluation.effort));
                }
            });
        });
        let size = vec2(ui.available_width(), height);
        let (area, _) = ui.allocate_exact_size(size, Sense::hover());
        let shown = self.frozen(ui, area, evaluation);
        for line_index in 0..lines {
            let top = area.top() + line_index as f32 * LINE_HEIGHT;
            let row = area.with_min_y(top).with_max_y(top + LINE_HEIGHT);
            let mut child = ui.new_child(
                UiBuilder::new()
                    .id_salt(("line", line_index))
                    .max_rect(row)
                    .layout(Layout::left_to_right(Align::Center)),
            );
            match shown.as_ref().and_then(|evaluation| evaluation.lines.get(line_index)) {
                Some(line) => self.line_ui(&mut child, stage, line_index, line),
                None if line_index == 0 || shown.is_none() => {
                    child.label(RichText::new("…").weak());
                }
                None => {}
            }
        }
        row_ui(ui, THREAT_HEIGHT, |ui| {
            let threat = shown.as_ref().and_then(|evaluation| evaluation.threat.as_ref());
            let words = threat.map(|it| format!("Threat of {}: {it}", turn.opponent().name()));
            ui.add(Label::new(small(words.unwrap_or_default())).truncate());
        });
        row_ui(ui, HEAD_HEIGHT, |ui| self.engine_color_ui(ui));
    }

    /// Returns the evaluation to show: `latest` or, while the pointer is in `area`, the evaluation at the time when the
    /// pointer entered.
    fn frozen(
        &self,
        ui: &Ui,
        area: Rect,
        latest: Option<BoardEvaluation>,
    ) -> Option<BoardEvaluation> {
        let id = Id::unique(("held lines", self.id));
        if !ui.rect_contains_pointer(area) {
            ui.data_mut(|data| data.remove::<(Position, BoardEvaluation)>(id));
            return latest;
        }
        cached(ui, id, self.position.clone(), |_| latest)
    }

    /// Shows the win probability of a line as a bar, followed by as many moves as fit.
    fn line_ui(&self, ui: &mut Ui, stage: &mut Stage<'_>, line_index: usize, line: &LineRow) {
        let tokens = stage.tokens;
        ui.spacing_mut().item_spacing.x = 5.0;
        let turn = self.position.turn(self.id);
        chance_ui(ui, &tokens, line, tokens.team(turn.team())).on_hover_text(&line.detail);
        let font = theme::regular(theme::SMALL + 1.0);
        let right = ui.max_rect().right();
        let ellipsis = ui.painter().layout_no_wrap("…".to_owned(), font.clone(), tokens.dim);
        for (index, san) in line.san.iter().enumerate() {
            let galley = ui.painter().layout_no_wrap(san.clone(), font.clone(), tokens.text);
            let reserved = if index + 1 < line.san.len() { ellipsis.size().x + 5.0 } else { 0.0 };
            if ui.cursor().left() + galley.size().x + reserved > right {
                let whole = ui.weak("…");
                whole.on_hover_text(line.san.join(" "));
                return;
            }
            let (rect, label) = ui.allocate_exact_size(galley.size(), Sense::click());
            ui.painter().galley(rect.min, galley, tokens.text);
            label.widget_info(|| {
                let name = format!("Line {}, move {}: {san}", line_index + 1, index + 1);
                WidgetInfo::labeled(Role::Button, true, name)
            });
            if label.hovered() {
                ui.painter().hline(rect.x_range(), rect.bottom() + 1.0, (1.0, tokens.dim));
            }
            label.on_click(|| EngineAction::SaveLine(self.id, line.moves[..=index].to_vec()));
            label.on_hover_ui(|ui| self.preview_ui(ui, stage, line, index));
        }
        if let Some(end) = &line.end {
            let words = RichText::new(end).small().color(ui.visuals().error_fg_color);
            ui.add(Label::new(words).truncate());
        }
    }

    /// Shows the board after move `index` of `line`, counted from 0.
    fn preview_ui(&self, ui: &mut Ui, stage: &mut Stage<'_>, line: &LineRow, index: usize) {
        let mut position = self.position.clone();
        position.boards[self.id] = line.boards[index].clone();
        let played = self.document.played();
        let flipped = self.state.shell.flipped;
        let mut scene = BoardScene::of(self.id, &position, played, 0, flipped);
        scene.last = Some(LastMove::of(line.moves[index]));
        let (rect, _) = ui.allocate_exact_size(vec2(PREVIEW_SIDE, PREVIEW_SIDE), Sense::hover());
        ui.painter().rect_filled(rect, CornerRadius::ZERO, stage.tokens.card);
        paint_board(ui, stage, &scene, rect, false);
        ui.label("Click to save the line up to here as a variation");
    }

    /// Shows the choice of the colour that the engine plays on this board, or `Off`. The game against the engine is a
    /// variation from the current moment.
    fn engine_color_ui(&self, ui: &mut Ui) {
        let plays = self.state.engine.plays[self.id];
        let words = RichText::new("Engine plays").small();
        ui.label(words.weak()).on_hover_text(
            "Play against the engine from here. Moves go into a variation; the match is \
             unchanged.",
        );
        for (color, name) in
            [(None, "Off"), (Some(Color::White), "White"), (Some(Color::Black), "Black")]
        {
            let words = RichText::new(name).small();
            ui.selectable_label(plays == color, words)
                .on_click(|| EngineAction::PlayColor(self.id, color));
        }
    }
}

fn row_ui(ui: &mut Ui, height: f32, content: impl FnOnce(&mut Ui)) {
    let size = vec2(ui.available_width(), height);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_height(height);
        content(ui);
    });
}

/// Shows the win probability of `line` as a bar in the colour `team`.
fn chance_ui(ui: &mut Ui, tokens: &Tokens, line: &LineRow, team: Color32) -> Response {
    let (bar, response) =
        ui.allocate_exact_size(vec2(BAR_WIDTH, LINE_HEIGHT - 4.0), Sense::hover());
    ui.painter().rect_filled(bar, CornerRadius::same(2), tokens.card);
    if let Some(part) = line.part {
        #[expect(clippy::cast_possible_truncation, reason = "a place on the screen")]
        let right = bar.left() + bar.width() * part as f32;
        let filled = team.gamma_multiply(0.4);
        ui.painter().rect_filled(bar.with_max_x(right), CornerRadius::same(2), filled);
    }
    let at = bar.right_center() - vec2(4.0, 0.0);
    let font = theme::semibold(theme::SMALL);
    ui.painter().text(at, Align2::RIGHT_CENTER, &line.chance, font, tokens.text);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &line.chance));
    response
}
