//! Availability and replacement of commands during puzzles.

use super::conditions::{solved, unanswered};
use crate::app::{Command, Enabled, Menu, State};

/// The reason why commands for the match are unavailable in a puzzle.
const LEAVE_PUZZLE_FIRST: &str = "Leave the puzzle first.";

/// Returns whether `command` is available in a puzzle. The available commands are those for puzzles, the window, the
/// settings and the help, and the command that leaves the puzzles. The command that plays a typed move is available while
/// the puzzle is unsolved.
pub(in crate::app) fn enabled_in_puzzle(state: &State, command: Command) -> Enabled {
    let info = command.info();
    match command {
        Command::PlayMove => unanswered(state).into(),
        Command::LeaveVariation => Enabled::Yes,
        Command::Switch(_)
        | Command::Settings
        | Command::Quit
        | Command::FullScreen
        | Command::NextRegion
        | Command::PreviousRegion
        | Command::OpenMenus => (info.enabled)(state),
        _ if matches!(info.menu, Menu::Puzzles | Menu::Help) => (info.enabled)(state),
        _ => Enabled::Because(LEAVE_PUZZLE_FIRST),
    }
}

fn can_export(state: &State) -> bool {
    (Command::ExportPuzzles.info().enabled)(state) == Enabled::Yes
}

/// Replaces `command` by its counterpart in a puzzle. Steps between matches become steps between puzzles, steps between
/// moves become steps through the solution, and leaving a variation becomes leaving the puzzles. Printing and export
/// become those of the puzzle set. In an ended puzzle, the key of comments leads to the next puzzle. Other commands are unchanged.
pub(in crate::app) fn command_in_puzzle(state: &State, command: Command) -> Command {
    match command {
        Command::NextMatch => Command::NextPuzzle,
        Command::EditComment if solved(state) => Command::NextPuzzle,
        Command::PreviousMatch => Command::PreviousPuzzle,
        Command::LeaveVariation => Command::LeavePuzzles,
        Command::StepForward => Command::SolutionForward,
        Command::StepBack => Command::SolutionBack,
        Command::Print if can_export(state) => Command::PrintPuzzles,
        Command::Export if can_export(state) => Command::ExportPuzzles,
        Command::ResumePuzzles => Command::ShowPuzzleMatch,
        other => other,
    }
}
