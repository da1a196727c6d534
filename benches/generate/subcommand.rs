//! Runs subcommands in child processes, and measures their cost.

use super::{cpu_time::cpu_time, peak_memory::peak_memory_kb};
use clap::Parser as _;
use std::{
    env,
    error::Error,
    io,
    process::Command,
    time::{Duration, Instant},
};
use tandem::cli::{Arguments, run};

/// The environment variable that holds the command line of a child process, one word per line.
const TASK: &str = "TANDEM_BENCH_TASK";

/// The cost of a process.
#[derive(Clone, Copy)]
pub struct ProcessCost {
    /// Wall time from start to exit.
    #[allow(dead_code, reason = "not every benchmark that shares this file tells it")]
    pub wall: Duration,
    /// CPU time of all threads.
    pub processor: Duration,
    /// Peak memory in kilobytes.
    pub kilobytes: u64,
}

/// In a child process of [`run_subcommand`], runs the subcommand and prints its cost. Returns whether this process is
/// such a child.
///
/// # Errors
/// If the command line is not that of a subcommand.
pub fn ran_task() -> Result<bool, Box<dyn Error>> {
    let Ok(task) = env::var(TASK) else { return Ok(false) };
    let arguments = Arguments::try_parse_from(std::iter::once("tandem").chain(task.lines()))?;
    let command = arguments.command.ok_or("no subcommand")?;
    run(&command, &mut io::sink(), &mut io::sink());
    println!("{} {}", cpu_time().as_millis(), peak_memory_kb());
    Ok(true)
}

/// Runs the subcommand `words` in a child process that executes this same benchmark.
///
/// # Errors
/// If the process cannot be started, or exits without printing its cost.
pub fn run_subcommand(words: &[&str]) -> Result<ProcessCost, Box<dyn Error>> {
    let mut task = Command::new(env::current_exe()?);
    task.env(TASK, words.join("\n"));
    let started = Instant::now();
    let output = task.output()?;
    let wall = started.elapsed();
    let output = String::from_utf8(output.stdout)?;
    let mut numbers = output.split_whitespace().map(str::parse::<u64>);
    let mut next = || numbers.next().ok_or("a process ended without a word");
    Ok(ProcessCost { wall, processor: Duration::from_millis(next()??), kilobytes: next()?? })
}
