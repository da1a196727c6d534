//! [`in_order`]: pieces of work done on all cores, and told in their order.

use super::WalkError;
use crate::file::FileError;
use std::{
    collections::BTreeSet,
    ops::ControlFlow,
    sync::{
        Condvar, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
};

/// So many pieces a thread may be done and not told yet. Who is slow to take what was found of a large file holds the
/// threads up, so that it is not all in memory.
pub(super) const AHEAD: usize = 2;

/// Does the pieces 0 up to `pieces` on all cores: `work` is given one with something that a thread keeps between pieces,
/// and `each` what came of every piece, in their order. `each` may break off.
///
/// # Errors
/// What the disk says, or that `each` broke off.
///
/// # Panics
/// Where `work` or `each` does; the other threads have ended then.
pub(super) fn in_order<K: Default, T: Send>(
    pieces: usize,
    work: impl Fn(&mut K, usize) -> Result<T, FileError> + Sync,
    mut each: impl FnMut(usize, T) -> Result<(), WalkError>,
) -> Result<(), WalkError> {
    let threads = rayon::current_num_threads();
    let ahead = threads * AHEAD;
    let (next, told) = (AtomicUsize::new(0), Told::ahead(ahead));
    // What is done and not told. Nobody is so far ahead that two pieces would share a place.
    let done: Vec<Mutex<Option<Result<T, FileError>>>> =
        (0..ahead).map(|_| Mutex::default()).collect();
    let place = |number: usize| {
        let place = done[number % ahead].lock();
        place.unwrap_or_else(PoisonError::into_inner)
    };
    let (sender, receiver) = mpsc::channel();
    rayon::in_place_scope(|scope| {
        for _ in 0..threads.min(pieces) {
            let (sender, next, told) = (sender.clone(), &next, &told);
            let (work, place) = (&work, &place);
            scope.spawn(move |_| {
                let _end = EndOnPanic(told);
                let mut kept = K::default();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= pieces || told.wait_for(number).is_break() {
                        return;
                    }
                    let found = work(&mut kept, number);
                    *place(number) = Some(found);
                    if sender.send(number).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // Also where `each` panics: threads that wait would wait for ever.
        let _end = EndOnDrop(&told);
        in_turn(&receiver, |number| {
            let Some(found) = place(number).take() else {
                return Ok(());
            };
            let flow = each(number, found?);
            told.tell(number + 1);
            flow
        })
    })
}

/// How many pieces have been told; nothing once no more are wanted.
struct Told {
    pieces: Mutex<Option<usize>>,
    changed: Condvar,
    /// So many more may be worked on.
    ahead: usize,
}

impl Told {
    const fn ahead(ahead: usize) -> Self {
        Self { pieces: Mutex::new(Some(0)), changed: Condvar::new(), ahead }
    }

    /// So many pieces have been told. Once no more are wanted that stays so.
    fn tell(&self, pieces: usize) {
        self.change(|told| *told = told.map(|_| pieces));
    }

    /// No more pieces are wanted.
    fn end(&self) {
        self.change(|told| *told = None);
    }

    fn change(&self, change: impl FnOnce(&mut Option<usize>)) {
        change(&mut self.pieces.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
    }

    /// Waits until piece `number` may be worked on; breaks where it is not wanted.
    fn wait_for(&self, number: usize) -> ControlFlow<()> {
        let pieces = self.pieces.lock().unwrap_or_else(PoisonError::into_inner);
        let far = |told: &mut Option<usize>| told.is_some_and(|told| number >= told + self.ahead);
        let pieces = self.changed.wait_while(pieces, far);
        match *pieces.unwrap_or_else(PoisonError::into_inner) {
            Some(_) => ControlFlow::Continue(()),
            None => ControlFlow::Break(()),
        }
    }
}

/// Ends a walk when it goes out of scope.
struct EndOnDrop<'t>(&'t Told);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Ends a walk when a thread panics: what it was at is never told, and the others would wait for that for ever. The panic
/// goes on in who began the walk.
struct EndOnPanic<'t>(&'t Told);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end();
        }
    }
}

/// Hands the numbers on in their order as they come in.
fn in_turn(
    receiver: &mpsc::Receiver<usize>,
    mut each: impl FnMut(usize) -> Result<(), WalkError>,
) -> Result<(), WalkError> {
    let mut waiting = BTreeSet::new();
    let mut due = 0;
    for number in receiver {
        waiting.insert(number);
        while waiting.remove(&due) {
            each(due)?;
            due += 1;
        }
    }
    Ok(())
}
