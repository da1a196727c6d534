//! Who sits: thinks much longer than is usual in this match, most often to wait for a piece.

use super::{MatchTime, Moment, Timeline};
use crate::rules::Seat;

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

    /// The thinks that last longer than `ms`, in the order of [`Timeline::sits`].
    fn thinks_over(&self, ms: MatchTime) -> Vec<Sit> {
        let mut thinks = Vec::new();
        for plies in self.on_board.iter() {
            // Where no clock is known, how long somebody thought is only a guess.
            if plies
                .iter()
                .all(|&ply| self.readings[ply as usize].is_none())
            {
                continue;
            }
            let (mut begins, mut from) = (0, 0);
            for &ply in plies {
                let to = self.time(ply as usize);
                if to - from > ms {
                    let seat = self.seats[ply as usize];
                    thinks.push(Sit {
                        seat,
                        begins,
                        from,
                        to,
                    });
                }
                (begins, from) = (ply as usize + 1, to);
            }
            if let Some(&last) = plies.last()
                && self.end() - from > ms
            {
                let seat = self.seats[last as usize].opponent();
                thinks.push(Sit {
                    seat,
                    begins,
                    from,
                    to: self.end(),
                });
            }
        }
        thinks
    }
}
