//! [`TimeUsed`]: the time used for each ply, judging by the clock of its seat.

use crate::{
    notation::Clock,
    replay::{InitialClocks, SetUp},
    rules::{BySeat, Seat},
};

/// The clocks of a match during its replay. Time used excludes lag, so no timeline is needed.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeUsed {
    /// The last known clock of each seat, in milliseconds.
    clocks_ms: BySeat<Option<i32>>,
    increment_ms: i32,
}

impl TimeUsed {
    /// Starts with the initial clocks, unless they are only estimated.
    pub(super) fn of(set_up: &SetUp) -> Self {
        let clocks_ms = match set_up.clocks_from {
            InitialClocks::LargestClock => BySeat::default(),
            _ => set_up.clocks_ms,
        };
        Self { clocks_ms, increment_ms: set_up.increment_ms }
    }

    /// Records the next ply of `seat`. `clock` is the clock written after that ply. Returns the time used for the ply
    /// in milliseconds, or `None` if unknown.
    pub(super) fn record(&mut self, seat: Seat, clock: Clock) -> Option<u32> {
        let used = match clock {
            Clock::Left { ms, .. } => {
                let before = self.clocks_ms[seat].replace(ms)?;
                before.saturating_sub(ms).saturating_add(self.increment_ms)
            }
            Clock::Spent { ms } => ms,
            Clock::None | Clock::At { .. } => return None,
        };
        Some(u32::try_from(used).unwrap_or(0))
    }
}
