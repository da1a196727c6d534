//! Subcommands on matches in the format of each site, generated and real. The figures are multiples of the CPU time of
//! `grep -c`.
//!
//! The real matches come from the folder that `TANDEM_CORPUS` names. They are few, so they are repeated, and so are as many
//! generated ones: a CPU predicts repeated matches better than distinct ones. Without that variable, the columns of real
//! matches are empty, and all sites have the same share of the last file.

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
    path::Path,
    process::Command,
};

/// The size of each file in bytes.
const BYTES: usize = 100_000_000;

/// The size of the generated matches of a site in bytes, if there are no real ones.
const SAMPLE_BYTES: usize = 20_000;

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
    let mut columns = Vec::new();
    let (mut all_generated, mut all_real) = (Vec::new(), Vec::new());
    for site in Site::ALL {
        let real = real_matches(site)?;
        let bytes = if real.is_empty() { SAMPLE_BYTES } else { real.len() };
        let mut generated = Vec::new();
        write_matches(&Recipe::of_site(bytes as u64, site), &mut generated)?;
        columns.push(multiples(files, &generated)?);
        columns.push(multiples(files, &real)?);
        all_generated.extend(generated);
        all_real.extend(real);
    }
    // All sites in one file, with the shares that they have among the real matches.
    columns.push(multiples(files, &all_generated)?);
    columns.push(multiples(files, &all_real)?);
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

/// Returns the CPU time of each task for a file of `matches`, repeated to [`BYTES`] bytes, divided by that of
/// `grep -c '^\[Event '`; NaN if `matches` is empty.
fn multiples(files: &Files, matches: &[u8]) -> Result<Vec<f64>, Box<dyn Error>> {
    if matches.is_empty() {
        return Ok(TASKS.map(|_| f64::NAN).to_vec());
    }
    let count = BYTES.div_ceil(matches.len());
    let path =
        files.write("site.bpgn", |out| (0..count).try_for_each(|_| out.write_all(matches)))?;
    let grep = grep_seconds(word(&path)?)?;
    let mut all = Vec::new();
    for (_, words) in TASKS {
        let words = [words, &[word(&path)?]].concat();
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
    let corpus = env::var_os("TANDEM_CORPUS").unwrap_or_default();
    if corpus.is_empty() {
        return Ok(Vec::new());
    }
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
