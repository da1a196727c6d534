use crate::parallel::yield_if_due;
use std::{
    ops::ControlFlow,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

/// A cancellation flag, shared by its clones and never reset.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    is_cancelled: Arc<AtomicBool>,
    gate: Gate,
}

impl Cancel {
    pub(super) fn with_gate(gate: Gate) -> Self {
        Self { gate, ..Self::default() }
    }

    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
        // A job blocked at the gate notices the cancellation only when it is woken.
        self.gate.notify();
    }

    /// Returns whether the job is cancelled. Blocks while the job's gate is closed.
    pub fn is_cancelled(&self) -> bool {
        // In a browser, the window sets this flag on the same thread, so the window must run before the check.
        let _ = yield_if_due();
        let is_cancelled = || self.is_cancelled.load(Ordering::Relaxed);
        self.gate.pass(is_cancelled);
        is_cancelled()
    }

    /// Like [`is_cancelled`](Self::is_cancelled), but neither blocks nor yields to the window.
    #[cfg(target_arch = "wasm32")]
    pub(super) fn is_set(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }

    /// Panics if a test has requested a panic of this kind of job.
    pub(super) fn panic_if_requested(&self) {
        self.gate.panic_if_requested();
    }

    /// Returns `Break` once the job is cancelled.
    pub fn flow(&self) -> ControlFlow<()> {
        if self.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Blocks the jobs of one kind at their cancellation checks, so that a test can act while they run. Clones share one
/// gate, which starts open.
#[derive(Clone, Debug, Default)]
pub(super) struct Gate(Arc<GateInner>);

#[derive(Debug, Default)]
struct GateInner {
    is_closed: AtomicBool,
    /// Whether the next job panics.
    panics: AtomicBool,
    counts: Mutex<GateCounts>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct GateCounts {
    /// The number of checks that still pass while the gate is closed.
    passes: usize,
    blocked: usize,
}

impl Gate {
    /// Closes the gate after `passes` more checks.
    pub(super) fn close(&self, passes: usize) {
        self.lock().passes = passes;
        self.0.is_closed.store(true, Ordering::Relaxed);
    }

    pub(super) fn open(&self) {
        self.0.is_closed.store(false, Ordering::Relaxed);
        self.notify();
    }

    /// Makes the next job of this kind panic.
    pub(super) fn request_panic(&self) {
        self.0.panics.store(true, Ordering::Relaxed);
    }

    fn panic_if_requested(&self) {
        assert!(!self.0.panics.swap(false, Ordering::Relaxed), "a test requested this panic");
    }

    pub(super) fn blocked(&self) -> usize {
        self.lock().blocked
    }

    /// Blocks until the gate is open or the job is cancelled.
    fn pass(&self, is_cancelled: impl Fn() -> bool) {
        let is_blocked = || self.0.is_closed.load(Ordering::Relaxed) && !is_cancelled();
        if !is_blocked() {
            return;
        }
        let mut counts = self.lock();
        if counts.passes > 0 {
            counts.passes -= 1;
            return;
        }
        counts.blocked += 1;
        let counts = self.0.changed.wait_while(counts, |_| is_blocked());
        counts.unwrap_or_else(PoisonError::into_inner).blocked -= 1;
    }

    fn notify(&self) {
        // Notifies under the lock, so that no job misses the notification between its check and its wait.
        let _counts = self.lock();
        self.0.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, GateCounts> {
        self.0.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn held_job_continues_when_released_or_cancelled() {
        let gate = Gate::default();
        let ends: [fn(&Gate, &Cancel); 2] = [|gate, _| gate.open(), |_, cancel| cancel.cancel()];
        for ends in ends {
            gate.close(1);
            let cancel = Cancel::with_gate(gate.clone());
            assert!(!cancel.is_cancelled(), "the first look passes");
            let held = cancel.clone();
            let job = std::thread::spawn(move || held.is_cancelled());
            while gate.blocked() == 0 {
                std::thread::yield_now();
            }
            assert!(!job.is_finished());
            ends(&gate, &cancel);
            let is_cancelled = job.join().unwrap();
            assert_eq!(is_cancelled, cancel.is_cancelled.load(Ordering::Relaxed));
            assert_eq!(gate.blocked(), 0);
        }
    }
}
