//! [`Cancel`]: the flag that asks a job to stop.

use std::{
    ops::ControlFlow,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

/// Asks a job to stop. Clones share one flag, which is never taken back.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    is_cancelled: Arc<AtomicBool>,
    gate: Gate,
}

impl Cancel {
    /// The flag of a job that `gate` may hold.
    #[must_use]
    pub(super) fn behind(gate: Gate) -> Self {
        Self { gate, ..Self::default() }
    }

    /// Asks the job to stop.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
        // A job that is held must stop too.
        self.gate.notify();
    }

    /// Whether the job was asked to stop. Waits as long as the job is held.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        let is_cancelled = || self.is_cancelled.load(Ordering::Relaxed);
        self.gate.pass(is_cancelled);
        is_cancelled()
    }

    /// `Break` once the job was asked to stop, for walks that take a callback.
    pub fn flow(&self) -> ControlFlow<()> {
        if self.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Holds the jobs of one kind where they look whether they are cancelled, so that a test can act while they run. Clones
/// are one gate. It is open until it is closed.
#[derive(Clone, Debug, Default)]
pub(super) struct Gate(Arc<GateInner>);

#[derive(Debug, Default)]
struct GateInner {
    is_closed: AtomicBool,
    counts: Mutex<GateCounts>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct GateCounts {
    /// So many looks pass a closed gate before one is held.
    passes: usize,
    /// How many jobs it holds now.
    held: usize,
}

impl Gate {
    /// Holds jobs from now on, once they have looked `passes` times.
    pub(super) fn close(&self, passes: usize) {
        self.lock().passes = passes;
        self.0.is_closed.store(true, Ordering::Relaxed);
    }

    /// Lets all jobs go.
    pub(super) fn open(&self) {
        self.0.is_closed.store(false, Ordering::Relaxed);
        self.notify();
    }

    /// How many jobs it holds.
    pub(super) fn held(&self) -> usize {
        self.lock().held
    }

    /// Waits as long as it is closed and the job is not cancelled.
    fn pass(&self, is_cancelled: impl Fn() -> bool) {
        let is_held = || self.0.is_closed.load(Ordering::Relaxed) && !is_cancelled();
        if !is_held() {
            return;
        }
        let mut counts = self.lock();
        if counts.passes > 0 {
            counts.passes -= 1;
            return;
        }
        counts.held += 1;
        let counts = self.0.changed.wait_while(counts, |_| is_held());
        counts.unwrap_or_else(PoisonError::into_inner).held -= 1;
    }

    fn notify(&self) {
        // Under the lock, so that a job that is about to wait does not miss it.
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
    fn a_job_that_is_held_goes_on_when_it_is_let_go_or_cancelled() {
        let gate = Gate::default();
        let ends: [fn(&Gate, &Cancel); 2] = [|gate, _| gate.open(), |_, cancel| cancel.cancel()];
        for ends in ends {
            gate.close(1);
            let cancel = Cancel::behind(gate.clone());
            assert!(!cancel.is_cancelled(), "the first look passes");
            let held = cancel.clone();
            let job = std::thread::spawn(move || held.is_cancelled());
            while gate.held() == 0 {
                std::thread::yield_now();
            }
            assert!(!job.is_finished());
            ends(&gate, &cancel);
            let is_cancelled = job.join().unwrap();
            assert_eq!(is_cancelled, cancel.is_cancelled.load(Ordering::Relaxed));
            assert_eq!(gate.held(), 0);
        }
    }
}
