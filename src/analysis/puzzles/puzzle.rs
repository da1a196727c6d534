//! [`Puzzle`]: a position with a question.

use super::{Difficulty, Origin, PuzzleKey, Task};
use crate::{
    notation::PlyName,
    rules::{BySeat, Position, Seat},
    timeline::Moment,
};
use std::sync::Arc;

/// A puzzle for one seat. It can be shown without its match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    pub origin: Arc<Origin>,
    /// The number of plies of the match before the position.
    pub moment: Moment,
    /// The ply that led to the position; `None` at the start of the match.
    pub after: Option<PlyName>,
    pub seat: Seat,
    pub task: Task,
    pub position: Position,
    /// The clocks in milliseconds; `None` if unknown.
    pub clocks_ms: BySeat<Option<i32>>,
    /// Whether the solution was missed in the match. In a joint win, the seat sits while its partner wins the piece
    /// that mates, so the missed move may be the partner's.
    pub missed: bool,
    pub difficulty: Difficulty,
}

/// The clock in milliseconds below which a seat is in time trouble.
const TIME_TROUBLE_MS: i32 = 20_000;

impl Puzzle {
    /// Returns the key that identifies the puzzle in progress files. The key does not depend on the match.
    #[must_use]
    pub fn key(&self) -> PuzzleKey {
        PuzzleKey::of(self)
    }

    #[must_use]
    pub fn is_time_trouble(&self) -> bool {
        self.clocks_ms[self.seat].is_some_and(|ms| ms < TIME_TROUBLE_MS)
    }

    /// Returns how far the solving seat's clock is ahead of that of the partner's opponent, who could sit too. The lead
    /// is in milliseconds, and negative if the solving seat is behind. Returns `None` if a clock is unknown.
    #[must_use]
    pub fn lead_ms(&self) -> Option<i32> {
        let ms = |seat: Seat| self.clocks_ms[seat];
        Some(ms(self.seat)?.saturating_sub(ms(self.seat.diagonal())?))
    }
}
