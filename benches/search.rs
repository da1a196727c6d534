//! Queries over 1 GB, from the text and from the move cache: positions, drops, mates, sits, opening statistics and
//! player profiles. Also missed mates in a few matches, with and without the mate cache.
//!
//! The arguments are those of `archive`: `cargo bench --bench search [-- MB [FOLDER]]`. Each row has the best time of
//! several runs, the median, and the CPU time divided by the number of cores, which is the time on an idle machine.
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
#[path = "generate/rng.rs"]
mod rng;

use archive::create_year_archive;
use cpu_time::cpu_time;
use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};
use tandem::{
    archive::{Collection, RowNumber, WalkError},
    file::CacheFolder,
    import::{InputOptions, Inputs},
    rules::Board,
    search::{
        MoveCache, SearchQuery, Selection, drops, openings, player_profile, players, search,
        search_and_cache,
    },
};

const RUNS: usize = 5;

/// The number of matches searched for missed mates.
const MATES: usize = 2048;

/// The queries, ordered from those that search only the bytes to those that replay every match.
const QUERIES: [&str; 11] = [
    "N@f7 mate",
    "N@f7",
    "@f7",
    "N@ mate",
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",
    "A:Nf3,nc6,Pe4",
    "Nf3,nc6,Pe4 [NN]",
    "Kg1,Nf3,Bc4,kg8",
    "mate",
    "[QQ]",
    "sit>30",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let year = create_year_archive()?;
    let (path, written) = (&year.path, &year.written);
    println!(
        "{} bytes, {} matches, {} plies; best of {RUNS} runs, median, CPU time / {}",
        written.bytes,
        written.matches,
        written.plies,
        tandem::parallel::threads()
    );
    let folder = tempfile::tempdir_in(path.parent().unwrap_or(path))?;
    let cache = CacheFolder::new(folder.path(), 1 << 40);
    let options = InputOptions { cache: Some(&cache), ..InputOptions::default() };
    let go_on = |_, _: &dyn Fn() -> _| ControlFlow::Continue(());
    let opened = Inputs::open(std::slice::from_ref(path), &options, go_on)?.list;
    let rows: Vec<RowNumber> = (0..).take(opened.index.len()).collect();
    let selection = Selection {
        index: &opened.index,
        texts: &[&opened.files[0].text],
        rows: &rows,
        moves: None,
    };
    println!("From the text:");
    measure_all(&selection)?;
    let (before, started) = (cpu_time(), Instant::now());
    MoveCache::build(&opened, |_| ControlFlow::Continue(()))?;
    let (took, used) = (started.elapsed(), cpu_time() - before);
    let moves = MoveCache::open(&opened).ok_or("there is no cache")?;
    println!(
        "The move cache is built on one core in {:.2} s, {:.2} s of CPU time; {} bytes.\nFrom them:",
        took.as_secs_f64(),
        used.as_secs_f64(),
        cache_entry_bytes(&opened, "moves")?
    );
    let selection = Selection { moves: Some(&moves), ..selection };
    measure_all(&selection)?;
    measure_mates(&opened, &selection)
}

/// Searches the first matches for missed mates, with and without the mate cache.
fn measure_mates(
    list: &Collection,
    selection: &Selection<'_>,
) -> Result<(), Box<dyn std::error::Error>> {
    let missed: SearchQuery = "missed-mate".parse()?;
    let matches = MATES.min(selection.rows.len());
    let (before, started) = (cpu_time(), Instant::now());
    let mut found = 0;
    let ended = search_and_cache(list, selection, &missed, |walked, hits| {
        found += hits.len();
        if walked.records < matches { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if let Err(WalkError::File(error)) = ended {
        return Err(error.into());
    }
    let (took, used) = (started.elapsed(), cpu_time() - before);
    println!(
        "missed-mate in {matches} matches, without cache: {found} found, {:.2} s, {:.2} ms of CPU time per match; \
         cache of {} bytes",
        took.as_secs_f64(),
        used.as_secs_f64() * 1e3 / matches as f64,
        cache_entry_bytes(list, "mates3")?
    );
    let first = Selection { rows: &selection.rows[..matches], ..*selection };
    for text in ["missed-mate", "mate-in:2", "missed-mate [QQ]"] {
        let query: SearchQuery = text.parse()?;
        let (mut times, mut found) = (Vec::new(), 0);
        for _ in 0..RUNS {
            let started = Instant::now();
            found = 0;
            search_and_cache(list, &first, &query, |_, hits| {
                found += hits.len();
                ControlFlow::Continue(())
            })?;
            times.push(started.elapsed());
        }
        times.sort();
        println!(
            "{text} in the same, from the mate cache: {found} found: {:.2} ms, {:.2} µs per match",
            times[0].as_secs_f64() * 1e3,
            times[0].as_secs_f64() * 1e6 / matches as f64
        );
    }
    Ok(())
}

/// Returns the size in bytes of the cache entry `what` for the file of `list`.
fn cache_entry_bytes(list: &Collection, what: &str) -> Result<u64, Box<dyn std::error::Error>> {
    let (cache, name) = list.files[0].cache_entry(what).ok_or("there is no cache")?;
    Ok(std::fs::metadata(cache.file(&name))?.len())
}

/// Runs all queries on `selection`.
fn measure_all(selection: &Selection<'_>) -> Result<(), Box<dyn std::error::Error>> {
    for text in QUERIES {
        let query: SearchQuery = text.parse()?;
        measure(text, || {
            let mut count = 0;
            let found = search(selection, &query, |_, hits| {
                count += hits.len();
                ControlFlow::Continue(())
            });
            found.map(|()| count)
        })?;
    }
    measure("openings: the start", || {
        let mut count = 0;
        let found = openings(selection, &Board::default(), None, |_, moves| {
            count = moves.len();
            ControlFlow::Continue(())
        });
        found.map(|()| count)
    })?;
    let mut name = String::new();
    measure("players", || {
        let all = players(selection.index, selection.rows);
        name.clone_from(&all[0].name);
        Ok::<_, WalkError>(all.len())
    })?;
    measure("the player with the most matches", || {
        let profile = player_profile(selection, &name, |_, _| ControlFlow::Continue(()))?;
        Ok::<_, WalkError>(profile.score.games() as usize)
    })?;
    measure("drops of all matches", || {
        let mut count = 0;
        let found = drops(selection, |_, drops| {
            count += drops as usize;
            ControlFlow::Continue(())
        });
        found.map(|()| count)
    })?;
    Ok(())
}

/// Runs `work` several times, and prints the times and the number of hits that `work` returns.
fn measure<E>(what: &str, mut work: impl FnMut() -> Result<usize, E>) -> Result<(), E> {
    let mut times = Vec::new();
    let mut found = 0;
    let mut least = Duration::MAX;
    for _ in 0..RUNS {
        let before = cpu_time();
        let started = Instant::now();
        found = work()?;
        times.push(started.elapsed());
        least = least.min(cpu_time() - before);
    }
    times.sort();
    let shared = least.as_secs_f64() / tandem::parallel::threads() as f64;
    let (best, median) = (times[0].as_secs_f64(), times[RUNS / 2].as_secs_f64());
    println!("{what:<50} {found:>8} found: {best:.2} s, {median:.2} s, {shared:.2} s");
    Ok(())
}
