//! Puzzles: positions to solve, shown on the boards instead of the open match.
//!
//! The open match stays unchanged. While there is a round of puzzles ([`Session::puzzle`]), the window shows nothing of
//! the match. A [`Round`] is a set of puzzles with its filter. A [`PuzzleState`] is the state of the current puzzle.
//! [`Puzzles`] holds both, and the user's progress over all rounds.
//!
//! [`Session::puzzle`]: crate::app::Session::puzzle

mod action;
mod refutation;
mod round;
mod search_job;
mod sheet;
mod solving;
mod words;

pub use action::{PuzzleAction, score_text};
pub(in crate::app) use action::{
    choose_answer, export_progress, forget_progress, puzzle_answer, puzzle_hint, puzzles_of_list,
    puzzles_of_match, report_skipped, resume_puzzles, review_due, save_puzzle,
    show_match_of_puzzle, step_back_in_puzzles, step_puzzle, step_solution, update_puzzles,
};
pub use round::{PuzzleTab, Puzzles, Round};
pub use search_job::{FindingPlaces, PuzzleSearchJob};
pub(in crate::app) use sheet::open_sheet_dialog;
pub use sheet::{PuzzleSheetChoice, printed_puzzles, sheet_text};
pub use solving::{HINTS, PuzzleStage, PuzzleState};
pub use words::{branch_text, fate_text, piece_label, step_text};
