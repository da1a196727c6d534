//! The Puzzles menu.

use super::{Command, CommandInfo, Enabled, Run, a_match, file, row};
use crate::app::{Action, SearchAction, State, puzzles};

/// Enables a command in a round of puzzles.
fn in_round(state: &State) -> Enabled {
    Enabled::when(state.puzzle().is_some())
}

/// Enables a command while the puzzle is unsolved.
fn unanswered(state: &State) -> Enabled {
    let unanswered = state.solving().is_some_and(|(_, solving)| solving.awaits_answer());
    Enabled::when(unanswered)
}

/// Enables a command once the puzzle is solved.
fn solved(state: &State) -> Enabled {
    Enabled::when(state.solving().is_some_and(|(_, solving)| !solving.awaits_answer()))
}

/// Enables a command if the puzzle is solved, its variation has moves, and all pieces in it were available.
fn played(state: &State) -> Enabled {
    match state.solving() {
        Some((_, solving)) if solving.awaits_answer() || solving.plies().is_empty() => Enabled::No,
        Some((_, solving)) if solving.has_virtual_drop() => Enabled::Because(
            "This variation uses a piece that wasn’t available in the match, so it can’t be \
             saved.",
        ),
        solving => Enabled::when(solving.is_some()),
    }
}

/// The rows of the menu.
pub const ROWS: &[CommandInfo] = &[
    row(
        Command::PuzzlesOfMatch,
        "ExercisesOfMatch",
        "Puzzles from this match",
        a_match,
        Run::Change(puzzles::puzzles_of_match),
    )
    .words("train exercises mate tactics practice"),
    row(
        Command::PuzzlesOfList,
        "ExercisesOfList",
        "Puzzles from listed matches",
        file,
        Run::Change(puzzles::puzzles_of_list),
    )
    .words("train exercises mate tactics practice list"),
    row(
        Command::PuzzlesOfSearch,
        "ExercisesOfSearch",
        "Puzzles from search results",
        |state| {
            if state.search.hits().is_empty() {
                return Enabled::Because(
                    "Run a search first, such as missed-mate, mate-in:2 or wanted:N.",
                );
            }
            Enabled::Yes
        },
        Run::Act(|| Action::Search(SearchAction::Puzzles)),
    )
    .words("train exercises mate tactics practice found"),
    row(Command::PuzzleHint, "ExerciseHint", "Hint", unanswered, Run::Change(puzzles::puzzle_hint))
        .key("H")
        .words("help puzzle exercise clue")
        .line_above(),
    row(
        Command::PuzzleAnswer,
        "ExerciseAnswer",
        "View solution",
        unanswered,
        Run::Change(puzzles::puzzle_answer),
    )
    .words("show answer puzzle exercise give up"),
    row(
        Command::KeepPuzzle,
        "KeepExercise",
        "Save as variation",
        played,
        Run::Change(puzzles::save_puzzle),
    )
    .words("line puzzle exercise keep store add"),
    row(
        Command::NextPuzzle,
        "NextExercise",
        "Next puzzle",
        in_round,
        Run::Change(|cx| puzzles::step_puzzle(cx, true)),
    )
    .key("N")
    .words("forward exercise"),
    row(
        Command::PreviousPuzzle,
        "PreviousExercise",
        "Previous puzzle",
        in_round,
        Run::Change(|cx| puzzles::step_puzzle(cx, false)),
    )
    .shift("N")
    .words("back exercise"),
    row(
        Command::SolutionForward,
        "SolutionForward",
        "Step forward in solution",
        solved,
        Run::Change(|cx| puzzles::step_solution(cx, true)),
    )
    .words("line play through next branch"),
    row(
        Command::SolutionBack,
        "SolutionBack",
        "Step back in solution",
        in_round,
        Run::Change(|cx| puzzles::step_solution(cx, false)),
    )
    .words("line play through previous take back wrong"),
    row(
        Command::ReviewDuePuzzles,
        "ReviewDuePuzzles",
        "Review due puzzles",
        |_| Enabled::Yes,
        Run::Change(puzzles::review_due),
    )
    .words("repeat spaced repetition failed again today")
    .line_above(),
    row(
        Command::ExportPuzzles,
        "ExportPuzzles",
        "Export puzzle set…",
        |state| Enabled::when(state.puzzle().is_some_and(|round| round.count() > 0)),
        Run::Change(puzzles::export_set),
    )
    .words("save print sheet answers bpgn pdf json coach"),
    row(
        Command::ExportProgress,
        "ExportProgress",
        "Export puzzle progress…",
        |state| Enabled::when(state.puzzles.progress.is_some()),
        Run::Change(puzzles::export_progress),
    )
    .words("save json results"),
    row(
        Command::ImportProgress,
        "ImportProgress",
        "Import puzzle progress…",
        |_| Enabled::Yes,
        Run::Change(puzzles::import_progress),
    )
    .words("load json results"),
    row(
        Command::LeavePuzzles,
        "LeaveExercises",
        "Leave puzzles",
        in_round,
        Run::Change(puzzles::step_out_of_puzzle),
    )
    .words("end stop close exercises back to the match escape")
    .line_above(),
];
