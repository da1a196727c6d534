//! [`AnalysisProgress`]: the progress of `tandem analyse`.

use super::Progress;
use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
};

/// The counters of the progress line, shared by all threads and all clones.
#[derive(Clone)]
pub(super) struct AnalysisProgress(Arc<Counts>);

struct Counts {
    progress: Option<Progress>,
    /// The total number of matches.
    matches: usize,
    matches_done: AtomicUsize,
    /// The current moment in the match that was begun last.
    moment: AtomicUsize,
    /// The number of moments of that match.
    moments: AtomicUsize,
    /// The number of positions searched for tactics.
    positions: AtomicU64,
}

impl AnalysisProgress {
    pub(super) fn new(progress: Option<Progress>, matches: usize) -> Self {
        Self(Arc::new(Counts {
            progress,
            matches,
            matches_done: AtomicUsize::new(0),
            moment: AtomicUsize::new(0),
            moments: AtomicUsize::new(0),
            positions: AtomicU64::new(0),
        }))
    }

    /// Begins a match with `moments` moments.
    pub(super) fn begin(&self, moments: usize) {
        self.0.moments.store(moments, Relaxed);
        let _ = self.at(0);
    }

    /// Sets the current moment. Always returns [`ControlFlow::Continue`].
    pub(super) fn at(&self, moment: usize) -> ControlFlow<()> {
        self.0.moment.store(moment, Relaxed);
        self.show()
    }

    /// Adds to the number of positions searched.
    pub(super) fn add(&self, positions: u64) {
        self.0.positions.fetch_add(positions, Relaxed);
        let _ = self.show();
    }

    /// Counts the current match as done.
    pub(super) fn end(&self) {
        self.0.matches_done.fetch_add(1, Relaxed);
        let _ = self.show();
    }

    /// Updates the progress line. Always returns [`ControlFlow::Continue`].
    pub(super) fn show(&self) -> ControlFlow<()> {
        let Some(progress) = &self.0.progress else { return ControlFlow::Continue(()) };
        let load = |count: &AtomicUsize| count.load(Relaxed);
        let tenths = self.0.positions.load(Relaxed) / 100_000;
        let (done, total, unit) = match self.0.matches {
            1 => (load(&self.0.moment), load(&self.0.moments), "positions"),
            matches => (load(&self.0.matches_done), matches, "matches"),
        };
        let positions = format_args!("{}.{} million nodes", tenths / 10, tenths % 10);
        progress.show(format_args!("{done} of {total} {unit}, {positions}"));
        ControlFlow::Continue(())
    }
}
