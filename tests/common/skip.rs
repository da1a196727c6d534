//! How a test says that it was skipped.

use std::io::Write as _;

/// Says on standard error that the test on this thread was skipped, and why. The test harness keeps what `print!`
/// and `eprint!` write of a test that passes; this is always seen, and `.ci/run` looks for it.
pub fn skipped(reason: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    let line = format!("skipped: {test}: {reason}\n");
    // Where nobody listens, nobody is missed.
    let _ = std::io::stderr().write_all(line.as_bytes());
}
