//! Reports of skipped tests.

use std::io::Write as _;

/// Prints to standard error that the test on this thread was skipped, with the reason. The test harness captures the
/// output of `print!` and `eprint!` in passing tests. This output is always visible, and `.ci/run` looks for it.
pub fn skipped(reason: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    let line = format!("skipped: {test}: {reason}\n");
    // A closed standard error is not a failure.
    let _ = std::io::stderr().write_all(line.as_bytes());
}
