//! Work on all cores, for a thread that may wait for it.
//!
//! Every walk through an archive ([`run_in_order`]) starts and ends its own threads, and the system divides the cores
//! among them. Walks share no pool, so a long or blocked walk cannot stop another one.
//!
//! Invariant: the UI thread never waits for other threads. The window marks it by [`mark_ui_thread`]; from then on,
//! builds with debug assertions panic if it starts parallel work. Its own work is bounded: [`run_in_ranges`] processes
//! up to [`MAX_SERIAL`] rows on the calling thread.
//!
//! A browser has a single thread. Walks run on it, and long work divides it with the window [in slices](run_in_slices).
//!
//! rayon is used where work divides recursively (the solver and the belief of [Kriegspiel](crate::kriegspiel)), in
//! pools that are built for one task. Its global pool is not used; `tests/layers.rs` lists the files that may name it.
//!
//! ```
//! use tandem::parallel::run_in_ranges;
//!
//! let sums = run_in_ranges(100_000, 100_000, |range| range.sum::<usize>());
//! assert_eq!(sums.iter().sum::<usize>(), 4_999_950_000);
//! ```
#![expect(clippy::disallowed_methods, reason = "the threads of walks are started here")]

mod order;
mod ranges;
mod slices;

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

/// The limit set by [`limit_threads`].
static MAX_THREADS: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Returns the number of threads for a walk: one per core available to the process, within the limit.
#[must_use]
pub fn threads() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    let cores = *CORES.get_or_init(|| thread::available_parallelism().map_or(1, NonZero::get));
    cores.min(MAX_THREADS.load(Ordering::Relaxed))
}

/// Limits the number of threads of later walks.
pub fn limit_threads(most: NonZero<usize>) {
    MAX_THREADS.store(most.get(), Ordering::Relaxed);
}

/// Marks the calling thread as the UI thread, which must not wait for others.
pub fn mark_ui_thread() {
    IS_UI.set(true);
}

/// Checks that the calling thread may wait for others.
///
/// # Panics
/// With debug assertions, if it is the UI thread.
pub fn assert_may_wait() {
    debug_assert!(!IS_UI.get(), "the UI thread would wait for a walk");
}
