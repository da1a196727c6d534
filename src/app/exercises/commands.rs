//! What commands do while an exercise is on the boards.

use crate::app::{Command, Enabled, Menu, State};

/// What is said of all other commands.
const BUSY: &str = "An exercise is on the boards: leave it with Escape first.";

/// Whether `command` can be done while an exercise is on the boards: what concerns the exercise or the window can,
/// what concerns the match behind it cannot.
pub(in crate::app) fn enabled_in_exercise(state: &State, command: Command) -> Enabled {
    let info = command.info();
    match command {
        Command::PlayMove => {
            let asked = state.solving().is_some_and(|(_, solving)| solving.is_asked());
            Enabled::when(asked)
        }
        Command::LeaveVariation => Enabled::Yes,
        Command::Switch(_)
        | Command::Settings
        | Command::Palette
        | Command::Keys
        | Command::About
        | Command::Quit
        | Command::FullScreen
        | Command::NextRegion
        | Command::PreviousRegion
        | Command::OpenMenus => (info.enabled)(state),
        _ if info.menu == Menu::Exercises => (info.enabled)(state),
        _ => Enabled::Because(BUSY),
    }
}

/// The command that is meant by `command` while an exercise is on the boards: the keys of the matches go through
/// the exercises.
pub(in crate::app) const fn meant_in_exercise(command: Command) -> Command {
    match command {
        Command::NextMatch => Command::NextExercise,
        Command::PreviousMatch => Command::PreviousExercise,
        Command::LeaveVariation => Command::LeaveExercises,
        other => other,
    }
}
