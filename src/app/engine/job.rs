//! What an engine is asked in the background: [`GuessJob`] and [`ScoreJob`].

use crate::{
    engine::{Answer, EngineLine, MatchScores, Question, Setup},
    replay::Match,
    rules::{BoardId, ByBoard, Role, Seat},
};
use std::{path::PathBuf, sync::Arc};

/// What is asked of the world about engines.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineTask {
    /// Ask an engine about what is shown.
    Guess(Arc<GuessJob>),
    /// End that engine.
    End,
    /// Look up what was kept of a match, or have an engine search all its moments.
    Score(Arc<ScoreJob>),
    /// Look for engines.
    Find,
}

/// Both boards that are shown, to be searched deeper and deeper up to a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuessJob {
    /// Which engines.
    pub engines: BoardEngines,
    /// What each may use.
    pub setup: Setup,
    /// Both boards. How many positions are looked at is the job's to say.
    pub questions: ByBoard<Question>,
    /// The board on which the engine plays the next move.
    pub reply: Option<BoardId>,
}

/// Which engines search the boards. Each is the first that is found where none is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardEngines {
    /// One searches both boards in turn.
    One(Option<PathBuf>),
    /// Each board has its own, and both are searched at once.
    Two(ByBoard<Option<PathBuf>>),
}

/// What has been found about a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Guessed {
    /// The board.
    pub board: BoardId,
    /// What was asked.
    pub about: Question,
    /// What was found.
    pub what: GuessPart,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub enum GuessPart {
    /// The best lines so far.
    Lines(Answer),
    /// What the other side would play if it were to move; `None` where nothing tells.
    Threat(Option<EngineLine>),
    /// What one more piece would be worth.
    Worth(Vec<PieceWorth>),
    /// The engine plays its best move.
    Reply,
}

/// What one more piece in a reserve would be worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PieceWorth {
    /// Whose reserve.
    pub seat: Seat,
    /// The piece.
    pub role: Role,
    /// By how much the chance of the seat would be higher, from -1 to 1.
    pub change: f64,
}

/// A match of which every moment is to be searched, as far as that is not done.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreJob {
    /// The engine; the first that is found where none is named.
    pub path: Option<PathBuf>,
    /// What it may use.
    pub setup: Setup,
    /// How many positions it looks at each time.
    pub nodes: u64,
    /// The match.
    pub played: Match,
    /// What is done already.
    pub done: MatchScores,
    /// Whether what is found is kept for another start.
    pub keeps: bool,
    /// Whether the engine is asked; else only what was kept is looked up.
    pub asks: bool,
}
