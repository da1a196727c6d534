//! Subcommands on matches in the format of each site, generated and real. The figures are multiples of the CPU time of
//! `grep -c`.
//!
//! The real matches come from the folder that `TANDEM_CORPUS` names, and are repeated. Without that variable, the
//! columns of real matches are empty, and all sites have the same share of the last file.

use super::{Files, RUNS, word};
use crate::{
    matches::{Recipe, Site, write_matches},
    subcommand::run_subcommand,
};
use std::{
    env,
    error::Error,
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::Command,
};

/// The size of each file in bytes.
const BYTES: u64 = 100_000_000;

/// The rows: a label, and the words of the subcommand.
const TASKS: [(&str, &[&str]); 6] = [
    ("`list --count`", &["list", "--count"]),
    ("`check --quiet`", &["check", "--quiet"]),
    ("`search 'N@f7 mate'`", &["search", "--count", "N@f7 mate"]),
    ("`search mate`", &["search", "--count", "mate"]),
    ("`search '[QQ]'`", &["search", "--count", "[QQ]"]),
    ("`search 'sit>30'`", &["search", "--count", "sit>30"]),
];

/// The number of runs of `grep` per measurement. One run would be too short, since the system counts CPU time in steps
/// of 10 ms.
const GREP_RUNS: u32 = 20;

pub(super) fn measure(files: &Files) -> Result<(), Box<dyn Error>> {
    let real: Vec<Vec<u8>> = Site::ALL.into_iter().map(real_matches).collect::<Result<_, _>>()?;
    let mut columns = Vec::new();
    for (site, real) in Site::ALL.into_iter().zip(&real) {
        columns.push(multiples(&generated(files, &[(site, 1)])?)?);
        columns.push(multiples_of_real(files, real)?);
    }
    // All sites in one file, with the shares that they have among the real matches.
    let shares: Vec<(Site, u64)> =
        Site::ALL.into_iter().zip(real.iter().map(|it| it.len().max(1) as u64)).collect();
    columns.push(multiples(&generated(files, &shares)?)?);
    columns.push(multiples_of_real(files, &real.concat())?);
    let names = Site::ALL.map(Site::name).into_iter().chain(["all"]);
    let names: String = names.map(|name| format!(" {name} generated | real |")).collect();
    println!("| times `grep -c` |{names}\n|---|{}", "---|".repeat(columns.len()));
    for (row, (what, _)) in TASKS.iter().enumerate() {
        let cell = |column: &Vec<f64>| match column[row] {
            times if times.is_nan() => " – |".to_owned(),
            times => format!(" {times:.1} |"),
        };
        println!("| {what} |{}", columns.iter().map(cell).collect::<String>());
    }
    Ok(())
}

/// Writes [`BYTES`] bytes of generated matches, with a share of each site.
fn generated(files: &Files, shares: &[(Site, u64)]) -> io::Result<PathBuf> {
    let whole: u64 = shares.iter().map(|(_, share)| share).sum();
    files.write("site.bpgn", |out| {
        shares.iter().try_for_each(|&(site, share)| {
            let bytes = BYTES * share / whole.max(1);
            write_matches(&Recipe::of_site(bytes, site), out).map(drop)
        })
    })
}

/// Returns [`multiples`] of `real`, repeated to [`BYTES`] bytes; NaN if it is empty.
fn multiples_of_real(files: &Files, real: &[u8]) -> Result<Vec<f64>, Box<dyn Error>> {
    if real.is_empty() {
        return Ok(TASKS.map(|_| f64::NAN).to_vec());
    }
    let count = BYTES.div_ceil(real.len() as u64);
    let path = files.write("site.bpgn", |out| (0..count).try_for_each(|_| out.write_all(real)))?;
    multiples(&path)
}

/// Returns the CPU time of each task for the file at `path`, divided by that of `grep -c '^\[Event '`.
fn multiples(path: &Path) -> Result<Vec<f64>, Box<dyn Error>> {
    let grep = grep_seconds(word(path)?)?;
    let mut all = Vec::new();
    for (_, words) in TASKS {
        let words = [words, &[word(path)?]].concat();
        let mut best = f64::INFINITY;
        for _ in 0..RUNS {
            best = best.min(run_subcommand(&words)?.processor.as_secs_f64());
        }
        all.push(best / grep);
    }
    Ok(all)
}

/// Returns the mean CPU time of `grep`, as reported by the shell that runs it.
fn grep_seconds(path: &str) -> Result<f64, Box<dyn Error>> {
    let script = format!(
        "for n in $(seq {GREP_RUNS}); do grep -c '^\\[Event ' \"$1\" | cat > /dev/null; done; times"
    );
    let told = Command::new("sh").args(["-c", &script, "sh", path]).output()?;
    let told = String::from_utf8(told.stdout)?;
    // The second line has the times of the child processes: `0m1.230000s 0m0.450000s`.
    let times = told.lines().nth(1).ok_or("the shell tells no times")?;
    let seconds = times.split_whitespace().map(|time| {
        let (minutes, seconds) = time.trim_end_matches('s').split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
    });
    let seconds: f64 = seconds.sum::<Option<f64>>().ok_or("the shell tells other times")?;
    Ok(seconds / f64::from(GREP_RUNS))
}

/// Returns the real files of `site`, concatenated; nothing without `TANDEM_CORPUS`.
fn real_matches(site: Site) -> io::Result<Vec<u8>> {
    let Some(corpus) = env::var_os("TANDEM_CORPUS") else { return Ok(Vec::new()) };
    let mut paths = Vec::new();
    for entry in fs::read_dir(Path::new(&corpus).join(site.name()))? {
        paths.push(entry?.path());
    }
    paths.sort();
    let mut all = Vec::new();
    for path in paths {
        all.extend(fs::read(path)?);
        all.extend(b"\n\n");
    }
    Ok(all)
}
