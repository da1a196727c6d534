//! The solution, below the boards: a row of steps to play through, and the buttons of the puzzle.

use crate::{
    analysis::puzzles::{Branch, Puzzle},
    app::{Command, PuzzleAction, PuzzleState, Round, State, branch_text, palette, step_text},
    rules::Seat,
    ui::{
        outbox::SendOnClick as _,
        theme::{self, Tokens},
        widgets::{has_changed, small},
    },
};
use eframe::egui::{
    Align, Button, CornerRadius, Id, Layout, Margin, ScrollArea, Stroke, Ui, Vec2, text::LayoutJob,
    vec2,
};

/// The height of the solution and the buttons, in points.
pub(super) const HEIGHT: f32 = 128.0;

/// The width below which the buttons are small, in points.
const WIDE_FROM: f32 = 600.0;

/// The width below which the buttons that only step are small, in points.
const STEP_BUTTONS_WIDE_FROM: f32 = 300.0;

/// The minimum width and height of the button of a step, in points.
const STEP: (f32, f32) = (92.0, 42.0);

/// The maximum number of continuations shown. More are rarely of interest.
const MAX_CONTINUATIONS: usize = 40;

pub(super) fn solution_ui(ui: &mut Ui, tokens: &Tokens, state: &State, round: &Round) {
    eframe::egui::Frame::new().inner_margin(Margin::symmetric(18, 4)).show(ui, |ui| {
        let solved = round.now().filter(|(_, solving)| !solving.awaits_answer());
        ui.allocate_ui(vec2(ui.available_width(), HEIGHT - 46.0), |ui| {
            ui.set_min_height(HEIGHT - 46.0);
            if let Some((puzzle, solving)) = solved {
                steps_ui(ui, tokens, puzzle, solving);
            }
        });
        buttons_ui(ui, state);
    });
}

/// Shows the steps, with the current one highlighted, and what can follow it.
pub(super) fn steps_ui(ui: &mut Ui, tokens: &Tokens, puzzle: &Puzzle, solving: &PuzzleState) {
    line_ui(ui, tokens, puzzle, solving);
    continuations_ui(ui, puzzle, solving);
}

fn line_ui(ui: &mut Ui, tokens: &Tokens, puzzle: &Puzzle, solving: &PuzzleState) {
    let (line, at) = solving.line();
    // Scrolls only after a step, since scrolling in every frame would never come to rest.
    let has_moved = has_changed(ui, Id::unique("puzzle step"), at);
    ScrollArea::horizontal().animated(false).id_salt("puzzle line").show(ui, |ui| {
        ui.horizontal(|ui| {
            for (index, branch) in line.iter().enumerate() {
                let text = step_text(solving.before(index), branch.0);
                let words = branch_text(puzzle, branch);
                let ink = tokens.team(seat_of(branch).team());
                let is_here = index + 1 == at;
                let stroke = Stroke::new(if is_here { 2.0 } else { 0.0 }, ink);
                let mut job = LayoutJob::default();
                let main = if index < at { tokens.text } else { tokens.dim };
                let letter = format!("{} ", seat_of(branch).letter());
                let below = theme::regular_text(theme::SMALL, tokens.dim);
                job.append(&letter, 0.0, theme::regular_text(theme::SMALL, ink));
                job.append(&text, 0.0, theme::semibold_text(theme::TEXT + 1.0, main));
                job.append(&format!("\n{words}"), 0.0, below);
                let button = Button::new(job)
                    .min_size(vec2(STEP.0, STEP.1))
                    .corner_radius(CornerRadius::same(5))
                    .stroke(stroke);
                let response = ui.add(button);
                if is_here && has_moved {
                    response.scroll_to_me(Some(Align::Center));
                }
                response.on_click(|| PuzzleAction::GoTo(index + 1));
            }
        });
    });
}

const fn seat_of((step, _): &Branch) -> Seat {
    use crate::analysis::puzzles::SolutionStep::{Gain, Play, PlayLater, Sit};
    let (Sit(seat) | Gain(seat, _) | Play(seat, _) | PlayLater(seat, _)) = *step;
    seat
}

/// Shows the steps that can follow the current one: the best moves of the solver, or every defence. Shows nothing
/// unless there are several.
fn continuations_ui(ui: &mut Ui, puzzle: &Puzzle, solving: &PuzzleState) {
    let next = &solving.next;
    if next.len() < 2 {
        return;
    }
    let (line, at) = solving.line();
    let chosen = line.get(at);
    let by_solver = next
        .first()
        .is_some_and(|(step, _)| step.ply().is_none_or(|(seat, _)| Some(seat) == solving.mover()));
    let name = if by_solver { "Solutions" } else { "Defences" };
    ScrollArea::horizontal().id_salt("puzzle branches").show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.label(small(format!("{name}:")));
            for (index, branch) in next.iter().enumerate().take(MAX_CONTINUATIONS) {
                let text = step_text(solving.state(), branch.0);
                let response = ui.selectable_label(chosen == Some(branch), text);
                response
                    .on_hover_text(branch_text(puzzle, branch))
                    .on_click(|| PuzzleAction::Branch(index));
            }
            if let Some(more @ 1..) = next.len().checked_sub(MAX_CONTINUATIONS) {
                ui.label(small(format!("and {more} more")));
            }
        });
    });
}

fn buttons_ui(ui: &mut Ui, state: &State) {
    shrink_buttons(ui, WIDE_FROM);
    ui.horizontal(|ui| {
        line_buttons_ui(ui, state);
        command_buttons_ui(ui, state);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| set_buttons_ui(ui, state));
    });
}

/// Makes buttons small if the available width is less than `width`, in points.
fn shrink_buttons(ui: &mut Ui, width: f32) {
    if ui.available_width() >= width {
        return;
    }
    ui.style_mut().override_font_id = Some(theme::regular(theme::SMALL));
    ui.spacing_mut().button_padding.x = 3.0;
    ui.spacing_mut().item_spacing.x = 3.0;
}

/// Shows the buttons that step through the solution, and those that step through the puzzles.
pub(super) fn step_buttons_ui(ui: &mut Ui, state: &State) {
    shrink_buttons(ui, STEP_BUTTONS_WIDE_FROM);
    line_buttons_ui(ui, state);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| set_buttons_ui(ui, state));
}

fn line_buttons_ui(ui: &mut Ui, state: &State) {
    button(ui, state, Command::SolutionBack, "◀");
    button(ui, state, Command::SolutionForward, "▶");
}

fn set_buttons_ui(ui: &mut Ui, state: &State) {
    button(ui, state, Command::NextPuzzle, Command::NextPuzzle.info().name);
    button(ui, state, Command::PreviousPuzzle, "Previous");
}

pub(super) fn command_buttons_ui(ui: &mut Ui, state: &State) {
    for command in [Command::PlayMove, Command::PuzzleAnswer, Command::KeepPuzzle] {
        button(ui, state, command, command.info().name);
    }
}

fn button(ui: &mut Ui, state: &State, command: Command, name: &str) {
    // A button is at least as wide as a finger.
    let size = Vec2::splat(ui.spacing().interact_size.y);
    let button = Button::new(name).min_size(size);
    let button = ui.add_enabled(palette::can(state, command), button);
    let tooltip = state.shell.keymap.tooltip(command);
    let reason = palette::disabled_reason(state, command);
    let button = button
        .on_hover_text(&tooltip)
        .on_disabled_hover_text(reason.map_or(tooltip, str::to_owned));
    button.on_click(|| command);
}
