//! What four clocks show at any match time.

use super::{MatchTime, Moment, Timeline};
use crate::rules::{BoardId, BySeat, Color, Seat};

/// One clock at one time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Milliseconds left, which may be negative; `None` where nothing tells.
    pub ms: Option<i32>,
    /// Whether it is this seat's turn.
    pub turn: bool,
    /// How long the seat has been thinking, where it is its turn.
    pub thinking_ms: MatchTime,
    /// How much longer it runs down before it stands, where it runs.
    pub runs_ms: MatchTime,
}

/// Who is ahead on a diagonal, where two opponents never meet: White A against White B, or Black A
/// against Black B. The one who is ahead can sit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diagonal {
    /// Who is ahead; board A's where both are level.
    pub ahead: Seat,
    /// By how much, never negative.
    pub by_ms: u32,
}

impl Timeline {
    /// The four clocks at `time`, when the plies before `moment` have been played.
    ///
    /// The seat to move counts down from its last reading and stops at its next recorded one: the rest of
    /// the interval is lag. After the last ply the clocks stand.
    #[must_use]
    pub fn clocks(&self, moment: Moment, time: MatchTime) -> BySeat<Reading> {
        let mut clocks =
            BySeat::from_fn(|seat| Reading { ms: self.initial_ms[seat], ..Reading::default() });
        let time = time.min(self.end());
        for board in BoardId::ALL {
            let plies = &self.on_board[board];
            let played = plies.partition_point(|&ply| (ply as usize) < moment);
            for color in Color::ALL {
                let seat = Seat::new(board, color);
                let last =
                    plies[..played].iter().rev().find(|&&ply| self.seats[ply as usize] == seat);
                if let Some(&ply) = last {
                    clocks[seat].ms = self.readings[ply as usize];
                }
            }
            let before = played.checked_sub(1).map(|last| plies[last] as usize);
            let Some(seat) =
                before.map_or(self.first_turn[board], |ply| Some(self.seats[ply].opponent()))
            else {
                continue;
            };
            let since = before.map_or(0, |ply| self.time(ply));
            let thinking_ms = time.saturating_sub(since);
            let clock = &mut clocks[seat];
            clock.turn = true;
            clock.thinking_ms = thinking_ms;
            let next = plies.get(played).map(|&ply| ply as usize);
            // Without clocks the time of a ply is a guess.
            if let Some(ms) = clock.ms.filter(|_| self.has_clocks()) {
                let stop = self.stop(ms, next);
                let left = ms.saturating_sub(i32::try_from(thinking_ms).unwrap_or(i32::MAX));
                clock.ms = Some(left.max(stop));
                clock.runs_ms = u32::try_from(left.saturating_sub(stop)).unwrap_or(0);
            }
        }
        clocks
    }

    /// Where a clock that ran down from `ms` stands, where `next` is the ply that ends the thinking.
    fn stop(&self, ms: i32, next: Option<usize>) -> i32 {
        match next.and_then(|ply| self.readings[ply]) {
            // A reading that is higher than the one before is no place to stop at.
            Some(reading) => reading.saturating_sub(self.increment_ms).min(ms),
            None => ms.min(0),
        }
    }
}

impl Diagonal {
    /// Who is ahead on the diagonal of `color`; `None` where a clock is not known.
    #[must_use]
    pub fn of(clocks: &BySeat<Reading>, color: Color) -> Option<Self> {
        let (a, b) = (Seat::new(BoardId::A, color), Seat::new(BoardId::B, color));
        let difference = clocks[a].ms?.saturating_sub(clocks[b].ms?);
        Some(Self { ahead: if difference < 0 { b } else { a }, by_ms: difference.unsigned_abs() })
    }
}
