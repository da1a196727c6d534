//! Detects sits. A *think* is the time from one ply on a board to the next, and a *sit* is a think that is much longer
//! than usual in the match. Most sits are waits for a piece.

use super::{Basis, MatchTime, Moment, Timeline, delay, times::used_ms};
use crate::replay::{Clock, SetUp, TimedPly};
use bughouse::{ByBoard, Seat};

/// The minimum duration of a sit, in milliseconds.
const MIN_SIT_MS: MatchTime = 6_000;

/// The minimum duration of a sit, as a multiple of the median time per ply in the match.
const MEDIAN_FACTOR: MatchTime = 5;

/// A turn that lasts long enough to be a sit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sit {
    pub seat: Seat,
    /// The number of plies played when the sit begins, which is right after the previous ply on the same board.
    pub begins: Moment,
    pub from: MatchTime,
    /// The end of the sit: the match time of the next ply on the board, or of the end of the match.
    pub to: MatchTime,
    /// How long the clock of the seat ran, in milliseconds. Match time also counts lag. At the end of the match, where no
    /// clock is recorded, this is the match time.
    pub ms: MatchTime,
}

impl Timeline {
    /// Returns the minimum duration of a sit in this match, in milliseconds: five times the median time per ply, but at
    /// least 6 s.
    pub fn sit_ms(&self) -> MatchTime {
        let mut spent = Vec::with_capacity(self.plies());
        for plies in self.on_board.iter() {
            let mut from = 0;
            spent.extend(plies.iter().map(|&ply| {
                let to = self.time(ply as usize);
                to - std::mem::replace(&mut from, to)
            }));
        }
        if spent.is_empty() {
            return MIN_SIT_MS;
        }
        let middle = spent.len() / 2;
        let median = *spent.select_nth_unstable(middle).1;
        median.saturating_mul(MEDIAN_FACTOR).max(MIN_SIT_MS)
    }

    /// Returns all sits, those of board A first. A sit may last until the end of the match. A seat has no sits where its
    /// clock is not recorded.
    pub fn sits(&self) -> Vec<Sit> {
        self.sits_over(0)
    }

    /// Returns the sits longer than `ms`, those of board A first.
    pub fn sits_over(&self, ms: MatchTime) -> Vec<Sit> {
        let mut sits = self.thinks_over(ms.max(MIN_SIT_MS - 1));
        // Computing the median is costly, and many matches have no think that may be a sit.
        if !sits.is_empty() {
            let min_ms = self.sit_ms();
            sits.retain(|sit| sit.ms >= min_ms);
        }
        sits
    }

    /// Returns whether a match with `set_up` and `plies`, or a match that ends after any of these plies, may have a sit
    /// longer than `ms`. This cheap test needs no timeline. If in doubt, returns `true`.
    ///
    /// Between two plies of a board, match time advances by the time used, lag and delay of the second ply. It advances
    /// by more if the plies of the other board in between take longer.
    pub fn may_sit_over(set_up: &SetUp, plies: &[TimedPly], ms: MatchTime) -> bool {
        let Some(first) = plies.first() else { return false };
        let has_match_times = matches!(first.clock, Clock::At { .. });
        let has_lag = first.lag_ms.is_some_and(|ms| i32::try_from(ms).is_ok());
        let delay_ms = if has_match_times || has_lag { 0 } else { delay::MAX_MS.into() };
        let mut left_ms = set_up.clocks_ms;
        let mut latest_ms = 0;
        let mut is_timed = ByBoard::new(false, false);
        // For each board, an upper bound on the milliseconds since its last ply.
        let mut waited_ms = ByBoard::new(0_i64, 0_i64);
        for ply in plies {
            let board = ply.seat.board();
            is_timed[board] |= ply.clock != Clock::None;
            let used_ms = match ply.clock {
                // A board without clocks takes its times from the other board, so its waits may have any length.
                _ if !is_timed[board] => return true,
                Clock::At { .. } if !has_match_times => return true,
                Clock::At { ms } => {
                    let passed_ms = i64::from(ms.max(latest_ms)) - i64::from(latest_ms);
                    latest_ms = ms.max(latest_ms);
                    passed_ms
                }
                _ if has_match_times => 0,
                clock => used_ms(&mut left_ms[ply.seat], clock, set_up.increment_ms).into(),
            };
            let step_ms = used_ms + delay_ms + i64::from(ply.lag_ms.unwrap_or(0));
            // Match times count from the last ply of either board.
            let others_ms = if has_match_times { waited_ms[board] } else { 0 };
            waited_ms[board.other()] += step_ms;
            if (others_ms + step_ms).max(waited_ms[board.other()]) > ms.into() {
                return true;
            }
            waited_ms[board] = 0;
        }
        false
    }

    /// Returns the thinks longer than `ms`, those of board A first.
    fn thinks_over(&self, ms: MatchTime) -> Vec<Sit> {
        let mut thinks = Vec::new();
        let mut add_long = |think: Sit| {
            if think.ms > ms {
                thinks.push(think);
            }
        };
        for plies in self.on_board.iter() {
            let (mut begins, mut from) = (0, 0);
            for ply in plies.iter().map(|&ply| ply as usize) {
                let to = self.time(ply);
                // Without clocks the duration of a think is an assumption. Where clocks and order contradict each other,
                // a think may have no place on the timeline.
                if to > from
                    && let Some(used_ms) = self.used(ply)
                {
                    let seat = self.seats[ply];
                    // Match times beside the plies are not clocks.
                    let ms = if self.basis == Basis::Recorded { to - from } else { used_ms };
                    add_long(Sit { seat, begins, from, to, ms });
                }
                (begins, from) = (ply + 1, to);
            }
            let to = self.end();
            if let Some(&last) = plies.last() {
                let seat = self.seats[last as usize].opponent();
                if self.recorded_before(seat, self.plies()).is_some() {
                    add_long(Sit { seat, begins, from, to, ms: to - from });
                }
            }
        }
        thinks
    }
}
