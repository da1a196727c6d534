//! Engine evaluation of the current position and of a whole match, separate from exact analysis.

mod action;
mod job;
mod match_guesses;
mod rows;
mod state;

pub use action::EngineAction;
pub use job::{BoardEngines, EngineTask, GuessJob, GuessPart, Guessed, PieceWorth, ScoreJob};
pub use match_guesses::{MatchGuesses, Scored};
pub(in crate::app) use match_guesses::{look_up_scores, stop_scoring};
pub use rows::{BoardGuess, CurvePoint, JudgedRow, LineRow};
pub use state::EngineState;
