//! Saving one change in 1 GB, compared with `cp` of the file.
//!
//! `cargo bench --bench save [-- BYTES [FOLDER]]` creates the file in a new folder in FOLDER, by default the system's
//! folder for temporary files. There must be room for four times its size. Saving waits until the new version is on
//! disk, but `cp` does not, so `cp` is timed with and without `sync`.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "measures the disk and the clock, and prints"
)]

#[path = "generate/peak_memory.rs"]
mod peak_memory;

use peak_memory::peak_memory_kb;
use std::{
    fs::File,
    io::{BufWriter, Write as _},
    path::Path,
    process::Command,
    time::{Duration, Instant},
};
use tandem::file::{FileRange, Splice, save_spliced};

const RUNS: usize = 5;

fn main() -> std::io::Result<()> {
    // `cargo bench` adds `--bench` to the arguments.
    let mut arguments = std::env::args_os().skip(1).filter(|word| word != "--bench");
    let bytes =
        arguments.next().and_then(|word| word.to_str()?.parse().ok()).unwrap_or(1_000_000_000);
    let folder = arguments.next().map_or_else(std::env::temp_dir, Into::into);
    let folder = tempfile::tempdir_in(folder)?;
    let big = folder.path().join("big.bpgn");
    make(&big, bytes)?;

    let mut times: [Vec<Duration>; 3] = Default::default();
    // The measurements alternate, so that background load on the disk affects all alike.
    for run in 0..RUNS {
        times[0].push(copied(&big, folder.path(), false)?);
        times[1].push(copied(&big, folder.path(), true)?);
        times[2].push(saved(&big, folder.path(), run, bytes)?);
    }
    let [plain, synced, saved] = times.map(|mut times| {
        times.sort();
        times
    });
    let seconds = |times: &[Duration]| {
        let [best, median] = [times[0], times[times.len() / 2]].map(|time| time.as_secs_f64());
        format!("{best:.2} s, median {median:.2} s")
    };
    println!("{bytes} bytes, best of {RUNS} runs");
    println!("cp           {}", seconds(&plain));
    println!("cp and sync  {}", seconds(&synced));
    println!("save_spliced {}", seconds(&saved));
    for (name, times) in [("cp", plain), ("cp and sync", synced)] {
        let ratio = |at: usize| saved[at].as_secs_f64() / times[at].as_secs_f64();
        let (best, median) = (ratio(0), ratio(RUNS / 2));
        println!("save_spliced / {name}: {best:.2}, of medians {median:.2}");
    }
    println!("peak memory  {} kB", peak_memory_kb());
    Ok(())
}

/// Creates a file of text lines and flushes it to disk.
fn make(path: &Path, bytes: u64) -> std::io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    let mut written = 0;
    for ply in 1.. {
        if written >= bytes {
            break;
        }
        let line = format!("{ply}A. e4{{180.0}} {ply}a. e5{{180.0}}\n");
        out.write_all(line.as_bytes())?;
        written += line.len() as u64;
    }
    out.into_inner()?.sync_all()
}

fn copied(big: &Path, folder: &Path, synced: bool) -> std::io::Result<Duration> {
    let copy = folder.join("copy.bpgn");
    settle(big, folder)?;
    let started = Instant::now();
    run(Command::new("cp").arg(big).arg(&copy))?;
    if synced {
        run(Command::new("sync").arg(&copy))?;
    }
    let took = started.elapsed();
    std::fs::remove_file(copy)?;
    Ok(took)
}

fn saved(big: &Path, folder: &Path, run: usize, bytes: u64) -> std::io::Result<Duration> {
    settle(big, folder)?;
    let splice = Splice {
        range: FileRange::new(bytes / 2, bytes / 2),
        insert: format!("{{A:!{run}}}").into_bytes(),
    };
    let started = Instant::now();
    save_spliced(big, &[splice], big, true).map_err(std::io::Error::other)?;
    Ok(started.elapsed())
}

/// Makes the conditions of every measurement the same: no pending writes, the file in the page cache, and enough free
/// memory for a copy.
fn settle(big: &Path, folder: &Path) -> std::io::Result<()> {
    let spare = folder.join("spare.bpgn");
    run(Command::new("cp").arg(big).arg(&spare))?;
    run(Command::new("sync").arg("-f").arg(folder))?;
    std::fs::remove_file(spare)?;
    run(Command::new("sync").arg("-f").arg(folder))
}

fn run(command: &mut Command) -> std::io::Result<()> {
    let status = command.status()?;
    status
        .success()
        .then_some(())
        .ok_or_else(|| std::io::Error::other(format!("{command:?}: {status}")))
}
