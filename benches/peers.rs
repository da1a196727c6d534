//! Reading 100 MB of bughouse, compared with other programs on 100 MB of chess: `cargo bench --bench peers`.
//!
//! Both files are random legal play with a clock at every ply. Each program is timed as a whole process, in turn with
//! the others, and must find every game. pgn-extract validates all moves. Scid imports the games into a database.
//! python-chess replays the games, or only reads their tags. A program that is not installed is reported and skipped.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "writes files and prints measurements"
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
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

const BYTES: u64 = 100_000_000;

/// The input size for python-chess, which would take ten minutes with the large file.
const FEWER_BYTES: u64 = 2_000_000;

/// The number of runs per program, of which the best counts.
const RUNS: usize = 5;

/// A Tcl script that creates a database named by its first argument, and imports the file of its second.
const SCID: &str = "sc_base create [lindex $argv 0]
set base [sc_base current]
sc_base import $base [lindex $argv 1]
puts \"[sc_base numGames $base] games\"
sc_base close $base
exit 0
";

/// A Python script that counts the games in its first argument. With a second argument, the script reads only tags.
const PYTHON: &str = "import sys, chess.pgn
read = chess.pgn.read_headers if len(sys.argv) > 2 else chess.pgn.read_game
games = 0
with open(sys.argv[1], encoding='latin-1') as file:
    while read(file) is not None:
        games += 1
print(games, 'games')
";

/// A program and its task.
struct Peer {
    name: &'static str,
    /// The size of the input.
    written: Written,
    program: PathBuf,
    arguments: Vec<PathBuf>,
    /// The files to delete before each run.
    made: Vec<PathBuf>,
    /// A text that its output must contain.
    expected: String,
}

fn main() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let recipe = Recipe::with_size(BYTES);
    let (bpgn, bughouse) =
        file(folder.path().join("matches.bpgn"), |out| matches::write_matches(&recipe, out))?;
    let ours = |name, arguments: &[&str], expected| Peer {
        name,
        written: bughouse,
        program: env!("CARGO_BIN_EXE_tandem").into(),
        arguments: arguments.iter().map(PathBuf::from).chain([bpgn.clone()]).collect(),
        made: Vec::new(),
        expected,
    };
    let checked = format!("{} matches, {} moves", bughouse.matches, bughouse.plies);
    let check = print_result(&ours("tandem check", &["check", "--quiet"], checked))?;
    let list =
        print_result(&ours("tandem list", &["list", "--count"], bughouse.matches.to_string()))?;
    for peer in peers(folder.path())? {
        match print_result(&peer) {
            Ok(speed) => println!(
                "    check is {:.1} times, list {:.0} times as fast",
                check / speed,
                list / speed
            ),
            Err(error) => println!("{}: not measured: {error}", peer.name),
        }
    }
    Ok(())
}

/// Returns the other programs, each with its input in `folder`.
fn peers(folder: &Path) -> io::Result<Vec<Peer>> {
    let games = |name: &str, bytes| {
        file(folder.join(name), |out| chess::write_games(&Recipe::with_size(bytes), out))
    };
    let (pgn, written) = games("games.pgn", BYTES)?;
    let (fewer, few) = games("fewer.games.pgn", FEWER_BYTES)?;
    let script = |name: &str, text: &str| -> io::Result<PathBuf> {
        let path = folder.join(name);
        File::create(&path)?.write_all(text.as_bytes())?;
        Ok(path)
    };
    let base = folder.join("base");
    let python = script("count.py", PYTHON)?;
    let expected = |written: &Written| format!("{} games", written.matches);
    Ok(vec![
        Peer {
            name: "pgn-extract -s -r",
            written,
            program: installed("pgn-extract"),
            arguments: vec!["-s".into(), "-r".into(), pgn.clone()],
            made: Vec::new(),
            // The program prints the file name only for errors.
            expected: String::new(),
        },
        Peer {
            name: "Scid's import",
            written,
            program: installed("tkscid"),
            arguments: vec![script("import.tcl", SCID)?, base.clone(), pgn],
            made: ["si4", "sg4", "sn4"].map(|end| base.with_extension(end)).into(),
            expected: expected(&written),
        },
        Peer {
            name: "python-chess, games",
            written: few,
            program: installed("python3"),
            arguments: vec![python.clone(), fewer.clone()],
            made: Vec::new(),
            expected: expected(&few),
        },
        Peer {
            name: "python-chess, tags only",
            written: few,
            program: installed("python3"),
            arguments: vec![python, fewer, "tags".into()],
            made: Vec::new(),
            expected: expected(&few),
        },
    ])
}

/// Returns the path of a program. Debian installs some programs in `/usr/games`.
fn installed(name: &str) -> PathBuf {
    let game = Path::new("/usr/games").join(name);
    if game.exists() { game } else { name.into() }
}

/// Writes a file with `write`, and returns the path and the size of the file.
fn file(
    path: PathBuf,
    write: impl Fn(&mut BufWriter<File>) -> io::Result<Written>,
) -> io::Result<(PathBuf, Written)> {
    let mut out = BufWriter::with_capacity(1 << 20, File::create(&path)?);
    let written = write(&mut out)?;
    out.flush()?;
    Ok((path, written))
}

/// Returns the best time of a program. Fails if the output is not as expected.
fn time(peer: &Peer) -> io::Result<Duration> {
    let mut best = Duration::MAX;
    for _ in 0..RUNS {
        for made in peer.made.iter().filter(|made| made.exists()) {
            std::fs::remove_file(made)?;
        }
        let started = Instant::now();
        let output = Command::new(&peer.program).args(&peer.arguments).output()?;
        best = best.min(started.elapsed());
        let stdout = String::from_utf8_lossy(&output.stdout);
        let stderr = String::from_utf8_lossy(&output.stderr);
        if !output.status.success()
            || !stdout.contains(&peer.expected)
            || stderr.contains("games.pgn")
        {
            return Err(io::Error::other(format!("{stdout}{stderr}")));
        }
    }
    Ok(best)
}

/// Prints the time of a program, and returns its speed in bytes per second.
fn print_result(peer: &Peer) -> io::Result<f64> {
    let seconds = time(peer)?.as_secs_f64();
    let Written { bytes, plies, .. } = peer.written;
    let (bytes, millions) = (bytes as f64, plies as f64 / 1e6);
    println!(
        "{}: {:.0} ms for {:.0} MB, {:.1} MB/s, {:.2} M plies/s",
        peer.name,
        1000.0 * seconds,
        bytes / 1e6,
        bytes / seconds / 1e6,
        millions / seconds
    );
    Ok(bytes / seconds)
}
