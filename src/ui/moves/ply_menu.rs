//! The context menu of a ply in the move list.

use crate::{
    app::{Command, State},
    ui::shell::menu_entry,
};
use eframe::egui::Response;

pub(super) const MATCH_MENU: &[Command] = &[
    Command::EditComment,
    Command::ToggleDiagram,
    Command::PlayMove,
    Command::CopyPosition,
    Command::CopyLink,
    Command::DeleteFrom,
];

pub(super) const VARIATION_MENU: &[Command] = &[
    Command::PromoteVariation,
    Command::VariationUp,
    Command::VariationDown,
    Command::CopyVariation,
    Command::InsertVariation,
    Command::DeleteFrom,
    Command::DeleteVariation,
    Command::UnfoldAll,
    Command::FoldAll,
];

/// The commands on a folded variation, which never contains the current ply.
pub(super) const FOLDED_MENU: &[Command] = &[Command::UnfoldAll, Command::FoldAll];

/// Opens a menu of `commands` on a right click on `response`. The caller makes the clicked ply the current one.
pub(super) fn ply_menu(state: &State, response: &Response, commands: &[Command]) {
    response.context_menu(|ui| {
        ui.set_min_width(220.0);
        for &command in commands {
            menu_entry(ui, state, command);
        }
    });
}
