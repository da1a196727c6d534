//! Work divided among all cores.
//!
//! Every pass over an archive ([`run_in_order`]) starts and ends its own threads, which the operating system schedules.
//! Passes share no thread pool, so a long or blocked pass cannot block another one.
//!
//! Invariant: the UI thread never waits for other threads. The window calls [`mark_ui_thread`] on the UI thread; from
//! then on, builds with debug assertions panic if that thread starts parallel work. [`run_in_ranges`] may be called on
//! the UI thread for up to [`MAX_SERIAL`] rows, which are processed on the calling thread.
//!
//! In a browser, the program has a single thread. Long work pauses regularly so that the window can paint:
//! [`run_in_slices`].
//!
//! ```
//! use tandem::parallel::run_in_ranges;
//!
//! let sums = run_in_ranges(100_000, 100_000, |range| range.sum::<usize>());
//! assert_eq!(sums.iter().sum::<usize>(), 4_999_950_000);
//! ```
#![expect(clippy::disallowed_methods, reason = "parallel runs start their threads here")]

mod helpers;
mod order;
mod ranges;
mod slices;

pub use helpers::with_helpers;
pub use order::{MAX_CHUNKS_AHEAD, run_in_order};
pub use ranges::{MAX_SERIAL, run_in_ranges};
pub use slices::{run_in_slices, set_pause, yield_if_due};

use std::{
    cell::Cell,
    num::NonZero,
    sync::{
        OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

thread_local! {
    static IS_UI: Cell<bool> = const { Cell::new(false) };
}

static MAX_THREADS: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Returns the number of threads for parallel work: one per core available to the process, at most the limit set
/// by [`limit_threads`].
pub fn threads() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    let cores = *CORES.get_or_init(|| thread::available_parallelism().map_or(1, NonZero::get));
    cores.min(MAX_THREADS.load(Ordering::Relaxed))
}

/// Limits the result of [`threads`] to `max` from now on.
pub fn limit_threads(max: NonZero<usize>) {
    MAX_THREADS.store(max.get(), Ordering::Relaxed);
}

/// Marks the calling thread as the UI thread, which must not wait for other threads.
pub fn mark_ui_thread() {
    IS_UI.set(true);
}
