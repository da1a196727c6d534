//! Who sits: thinks much longer than is usual in this match, most often to wait for a piece.

use super::{
    Basis, MatchTime, Moment, Timeline,
    times::{MINIMUM_CHARGE_MS, is_in_thousandths},
};
use crate::{
    replay::{Clock, TimedPly},
    rules::{BoardId, Seat},
};

/// Below this nobody is said to sit, in milliseconds.
const LEAST_MS: MatchTime = 6_000;

/// How many times the match's median think a sit lasts at least.
const TIMES_MEDIAN: MatchTime = 5;

/// A long think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sit {
    /// Who sits.
    pub seat: Seat,
    /// The moment at which it begins: behind the ply before it on the same board.
    pub begins: Moment,
    /// From the ply before.
    pub from: MatchTime,
    /// To the ply that ends it, or the end of the match.
    pub to: MatchTime,
}

impl Timeline {
    /// How long a think must be to be called sitting: five times the match's median, 6 s at least. None
    /// is that long where the match has no clocks.
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
            return LEAST_MS;
        }
        let middle = spent.len() / 2;
        let median = *spent.select_nth_unstable(middle).1;
        median.saturating_mul(TIMES_MEDIAN).max(LEAST_MS)
    }

    /// The long thinks, board A's before board B's, those that the end of the match cuts off among them.
    #[must_use]
    pub fn sits(&self) -> Vec<Sit> {
        self.sits_over(0)
    }

    /// Those of them that last longer than `ms`.
    #[must_use]
    pub fn sits_over(&self, ms: MatchTime) -> Vec<Sit> {
        let mut sits = self.thinks_over(ms.max(LEAST_MS - 1));
        // The median costs most, and many matches have no such think.
        if !sits.is_empty() {
            let least = self.sit_ms();
            sits.retain(|sit| sit.to - sit.from >= least);
        }
        sits
    }

    /// Whether somebody may sit for longer than `ms` in the match of which these are the times, or would if it had only the
    /// first so many of `plies`, which are all of it. Where that cannot be told, it is true.
    #[must_use]
    pub fn may_sit_over(&self, plies: &[TimedPly], ms: MatchTime) -> bool {
        let longer_ms = self.longer_ms(plies);
        longer_ms.is_none_or(|longer| !self.thinks_over(ms.saturating_sub(longer)).is_empty())
    }

    /// By how much a think may be longer in a match that has only the first so many of `plies`; `None` where the times of
    /// those might rest on something else.
    fn longer_ms(&self, plies: &[TimedPly]) -> Option<MatchTime> {
        let first_on = |board| plies.iter().find(|ply| ply.seat.board() == board);
        let mut firsts = BoardId::ALL.into_iter().filter_map(first_on);
        let first = plies.first()?;
        if firsts.any(|ply| ply.clock == Clock::None) {
            return None;
        }
        // Clocks are taken for whole tenths of a second up to the first that is finer.
        let whole = plies.iter().position(is_in_thousandths).unwrap_or(0);
        let longer_ms = MINIMUM_CHARGE_MS.unsigned_abs() * u32::try_from(whole).ok()?;
        match self.basis {
            Basis::Recorded => matches!(first.clock, Clock::At { .. }).then_some(0),
            Basis::Lag => first.lag_ms.map(|_| longer_ms),
            Basis::Clocks => Some(longer_ms).filter(|&ms| ms == 0),
            Basis::Nothing | Basis::Estimated(_) => None,
        }
    }

    /// The thinks that last longer than `ms`, in the order of [`Timeline::sits`].
    fn thinks_over(&self, ms: MatchTime) -> Vec<Sit> {
        let mut thinks = Vec::new();
        for plies in self.on_board.iter() {
            // Where no clock is known, how long somebody thought is only a guess.
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
