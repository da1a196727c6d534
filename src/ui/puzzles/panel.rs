//! The panel beside the boards of a puzzle, with its tabs.

use super::{plot::progress_ui, question::query_ui, set::set_ui, solution};
use crate::{
    app::{Command, PuzzleAction, PuzzleTab, Round, State},
    ui::{
        outbox::SendOnClick as _,
        theme::{self, Tokens},
    },
};
use eframe::egui::{
    Align, Button, Frame, Layout, Margin, Panel, ScrollArea, Ui, Vec2, WidgetInfo, accesskit::Role,
};

/// Shows the panel. If `has_solution`, it also has the solution and the buttons of the puzzle.
pub(super) fn panel_ui(
    ui: &mut Ui,
    tokens: &Tokens,
    state: &State,
    round: &Round,
    has_solution: bool,
) {
    let margin = Margin::symmetric(14, 8);
    Frame::new().inner_margin(margin).show(ui, |ui| {
        ui.horizontal(|ui| {
            // All fit beside the boards of a phone.
            ui.spacing_mut().item_spacing.x = 2.0;
            ui.spacing_mut().button_padding.x = 8.0;
            for (tab, name) in PuzzleTab::ALL {
                let button = Button::selectable(state.puzzles.tab == tab, name);
                ui.add(button.min_size(Vec2::splat(theme::least_side(ui))))
                    .on_click(|| PuzzleAction::Show(tab));
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let leave = Command::LeavePuzzles;
                let response = ui.button("Leave").on_hover_text(state.shell.keymap.tooltip(leave));
                response.widget_info(|| WidgetInfo::labeled(Role::Button, true, leave.info().name));
                response.on_click(|| leave);
            });
        });
        ui.separator();
        let is_puzzle = state.puzzles.tab == PuzzleTab::Puzzle;
        if has_solution && is_puzzle {
            Panel::bottom("puzzle buttons")
                .resizable(false)
                .show_separator_line(false)
                .frame(Frame::new().inner_margin(Margin { top: 4, ..Margin::ZERO }))
                .show(ui, |ui| ui.horizontal(|ui| solution::step_buttons_ui(ui, state)));
        }
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            ui.set_width(ui.available_width() - 4.0);
            match state.puzzles.tab {
                PuzzleTab::Puzzle => query_ui(ui, tokens, state, round, has_solution),
                PuzzleTab::Set => set_ui(ui, state, round),
                PuzzleTab::Progress => progress_ui(ui, tokens, state),
            }
        });
    });
}
