//! [`Effort`]: progress and cancellation of a search.

use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering},
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
    /// The number of positions generated so far, by all threads.
    pub boards: u64,
}

/// Called with the progress of a search. A break cancels the search.
pub type Watch<'w> = dyn FnMut(SolveProgress) -> ControlFlow<()> + 'w;

/// The minimum number of positions between progress reports: some milliseconds of work, or 20 times as long in a debug
/// build.
const REPORT_INTERVAL: u64 = 3000;

/// The search was cancelled, or another thread has the result.
pub(super) struct Stopped;

/// What the threads of a search share.
#[derive(Default)]
struct Shared {
    boards: AtomicU64,
    /// Whether all threads but the first must end.
    is_over: AtomicBool,
    /// Whether a thread has decided the belief at the root, and how: [`LOST`] or [`WON`].
    answer: AtomicU8,
}

const LOST: u8 = 1;
const WON: u8 = 2;

/// Counts the positions that a thread generates, and reports them at intervals.
pub(super) struct Effort<'s> {
    /// `None` in threads that help the first one.
    watch: Option<&'s mut Watch<'s>>,
    shared: Arc<Shared>,
    /// The number of positions that were generated since the last report.
    unreported: u64,
}

/// Makes an [`Effort`] for each thread that helps.
pub(super) struct SharedEffort(Arc<Shared>);

impl SharedEffort {
    pub(super) fn helper(&self) -> Effort<'static> {
        Effort { watch: None, shared: Arc::clone(&self.0), unreported: 0 }
    }
}

/// Ends all helpers when dropped.
pub(super) struct EndHelp(Arc<Shared>);

impl Drop for EndHelp {
    fn drop(&mut self) {
        self.0.is_over.store(true, Ordering::Relaxed);
    }
}

impl<'s> Effort<'s> {
    pub(super) fn new(watch: &'s mut Watch<'s>) -> Self {
        Self { watch: Some(watch), shared: Arc::default(), unreported: 0 }
    }

    /// Lets other threads help until the second value is dropped.
    pub(super) fn share(&self) -> (SharedEffort, EndHelp) {
        self.shared.is_over.store(false, Ordering::Relaxed);
        self.shared.answer.store(0, Ordering::Relaxed);
        (SharedEffort(Arc::clone(&self.shared)), EndHelp(Arc::clone(&self.shared)))
    }

    /// Records the result of a helper, which stops the first thread.
    pub(super) fn set_answer(&self, is_won: bool) {
        self.shared.answer.store(if is_won { WON } else { LOST }, Ordering::Relaxed);
    }

    /// Returns the result of a helper, and forgets it.
    pub(super) fn take_answer(&self) -> Option<bool> {
        match self.shared.answer.swap(0, Ordering::Relaxed) {
            0 => None,
            answer => Some(answer == WON),
        }
    }

    /// Returns the number of positions that all threads have reported.
    pub(super) fn boards(&self) -> u64 {
        self.shared.boards.load(Ordering::Relaxed) + self.unreported
    }

    /// Adds generated positions. Returns an error if the search is cancelled.
    pub(super) fn add(&mut self, boards: u32) -> Result<(), Stopped> {
        self.unreported += u64::from(boards);
        if self.unreported < REPORT_INTERVAL {
            return Ok(());
        }
        self.report(SolveProgress::default())
    }

    /// Reports `progress`, which describes the first tries. Fills in the number of positions.
    pub(super) fn report(&mut self, progress: SolveProgress) -> Result<(), Stopped> {
        let new = std::mem::take(&mut self.unreported);
        let boards = self.shared.boards.fetch_add(new, Ordering::Relaxed) + new;
        let flow = match &mut self.watch {
            Some(_) if self.shared.answer.load(Ordering::Relaxed) > 0 => ControlFlow::Break(()),
            Some(watch) => watch(SolveProgress { boards, ..progress }),
            None if self.shared.is_over.load(Ordering::Relaxed) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        };
        match flow {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stopped),
        }
    }
}
