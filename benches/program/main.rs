//! Whole processes, and the window: `cargo bench --bench program [-- reading|window|pictures|archives|sites]`.
//!
//! Prints rows for the tables of `benches/README.md`. Subcommands run in child processes that report their CPU time and
//! peak memory. The window is that of the program itself, under Xvfb.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "writes files and prints measurements"
)]

#[path = "../generate/cpu_time.rs"]
mod cpu_time;
#[path = "../../tests/window/display.rs"]
#[allow(dead_code, reason = "the window tests use all of it")]
mod display;
#[path = "../generate/knights.rs"]
mod knights;
#[path = "../generate/matches.rs"]
mod matches;
#[path = "../generate/peak_memory.rs"]
mod peak_memory;
#[path = "../generate/rng.rs"]
mod rng;
mod sites;
#[path = "../generate/subcommand.rs"]
mod subcommand;
#[path = "../../tests/window/wait.rs"]
mod wait;
#[path = "../../tests/window/window.rs"]
#[allow(dead_code, reason = "the window tests use all of it")]
mod window;
mod window_rows;

use matches::{Recipe, write_matches};
use std::{
    env,
    error::Error,
    fs::{self, File},
    io::{self, BufWriter, Write as _},
    path::{Path, PathBuf},
};
use subcommand::{ProcessCost, ran_task, run_subcommand};

/// The number of runs per row, of which the best counts.
const RUNS: usize = 5;

/// The sample match of the standard, with 132 plies.
const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/samples/bpgn-1.2.bpgn");

const TAGS: &str =
    "[Event \"x\"]\n[WhiteA \"a\"]\n[BlackA \"b\"]\n[WhiteB \"c\"]\n[BlackB \"d\"]\n\n";

fn main() -> Result<(), Box<dyn Error>> {
    if ran_task()? {
        return Ok(());
    }
    let words: Vec<String> = env::args().skip(1).filter(|word| word != "--bench").collect();
    let is_wanted = |name: &str| words.is_empty() || words.iter().any(|word| word == name);
    let files = Files(tempfile::tempdir()?);
    if is_wanted("reading") {
        reading(&files)?;
    }
    if is_wanted("window") {
        window_rows::measure()?;
    }
    if is_wanted("pictures") {
        pictures(&files)?;
    }
    if is_wanted("archives") {
        archives(&files)?;
    }
    if is_wanted("sites") {
        sites::measure(&files)?;
    }
    Ok(())
}

fn reading(files: &Files) -> Result<(), Box<dyn Error>> {
    head();
    let check: &[&str] = &["check", "--quiet"];
    let path = files.matches("100.bpgn", &Recipe::with_size(100_000_000))?;
    row_of("`tandem check --quiet` of 100 MB", check, path)?;
    row_of("the same of 1 GB", check, files.archive()?)?;
    row_of("the same of 10 million empty records", check, files.empty_records()?)?;
    row_of("the same of one record of 1 GB", check, files.long_record()?)?;
    let path = files.matches("10.bpgn", &Recipe::with_size(10_000_000))?;
    let out = files.path("10.txt");
    let convert = ["convert", "--to", "columns", "-o", word(&out)?, word(&path)?];
    row("`tandem convert --to columns` of 10 MB", &convert, &path)?;
    row("`tandem positions` of 10 MB", &["positions", word(&path)?], &path)
}

fn pictures(files: &Files) -> Result<(), Box<dyn Error>> {
    head();
    let sample = Path::new(SAMPLE);
    let out = |name: &str| files.path(name);
    let gif = out("x.gif");
    for (what, size) in
        [("GIF of a whole match, 800 pixels wide", "800"), ("the same, 2048 pixels wide", "2048")]
    {
        let words = ["diagram", "--from", "0", "--to", "end", "--size", size, "-o"];
        row(what, &[&words[..], &[word(&gif)?, SAMPLE]].concat(), sample)?;
    }
    let png = out("x.png");
    let words = ["diagram", "--size", "1600", "-o", word(&png)?, SAMPLE];
    row("PNG of both boards, 1600 pixels wide", &words, sample)?;
    let words = ["diagram", "--at", "all", "-o", word(&png)?, SAMPLE];
    row("PNG of each of the 133 moments of a match (`tandem diagram --at all`)", &words, sample)?;
    for plies in [16_000, 32_000, 64_000] {
        let path = files.text("plies.bpgn", &[TAGS, &knights::knights(plies)])?;
        let page = out("plies.html");
        let words = ["convert", "--to", "html", "-o", word(&page)?, word(&path)?];
        let what = format!("`tandem convert --to html` of one board with {plies} plies");
        row(&what, &words, &path)?;
    }
    Ok(())
}

fn archives(files: &Files) -> Result<(), Box<dyn Error>> {
    head();
    let list: &[&str] = &["list", "--count"];
    row_of("`tandem list --count` of 1 GB", list, files.archive()?)?;
    row_of("the same of 10 million empty records", list, files.empty_records()?)?;
    row_of("the same of one record of 1 GB", list, files.long_record()?)
}

fn head() {
    println!("| benchmark | measured |\n|---|---|");
}

/// Prints the cost of the subcommand `words` for the file at `path`, then deletes the file.
fn row_of(what: &str, words: &[&str], path: PathBuf) -> Result<(), Box<dyn Error>> {
    row(what, &[words, &[word(&path)?]].concat(), &path)?;
    Ok(fs::remove_file(path)?)
}

/// Runs the subcommand `words` for the file at `path`, and prints its cost.
fn row(what: &str, words: &[&str], path: &Path) -> Result<(), Box<dyn Error>> {
    let taken = (0..RUNS).map(|_| run_subcommand(words));
    let taken = taken.collect::<Result<Vec<ProcessCost>, _>>()?;
    let best = taken.iter().min_by_key(|taken| taken.wall).ok_or("no run")?;
    let most = taken.iter().map(|taken| taken.kilobytes).max().unwrap_or(0);
    let bytes = fs::metadata(path)?.len();
    let seconds = best.wall.as_secs_f64();
    // The throughput of a short input says nothing, since drawing dominates.
    let speed = if bytes < 1_000_000 {
        String::new()
    } else {
        format!(", {:.0} MB/s", bytes as f64 / seconds / 1e6)
    };
    println!(
        "| {what} | {seconds:.2} s{speed}; {:.2} s of CPU time; {} MB |",
        best.processor.as_secs_f64(),
        most / 1000
    );
    Ok(())
}

/// Returns a path as text, for an argument.
fn word(path: &Path) -> Result<&str, Box<dyn Error>> {
    Ok(path.to_str().ok_or("a path that is no text")?)
}

/// A temporary folder for input files.
struct Files(tempfile::TempDir);

impl Files {
    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn matches(&self, name: &str, recipe: &Recipe) -> io::Result<PathBuf> {
        self.write(name, |out| write_matches(recipe, out).map(drop))
    }

    fn text(&self, name: &str, pieces: &[&str]) -> io::Result<PathBuf> {
        self.write(name, |out| pieces.iter().try_for_each(|piece| out.write_all(piece.as_bytes())))
    }

    fn archive(&self) -> io::Result<PathBuf> {
        self.matches("1000.bpgn", &Recipe::archive(1_000_000_000))
    }

    fn empty_records(&self) -> io::Result<PathBuf> {
        let many = "[Event \"\"]\n\n".repeat(100_000);
        self.write("empty.bpgn", |out| (0..100).try_for_each(|_| out.write_all(many.as_bytes())))
    }

    /// Writes a match of two plies with a comment of 1 GB.
    fn long_record(&self) -> io::Result<PathBuf> {
        let words = "word ".repeat(200_000);
        self.write("long.bpgn", |out| {
            write!(out, "{TAGS}1A. e4 1a. e5 {{")?;
            (0..1000).try_for_each(|_| out.write_all(words.as_bytes()))?;
            out.write_all(b"} *\n")
        })
    }

    fn write(
        &self,
        name: &str,
        write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> io::Result<PathBuf> {
        let path = self.path(name);
        let mut out = BufWriter::with_capacity(1 << 20, File::create(&path)?);
        write(&mut out)?;
        out.flush()?;
        Ok(path)
    }
}
