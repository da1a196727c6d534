//! A puzzle, shown in place of the match: its boards, the solution below, and a panel with question, puzzle set and
//! progress.
//!
//! Nothing else of the match is shown, because it could reveal the solution.

mod boards;
mod panel;
mod plot;
mod question;
mod set;
mod sheet;
mod solution;

pub use sheet::puzzle_sheet_ui;

use super::widgets::Stage;
use crate::{
    app::{Region, Round, State},
    ui::regions,
};
use eframe::egui::{CornerRadius, Rect, Ui, UiBuilder};

/// The width of the panel in a wide window, in points.
const WIDE_PANEL_WIDTH: f32 = 360.0;

/// The width of the panel in a narrow window, in points.
const NARROW_PANEL_WIDTH: f32 = 270.0;

/// The minimum height of a panel below the boards, in points.
const MIN_PANEL_HEIGHT: f32 = 300.0;

/// The minimum height of a window with the solution below the boards, in points. In a lower one, and where only touch
/// is, the boards need that room; the solution is in the panel.
const SOLUTION_BELOW_FROM: f32 = 400.0;

struct Places {
    boards: Rect,
    /// The place of the solution, below the boards; empty if it is in the panel.
    below: Rect,
    /// The place of the panel.
    side: Rect,
}

impl Places {
    /// Places the panel beside the boards, or below them if that makes the boards larger. The solution below the boards
    /// is `below` points high.
    fn of(whole: Rect, below: f32) -> Self {
        let width = if whole.width() >= 1100.0 { WIDE_PANEL_WIDTH } else { NARROW_PANEL_WIDTH };
        let width = width.min(whole.width() / 2.0);
        let (left, side) = whole.split_left_right_at_x(whole.right() - width);
        let beside = Self::with_panel(left, side, below);
        let panel_height = whole.height() - below - boards::height(whole.width());
        let (top, side) =
            whole.split_top_bottom_at_y(whole.bottom() - panel_height.max(MIN_PANEL_HEIGHT));
        let stacked = Self::with_panel(top, side, below);
        let square = |places: &Self| boards::side(places.boards.size());
        if square(&stacked) > square(&beside) { stacked } else { beside }
    }

    /// Divides `area` between the boards and the solution. `side` is the place of the panel.
    fn with_panel(area: Rect, side: Rect, below: f32) -> Self {
        let (boards, below) = area.split_top_bottom_at_y(area.bottom() - below);
        Self { boards, below, side }
    }
}

/// Shows the current puzzle of `round`.
pub fn puzzle_ui(ui: &mut Ui, stage: &mut Stage<'_>, state: &State, round: &Round) {
    let tokens = stage.tokens;
    let whole = ui.available_rect_before_wrap();
    ui.painter().rect_filled(whole, CornerRadius::ZERO, tokens.ground);
    let has_solution_below = whole.height() >= SOLUTION_BELOW_FROM && !state.shell.has_touch_only;
    let height = if has_solution_below { solution::HEIGHT } else { 0.0 };
    let Places { boards, below, side } = Places::of(whole, height);
    ui.painter().rect_filled(side, CornerRadius::ZERO, tokens.panel);
    let end = if side.top() > whole.top() { side.right_top() } else { side.left_bottom() };
    let edge = [side.left_top(), end];
    ui.painter().line_segment(edge, (1.0, tokens.line));
    regions::mark(ui.ctx(), Region::Panel, side);
    regions::mark(ui.ctx(), Region::Boards, boards);
    if let Some((puzzle, solving)) = round.now() {
        ui.scope_builder(UiBuilder::new().max_rect(boards), |ui| {
            boards::boards_ui(ui, stage, state, puzzle, solving);
        });
    }
    if has_solution_below {
        regions::mark(ui.ctx(), Region::Transport, below);
        ui.scope_builder(UiBuilder::new().max_rect(below).id_salt("puzzle solution"), |ui| {
            solution::solution_ui(ui, &tokens, state, round);
        });
    }
    ui.scope_builder(UiBuilder::new().max_rect(side).id_salt("puzzle panel"), |ui| {
        panel::panel_ui(ui, &tokens, state, round, !has_solution_below);
    });
}
