//! The growth of time and memory with oversized inputs: `cargo bench --bench growth [-- WORD]`. WORD selects kinds of
//! inputs by name.
//!
//! Each kind of input is created in three sizes, each twice the previous one. A separate process reads each input, and
//! reports its CPU time and peak memory. The benchmark prints the cost of the largest size, and the ratio of that cost
//! to the cost of the previous size. Ratios above three are marked.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "writes files and prints measurements"
)]

#[path = "../generate/board_files.rs"]
mod board_files;
#[path = "../generate/boards.rs"]
mod boards;
#[path = "../generate/cpu_time.rs"]
mod cpu_time;
mod inputs;
#[path = "../generate/knights.rs"]
mod knights;
#[path = "../generate/matches.rs"]
mod matches;
#[path = "../generate/peak_memory.rs"]
mod peak_memory;
#[path = "../generate/rng.rs"]
mod rng;
#[path = "../generate/subcommand.rs"]
mod subcommand;
#[path = "../generate/with_variations.rs"]
mod with_variations;

use inputs::{FILE, KINDS, Kind};
use std::{env, error::Error, path::Path, time::Duration};
use subcommand::{ProcessCost, ran_task, run_subcommand};
use tandem::file::CacheFolder;

/// The number of runs per size, of which the best counts.
const RUNS: usize = 3;

/// The minimum CPU time for which a ratio is meaningful.
const MIN_CPU_TIME: Duration = Duration::from_millis(100);

/// The maximum ratio of costs when the size doubles. Linear growth has a ratio of two.
const MAX_RATIO: f64 = 3.0;

fn main() -> Result<(), Box<dyn Error>> {
    if ran_task()? {
        return Ok(());
    }
    let mut words = env::args().skip(1).filter(|word| word != "--bench");
    let word = words.next().unwrap_or_default();
    println!("| input | command | largest | time | memory | time when doubled |");
    println!("|---|---|---|---|---|---|");
    for kind in KINDS.iter().filter(|kind| kind.name.contains(&word)) {
        for (name, command) in kind.commands {
            measure(kind, command, name)?;
        }
    }
    if DOWNLOADS.contains(&word) {
        measure_downloads()?;
    }
    Ok(())
}

const DOWNLOADS: &str = "the cache of downloads";

/// A folder in memory. On a disk, the system takes up to 17 times as long for the same calls, at random.
const MEMORY: &str = "/dev/shm";

/// Caches responses of the usual length, and prints the cost of the last run as [`measure`] does.
fn measure_downloads() -> Result<(), Box<dyn Error>> {
    const LEAST: usize = 4_000;
    let response = [b'x'; 2_000];
    let mut times = Vec::new();
    for count in [LEAST, LEAST * 2, LEAST * 4] {
        let mut best = Duration::MAX;
        for _ in 0..RUNS {
            let folder = tempfile::tempdir_in(MEMORY)?;
            let cache = CacheFolder::new(folder.path(), 64 << 20);
            let before = cpu_time::cpu_time();
            for number in 0..count {
                cache.store(&format!("{number}.board.json"), &response)?;
            }
            best = best.min(cpu_time::cpu_time() - before);
        }
        times.push(best);
    }
    let doubled = times[2].as_secs_f64() / times[1].as_secs_f64();
    println!(
        "| {DOWNLOADS} | store | {} responses | {:.2} s | – | {doubled:.1} times{} |",
        LEAST * 4,
        times[2].as_secs_f64(),
        if doubled > MAX_RATIO { " **too much**" } else { "" }
    );
    Ok(())
}

/// Runs `command` on three sizes of `kind`, and prints the cost of the largest.
fn measure(kind: &Kind, command: &[&str], name: &str) -> Result<(), Box<dyn Error>> {
    let mut all = Vec::new();
    for times in [1, 2, 4] {
        let folder = tempfile::tempdir()?;
        let path = (kind.write)(folder.path(), kind.least * times)?;
        let file = word(&path)?;
        let words = command.iter().map(|&word| if word == FILE { file } else { word });
        let words: Vec<&str> = words.collect();
        let taken = (0..RUNS).map(|_| run_subcommand(&words));
        let taken = taken.collect::<Result<Vec<ProcessCost>, _>>()?;
        all.extend(taken.into_iter().min_by_key(|taken| taken.processor));
    }
    let ratio = |pair: &[ProcessCost]| {
        let [before, after] = [pair[0], pair[1]].map(|taken| taken.processor);
        (before >= MIN_CPU_TIME).then(|| after.as_secs_f64() / before.as_secs_f64())
    };
    let ratios: Vec<Option<f64>> = all.windows(2).map(ratio).collect();
    let doubled = ratios.last().copied().flatten();
    let doubled = doubled.map_or_else(|| "–".to_owned(), |ratio| format!("{ratio:.1} times"));
    let is_too_much = ratios.iter().flatten().any(|&ratio| ratio > MAX_RATIO);
    let largest = all.last().ok_or("nothing was run")?;
    println!(
        "| {} | {name} | {} {} | {:.2} s | {} MB | {doubled}{} |",
        kind.name,
        kind.least * 4,
        kind.of,
        largest.processor.as_secs_f64(),
        largest.kilobytes / 1000,
        if is_too_much { " **too much**" } else { "" }
    );
    Ok(())
}

/// Returns a path as text, for an argument.
fn word(path: &Path) -> Result<&str, Box<dyn Error>> {
    Ok(path.to_str().ok_or("a path that is no text")?)
}
