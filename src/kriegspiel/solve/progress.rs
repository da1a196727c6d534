//! Progress and cancellation of a search on several threads: [`NodeCounter`].

use crate::{parallel::yield_if_due, platform};
use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
        mpsc::{Receiver, SyncSender, sync_channel},
    },
};

/// The progress of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolveProgress {
    /// The current depth in plies: 1, 3 and so on; 0 while a first try is being examined.
    pub plies: u32,
    /// The number of first tries judged; 0 while one is being examined.
    pub judged: usize,
    /// The number of first tries.
    pub of: usize,
    /// The number of positions generated.
    pub boards: u64,
}

/// A callback for the progress of a search; it breaks to cancel. It runs on the thread that started the search.
pub type Watch<'w> = dyn FnMut(SolveProgress) -> ControlFlow<()> + 'w;

/// The minimum number of positions between progress reports: some milliseconds of work, and 20 times that in a test
/// build.
const REPORT_INTERVAL: u64 = 3000;

/// The number of positions after which a thread updates the shared count.
const FLUSH_INTERVAL: u32 = 128;

/// The search, or this part of it, was cancelled.
pub(super) struct Stopped;

/// The capacity of the progress channel.
const CHANNEL_CAPACITY: usize = 64;

/// State shared by the threads of a search.
pub(super) struct Shared {
    /// The channel to the calling thread, which may sleep; sending does not wait for a reply.
    efforts: SyncSender<SolveProgress>,
    boards: AtomicU64,
    /// The position count at the last report.
    reported: AtomicU64,
    stopped: Arc<AtomicBool>,
}

/// The receiving end of the progress channel, for the calling thread.
pub(super) struct ProgressReceiver {
    efforts: Receiver<SolveProgress>,
    stopped: Arc<AtomicBool>,
}

impl ProgressReceiver {
    /// Passes all progress on to `watch`. Returns whether `watch` cancelled the search.
    pub(super) fn forward(self, watch: &mut Watch<'_>) -> ControlFlow<()> {
        for effort in self.efforts {
            if watch(effort).is_break() {
                self.stopped.store(true, Relaxed);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}

impl Shared {
    pub(super) fn new() -> (Self, ProgressReceiver) {
        let (sender, efforts) = sync_channel(CHANNEL_CAPACITY);
        let stopped = Arc::new(AtomicBool::new(false));
        let shared = Self {
            efforts: sender,
            boards: AtomicU64::new(0),
            reported: AtomicU64::new(0),
            stopped: Arc::clone(&stopped),
        };
        (shared, ProgressReceiver { efforts, stopped })
    }

    fn report(&self, effort: SolveProgress) -> Result<(), Stopped> {
        let boards = self.boards.load(Relaxed);
        self.reported.store(boards, Relaxed);
        if !platform::HAS_THREADS {
            return if yield_if_due().is_break() { Err(Stopped) } else { Ok(()) };
        }
        // A closed channel means that the search was cancelled.
        let sent = self.efforts.send(SolveProgress { boards, ..effort });
        sent.map_err(|_| Stopped)
    }
}

/// A part of a search that can be cancelled, together with its own parts, while the rest continues.
pub(super) struct SubSearch<'p> {
    whole: Option<&'p Self>,
    cancelled: AtomicBool,
}

impl<'p> SubSearch<'p> {
    /// Creates a part of `whole`, or the whole search if there is none.
    pub(super) const fn of(whole: Option<&'p Self>) -> Self {
        Self { whole, cancelled: AtomicBool::new(false) }
    }

    /// Cancels the part.
    pub(super) fn cancel(&self) {
        self.cancelled.store(true, Relaxed);
    }

    /// Returns whether the part, or a part that contains it, is cancelled.
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Relaxed) || self.whole.is_some_and(Self::is_cancelled)
    }
}

/// A counter of the positions that one thread generates, reported from time to time.
pub(super) struct NodeCounter<'s> {
    shared: &'s Shared,
    part: &'s SubSearch<'s>,
    /// Positions not yet added to the shared count.
    unreported: u32,
}

impl<'s> NodeCounter<'s> {
    pub(super) const fn new(shared: &'s Shared, part: &'s SubSearch<'s>) -> Self {
        Self { shared, part, unreported: 0 }
    }

    /// Returns a counter for `part`, for use on another thread.
    pub(super) const fn fork<'t>(&self, part: &'t SubSearch<'t>) -> NodeCounter<'t>
    where
        's: 't,
    {
        NodeCounter::new(self.shared, part)
    }

    /// Returns the part of the search that is counted.
    pub(super) const fn part(&self) -> &'s SubSearch<'s> {
        self.part
    }

    /// Adds `boards` generated positions.
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

    /// Reports the progress of the first tries; the position count is filled in here.
    pub(super) fn report(&mut self, effort: SolveProgress) -> Result<(), Stopped> {
        self.flush();
        self.shared.report(effort)
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
