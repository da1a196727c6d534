//! The one runner of everything that takes time or touches the world.
//!
//! A job has a named thread, a [`JobId`] and a [`Cancel`] flag, and may answer as often as it has progress to report.
//! What a cancelled job answers is dropped here, so that nobody else needs to count. The window is unknown here: it
//! gives a callback that wakes it.
#![expect(
    clippy::disallowed_methods,
    reason = "threads are started here, and the clock paces what jobs report"
)]

mod cancel;
mod pace;
mod runner;

pub use cancel::Cancel;
pub use pace::Pace;
pub use runner::{AtEnd, Desk, JobId, Kind, Rules, Runner};
