//! Waiting for another process, with a timeout.

use std::time::{Duration, Instant};

/// Frequent enough for measurements in milliseconds, and cheap.
const PAUSE: Duration = Duration::from_millis(2);

/// Calls `ask` until there is an answer.
///
/// # Panics
/// If there is none in time. The message contains `what`.
#[track_caller]
pub fn wait_for<T>(what: &str, timeout: Duration, mut ask: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(start.elapsed() < timeout, "waited {timeout:?} in vain for {what}");
        std::thread::sleep(PAUSE);
    }
}
