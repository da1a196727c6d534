//! [`Pace`]: how often a job reports its progress.

use std::time::{Duration, Instant};

/// Says when the next report is due, so that a fast job does not flood the window.
#[derive(Debug)]
pub struct Pace {
    interval: Duration,
    last: Option<Instant>,
}

impl Pace {
    /// The first report is due at once, each later one `interval` after the one before.
    #[must_use]
    pub const fn every(interval: Duration) -> Self {
        Self { interval, last: None }
    }

    /// The first report is due `interval` from now, each later one `interval` after the one before.
    #[must_use]
    pub fn after(interval: Duration) -> Self {
        Self { interval, last: Some(Instant::now()) }
    }

    /// Whether a report is due. If so, it counts as made now.
    pub fn is_due(&mut self) -> bool {
        let due = self.last.is_none_or(|last| last.elapsed() >= self.interval);
        if due {
            self.last = Some(Instant::now());
        }
        due
    }
}
