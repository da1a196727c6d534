//! The exercises menu.

use super::{Command, CommandInfo, Enabled, Run, a_match, file, row};
use crate::app::{Action, SearchAction, State, exercises};

/// Enables a command during exercises.
fn in_round(state: &State) -> Enabled {
    Enabled::when(state.exercise().is_some())
}

/// Enables a command while an exercise is unsolved.
fn asked(state: &State) -> Enabled {
    let asked = state.solving().is_some_and(|(_, solving)| solving.is_asked());
    Enabled::when(asked)
}

/// Enables a command after an exercise in which a move was played.
fn played(state: &State) -> Enabled {
    match state.solving() {
        Some((_, solving)) if solving.is_asked() || solving.plies().is_empty() => Enabled::No,
        Some((_, solving)) if solving.has_lent() => Enabled::Because(
            "This variation has a piece that nobody had: the match does not allow it.",
        ),
        solving => Enabled::when(solving.is_some()),
    }
}

/// The rows of the menu.
pub const ROWS: &[CommandInfo] = &[
    row(
        Command::ExercisesOfMatch,
        "ExercisesOfMatch",
        "Exercises from this match",
        a_match,
        Run::Change(exercises::exercises_of_match),
    )
    .words("train puzzle mate tactics practice"),
    row(
        Command::ExercisesOfList,
        "ExercisesOfList",
        "Exercises from the list",
        file,
        Run::Change(exercises::exercises_of_list),
    )
    .words("train puzzle mate tactics practice matches"),
    row(
        Command::ExercisesOfSearch,
        "ExercisesOfSearch",
        "Exercises from what the search found",
        |state| {
            if state.search.hits().is_empty() {
                return Enabled::Because(
                    "Search for something first: missed-mate, mate-in:2, wanted:N.",
                );
            }
            Enabled::Yes
        },
        Run::Act(|| Action::Search(SearchAction::Exercises)),
    )
    .words("train puzzle mate tactics practice results"),
    row(
        Command::ExerciseHint,
        "ExerciseHint",
        "Hint",
        asked,
        Run::Change(exercises::exercise_hint),
    )
    .key("H")
    .words("help exercise clue")
    .line_above(),
    row(
        Command::ExerciseAnswer,
        "ExerciseAnswer",
        "Show the answer",
        asked,
        Run::Change(exercises::exercise_answer),
    )
    .words("solution exercise give up"),
    row(
        Command::KeepExercise,
        "KeepExercise",
        "Keep as a variation",
        played,
        Run::Change(exercises::keep_exercise),
    )
    .words("line exercise store add leave"),
    row(
        Command::NextExercise,
        "NextExercise",
        "Next exercise",
        in_round,
        Run::Change(|cx| exercises::step_exercise(cx, true)),
    )
    .key("N")
    .words("forward puzzle"),
    row(
        Command::PreviousExercise,
        "PreviousExercise",
        "Previous exercise",
        in_round,
        Run::Change(|cx| exercises::step_exercise(cx, false)),
    )
    .shift("N")
    .words("back puzzle"),
    row(
        Command::LeaveExercises,
        "LeaveExercises",
        "Leave the exercises",
        in_round,
        Run::Change(exercises::step_out_of_exercise),
    )
    .words("end stop close puzzle back to the match escape")
    .line_above(),
];
