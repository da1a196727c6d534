//! Prints the moves of a match in the order in which they were played, each with its match time:
//!
//!     cargo run -p bpgn --example times -- FILE

#![expect(
    clippy::disallowed_methods,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a program for the terminal"
)]

use bpgn::{notation::Record, replay::Match, timeline::Timeline};
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(path) = std::env::args_os().nth(1) else {
        eprintln!("usage: times FILE");
        return ExitCode::FAILURE;
    };
    let text = match std::fs::read(&path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{}: {error}", path.display());
            return ExitCode::FAILURE;
        }
    };
    let record = Record::parse(&text);
    let played = Match::replay(&record, &text);
    let timeline = Timeline::of(&played);
    for (index, ply) in record.plies.iter().enumerate().take(played.plies.len()) {
        let seconds = f64::from(timeline.time(index)) / 1000.0;
        println!("{seconds:8.1}  {}", String::from_utf8_lossy(ply.span.of(&text)));
    }
    for issue in &played.issues {
        eprintln!("{}", issue.problem);
    }
    ExitCode::SUCCESS
}
