//! [`Puzzle`].

use super::{Difficulty, Origin, PuzzleKey, Task};
use crate::{
    notation::PlyName,
    rules::{BySeat, Position, Seat},
    timeline::Moment,
};
use std::sync::Arc;

/// A puzzle for one seat, with everything needed to show it without its match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The match that it comes from.
    pub origin: Arc<Origin>,
    /// The moment of the position.
    pub moment: Moment,
    /// The ply that led to the position; `None` at the start of the match.
    pub after: Option<PlyName>,
    /// The seat that is to solve it.
    pub seat: Seat,
    /// The question with its answers.
    pub task: Task,
    /// Both boards.
    pub position: Position,
    /// The clocks, in milliseconds; `None` if unknown.
    pub clocks_ms: BySeat<Option<i32>>,
    /// Whether the seat played another move in the match, or the partner did in a joint win.
    pub missed: bool,
    /// Its difficulty.
    pub difficulty: Difficulty,
}

/// The clock time below which a seat is in time trouble, in milliseconds.
const TIME_TROUBLE_MS: i32 = 20_000;

impl Puzzle {
    /// Returns the key of the puzzle in progress files. It does not depend on the match.
    #[must_use]
    pub fn key(&self) -> PuzzleKey {
        PuzzleKey::of(self)
    }

    /// Returns whether the seat is in time trouble.
    #[must_use]
    pub fn is_time_trouble(&self) -> bool {
        self.clocks_ms[self.seat].is_some_and(|ms| ms < TIME_TROUBLE_MS)
    }

    /// Returns the lead of the seat over the partner's opponent, who could sit as well, in milliseconds; `None` without
    /// clocks.
    #[must_use]
    pub fn lead_ms(&self) -> Option<i32> {
        let ms = |seat: Seat| self.clocks_ms[seat];
        Some(ms(self.seat)?.saturating_sub(ms(self.seat.diagonal())?))
    }
}
