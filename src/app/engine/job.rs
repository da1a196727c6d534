//! Engine jobs: [`EvaluationJob`] and [`ScoreJob`].

use crate::{
    engine::{EngineLine, EngineRequest, EngineResult, MatchScores, SearchLimit, Setup},
    replay::Match,
    rules::{BoardId, ByBoard, Role, Seat},
};
use std::{path::PathBuf, sync::Arc};

#[derive(Clone, Debug, PartialEq)]
pub enum EngineTask {
    /// Search the current position.
    Evaluate(Arc<EvaluationJob>),
    /// Quit the engine.
    End,
    /// Load the cached scores of a match. If the job requests it, also analyse the moments without a score.
    Score(Arc<ScoreJob>),
    /// Look for installed engines.
    Find,
}

/// A search of both boards of the current position. The search depth increases until `limit` is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvaluationJob {
    pub engines: BoardEngines,
    /// The resource limits of each engine.
    pub setup: Setup,
    pub limit: SearchLimit,
    /// The search request for each board. The limits in the requests are ignored; `limit` applies.
    pub requests: ByBoard<EngineRequest>,
    /// The board on which the engine plays the next move, if any.
    pub reply: Option<BoardId>,
}

/// The paths of the engines by board; `None` stands for the first engine found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardEngines {
    /// One engine searches both boards in turn.
    One(Option<PathBuf>),
    /// Each board has its own engine; both search in parallel.
    Two(ByBoard<Option<PathBuf>>),
}

/// A partial result of the search of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluationResult {
    pub board: BoardId,
    /// The request to which the result belongs.
    pub request: EngineRequest,
    pub update: EvaluationUpdate,
}

/// An update to an evaluation, or the engine's reply.
#[derive(Clone, Debug, PartialEq)]
pub enum EvaluationUpdate {
    /// The best lines so far.
    Lines(EngineResult),
    /// The opponent's best line if the side to move passes; `None` if unknown.
    Threat(Option<EngineLine>),
    /// The value of one more piece in reserve, for each kind of piece.
    Worth(Vec<PieceWorth>),
    /// The engine plays its best move.
    Reply,
}

/// The value of one more piece in a reserve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PieceWorth {
    /// The owner of the reserve.
    pub seat: Seat,
    pub role: Role,
    /// The change of the seat's win probability, from -1 to 1.
    pub change: f64,
}

/// A job for a match: the engine analyses every moment that has no score yet.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreJob {
    /// The path of the engine; `None` for the first engine found.
    pub path: Option<PathBuf>,
    /// The engine's resource limits.
    pub setup: Setup,
    /// The number of nodes per moment.
    pub nodes: u64,
    pub played: Match,
    /// The scores computed earlier.
    pub done: MatchScores,
    /// Whether results are cached for later sessions.
    pub uses_cache: bool,
    /// Whether to run the engine. If not, the job only loads cached scores.
    pub runs_engine: bool,
}
