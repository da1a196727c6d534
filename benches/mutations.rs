//! Damages files at random, again and again, and reads, plays and times what comes of it:
//! `cargo bench --bench mutations -- MILLIONS FILE... [--seed=N]`.
//!
//! Nothing may panic and nothing may take long; the slowest is told. Without arguments it does nothing, so that
//! a plain `cargo bench` passes by.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "its purpose is to read files, to measure and to say what it saw"
)]

#[path = "generate/rng.rs"]
#[expect(dead_code, reason = "what picks from a list serves the generator")]
mod rng;

use rng::Rng;
use std::{
    panic::catch_unwind,
    time::{Duration, Instant},
};
use tandem::{notation::Records, replay::Match, timeline::Timeline};

/// What is put in: what means something to the notation, and what does not.
const PIECES: [&[u8]; 20] = [
    b"{",
    b"}",
    b"[",
    b"]",
    b"(",
    b")",
    b"\"",
    b"$1 ",
    b"1A. ",
    b"12b.",
    b"{C:",
    b"{A:!}",
    b"1-0",
    b"\r\n",
    b"\n[Event \"",
    b"N@",
    b"\0",
    b"\xff",
    b"{-9999999999.99}",
    b"O-O-O",
];

/// How many damages one text gets at most.
const MOST: usize = 6;

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let seed = arguments
        .iter()
        .find_map(|a| a.strip_prefix("--seed=")?.parse().ok())
        .unwrap_or(1);
    let mut words = arguments.iter().filter(|a| !a.starts_with("--"));
    let Some(millions) = words.next().and_then(|word| word.parse::<f64>().ok()) else {
        println!("mutations: no MILLIONS and FILEs given, nothing done");
        return;
    };
    let files: Vec<Vec<u8>> = words.filter_map(|path| std::fs::read(path).ok()).collect();
    assert!(!files.is_empty(), "no file could be read");
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a count"
    )]
    let count = (millions * 1e6) as u64;
    let mut rng = Rng::new(seed);
    let mut played = Match::default();
    let (mut slowest, mut plies, mut issues) = (Duration::ZERO, 0, 0);
    let start = Instant::now();
    for done in 0..count {
        let mut text = files[rng.below(files.len())].clone();
        for _ in 0..=rng.below(MOST) {
            damage(&mut text, &mut rng);
        }
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
            println!(
                "panic at mutation {done} of seed {seed}: {}",
                path.display()
            );
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

/// Changes a byte, cuts a piece out, doubles one, or puts something in.
fn damage(text: &mut Vec<u8>, rng: &mut Rng) {
    if text.is_empty() {
        return;
    }
    let at = rng.below(text.len());
    let end = (at + 1 + rng.below(40)).min(text.len());
    match rng.below(16) {
        0..=4 => text[at] = u8::try_from(rng.below(256)).unwrap_or(0),
        5..=8 => drop(text.drain(at..end)),
        9..=11 => {
            let piece = text[at..end].to_vec();
            let to = rng.below(text.len());
            text.splice(to..to, piece);
        }
        12 => text.truncate(at),
        _ => {
            let piece = PIECES[rng.below(PIECES.len())];
            text.splice(at..at, piece.iter().copied());
        }
    }
}
