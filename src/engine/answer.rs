//! What an engine has answered, in our own moves: [`Answer`].

use super::Score;
use crate::rules::Move;

/// What is known of a position so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The best lines, the best first.
    pub lines: Vec<EngineLine>,
    /// The move that the engine would play; `None` until the end, and where it has none.
    pub best: Option<Move>,
    /// The side to move is mated, which our rules know without an engine.
    pub mated: bool,
    /// The depth in plies.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How many a second, as the engine says.
    pub nodes_per_second: u64,
}

/// A line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineLine {
    /// What it is worth to the side to move.
    pub score: Score,
    /// How deep it was searched, in plies.
    pub depth: u32,
    /// The moves, from the position that was asked about.
    pub moves: Vec<Move>,
    /// Each as it is written, with `+` and `#`.
    pub san: Vec<String>,
    /// Why there are no more.
    pub end: LineEnd,
}

/// Why a line ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// The engine said no more.
    Whole,
    /// Next it drops a piece that nobody has: the move as it is written.
    NotInReserve(String),
    /// Next comes something that is not legal, as the engine wrote it.
    Illegal(String),
}

impl EngineLine {
    /// The moves as they are written, with the impossible drop at the end in brackets.
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

impl Answer {
    /// The best line that can be played.
    #[must_use]
    pub fn best_line(&self) -> Option<&EngineLine> {
        self.lines.iter().find(|line| !line.moves.is_empty())
    }

    /// What the position is worth to the side to move, as far as that can be believed.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        match self.best_line() {
            None => self.mated.then_some(Score::Mated(0)),
            Some(line) => Some(line.score),
        }
    }

    /// The chance of the side to move.
    #[must_use]
    pub fn chance(&self) -> Option<f64> {
        self.score().and_then(Score::chance)
    }
}
