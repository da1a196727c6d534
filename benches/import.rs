//! Import of single-board exports of chess.com: `cargo bench --bench import [-- PAIRS]`.
//!
//! The exports are written to a folder, two files per match. `tandem import` is timed as a whole process. `cat` of the
//! same files shows the cost of reading alone.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "measures the disk and the clock, and prints"
)]

#[path = "generate/board_files.rs"]
mod board_files;
#[path = "generate/boards.rs"]
mod boards;
#[path = "generate/matches.rs"]
mod matches;
#[path = "generate/rng.rs"]
mod rng;

use std::{
    process::{Command, Stdio},
    time::{Duration, Instant},
};

const RUNS: usize = 5;

fn main() -> std::io::Result<()> {
    // `cargo bench` adds `--bench` to the arguments.
    let mut arguments = std::env::args().skip(1).filter(|word| word != "--bench");
    let pairs = arguments.next().and_then(|word| word.parse().ok());
    let pairs: u64 = pairs.unwrap_or(10_000);
    let folder = tempfile::tempdir()?;
    let (bytes, plies) = board_files::make(folder.path(), pairs)?;
    println!("{pairs} pairs, {bytes} bytes, {plies} plies; best of {RUNS} runs, and their median");
    let out = folder.path().join("out.bpgn");
    let mut import = Command::new(env!("CARGO_BIN_EXE_tandem"));
    import.arg("import").arg(folder.path()).arg("-o").arg(&out);
    let mut cat = Command::new("sh");
    cat.args(["-c", "cat \"$0\"/*.json"]).arg(folder.path());
    for (name, command) in [("cat", &mut cat), ("tandem import", &mut import)] {
        let mut times = Vec::new();
        for _ in 0..RUNS {
            let began = Instant::now();
            let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status()?;
            times.push(began.elapsed());
            assert!(status.success(), "{name} failed");
        }
        times.sort();
        let seconds = |time: Duration| time.as_secs_f64();
        println!("{name}: {:.2} s, {:.2} s", seconds(times[0]), seconds(times[RUNS / 2]));
    }
    Ok(())
}
