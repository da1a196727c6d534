//! Puzzles: positions to solve, shown on the boards instead of the open match.
//!
//! The open match stays unchanged. A puzzle has its own boards, and nothing else of the match is shown while there is
//! one ([`Session::puzzle`]). [`Round`] is the set with its filter, [`PuzzleState`] the state of the current puzzle;
//! [`Puzzles`] holds these and the progress over all sets.
//!
//! [`Session::puzzle`]: crate::app::Session::puzzle

mod action;
mod refutation;
mod round;
mod search_job;
mod solving;
mod words;

pub use action::{PuzzleAction, score_text};
pub(in crate::app) use action::{
    choose_answer, export_progress, export_set, import_progress, puzzle_answer, puzzle_hint,
    puzzles_of_list, puzzles_of_match, review_due, save_puzzle, step_back_in_puzzles, step_puzzle,
    step_solution, update_puzzles,
};
pub use round::{PuzzleTab, Puzzles, Round, SetChoice};
pub use search_job::{FoundPuzzles, PuzzleSearchJob};
pub use solving::{HINTS, PuzzleStage, PuzzleState};
pub use words::{branch_text, step_text};
