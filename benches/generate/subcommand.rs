//! Subcommands in processes of their own, and what they take.

use super::{peak_memory::peak_kilobytes, processor_time::processor_time};
use clap::Parser as _;
use std::{
    env,
    error::Error,
    io,
    process::Command,
    time::{Duration, Instant},
};
use tandem::cli::{Arguments, run};

/// In the environment of a process that does one task, the words of its command line, a line each.
const TASK: &str = "TANDEM_BENCH_TASK";

/// What one process took.
#[derive(Clone, Copy)]
pub struct Taken {
    /// From its start to its end.
    #[allow(dead_code, reason = "not every benchmark that shares this file tells it")]
    pub wall: Duration,
    /// Of all its threads.
    pub processor: Duration,
    /// The most memory that it had.
    pub kilobytes: u64,
}

/// Where this process was started by [`take`], does its task and tells what that took. Whether it was.
///
/// # Errors
/// Words that are no subcommand.
pub fn did_task() -> Result<bool, Box<dyn Error>> {
    let Ok(task) = env::var(TASK) else {
        return Ok(false);
    };
    let arguments = Arguments::try_parse_from(std::iter::once("tandem").chain(task.lines()))?;
    let command = arguments.command.ok_or("no subcommand")?;
    run(&command, &mut io::sink(), &mut io::sink());
    println!("{} {}", processor_time().as_millis(), peak_kilobytes());
    Ok(true)
}

/// Starts this program again to do the subcommand `words`.
///
/// # Errors
/// That it cannot be started, or ended without a word.
pub fn take(words: &[&str]) -> Result<Taken, Box<dyn Error>> {
    let mut task = Command::new(env::current_exe()?);
    task.env(TASK, words.join("\n"));
    let started = Instant::now();
    let told = task.output()?;
    let wall = started.elapsed();
    let told = String::from_utf8(told.stdout)?;
    let mut numbers = told.split_whitespace().map(str::parse::<u64>);
    let mut next = || numbers.next().ok_or("a process ended without a word");
    Ok(Taken { wall, processor: Duration::from_millis(next()??), kilobytes: next()?? })
}
