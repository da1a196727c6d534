//! The readings of the four clocks at any match time.

use super::{ClockPrecision, MatchTime, Moment, Timeline};
use bughouse::{BoardId, BySeat, Color, Seat};

/// The state of one clock at one match time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Milliseconds left, possibly negative; `None` if unknown.
    pub ms: Option<i32>,
    /// Whether it is this seat's turn.
    pub turn: bool,
    /// The milliseconds for which the clock ran since this seat's turn began; 0 if the record does not have the readings
    /// of the turn, or if the opponent is to move.
    pub thinking_ms: MatchTime,
    /// The milliseconds until the clock stops counting down; 0 if it is not running.
    pub runs_ms: MatchTime,
    /// The precision of the clocks of the match.
    pub precision: ClockPrecision,
}

/// The clock difference on a diagonal: White A against White B, or Black A against Black B. The seat with more time can
/// sit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diagonal {
    /// The seat with more time. If both have the same time, the seat on board A.
    pub ahead: Seat,
    pub by_ms: u32,
}

impl Timeline {
    /// Returns the four clocks at `time`, with the plies before `moment` played.
    ///
    /// The clock of the side to move counts down to its reading after the next ply, without the increment of that ply.
    /// The clock then stands still until the ply is played, since the rest of the wait is lag. All clocks stop at the
    /// end of the match.
    pub fn clocks(&self, moment: Moment, time: MatchTime) -> BySeat<Reading> {
        let precision = self.precision;
        let mut clocks = BySeat::from_fn(|seat| Reading {
            ms: self.initial_ms[seat],
            precision,
            ..Reading::default()
        });
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
            let turn_start = before.map_or(0, |ply| self.time(ply));
            let thinking_ms = time.saturating_sub(turn_start);
            let clock = &mut clocks[seat];
            clock.turn = true;
            let next = plies.get(played).map(|&ply| ply as usize);
            // Without clocks the match times are assumed, and counting down would show invented readings.
            if self.has_clocks()
                && let Some(ms) = clock.ms
            {
                let stop = self.stop(ms, next);
                let left = ms.saturating_sub(i32::try_from(thinking_ms).unwrap_or(i32::MAX));
                clock.ms = Some(left.max(stop));
                if self.recorded_before(seat, moment).is_some()
                    && next.is_none_or(|ply| self.recorded(ply).is_some())
                {
                    let ran_ms = u32::try_from(ms.saturating_sub(stop)).unwrap_or(0);
                    clock.thinking_ms = thinking_ms.min(ran_ms);
                }
                clock.runs_ms = u32::try_from(left.saturating_sub(stop)).unwrap_or(0);
            }
        }
        clocks
    }

    /// Returns the reading at which a clock of `ms` milliseconds stops counting down. `next` is the next ply of the
    /// seat. If there is no known reading after `next`, the clock stops at 0, or at once if `ms` is negative.
    fn stop(&self, ms: i32, next: Option<usize>) -> i32 {
        match next.and_then(|ply| self.readings[ply]) {
            // If the clock rose during the ply, it does not count down at all.
            Some(reading) => reading.saturating_sub(self.increment_ms).min(ms),
            None => ms.min(0),
        }
    }
}

impl Diagonal {
    /// Compares the clocks of the two players of `color`. Returns `None` if either clock is unknown.
    pub fn of(clocks: &BySeat<Reading>, color: Color) -> Option<Self> {
        let (a, b) = (Seat::new(BoardId::A, color), Seat::new(BoardId::B, color));
        let difference = clocks[a].ms?.saturating_sub(clocks[b].ms?);
        Some(Self { ahead: if difference < 0 { b } else { a }, by_ms: difference.unsigned_abs() })
    }

    /// Returns the milliseconds by which the clock of `seat` exceeds the clock of the diagonal opponent; negative if
    /// `seat` has less time. Returns `None` if a clock is unknown.
    pub fn lead_ms(clocks: &BySeat<Reading>, seat: Seat) -> Option<i32> {
        Some(clocks[seat].ms?.saturating_sub(clocks[seat.diagonal()].ms?))
    }
}
