//! [`Effort`]: how far `tandem analyse` has come.

use super::Progress;
use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
};

/// What `tandem analyse` has done, counted on all threads and told on a line of progress. Clones count together.
#[derive(Clone)]
pub(super) struct Effort(Arc<Counts>);

struct Counts {
    progress: Option<Progress>,
    /// How many matches are analysed.
    matches: usize,
    matches_done: AtomicUsize,
    /// Moments that are done of the match begun last, and of how many.
    moment: AtomicUsize,
    moments: AtomicUsize,
    /// Positions that the tactics have looked at.
    positions: AtomicU64,
}

impl Effort {
    /// None yet, of so many matches.
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

    /// A match of so many moments begins.
    pub(super) fn begin(&self, moments: usize) {
        self.0.moments.store(moments, Relaxed);
        let _ = self.at(0);
    }

    /// So many moments of the match are done.
    pub(super) fn at(&self, moment: usize) -> ControlFlow<()> {
        self.0.moment.store(moment, Relaxed);
        self.tell();
        ControlFlow::Continue(())
    }

    /// The same moment goes on.
    pub(super) fn again(&self) -> ControlFlow<()> {
        self.tell();
        ControlFlow::Continue(())
    }

    /// So many positions more were looked at.
    pub(super) fn add(&self, positions: u64) {
        self.0.positions.fetch_add(positions, Relaxed);
        self.tell();
    }

    /// A match is done.
    pub(super) fn end(&self) {
        self.0.matches_done.fetch_add(1, Relaxed);
        self.tell();
    }

    fn tell(&self) {
        let Some(progress) = &self.0.progress else {
            return;
        };
        let count = |count: &AtomicUsize| count.load(Relaxed);
        let tenths = self.0.positions.load(Relaxed) / 100_000;
        let (done, of, what) = match self.0.matches {
            1 => (count(&self.0.moment), count(&self.0.moments), "moments"),
            matches => (count(&self.0.matches_done), matches, "matches"),
        };
        let positions = format_args!("{}.{} million positions", tenths / 10, tenths % 10);
        progress.tell(format_args!("{done} of {of} {what}, {positions}"));
    }
}
