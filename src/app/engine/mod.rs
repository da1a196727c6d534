//! Engine evaluation of the current position and of a whole match, separate from exact analysis.

mod action;
mod job;
mod match_evaluation;
mod rows;
mod state;

pub use action::EngineAction;
pub use job::{
    BoardEngines, EngineTask, EvaluationJob, EvaluationResult, EvaluationUpdate, PieceWorth,
    ScoreJob,
};
pub(in crate::app) use match_evaluation::load_cached_scores;
pub use match_evaluation::{MatchEvaluation, Scored};
pub use rows::{BoardEvaluation, CurvePoint, LineRow, MistakeRow};
pub use state::EngineState;
