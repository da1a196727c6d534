//! Reading and checking 100 MB of bughouse, beside what pgn-extract takes for 100 MB of chess:
//! `cargo bench --bench pgn_extract -- [PROGRAM]`, where PROGRAM is `pgn-extract` if it is not given.
//!
//! Both files are random legal play with a clock at every ply. Both programs are timed as whole processes, in
//! turn, as their users see them, and each must find every match. Without pgn-extract it says so and does
//! nothing.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "its purpose is to write files, to measure and to say what it saw"
)]

#[path = "generate/chess.rs"]
mod chess;
#[path = "generate/matches.rs"]
mod matches;
#[path = "generate/rng.rs"]
mod rng;

use matches::{Recipe, Written};
use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::PathBuf,
    process::{Command, Output},
    time::{Duration, Instant},
};

const BYTES: u64 = 100_000_000;

/// How often each is run; the best counts.
const RUNS: usize = 5;

fn main() -> io::Result<()> {
    // Cargo adds `--bench` of its own accord.
    let program = std::env::args()
        .skip(1)
        .find(|argument| !argument.starts_with("--"))
        .unwrap_or_else(|| "pgn-extract".to_owned());
    if Command::new(&program).arg("--version").output().is_err() {
        println!("pgn_extract: {program} is not installed, nothing measured");
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let recipe = Recipe::of_bytes(BYTES);
    let (bpgn, bughouse) = file(folder.path().join("matches.bpgn"), |out| {
        matches::write_matches(&recipe, out)
    })?;
    let (pgn, chess) = file(folder.path().join("games.pgn"), |out| {
        chess::write_games(&recipe, out)
    })?;
    let mut best = [Duration::MAX; 2];
    for _ in 0..RUNS {
        let mut ours = Command::new(env!("CARGO_BIN_EXE_tandem"));
        let (took, said) = time(ours.args(["check", "--quiet"]).arg(&bpgn))?;
        let expect = format!("{} matches, {} plies", bughouse.matches, bughouse.plies);
        must_say(&said.stdout, &expect);
        best[0] = best[0].min(took);

        let (took, said) = time(Command::new(&program).args(["-s", "-r"]).arg(&pgn))?;
        assert!(said.status.success(), "{program} fails: {said:?}");
        // It counts the games, and names the file wherever it finds something wrong.
        let said = String::from_utf8_lossy(&said.stderr);
        assert!(!said.contains("games.pgn"), "{said}");
        best[1] = best[1].min(took);
    }
    tell("tandem check", &bughouse, best[0]);
    tell(&program, &chess, best[1]);
    println!(
        "{:.1} times as fast by bytes",
        best[1].as_secs_f64() / best[0].as_secs_f64()
    );
    Ok(())
}

/// Writes a file.
fn file(
    path: PathBuf,
    write: impl Fn(&mut BufWriter<File>) -> io::Result<Written>,
) -> io::Result<(PathBuf, Written)> {
    let mut out = BufWriter::with_capacity(1 << 20, File::create(&path)?);
    let written = write(&mut out)?;
    out.flush()?;
    Ok((path, written))
}

fn time(command: &mut Command) -> io::Result<(Duration, Output)> {
    let start = Instant::now();
    let output = command.output()?;
    Ok((start.elapsed(), output))
}

fn must_say(said: &[u8], expect: &str) {
    let said = String::from_utf8_lossy(said);
    assert!(said.contains(expect), "{said} lacks {expect}");
}

fn tell(program: &str, written: &Written, took: Duration) {
    let seconds = took.as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "for people")]
    let (bytes, plies) = (written.bytes as f64, written.plies as f64);
    println!(
        "{program}: {:.0} ms for {} plies, {:.0} MB/s, {:.2} M plies/s",
        1000.0 * seconds,
        written.plies,
        bytes / seconds / 1e6,
        plies / seconds / 1e6
    );
}
