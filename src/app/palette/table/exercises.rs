//! The exercises menu.

use super::{CommandInfo, Enabled, Run, a_match, command, file};
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
            "This variation uses a piece that wasn’t available in the match, so it can’t be \
             saved.",
        ),
        solving => Enabled::when(solving.is_some()),
    }
}

/// The rows of the menu.
pub const ROWS: &[CommandInfo] = &[
    command!(
        ExercisesOfMatch,
        "Puzzles from this match",
        a_match,
        Run::Change(exercises::exercises_of_match),
    )
    .words("train exercises mate tactics practice"),
    command!(
        ExercisesOfList,
        "Puzzles from listed matches",
        file,
        Run::Change(exercises::exercises_of_list),
    )
    .words("train exercises mate tactics practice list"),
    command!(
        ExercisesOfSearch,
        "Puzzles from search results",
        |state| {
            if state.search.hits().is_empty() {
                return Enabled::Because(
                    "Run a search first, such as missed-mate, mate-in:2 or wanted:N.",
                );
            }
            Enabled::Yes
        },
        Run::Act(|| Action::Search(SearchAction::Exercises)),
    )
    .words("train exercises mate tactics practice found"),
    command!(ExerciseHint, "Hint", asked, Run::Change(exercises::exercise_hint),)
        .key("H")
        .words("help puzzle exercise clue")
        .line_above(),
    command!(ExerciseAnswer, "View solution", asked, Run::Change(exercises::exercise_answer),)
        .words("show answer puzzle exercise give up"),
    command!(KeepExercise, "Save as variation", played, Run::Change(exercises::keep_exercise),)
        .words("line puzzle exercise keep store add"),
    command!(
        NextExercise,
        "Next puzzle",
        in_round,
        Run::Change(|cx| exercises::step_exercise(cx, true)),
    )
    .key("N")
    .words("forward exercise"),
    command!(
        PreviousExercise,
        "Previous puzzle",
        in_round,
        Run::Change(|cx| exercises::step_exercise(cx, false)),
    )
    .shift("N")
    .words("back exercise"),
    command!(
        LeaveExercises,
        "Leave puzzles",
        in_round,
        Run::Change(exercises::step_out_of_exercise),
    )
    .words("end stop close exercises back to the match escape")
    .line_above(),
];
