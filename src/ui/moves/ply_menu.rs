//! The commands in the context menu of a ply in the move list.

use crate::app::{Command, State};

pub(super) const MATCH_MENU: &[Command] = &[
    Command::EditComment,
    Command::ToggleDiagram,
    Command::PlayMove,
    Command::CopyPosition,
    Command::Share,
    Command::DeleteFrom,
];

pub(super) const VARIATION_MENU: &[Command] = &[
    Command::ToggleDiagram,
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

/// Returns the commands on the current ply.
pub fn ply_menu(state: &State) -> &'static [Command] {
    match state.attempt().variation {
        Some(_) => VARIATION_MENU,
        None => MATCH_MENU,
    }
}
