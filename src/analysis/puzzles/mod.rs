//! Puzzles: positions of real matches with a question and its exact answers.
//!
//! A [`Puzzle`] has one [`Task`], which is its question. [`puzzles_of_record`] returns the puzzles of a match. The same
//! question at several moments becomes one puzzle. [`PuzzleFilter`] selects puzzles. The `Puzzle` tag marks a record as
//! a puzzle.
//!
//! A solution is a tree that the user can play through on the boards. A [`SolutionStep`] leads from one
//! [`SolutionState`] to the next; every defence is a branch.

mod arrival;
mod clock_text;
mod difficulty;
mod filter;
mod key;
mod merge;
mod origin;
mod printed_solution;
mod puzzle;
mod record;
mod solution;
mod solution_text;
mod tag;
mod task;

pub use super::report::{MatingVerdict, Reply, judge_mating_move};
pub use clock_text::diagonal_text;
pub use difficulty::{Difficulty, Level};
pub use filter::{
    PuzzleFilter, daily, order_by_difficulty, order_for_solving, remove_repeated, spread,
};
pub use key::PuzzleKey;
pub use origin::Origin;
pub use printed_solution::{printed_main_line, printed_solution};
pub use puzzle::Puzzle;
pub use record::{FoundPuzzles, puzzles_of_findings, puzzles_of_record};
pub use solution::{Branch, Goal, SolutionState, SolutionStep, main_line, winner};
pub use solution_text::{joint_win_text, mate_text, solution_lines, solution_words};
pub use tag::{InvalidPuzzleTag, PUZZLE_TAG, PuzzleTag};
pub use task::{Kind, SIT_QUESTION, Task, UnknownKind};
