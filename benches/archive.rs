//! Indexing 1 GB, compared with merely reading it.
//!
//! `cargo bench --bench archive [-- MB [FOLDER]]` creates the file in a new folder in FOLDER, by default the system's
//! folder for temporary files. The file is in the page cache when the runs are timed.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "measures the disk and the clock, and prints"
)]

#[path = "generate/archive.rs"]
mod archive;
#[path = "generate/cpu_time.rs"]
mod cpu_time;
#[path = "generate/matches.rs"]
mod matches;
#[path = "generate/peak_memory.rs"]
mod peak_memory;
#[path = "generate/rng.rs"]
mod rng;

use archive::create_year_archive;
use cpu_time::cpu_time;
use peak_memory::peak_memory_kb;
use std::{
    fs::File,
    io::Read as _,
    ops::ControlFlow,
    path::Path,
    time::{Duration, Instant},
};
use tandem::{
    archive::{CellValue, Index, RowNumber},
    file::{CacheFolder, Reader},
    import::{InputOptions, Inputs},
    notation::KnownTag,
    rules::Seat,
};

const RUNS: u32 = 9;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let year = create_year_archive()?;
    let (path, written) = (&year.path, &year.written);
    println!(
        "{} bytes, {} matches, {} plies; best of {RUNS} runs, and the median",
        written.bytes, written.matches, written.plies
    );

    let (mut plain, mut first, mut whole) = (Vec::new(), Vec::new(), Vec::new());
    let mut index = Index::default();
    let mut worked = Duration::ZERO;
    // The two measurements alternate, so that background load affects both alike.
    for _ in 0..RUNS {
        plain.push(read_only(path)?);
        let before = cpu_time();
        let started = Instant::now();
        let reader = Reader::open(path)?;
        let mut first_rows_after = None;
        index = Index::from_file(&reader, |_, _| {
            first_rows_after.get_or_insert_with(|| started.elapsed());
            ControlFlow::Continue(())
        })?;
        whole.push(started.elapsed());
        worked += cpu_time() - before;
        first.extend(first_rows_after);
    }
    assert_eq!(index.len() as u64, written.matches, "every match is found");
    let plies: usize = index.rows().map(|row| row.plies).sum();
    assert_eq!(plies as u64, written.plies, "every ply is counted");

    let speed = |time: Duration| written.bytes as f64 / time.as_secs_f64() / 1e9;
    let (read, _) = print_result("read in chunks of 1 MiB by one thread", plain);
    println!("    {:.1} GB/s", speed(read));
    print_result("first rows of the list", first);
    let (list, _) = print_result("the whole list", whole);
    println!(
        "    {:.1} GB/s, {:.2} times reading the file; {:.1} GB per second of CPU time",
        speed(list),
        list.as_secs_f64() / read.as_secs_f64(),
        speed(worked / RUNS)
    );
    println!(
        "{} strings; index of {:.1} MB; peak memory {} kB",
        index.strings().count(),
        index.memory() as f64 / 1e6,
        peak_memory_kb()
    );
    reopen(path, index.len())
}

/// Measures reopening the file with its index cache, then filtering and sorting.
fn reopen(path: &Path, matches: usize) -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir_in(path.parent().unwrap_or(path))?;
    let cache = CacheFolder::new(folder.path(), 1 << 40);
    let options = InputOptions { cache: Some(&cache), ..InputOptions::default() };
    let open = || Inputs::open(&[path.to_owned()], &options, |_, _| ControlFlow::Continue(()));
    let index = open()?.list.index;
    let mut times = Vec::new();
    for _ in 0..RUNS {
        let started = Instant::now();
        let found = open()?.list.index.len();
        times.push(started.elapsed());
        assert_eq!(found, matches, "every match is in the cache");
    }
    print_result("reopened from the index cache", times);
    for words in ["alder vs birch", "elo>2200", "plies>80", "length>5:00"] {
        let query = words.parse()?;
        let mut found = Vec::new();
        let times = (0..RUNS).map(|_| {
            let started = Instant::now();
            found = index.filter(&query);
            started.elapsed()
        });
        let times = times.collect();
        print_result(&format!("filtered: {words}, {} matches", found.len()), times);
    }
    for (what, tag) in [("date", KnownTag::Date), ("name", KnownTag::player(Seat::WhiteA))] {
        let times = (0..RUNS).map(|_| {
            let mut rows: Vec<RowNumber> = (0..).take(matches).collect();
            let started = Instant::now();
            index.sort(&mut rows, CellValue::Tag(tag), false);
            started.elapsed()
        });
        print_result(&format!("sorted by {what}"), times.collect());
    }
    Ok(())
}

/// Prints the best and the median of `times`, and returns them.
fn print_result(what: &str, mut times: Vec<Duration>) -> (Duration, Duration) {
    times.sort();
    let (best, median) = (times[0], times[times.len() / 2]);
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    println!("{what}: {:.2} ms, {:.2} ms", ms(best), ms(median));
    (best, median)
}

fn read_only(path: &Path) -> std::io::Result<Duration> {
    let started = Instant::now();
    let mut file = File::open(path)?;
    let mut buffer = vec![0; 1 << 20];
    while file.read(&mut buffer)? > 0 {}
    Ok(started.elapsed())
}
