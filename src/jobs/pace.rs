//! [`Pace`]: rate limit for progress reports.

use super::JobContext;
use crate::{clock::Instant, parallel::yield_if_due};
use std::{cell::RefCell, ops::ControlFlow, time::Duration};

/// Limits the rate of reports, so that a fast job does not flood the window.
#[derive(Debug)]
pub struct Pace {
    interval: Duration,
    last: Option<Instant>,
}

impl Pace {
    /// Allows the first report at once and later ones at least `interval` apart.
    #[must_use]
    pub const fn every(interval: Duration) -> Self {
        Self { interval, last: None }
    }

    /// Allows the first report after `interval` and later ones at least `interval` apart.
    #[must_use]
    pub fn after(interval: Duration) -> Self {
        Self { interval, last: Some(Instant::now()) }
    }

    /// Returns whether a report is due, and if so restarts the interval.
    pub fn is_due(&mut self) -> bool {
        // In a browser this yields the thread to the window; elsewhere it does nothing.
        let _ = yield_if_due();
        let due = self.last.is_none_or(|last| last.elapsed() >= self.interval);
        if due {
            self.last = Some(Instant::now());
        }
        due
    }
}

/// Returns a callback for work that reports its progress and may be cancelled. It sends `report` of the progress at
/// most once per `interval`, so shorter jobs report nothing.
pub(super) fn watch<P, A>(
    context: &JobContext<A>,
    interval: Duration,
    report: impl Fn(P) -> A,
) -> impl Fn(P) -> ControlFlow<()> {
    let pace = RefCell::new(Pace::after(interval));
    move |progress| {
        if pace.borrow_mut().is_due() {
            context.answer(report(progress));
        }
        context.cancel().flow()
    }
}
