//! The question of a puzzle, with answer buttons, feedback and hints.

use super::solution;
use crate::{
    analysis::puzzles::{Puzzle, diagonal_text},
    app::{
        Command, HINTS, JobKind, PuzzleAction, PuzzleStage, PuzzleState, Round, Shortcut, State,
        fate_text, palette, piece_label,
    },
    formats::PuzzleSet,
    settings::SetChoice,
    text::{dotted, grouped},
    ui::{
        outbox::SendOnClick as _,
        theme::{self, Tokens},
        widgets::{announce, job_error_ui, low_button, note_ui, progress_ui, small, subheading},
    },
};
use eframe::egui::{
    Align2, Button, CornerRadius, Label, RichText, Sense, Stroke, Ui, Vec2, WidgetInfo,
    accesskit::Role, pos2, vec2,
};

/// The height reserved for feedback, so that the hints below do not move, in points.
const FEEDBACK_HEIGHT: f32 = 56.0;

/// The size of the sign that shows the end of a puzzle, in points.
const SIGN_SIZE: f32 = 24.0;

/// What each hint reveals, in order.
const HINT_NAMES: [&str; HINTS] = ["Idea", "Piece", "Square"];

/// Shows the question. If `has_solution`, also the solution, and the buttons that go with it.
pub(super) fn query_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    state: &State,
    round: &Round,
    has_solution: bool,
) {
    let searching = state.jobs.progress(JobKind::Puzzles);
    let stop = |ui: &mut Ui| {
        ui.add(low_button(ui, "Stop searching")).on_click(|| PuzzleAction::Stop);
    };
    let first_search = if round.now().is_none() { searching } else { None };
    if let Some(progress) = first_search {
        progress_ui(ui, progress, stop);
    }
    ui.horizontal_wrapped(|ui| {
        if first_search.is_some() {
            return;
        }
        let detail = searching.map(|progress| progress.detail.clone());
        let solved = match round.solved(state.puzzles.progress.as_ref()) {
            0 => None,
            solved => Some(format!("{} solved", grouped(solved))),
        };
        let words: Vec<String> = round.place().into_iter().chain(solved).chain(detail).collect();
        ui.label(small(dotted(words.iter().map(String::as_str))));
        if searching.is_some() {
            stop(ui);
        }
    });
    let (count, found) = (round.set.len(), round.found.len());
    if searching.is_none()
        && let Some(words) = round.drill_text()
    {
        ui.add(Label::new(small(words)).wrap());
    }
    // The filter may hide puzzles of this set.
    if count < found && round.choice != SetChoice::default() {
        ui.horizontal_wrapped(|ui| {
            let (count, found) = (grouped(count), grouped(found));
            ui.label(small(format!("{count} of {found} puzzles match the filter.")));
            ui.add(low_button(ui, "Clear filter"))
                .on_click(|| PuzzleAction::Choose(Box::default()));
        });
    }
    job_error_ui(ui, &state.jobs, JobKind::Puzzles);
    if round.now().is_none() && state.jobs.error(JobKind::Puzzles).is_some() {
        // The search has failed, so it is unknown whether there are puzzles.
        return;
    }
    if let Some((puzzle, _)) = round.now() {
        let level = puzzle.difficulty.level().name();
        ui.label(small(format!("{} · {level}", puzzle.task.kind().name())));
    }
    ui.add_space(4.0);
    let question = RichText::new(round.question(searching.is_some())).font(theme::semibold(16.0));
    ui.add(Label::new(question.color(tokens.text)).wrap());
    announce(ui, "puzzle", || round.question(searching.is_some()));
    let Some((puzzle, solving)) = round.now() else { return };
    if let Some(words) = diagonal_text(puzzle) {
        ui.add_space(4.0);
        note_ui(ui, words);
    }
    ui.add_space(8.0);
    answers_ui(ui, state, puzzle, solving);
    feedback_ui(ui, tokens, state, solving);
    if has_solution && !solving.awaits_answer() {
        solution::steps_ui(ui, tokens, puzzle, solving);
    }
    if solving.awaits_answer() {
        hints_ui(ui, state, solving);
    } else {
        ui.add_space(10.0);
        source_ui(ui, state, puzzle);
    }
    if has_solution {
        ui.add_space(4.0);
        ui.horizontal_wrapped(|ui| solution::command_buttons_ui(ui, state));
    }
}

/// Shows what became of the chance, from which match the puzzle is, and the button that goes there.
fn source_ui(ui: &mut Ui, state: &State, puzzle: &Puzzle) {
    ui.label(subheading("From the match"));
    if let Some(fate) = fate_text(puzzle) {
        ui.add(Label::new(fate).wrap());
    }
    let origin = &puzzle.origin;
    if let Some(file) = state.library.file() {
        let source = PuzzleSet { puzzles: &[], list: &file.list }.source(puzzle);
        ui.add(Label::new(small(source)).wrap());
    }
    ui.label(small(dotted([origin.event.as_str(), &origin.date])));
    let command = Command::ShowPuzzleMatch;
    let key =
        state.shell.keymap.key(Command::ResumePuzzles).map_or_else(String::new, Shortcut::text);
    let button = Button::new("Go to match").shortcut_text(key);
    let can = palette::can(state, command);
    let button = ui.add_enabled(can, button);
    button.widget_info(|| WidgetInfo::labeled(Role::Button, can, "Go to match"));
    let tooltip = state.shell.keymap.beside(command.info().name, &[Command::ResumePuzzles]);
    let reason = palette::disabled_reason(state, command).unwrap_or(&tooltip).to_owned();
    button.on_hover_text(&tooltip).on_disabled_hover_text(reason).on_click(|| command);
}

/// Shows the buttons for answers that are not moves on the boards.
fn answers_ui(ui: &mut Ui, state: &State, puzzle: &Puzzle, solving: &PuzzleState) {
    // Answers have the same shortcuts as glyphs.
    let answer_ui = |ui: &mut Ui, (index, name): (u8, &str), can: bool, size: Vec2| {
        let key = state.shell.keymap.key(Command::Glyph(index));
        let key = key.map_or_else(String::new, Shortcut::text);
        let response = ui.add_enabled(can, Button::new(name).shortcut_text(key).min_size(size));
        response.widget_info(|| WidgetInfo::labeled(Role::Button, can, name));
        response.on_click(|| PuzzleAction::Answer(index));
    };
    if puzzle.task.asks_whether_to_sit() {
        let can = solving.stage == PuzzleStage::Sit;
        ui.horizontal(|ui| {
            let width = (ui.available_width() - ui.spacing().item_spacing.x) / 2.0;
            for (index, name) in (0..).zip(puzzle.task.choices()) {
                answer_ui(ui, (index, &name), can, vec2(width, 32.0));
            }
        });
    }
    // The buttons for pieces stay after an answer, so that nothing moves.
    if let Some(label) = piece_label(puzzle.task.kind()) {
        ui.weak(label);
        let can = solving.stage == PuzzleStage::Name;
        ui.horizontal_wrapped(|ui| {
            for (index, name) in (0..).zip(puzzle.task.choices()) {
                answer_ui(ui, (index, &name), can, Vec2::ZERO);
            }
        });
    }
}

fn feedback_ui(ui: &mut Ui, tokens: &Tokens, state: &State, solving: &PuzzleState) {
    let has_touch_only = state.shell.has_touch_only;
    let feedback = &solving.feedback;
    let ink = if solving.was_wrong { tokens.warning } else { tokens.text };
    ui.add_space(6.0);
    ui.allocate_ui(vec2(ui.available_width(), FEEDBACK_HEIGHT), |ui| {
        ui.set_min_height(FEEDBACK_HEIGHT);
        if !solving.awaits_answer() {
            sign_ui(ui, tokens, solving.stage == PuzzleStage::Solved);
            if let Some(reason) = palette::disabled_reason(state, Command::NextPuzzle) {
                ui.label(small(reason));
            } else if !has_touch_only {
                ui.label(small("→ plays the line, Enter goes to the next puzzle."));
            }
        }
        ui.add(Label::new(RichText::new(feedback).size(theme::TEXT + 1.0).color(ink)).wrap());
        if solving.is_refuted() {
            let words = if has_touch_only {
                "Play another move."
            } else {
                "Play another move, or press ← to take it back."
            };
            ui.label(small(words));
        }
    });
    announce(ui, "puzzle answer", || feedback.clone());
}

/// Shows the sign of the end of a puzzle as wide as the panel: a coloured bar with a tick if it was solved, a plain one if
/// the user gave up.
fn sign_ui(ui: &mut Ui, tokens: &Tokens, is_solved: bool) {
    let (sign, fill, ink) = if is_solved {
        ("Solved", tokens.first, tokens.on_team)
    } else {
        ("Gave up", tokens.card, tokens.text)
    };
    let size = vec2(ui.available_width(), SIGN_SIZE * 2.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, sign));
    let painter = ui.painter();
    painter.rect_filled(rect, CornerRadius::same(6), fill);
    let mut left = rect.left() + 18.0;
    if is_solved {
        let top = rect.center().y - 10.0;
        let at = |x: f32, y: f32| pos2(left + x * 20.0, top + y * 20.0);
        let tick = vec![at(0.0, 0.55), at(0.35, 0.9), at(1.0, 0.1)];
        painter.line(tick, Stroke::new(3.5, ink));
        left += 34.0;
    }
    let place = pos2(left, rect.center().y);
    painter.text(place, Align2::LEFT_CENTER, sign, theme::semibold(SIGN_SIZE), ink);
}

/// Shows the hints, and the button that reveals the next one.
fn hints_ui(ui: &mut Ui, state: &State, solving: &PuzzleState) {
    let hints = &solving.hints;
    ui.horizontal(|ui| {
        ui.label(subheading("Hints"));
        ui.label(small(format!("{} of {HINTS} used", hints.len())));
    });
    for (index, name) in HINT_NAMES.into_iter().enumerate() {
        ui.horizontal_wrapped(|ui| match hints.get(index) {
            Some(hint) => {
                ui.label(hint);
            }
            None if index == hints.len() => {
                let can = palette::can(state, Command::PuzzleHint);
                let button = ui.add_enabled(can, Button::new(name));
                let tooltip = state.shell.keymap.tooltip(Command::PuzzleHint);
                button.on_hover_text(tooltip).on_click(|| Command::PuzzleHint);
            }
            None => {
                ui.add_enabled(false, Button::new(name));
            }
        });
    }
}
