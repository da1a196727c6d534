//! [`run_in_order`]: processes chunks of work on all cores, and delivers the results in order.

use super::{IS_UI, threads};
use std::{
    collections::BTreeSet,
    ops::ControlFlow,
    panic::resume_unwind,
    sync::{
        Condvar, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

/// The number of chunks, per thread, by which a run may be ahead of the caller. A chunk counts from its start until the
/// caller has taken its result. If the caller is slow, the threads wait, which limits the memory for results.
pub const MAX_CHUNKS_AHEAD: usize = 2;

/// Processes the chunks with numbers below `chunks` on all cores. Each thread creates one working memory `K`, and
/// passes it to `work` together with each chunk number. `on_result` gets the results in order on the calling thread;
/// its first error ends the run.
///
/// Everything runs on the calling thread if there is at most one chunk, if [`threads`] returns 1, or if the system
/// cannot start a thread.
///
/// # Errors
/// The first error of `on_result`.
///
/// # Panics
/// If `work` or `on_result` panics; the other threads end first. With debug assertions, also on the UI thread, which must
/// not wait for other threads, if there are several chunks and [`threads`] returns more than 1.
pub fn run_in_order<K: Default, T: Send, E>(
    chunks: usize,
    work: impl Fn(&mut K, usize) -> T + Sync,
    mut on_result: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<(), E> {
    let threads = threads().min(chunks);
    if threads <= 1 {
        return run_sequentially(chunks, work, on_result);
    }
    debug_assert!(!IS_UI.get(), "the UI thread would wait for a run");
    let ahead = threads * MAX_CHUNKS_AHEAD;
    let (next, taken) = (AtomicUsize::new(0), TakenCount::new(ahead));
    // The finished results that the caller has not taken, one slot per chunk ahead. The limit on chunks ahead ensures
    // that two chunks never share a slot.
    let done: Vec<Mutex<Option<T>>> = (0..ahead).map(|_| Mutex::default()).collect();
    let slot = |number: usize| {
        let slot = done[number % ahead].lock();
        slot.unwrap_or_else(PoisonError::into_inner)
    };
    let (sender, receiver) = mpsc::channel();
    let worker = |sender: mpsc::Sender<usize>| {
        let _end = EndOnPanic(&taken);
        let mut context = K::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= chunks || taken.wait_for(number).is_break() {
                return;
            }
            let result = work(&mut context, number);
            *slot(number) = Some(result);
            if sender.send(number).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let worker = &worker;
        let start = |_| {
            let sender = sender.clone();
            let thread = thread::Builder::new().name("run".to_owned());
            thread.spawn_scoped(scope, move || worker(sender)).ok()
        };
        // If the system refuses to start a thread, the run uses only the threads that have already started.
        let workers: Vec<_> = (0..threads).map_while(start).collect();
        drop(sender);
        if workers.is_empty() {
            return run_sequentially(chunks, &work, on_result);
        }
        // Ends the run even if `on_result` panics; otherwise blocked threads would wait forever.
        let end = EndOnDrop(&taken);
        let result = deliver_in_order(&receiver, |number| {
            let Some(result) = slot(number).take() else { return Ok(()) };
            let flow = on_result(number, result);
            taken.advance(number + 1);
            flow
        });
        drop(end);
        for worker in workers {
            if let Err(panic) = worker.join() {
                resume_unwind(panic);
            }
        }
        result
    })
}

fn run_sequentially<K: Default, T, E>(
    chunks: usize,
    work: impl Fn(&mut K, usize) -> T,
    mut on_result: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<(), E> {
    let mut context = K::default();
    (0..chunks).try_for_each(|number| on_result(number, work(&mut context, number)))
}

/// The number of chunks whose results the caller has taken; `None` once the run has ended.
struct TakenCount {
    chunks: Mutex<Option<usize>>,
    changed: Condvar,
    /// The maximum number of started chunks whose results the caller has not taken.
    ahead: usize,
}

impl TakenCount {
    const fn new(ahead: usize) -> Self {
        Self { chunks: Mutex::new(Some(0)), changed: Condvar::new(), ahead }
    }

    /// Records that the caller has taken the results of `chunks` chunks. Does nothing if the run has ended.
    fn advance(&self, chunks: usize) {
        self.change(|taken| *taken = taken.map(|_| chunks));
    }

    fn end(&self) {
        self.change(|taken| *taken = None);
    }

    fn change(&self, change: impl FnOnce(&mut Option<usize>)) {
        change(&mut self.chunks.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
    }

    /// Waits until chunk `number` may start. Returns `Break` if the run has ended.
    fn wait_for(&self, number: usize) -> ControlFlow<()> {
        let chunks = self.chunks.lock().unwrap_or_else(PoisonError::into_inner);
        let must_wait =
            |taken: &mut Option<usize>| taken.is_some_and(|taken| number >= taken + self.ahead);
        let chunks = self.changed.wait_while(chunks, must_wait);
        match *chunks.unwrap_or_else(PoisonError::into_inner) {
            Some(_) => ControlFlow::Continue(()),
            None => ControlFlow::Break(()),
        }
    }
}

/// Ends a run when dropped.
struct EndOnDrop<'t>(&'t TakenCount);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Ends a run if its thread panics. Otherwise the other threads would wait forever for the missing chunk. The panic
/// resumes in the caller.
struct EndOnPanic<'t>(&'t TakenCount);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.end();
        }
    }
}

/// Receives the numbers of finished chunks in any order, and passes them to `on_result` in ascending order. The first
/// error of `on_result` ends the run and is returned.
fn deliver_in_order<E>(
    receiver: &mpsc::Receiver<usize>,
    mut on_result: impl FnMut(usize) -> Result<(), E>,
) -> Result<(), E> {
    let mut waiting = BTreeSet::new();
    let mut due = 0;
    for number in receiver {
        waiting.insert(number);
        while waiting.remove(&due) {
            on_result(due)?;
            due += 1;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{convert::Infallible, sync::mpsc::channel};

    /// Runs `test` while the threads of another run are blocked because their caller takes no results.
    fn with_blocked_run(test: impl FnOnce()) {
        let (blocked, is_blocked) = channel();
        let (open, gate) = channel::<()>();
        thread::scope(|scope| {
            scope.spawn(move || {
                let chunks = threads() * 100;
                let work = |(): &mut (), number: usize| number;
                let _ = run_in_order(chunks, work, |number, _| {
                    if number == 0 {
                        blocked.send(()).expect("the test waits");
                        // Blocks until the gate opens.
                        let _ = gate.recv();
                    }
                    Ok::<(), Infallible>(())
                });
            });
            is_blocked.recv().expect("the run has begun");
            test();
            drop(open);
        });
    }

    #[test]
    fn blocked_run_does_not_block_others() {
        with_blocked_run(|| {
            with_blocked_run(|| {
                let mut sum = 0;
                let Ok(()) = run_in_order(
                    1000,
                    |(): &mut (), number| number,
                    |_, number| {
                        sum += number;
                        Ok::<(), Infallible>(())
                    },
                );
                assert_eq!(sum, 499_500);
            });
        });
    }

    #[test]
    #[cfg(debug_assertions)]
    fn run_on_the_ui_thread_panics() {
        let ui = thread::spawn(|| {
            crate::parallel::mark_ui_thread();
            let Ok(()) = run_in_order(1, |(): &mut (), n| n, |_, _| Ok::<(), Infallible>(()));
            let Ok(()) = run_in_order(2, |(): &mut (), n| n, |_, _| Ok::<(), Infallible>(()));
        });
        // A single chunk runs on the calling thread. With one core, all chunks do.
        assert_eq!(ui.join().is_err(), threads() > 1);
    }
}
