//! The result of an engine search: [`EngineResult`].

use super::Score;
use crate::rules::Move;

/// The partial or final result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineResult {
    /// The best lines, best first.
    pub lines: Vec<EngineLine>,
    /// The best move; `None` until the search ends, and if there is no move.
    pub best: Option<Move>,
    /// Whether the side to move is mated, which needs no engine.
    pub mated: bool,
    /// Depth in plies.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Nodes per second, as reported by the engine.
    pub nodes_per_second: u64,
}

/// A principal variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineLine {
    /// The score for the side to move.
    pub score: Score,
    /// Depth in plies.
    pub depth: u32,
    /// The moves from the searched position.
    pub moves: Vec<Move>,
    /// The moves in SAN with `+` and `#`.
    pub san: Vec<String>,
    /// Why the line ends here.
    pub end: LineEnd,
}

/// Why a line ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// The engine gave no further moves.
    Whole,
    /// The next move drops a piece that is not in the reserve; its SAN.
    NotInReserve(String),
    /// The next move is illegal; its text as printed.
    Illegal(String),
}

impl EngineLine {
    /// Returns the moves as text, with an impossible drop at the end in brackets.
    #[must_use]
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
    /// Returns the best playable line.
    #[must_use]
    pub fn best_line(&self) -> Option<&EngineLine> {
        self.lines.iter().find(|line| !line.moves.is_empty())
    }

    /// Returns the score for the side to move, if it is credible.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        match self.best_line() {
            None => self.mated.then_some(Score::Mated(0)),
            Some(line) => Some(line.score),
        }
    }

    /// Returns the win probability of the side to move.
    #[must_use]
    pub fn chance(&self) -> Option<f64> {
        self.score().and_then(Score::chance)
    }
}
