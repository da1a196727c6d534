//! [`Effort`]: progress and cancellation of a search.

use std::ops::ControlFlow;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolveProgress {
    /// The current depth in plies: 1, 3 and so on; 0 if only `boards` is reported.
    pub plies: u32,
    /// The number of first tries that have been judged; 0 if only `boards` is reported.
    pub judged: usize,
    /// The number of possible first tries; 0 if only `boards` is reported.
    pub total: usize,
    /// The number of positions generated so far.
    pub boards: u64,
}

/// Called with the progress of a search. A break cancels the search.
pub type Watch<'w> = dyn FnMut(SolveProgress) -> ControlFlow<()> + 'w;

/// The minimum number of positions between progress reports: some milliseconds of work, or 20 times as long in a debug
/// build.
const REPORT_INTERVAL: u64 = 3000;

/// The search was cancelled.
pub(super) struct Stopped;

/// Counts the positions that a search generates, and reports them at intervals.
pub(super) struct Effort<'s> {
    watch: &'s mut Watch<'s>,
    boards: u64,
    /// The position count at the last report.
    reported: u64,
}

impl<'s> Effort<'s> {
    pub(super) const fn new(watch: &'s mut Watch<'s>) -> Self {
        Self { watch, boards: 0, reported: 0 }
    }

    /// Adds generated positions. Returns an error if the search is cancelled.
    pub(super) fn add(&mut self, boards: u32) -> Result<(), Stopped> {
        self.boards += u64::from(boards);
        if self.boards - self.reported < REPORT_INTERVAL {
            return Ok(());
        }
        self.report(SolveProgress::default())
    }

    /// Reports `progress`, which describes the first tries. Fills in the number of positions.
    pub(super) fn report(&mut self, progress: SolveProgress) -> Result<(), Stopped> {
        self.reported = self.boards;
        match (self.watch)(SolveProgress { boards: self.boards, ..progress }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stopped),
        }
    }
}
