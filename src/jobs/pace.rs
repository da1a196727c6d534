//! [`Pace`]: rate limit for progress reports.

use super::JobContext;
use crate::{app::JobProgress, clock::Instant, diagram::DrawnPart, parallel::yield_if_due};
use std::{cell::RefCell, ops::ControlFlow, time::Duration};

/// Limits the rate of reports, so that a fast job does not flood the window.
#[derive(Debug)]
pub struct Pace {
    interval: Duration,
    last: Option<Instant>,
}

impl Pace {
    /// Creates a limit that allows the first report at once, and later ones at least `interval` apart.
    pub const fn every(interval: Duration) -> Self {
        Self { interval, last: None }
    }

    /// Creates a limit that allows the first report after `interval`, and later ones at least `interval` apart.
    pub fn after(interval: Duration) -> Self {
        Self { interval, last: Some(Instant::now()) }
    }

    /// Returns whether a report is due. If it is, the interval starts again.
    pub fn is_due(&mut self) -> bool {
        // In a browser, `yield_if_due` yields the thread to the window; elsewhere it does nothing.
        let _ = yield_if_due();
        let due = self.last.is_none_or(|last| last.elapsed() >= self.interval);
        if due {
            self.last = Some(Instant::now());
        }
        due
    }
}

/// Returns a callback that reports the progress, at most once per `interval`, and returns `Break` once the job is
/// cancelled. A job shorter than `interval` reports nothing. `detail` formats the progress.
pub(super) fn watch<A>(
    context: &JobContext<A>,
    interval: Duration,
    detail: impl Fn(DrawnPart) -> String,
) -> impl Fn(DrawnPart) -> ControlFlow<()> {
    let pace = RefCell::new(Pace::after(interval));
    move |part| {
        if pace.borrow_mut().is_due() {
            context.report(JobProgress::new(part.done, part.all, detail(part)));
        }
        context.cancel().flow()
    }
}
