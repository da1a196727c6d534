//! [`EngineResult`]: the result of a search.

use super::Score;
use crate::rules::Move;

/// The partial or final result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineResult {
    /// The lines of play, best first.
    pub lines: Vec<EngineLine>,
    /// The best move; `None` until the search has ended, or if there is no move.
    pub best: Option<Move>,
    /// Whether the side to move is mated according to the rules. The engine's opinion does not matter.
    pub mated: bool,
    /// The depth of the search, in plies.
    pub depth: u32,
    pub nodes: u64,
    /// The search speed, as reported by the engine.
    pub nodes_per_second: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineLine {
    pub score: Score,
    /// The depth to which the line was searched, in plies.
    pub depth: u32,
    /// The moves from the searched position.
    pub moves: Vec<Move>,
    /// The moves in SAN, with `+` and `#`.
    pub san: Vec<String>,
    pub end: LineEnd,
}

/// The reason why a line of play ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// The line has all moves that the engine printed, or the maximum number of moves.
    Whole,
    /// The next move, given in SAN, drops a piece that is not in reserve.
    NotInReserve(String),
    /// The next move, given as printed, is illegal.
    Illegal(String),
}

impl EngineLine {
    /// Formats the moves in SAN. If the line ends before a drop of a missing piece, the drop follows in parentheses. If
    /// it ends before an illegal move, an ellipsis follows.
    pub fn text(&self) -> String {
        let mut words = self.san.clone();
        match &self.end {
            LineEnd::Whole => {}
            LineEnd::NotInReserve(san) => words.push(format!("({san} is not in reserve)")),
            LineEnd::Illegal(_) => words.push("…".to_owned()),
        }
        words.join(" ")
    }
}

impl EngineResult {
    /// Returns the best line that has a move, or `None` if there is none.
    pub fn best_line(&self) -> Option<&EngineLine> {
        self.lines.iter().find(|line| !line.moves.is_empty())
    }

    /// Returns the score of the best line, for the side to move. If there is no line, returns `Mated(0)` if the side to
    /// move is mated, otherwise `None`.
    pub fn score(&self) -> Option<Score> {
        match self.best_line() {
            None if self.mated => Some(Score::Mated(0)),
            None => None,
            Some(line) => Some(line.score),
        }
    }

    /// Returns the win probability of the side to move, from 0 to 1. `None` if there is no score, or only an unproved
    /// mate without an earlier score.
    pub fn chance(&self) -> Option<f64> {
        self.score().and_then(Score::chance)
    }
}
