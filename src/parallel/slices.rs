//! Slices of long work on a single thread, with pauses in which the window can paint.
//!
//! A browser has one thread. Long work runs in [`run_in_slices`] and calls [`yield_if_due`] whenever it checks for
//! cancellation. At the end of a slice, that call runs the page's pause function ([`set_pause`]), which returns after
//! the window was painted. Without a pause function, work is never suspended.

use crate::clock::Instant;
use std::{cell::RefCell, ops::ControlFlow, time::Duration};

/// The length of a slice: half a frame.
const SLICE: Duration = Duration::from_millis(8);

struct Slice {
    began: Instant,
    is_cancelled: Box<dyn Fn() -> bool>,
}

#[derive(Default)]
struct Slices {
    current: Option<Slice>,
    pause: Option<fn()>,
}

thread_local! {
    static SLICES: RefCell<Slices> = RefCell::default();
}

/// Sets the function that pauses the running work. `pause` must block until the work may continue.
pub fn set_pause(pause: fn()) {
    SLICES.with_borrow_mut(|slices| slices.pause = Some(pause));
}

/// Runs `work`, which pauses in [`yield_if_due`]. Once `is_cancelled` returns `true`, [`yield_if_due`] returns `Break`.
pub fn run_in_slices(is_cancelled: impl Fn() -> bool + 'static, work: impl FnOnce()) {
    let slice = Slice { began: Instant::now(), is_cancelled: Box::new(is_cancelled) };
    SLICES.with_borrow_mut(|slices| slices.current = Some(slice));
    work();
    SLICES.with_borrow_mut(|slices| slices.current = None);
}

/// Pauses the work if its slice is over. Returns `Break` if the work was cancelled. Does nothing outside
/// [`run_in_slices`].
///
/// The caller must not hold a lock that the window or another job takes.
pub fn yield_if_due() -> ControlFlow<()> {
    let take_expired = |slices: &mut Slices| {
        let pause = slices.pause?;
        let slice = slices.current.take_if(|slice| slice.began.elapsed() >= SLICE)?;
        Some((pause, slice))
    };
    if let Some((pause, slice)) = SLICES.with_borrow_mut(take_expired) {
        // Other work may run during the pause. It replaces and then clears `current`, so the slice is restored below.
        pause();
        let slice = Slice { began: Instant::now(), ..slice };
        SLICES.with_borrow_mut(|slices| slices.current = Some(slice));
    }
    let cancelled =
        |slices: &Slices| slices.current.as_ref().is_some_and(|slice| (slice.is_cancelled)());
    if SLICES.with_borrow(cancelled) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{cell::Cell, rc::Rc};

    thread_local! {
        static PAUSES: Cell<u32> = const { Cell::new(0) };
    }

    #[test]
    fn slices_yield_until_cancelled() {
        set_pause(|| {
            PAUSES.set(PAUSES.get() + 1);
            // Work that runs during the pause has its own slices.
            run_in_slices(|| false, || assert!(yield_if_due().is_continue()));
            assert!(yield_if_due().is_continue(), "outside of work");
        });
        assert!(yield_if_due().is_continue());
        let done = Rc::new(Cell::new(0));
        let rounds = Rc::clone(&done);
        run_in_slices(
            move || rounds.get() == 2,
            || {
                while yield_if_due().is_continue() {
                    std::thread::sleep(SLICE);
                    done.set(done.get() + 1);
                }
            },
        );
        assert_eq!((done.get(), PAUSES.get()), (2, 2));
    }
}
