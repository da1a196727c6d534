//! How time and memory grow with inputs that somebody made large: `cargo bench --bench growth [-- WORD]`, with a WORD for
//! the kinds that have it in their names.
//!
//! Each kind of input is made in three sizes, each twice the one before, and read by a process of its own, which tells
//! what its processor time and its memory at most were. What grows by more than three with twice the input is marked.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "its purpose is to write files, to measure and to say what it saw"
)]

mod inputs;
#[path = "../generate/matches.rs"]
mod matches;
#[path = "../generate/peak_memory.rs"]
mod peak_memory;
#[path = "../generate/processor_time.rs"]
mod processor_time;
#[path = "../generate/rng.rs"]
mod rng;
#[path = "../generate/with_variations.rs"]
mod with_variations;

use clap::Parser as _;
use inputs::{KINDS, Kind};
use peak_memory::peak_kilobytes;
use processor_time::processor_time;
use std::{env, error::Error, io, path::Path, process::Command, time::Duration};
use tandem::cli::{Arguments, run};

/// In the environment of a process that reads one input, the words of its command line, a line each.
const TASK: &str = "TANDEM_GROWTH_TASK";

/// Each size is read so often; the best counts.
const RUNS: usize = 3;

/// With less than this there is nothing to compare.
const LEAST: Duration = Duration::from_millis(100);

/// Twice the input may take so many times as long.
const ALLOWED: f64 = 3.0;

fn main() -> Result<(), Box<dyn Error>> {
    if let Ok(task) = env::var(TASK) {
        return read_one(&task);
    }
    let mut words = env::args().skip(1).filter(|word| word != "--bench");
    let word = words.next().unwrap_or_default();
    println!("| input | what is done | size | time | memory | doubled |");
    println!("|---|---|---|---|---|---|");
    for kind in KINDS.iter().filter(|kind| kind.name.contains(&word)) {
        measure(kind, &["check", "--quiet"], "check")?;
        for form in kind.forms {
            measure(kind, &["convert", "--to", form, "-o", "-"], form)?;
        }
    }
    Ok(())
}

/// What one process took.
struct Taken {
    time: Duration,
    kilobytes: u64,
}

/// Reads an input in this process, and tells what that took.
fn read_one(task: &str) -> Result<(), Box<dyn Error>> {
    let words = std::iter::once("tandem").chain(task.lines());
    let arguments = Arguments::try_parse_from(words)?;
    let command = arguments.command.ok_or("no command")?;
    run(&command, &mut io::sink(), &mut io::sink());
    println!("{} {}", processor_time().as_millis(), peak_kilobytes());
    Ok(())
}

/// Does `command` with three sizes of `kind`, and prints a row for each.
fn measure(kind: &Kind, command: &[&str], name: &str) -> Result<(), Box<dyn Error>> {
    let mut before: Option<Taken> = None;
    for times in [1, 2, 4] {
        let count = kind.least * times;
        let folder = tempfile::tempdir()?;
        let path = (kind.write)(folder.path(), count)?;
        let mut best: Option<Taken> = None;
        for _ in 0..RUNS {
            let taken = take(command, &path)?;
            if best.as_ref().is_none_or(|best| taken.time < best.time) {
                best = Some(taken);
            }
        }
        let best = best.ok_or("nothing was run")?;
        let ratio = before.as_ref().map_or_else(String::new, |before| {
            let ratio = best.time.as_secs_f64() / before.time.as_secs_f64().max(1e-3);
            let memory = best.kilobytes as f64 / before.kilobytes as f64;
            let mark = if before.time > LEAST && ratio > ALLOWED {
                " **too much**"
            } else {
                ""
            };
            format!("{ratio:.1} times the time, {memory:.1} times the memory{mark}")
        });
        println!(
            "| {} | {name} | {count} {} | {:.2} s | {} MB | {ratio} |",
            kind.name,
            kind.of,
            best.time.as_secs_f64(),
            best.kilobytes / 1000,
        );
        before = Some(best);
    }
    Ok(())
}

fn take(command: &[&str], path: &Path) -> Result<Taken, Box<dyn Error>> {
    let path = path.to_str().ok_or("a path that is no text")?;
    let task = [command, &[path]].concat().join("\n");
    let told = Command::new(env::current_exe()?).env(TASK, task).output()?;
    let told = String::from_utf8(told.stdout)?;
    let mut numbers = told.split_whitespace().map(str::parse::<u64>);
    let mut next = || numbers.next().ok_or("a reader ended without a word");
    Ok(Taken {
        time: Duration::from_millis(next()??),
        kilobytes: next()??,
    })
}
