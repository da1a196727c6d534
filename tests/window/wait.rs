//! Waiting for another process, with a timeout.

use std::time::{Duration, Instant};

/// Often enough for a measurement in milliseconds, and cheap.
const PAUSE: Duration = Duration::from_millis(2);

/// Asks until there is an answer.
///
/// # Panics
/// When there is none in time; `what` says for what we waited.
#[track_caller]
pub fn wait_for<T>(what: &str, patience: Duration, mut ask: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(start.elapsed() < patience, "waited {patience:?} in vain for {what}");
        std::thread::sleep(PAUSE);
    }
}
