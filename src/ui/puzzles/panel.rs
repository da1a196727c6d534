//! The panel beside the boards of a puzzle, with its tabs.

use super::{plot::progress_ui, question::query_ui, set::set_ui};
use crate::{
    app::{PuzzleAction, PuzzleTab, Round, State},
    ui::{outbox::SendOnClick as _, theme::Tokens},
};
use eframe::egui::{Margin, ScrollArea, Ui};

/// Shows the tabs and the content of the selected one.
pub(super) fn panel_ui(ui: &mut Ui, tokens: &Tokens, state: &State, round: &Round) {
    let margin = Margin::symmetric(14, 8);
    eframe::egui::Frame::new().inner_margin(margin).show(ui, |ui| {
        ui.horizontal(|ui| {
            for tab in PuzzleTab::ALL {
                ui.selectable_label(state.puzzles.tab == tab, tab.name())
                    .on_click(|| PuzzleAction::Show(tab));
            }
        });
        ui.separator();
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            ui.set_width(ui.available_width() - 4.0);
            match state.puzzles.tab {
                PuzzleTab::Puzzle => query_ui(ui, tokens, state, round),
                PuzzleTab::Set => set_ui(ui, state, round),
                PuzzleTab::Progress => progress_ui(ui, tokens, state),
            }
        });
    });
}
