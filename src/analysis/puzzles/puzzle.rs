//! [`Puzzle`].

use super::{Difficulty, Origin, PuzzleKey, Task};
use crate::{
    notation::PlyName,
    rules::{BySeat, Position, Seat},
    timeline::Moment,
};
use std::sync::Arc;

/// A puzzle for one seat, with everything needed to show it: its match need not be open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Its match.
    pub origin: Arc<Origin>,
    /// The moment of the position.
    pub moment: Moment,
    /// The ply before; `None` at the start.
    pub after: Option<PlyName>,
    /// The seat to solve it.
    pub seat: Seat,
    /// The question with its answers.
    pub task: Task,
    /// Both boards.
    pub position: Position,
    /// The clocks, in milliseconds; `None` if unknown.
    pub clocks_ms: BySeat<Option<i32>>,
    /// Whether the seat played another move in the match, or the partner did in a joint win.
    pub missed: bool,
    /// What makes it hard.
    pub difficulty: Difficulty,
}

/// A seat with less than this on the clock is in time trouble, in milliseconds.
const TIME_TROUBLE_MS: i32 = 20_000;

impl Puzzle {
    /// Returns what identifies the puzzle in progress files, whatever match it is from.
    #[must_use]
    pub fn key(&self) -> PuzzleKey {
        PuzzleKey::of(self)
    }

    /// Returns whether the seat was short of time.
    #[must_use]
    pub fn is_time_trouble(&self) -> bool {
        self.clocks_ms[self.seat].is_some_and(|ms| ms < TIME_TROUBLE_MS)
    }

    /// Returns by how many milliseconds the seat is ahead of the partner's opponent, who could sit as well; `None`
    /// without clocks.
    #[must_use]
    pub fn lead_ms(&self) -> Option<i32> {
        let ms = |seat: Seat| self.clocks_ms[seat];
        Some(ms(self.seat)?.saturating_sub(ms(self.seat.diagonal())?))
    }
}
