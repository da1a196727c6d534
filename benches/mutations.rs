//! Reads, replays and times randomly damaged files: `cargo bench --bench mutations -- MILLIONS FILE... [--seed=N]`.
//!
//! Nothing may panic. The slowest file is reported. Without arguments it does nothing, so that a plain `cargo bench`
//! succeeds.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "reads files and prints measurements"
)]

#[path = "generate/rng.rs"]
#[expect(dead_code, reason = "what picks from a list serves the generator")]
mod rng;

#[path = "generate/damage.rs"]
mod damage;

use damage::damage;
use rng::Rng;
use std::{
    panic::catch_unwind,
    time::{Duration, Instant},
};
use tandem::{notation::Records, replay::Match, timeline::Timeline};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let seed = arguments.iter().find_map(|a| a.strip_prefix("--seed=")?.parse().ok()).unwrap_or(1);
    let mut words = arguments.iter().filter(|a| !a.starts_with("--"));
    let Some(millions) = words.next().and_then(|word| word.parse::<f64>().ok()) else {
        println!("mutations: no MILLIONS and FILEs given, nothing done");
        return;
    };
    let files: Vec<Vec<u8>> = words.filter_map(|path| std::fs::read(path).ok()).collect();
    assert!(!files.is_empty(), "no file could be read");
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
    let count = (millions * 1e6) as u64;
    let mut rng = Rng::new(seed);
    let mut played = Match::default();
    let (mut slowest, mut plies, mut issues) = (Duration::ZERO, 0, 0);
    let start = Instant::now();
    for done in 0..count {
        let mut text = files[rng.below(files.len())].clone();
        damage(&mut text, &mut rng);
        let before = Instant::now();
        let read = catch_unwind(std::panic::AssertUnwindSafe(|| {
            let mut records = Records::of(&text);
            while let Some((record, text, _)) = records.read_next() {
                played.replay_into(record, text);
                plies += Timeline::of(&played).plies();
                issues += played.issues.len();
            }
        }));
        if read.is_err() {
            let path = std::env::temp_dir().join("mutation.bpgn");
            let _ = std::fs::write(&path, &text);
            println!("panic at mutation {done} of seed {seed}: {}", path.display());
            std::process::exit(1);
        }
        slowest = slowest.max(before.elapsed());
    }
    println!(
        "{count} mutations of {} files in {:.0} s: {plies} plies, {issues} issues, no panic; the slowest took {:.1} ms",
        files.len(),
        start.elapsed().as_secs_f64(),
        slowest.as_secs_f64() * 1e3,
    );
}
