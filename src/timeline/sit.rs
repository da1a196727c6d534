//! Detection of sits: thinks much longer than usual in the match, mostly to wait for a piece.

use super::{
    Basis, MatchTime, Moment, Timeline,
    times::{MINIMUM_CHARGE_MS, has_thousandths},
};
use crate::{
    replay::{Clock, TimedPly},
    rules::{BoardId, Seat},
};

/// The minimum duration of a sit, in milliseconds.
const MIN_MS: MatchTime = 6_000;

/// The minimum duration of a sit as a multiple of the match's median think.
const TIMES_MEDIAN: MatchTime = 5;

/// A think long enough to count as a sit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sit {
    /// The seat that sits.
    pub seat: Seat,
    /// The moment at which it begins: after the previous ply on the same board.
    pub begins: Moment,
    /// The match time of that ply.
    pub from: MatchTime,
    /// The match time of the ply that ends it, or the end of the match.
    pub to: MatchTime,
}

impl Timeline {
    /// Returns the minimum duration of a sit in this match, in milliseconds: five times the median think, at least 6 s.
    /// A match without clocks has no sits.
    #[must_use]
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
            return MIN_MS;
        }
        let middle = spent.len() / 2;
        let median = *spent.select_nth_unstable(middle).1;
        median.saturating_mul(TIMES_MEDIAN).max(MIN_MS)
    }

    /// Returns the sits, board A's first, including those that the end of the match cuts off.
    #[must_use]
    pub fn sits(&self) -> Vec<Sit> {
        self.sits_over(0)
    }

    /// Returns the sits that last longer than `ms`.
    #[must_use]
    pub fn sits_over(&self, ms: MatchTime) -> Vec<Sit> {
        let mut sits = self.thinks_over(ms.max(MIN_MS - 1));
        // The median is the costly part, and many matches have no think of this length.
        if !sits.is_empty() {
            let least = self.sit_ms();
            sits.retain(|sit| sit.to - sit.from >= least);
        }
        sits
    }

    /// Returns whether the match with these times, or any prefix of it, may have a sit longer than `ms`. `plies` are
    /// all plies of the match. Returns true if in doubt.
    #[must_use]
    pub fn may_sit_over(&self, plies: &[TimedPly], ms: MatchTime) -> bool {
        let longer_ms = self.longer_ms(plies);
        longer_ms.is_none_or(|longer| !self.thinks_over(ms.saturating_sub(longer)).is_empty())
    }

    /// Returns the time by which a think may be longer in a prefix of `plies`; `None` if the times of a prefix may have
    /// another basis.
    fn longer_ms(&self, plies: &[TimedPly]) -> Option<MatchTime> {
        let first_on = |board| plies.iter().find(|ply| ply.seat.board() == board);
        let mut firsts = BoardId::ALL.into_iter().filter_map(first_on);
        let first = plies.first()?;
        if firsts.any(|ply| ply.clock == Clock::None) {
            return None;
        }
        // Clocks count as tenths of a second until the first finer one, so a prefix may lack the correction of the
        // minimum charge.
        let whole = plies.iter().position(has_thousandths).unwrap_or(0);
        let longer_ms = MINIMUM_CHARGE_MS.unsigned_abs() * u32::try_from(whole).ok()?;
        match self.basis {
            Basis::Recorded => matches!(first.clock, Clock::At { .. }).then_some(0),
            Basis::Lag => first.lag_ms.map(|_| longer_ms),
            Basis::Clocks => Some(longer_ms).filter(|&ms| ms == 0),
            Basis::Nothing | Basis::Estimated(_) => None,
        }
    }

    /// Returns the thinks that last longer than `ms`, in the order of [`Timeline::sits`].
    fn thinks_over(&self, ms: MatchTime) -> Vec<Sit> {
        let mut thinks = Vec::new();
        for plies in self.on_board.iter() {
            // Without clocks the duration of a think is only a guess.
            if plies.iter().all(|&ply| self.readings[ply as usize].is_none()) {
                continue;
            }
            let (mut begins, mut from) = (0, 0);
            for &ply in plies {
                let to = self.time(ply as usize);
                if to - from > ms {
                    let seat = self.seats[ply as usize];
                    thinks.push(Sit { seat, begins, from, to });
                }
                (begins, from) = (ply as usize + 1, to);
            }
            if let Some(&last) = plies.last()
                && self.end() - from > ms
            {
                let seat = self.seats[last as usize].opponent();
                thinks.push(Sit { seat, begins, from, to: self.end() });
            }
        }
        thinks
    }
}
