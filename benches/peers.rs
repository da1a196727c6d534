//! Reading 100 MB of bughouse, beside what other programs take for 100 MB of chess: `cargo bench --bench peers`.
//!
//! Both files are random legal play with a clock at every ply. All programs are timed as whole processes, in turn,
//! as their users see them, and each must find every match: pgn-extract, which plays all moves and checks them;
//! Scid, which imports them into a base of its own; python-chess, which reads the games and plays them, and which
//! skips to their tags alone. What is not installed is said, and left out.

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
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

const BYTES: u64 = 100_000_000;

/// How often each is run; the best counts. Those that take long are run once.
const RUNS: usize = 5;

/// Imports the second argument into a new base of the name of the first.
const SCID: &str = "sc_base create [lindex $argv 0]
set base [sc_base current]
sc_base import $base [lindex $argv 1]
puts \"[sc_base numGames $base] games\"
sc_base close $base
exit 0
";

/// Counts the games of the first argument; with a second one, by their tags.
const PYTHON: &str = "import sys, chess.pgn
read = chess.pgn.read_headers if len(sys.argv) > 2 else chess.pgn.read_game
games = 0
with open(sys.argv[1], encoding='latin-1') as file:
    while read(file) is not None:
        games += 1
print(games, 'games')
";

/// A program at one task.
struct Peer {
    name: &'static str,
    program: PathBuf,
    arguments: Vec<PathBuf>,
    /// What is taken away before each run.
    made: Vec<PathBuf>,
    runs: usize,
    /// What it must say.
    expected: String,
}

fn main() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let recipe = Recipe::of_bytes(BYTES);
    let (bpgn, bughouse) = file(folder.path().join("matches.bpgn"), |out| {
        matches::write_matches(&recipe, out)
    })?;
    let (pgn, chess) = file(folder.path().join("games.pgn"), |out| {
        chess::write_games(&recipe, out)
    })?;
    let ours = |name, arguments: &[&str], expected| Peer {
        name,
        program: env!("CARGO_BIN_EXE_tandem").into(),
        arguments: arguments
            .iter()
            .map(PathBuf::from)
            .chain([bpgn.clone()])
            .collect(),
        made: Vec::new(),
        runs: RUNS,
        expected,
    };
    let checked = format!("{} matches, {} plies", bughouse.matches, bughouse.plies);
    let check = time(&ours("tandem check", &["check", "--quiet"], checked))?;
    let list = time(&ours(
        "tandem list",
        &["list", "--count"],
        bughouse.matches.to_string(),
    ))?;
    tell("tandem check", &bughouse, check);
    tell("tandem list", &bughouse, list);
    for peer in peers(folder.path(), &pgn, &chess)? {
        match time(&peer) {
            Ok(took) => {
                tell(peer.name, &chess, took);
                let times = |ours: Duration| took.as_secs_f64() / ours.as_secs_f64();
                println!(
                    "    the check {:.1} times, the list {:.0} times as fast",
                    times(check),
                    times(list)
                );
            }
            Err(error) => println!("{}: not measured: {error}", peer.name),
        }
    }
    Ok(())
}

/// The other programs, which read `pgn`.
fn peers(folder: &Path, pgn: &Path, chess: &Written) -> io::Result<Vec<Peer>> {
    let script = |name: &str, text: &str| -> io::Result<PathBuf> {
        let path = folder.join(name);
        File::create(&path)?.write_all(text.as_bytes())?;
        Ok(path)
    };
    let base = folder.join("base");
    let python = script("count.py", PYTHON)?;
    let games = format!("{} games", chess.matches);
    Ok(vec![
        Peer {
            name: "pgn-extract -s -r",
            program: installed("pgn-extract"),
            arguments: vec!["-s".into(), "-r".into(), pgn.into()],
            made: Vec::new(),
            runs: RUNS,
            // It names the file wherever it finds something wrong, and says nothing else.
            expected: String::new(),
        },
        Peer {
            name: "Scid's import",
            program: installed("tkscid"),
            arguments: vec![script("import.tcl", SCID)?, base.clone(), pgn.into()],
            made: ["si4", "sg4", "sn4"]
                .map(|end| base.with_extension(end))
                .into(),
            runs: RUNS,
            expected: games.clone(),
        },
        Peer {
            name: "python-chess, games",
            program: installed("python3"),
            arguments: vec![python.clone(), pgn.into()],
            made: Vec::new(),
            runs: 1,
            expected: games.clone(),
        },
        Peer {
            name: "python-chess, tags alone",
            program: installed("python3"),
            arguments: vec![python, pgn.into(), "tags".into()],
            made: Vec::new(),
            runs: 1,
            expected: games,
        },
    ])
}

/// Where a program is, which Debian keeps among its games if it is one.
fn installed(name: &str) -> PathBuf {
    let game = Path::new("/usr/games").join(name);
    if game.exists() { game } else { name.into() }
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

/// The best time of a program, which must do what it is expected to.
fn time(peer: &Peer) -> io::Result<Duration> {
    let mut best = Duration::MAX;
    for _ in 0..peer.runs {
        for made in peer.made.iter().filter(|made| made.exists()) {
            std::fs::remove_file(made)?;
        }
        let started = Instant::now();
        let output = Command::new(&peer.program).args(&peer.arguments).output()?;
        best = best.min(started.elapsed());
        let said = String::from_utf8_lossy(&output.stdout);
        let complained = String::from_utf8_lossy(&output.stderr);
        if !output.status.success()
            || !said.contains(&peer.expected)
            || complained.contains("games.pgn")
        {
            return Err(io::Error::other(format!("{said}{complained}")));
        }
    }
    Ok(best)
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
