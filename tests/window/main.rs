//! The real program in a real window, under Xvfb.
//!
//! Plain `cargo test` has no display and skips these with a message. With Xvfb, openbox, xdotool and python3-xlib
//! installed, run `TANDEM_WINDOW_TESTS=1 cargo test --test window`; a word behind `--` selects tests by name.
//! `TANDEM_BINARY` names another build of the program.
//!
//! The tests run one after the other, because one of them measures CPU time.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::string_slice,
    reason = "tests of a process are about files, time and environment, and report for themselves"
)]

mod annotate_test;
mod display;
mod program_test;
mod random_test;
mod wait;
mod window;

use std::panic::catch_unwind;
use std::process::ExitCode;
use std::time::Instant;

/// The variable that enables these tests, if there is an X server.
const SWITCH: &str = "TANDEM_WINDOW_TESTS";

/// A test, and whether it needs a display.
struct Test {
    name: &'static str,
    needs_display: bool,
    run: fn(),
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let tests = program_test::TESTS.iter().chain(annotate_test::TESTS).chain(random_test::TESTS);
    if words.iter().any(|word| word == "--list") {
        for test in tests {
            println!("{}: test", test.name);
        }
        return ExitCode::SUCCESS;
    }
    let filters: Vec<&String> = words.iter().filter(|word| !word.starts_with('-')).collect();
    let has_display = std::env::var_os(SWITCH).is_some_and(|value| value == "1");

    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    for test in tests {
        if !filters.is_empty() && !filters.iter().any(|word| test.name.contains(*word)) {
            continue;
        }
        if test.needs_display && !has_display {
            skipped += 1;
            println!(
                "skipped: {}: it needs an X server; set {SWITCH}=1 where there is one",
                test.name
            );
            continue;
        }
        let start = Instant::now();
        let outcome = if catch_unwind(test.run).is_ok() {
            passed += 1;
            "ok"
        } else {
            failed += 1;
            "FAILED"
        };
        println!("test {} ... {outcome} ({:.1?})", test.name, start.elapsed());
    }

    println!("window tests: {passed} passed, {failed} failed, {skipped} skipped");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
