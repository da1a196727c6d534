//! [`NodeCounter`]: progress and cancellation of a search on several threads.

use crate::{parallel::yield_if_due, platform};
use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
        mpsc::{Receiver, SyncSender, sync_channel},
    },
};

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

/// Called with the progress of a search, on the calling thread. A break cancels the search.
pub type Watch<'w> = dyn FnMut(SolveProgress) -> ControlFlow<()> + 'w;

/// The minimum number of positions between progress reports: some milliseconds of work, or 20 times as long in a debug
/// build.
const REPORT_INTERVAL: u64 = 3000;

/// The number of positions after which a thread updates the shared count.
const FLUSH_INTERVAL: u32 = 128;

/// The search or a part of it was cancelled.
pub(super) struct Stopped;

const CHANNEL_CAPACITY: usize = 64;

/// State shared by the threads of a search.
pub(super) struct Shared {
    /// The channel to the calling thread. Sending does not wait for `watch` unless the channel is full.
    reports: SyncSender<SolveProgress>,
    boards: AtomicU64,
    /// The position count at the last report.
    reported: AtomicU64,
    stopped: Arc<AtomicBool>,
}

/// The receiving end of the progress channel, for the calling thread.
pub(super) struct ProgressReceiver {
    reports: Receiver<SolveProgress>,
    stopped: Arc<AtomicBool>,
}

impl ProgressReceiver {
    /// Passes the progress to `watch` until the search ends. Returns a break if `watch` has cancelled the search.
    pub(super) fn forward(self, watch: &mut Watch<'_>) -> ControlFlow<()> {
        for progress in self.reports {
            if watch(progress).is_break() {
                self.stopped.store(true, Relaxed);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}

impl Shared {
    pub(super) fn new() -> (Self, ProgressReceiver) {
        let (sender, reports) = sync_channel(CHANNEL_CAPACITY);
        let stopped = Arc::new(AtomicBool::new(false));
        let shared = Self {
            reports: sender,
            boards: AtomicU64::new(0),
            reported: AtomicU64::new(0),
            stopped: Arc::clone(&stopped),
        };
        (shared, ProgressReceiver { reports, stopped })
    }

    fn report(&self, progress: SolveProgress) -> Result<(), Stopped> {
        let boards = self.boards.load(Relaxed);
        self.reported.store(boards, Relaxed);
        if !platform::HAS_THREADS {
            return if yield_if_due().is_break() { Err(Stopped) } else { Ok(()) };
        }
        // A closed channel means that the search was cancelled.
        let sent = self.reports.send(SolveProgress { boards, ..progress });
        sent.map_err(|_| Stopped)
    }
}

/// A part of a search, possibly with parts of its own. It can be cancelled while the rest of the search continues.
pub(super) struct SubSearch<'p> {
    parent: Option<&'p Self>,
    cancelled: AtomicBool,
}

impl<'p> SubSearch<'p> {
    /// Creates a part of the search `parent`. If `parent` is `None`, creates a whole search.
    pub(super) const fn of(parent: Option<&'p Self>) -> Self {
        Self { parent, cancelled: AtomicBool::new(false) }
    }

    pub(super) fn cancel(&self) {
        self.cancelled.store(true, Relaxed);
    }

    /// Returns whether this part of the search, or any part that contains it, is cancelled.
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Relaxed) || self.parent.is_some_and(Self::is_cancelled)
    }
}

/// Counts the positions that one thread generates, and reports them at intervals.
pub(super) struct NodeCounter<'s> {
    shared: &'s Shared,
    part: &'s SubSearch<'s>,
    /// Positions that are not yet in the shared count.
    unreported: u32,
}

impl<'s> NodeCounter<'s> {
    pub(super) const fn new(shared: &'s Shared, part: &'s SubSearch<'s>) -> Self {
        Self { shared, part, unreported: 0 }
    }

    /// Returns a new counter for `part`, for use on another thread.
    pub(super) const fn fork<'t>(&self, part: &'t SubSearch<'t>) -> NodeCounter<'t>
    where
        's: 't,
    {
        NodeCounter::new(self.shared, part)
    }

    pub(super) const fn part(&self) -> &'s SubSearch<'s> {
        self.part
    }

    /// Adds generated positions. Returns an error if the search or this part of it is cancelled.
    pub(super) fn add(&mut self, boards: u32) -> Result<(), Stopped> {
        self.unreported += boards;
        if self.unreported < FLUSH_INTERVAL {
            return Ok(());
        }
        self.flush();
        if self.part.is_cancelled() || self.shared.stopped.load(Relaxed) {
            return Err(Stopped);
        }
        let reported = self.shared.reported.load(Relaxed);
        if self.shared.boards.load(Relaxed).saturating_sub(reported) < REPORT_INTERVAL {
            return Ok(());
        }
        self.shared.report(SolveProgress::default())
    }

    /// Reports `progress`, which describes the first tries. Fills in the number of positions.
    pub(super) fn report(&mut self, progress: SolveProgress) -> Result<(), Stopped> {
        self.flush();
        self.shared.report(progress)
    }

    fn flush(&mut self) {
        self.shared.boards.fetch_add(self.unreported.into(), Relaxed);
        self.unreported = 0;
    }
}

impl Drop for NodeCounter<'_> {
    fn drop(&mut self) {
        self.flush();
    }
}
