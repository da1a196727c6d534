//! The question above the boards of an exercise, and the buttons below them.

use super::boards::boards_ui;
use crate::{
    app::{Action, Command, ExerciseAction, Region, Round, Solving, State, palette},
    settings::ExerciseScore,
    ui::{
        regions,
        theme::{self, Tokens},
        widgets::{Stage, announce},
    },
};
use eframe::egui::{
    Align, Button, CornerRadius, Id, Label, Layout, Rect, RichText, Ui, UiBuilder, Vec2, vec2,
};

/// The height reserved for feedback without moving the boards, in points.
const SAID: f32 = 38.0;

/// The margin of the question and the feedback, in points.
const MARGIN: Vec2 = vec2(14.0, 8.0);

/// Shows the current exercise of `round`. Returns the area that notices may cover.
pub fn exercise_ui(
    ui: &mut Ui,
    stage: &mut Stage<'_>,
    state: &State,
    round: &Round,
    actions: &mut Vec<Action>,
) -> Rect {
    let tokens = stage.tokens;
    let whole = ui.available_rect_before_wrap();
    ui.painter().rect_filled(whole, CornerRadius::ZERO, tokens.ground);
    let top = measured_ui(ui, "exercise question", whole, Align::Min, |ui| {
        question_ui(ui, &tokens, (round, state.settings.exercises), actions);
    });
    let bottom = measured_ui(ui, "exercise answer", whole, Align::Max, |ui| {
        answer_ui(ui, &tokens, state, round, actions);
    });
    regions::mark(ui.ctx(), Region::Transport, bottom);
    let boards = Rect::from_min_max(top.left_bottom(), bottom.right_top());
    regions::mark(ui.ctx(), Region::Boards, boards);
    if let Some((posed, solving)) = round.now() {
        ui.scope_builder(UiBuilder::new().max_rect(boards), |ui| {
            boards_ui(ui, stage, state, posed, solving, actions);
        });
    }
    boards
}

/// Shows `content` at the upper or lower edge of `whole`, sized to its height. Returns its place.
fn measured_ui(
    ui: &mut Ui,
    name: &'static str,
    whole: Rect,
    edge: Align,
    content: impl FnOnce(&mut Ui),
) -> Rect {
    let id = Id::unique(name);
    let known = ui.data(|data| data.get_temp::<f32>(id)).unwrap_or(100.0);
    let place = match edge {
        Align::Max => whole.with_min_y(whole.bottom() - known),
        _ => whole.with_max_y(whole.top() + known),
    };
    let inner = place.shrink2(MARGIN);
    let shown = ui.scope_builder(UiBuilder::new().max_rect(inner).id_salt(name), content);
    let height = shown.response.rect.height() + 2.0 * MARGIN.y;
    if (height - known).abs() > 0.5 {
        ui.data_mut(|data| data.insert_temp(id, height));
        ui.ctx().request_discard("the height was not known");
    }
    place
}

fn question_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    (round, score): (&Round, ExerciseScore),
    actions: &mut Vec<Action>,
) {
    ui.horizontal(|ui| {
        let dim =
            |words: String| Label::new(RichText::new(words).size(theme::SMALL).color(tokens.dim));
        ui.add(dim(round.progress()));
        if round.walked.is_some() && ui.small_button("Stop searching").clicked() {
            actions.push(Action::Exercises(ExerciseAction::Stop));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add(dim(score_words(score)).truncate());
        });
    });
    let question = RichText::new(round.question()).font(theme::semibold(16.0));
    ui.add(Label::new(question.color(tokens.text)).wrap());
    announce(ui, "exercise", || round.question());
}

/// Returns the score as text.
fn score_words(score: ExerciseScore) -> String {
    let ExerciseScore { at_once, later, shown } = score;
    format!("First try {at_once} · With hints {later} · Gave up {shown}")
}

fn answer_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    state: &State,
    round: &Round,
    actions: &mut Vec<Action>,
) {
    let solving = round.now().map(|(_, solving)| solving);
    let said = solving.map_or("", Solving::said);
    let ink = match solving {
        Some(solving) if solving.has_failed() => tokens.warning,
        _ => tokens.text,
    };
    ui.allocate_ui(vec2(ui.available_width(), SAID), |ui| {
        ui.set_min_height(SAID);
        ui.add(Label::new(RichText::new(said).size(theme::TEXT + 1.0).color(ink)).wrap());
    });
    announce(ui, "exercise answer", || said.to_owned());
    // The kinds stay after one was chosen, so that the boards do not move.
    if let Some(label) = round.piece_label() {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(label).color(tokens.dim));
            for (role, name) in round.kinds() {
                let button = ui.add_enabled(round.asks_piece(), Button::new(name));
                if button.clicked() {
                    actions.push(Action::Exercises(ExerciseAction::Name(role)));
                }
            }
        });
        ui.add_space(4.0);
    }
    ui.horizontal_wrapped(|ui| {
        for command in [
            Command::PreviousExercise,
            Command::NextExercise,
            Command::PlayMove,
            Command::ExerciseHint,
            Command::ExerciseAnswer,
            Command::KeepExercise,
            Command::LeaveExercises,
        ] {
            let button =
                ui.add_enabled(palette::can(state, command), Button::new(command.info().name));
            let button = button.on_hover_text(state.shell.keymap.tooltip(command));
            if button.clicked() {
                actions.push(Action::Do(command));
            }
        }
    });
}
