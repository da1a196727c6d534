//! Forced mates in real matches: `cargo bench --bench tactics`.
//!
//! The matches are those of `../shared/corpus` if that exists beside the checkout, otherwise random ones. The solver is
//! compared with a plain implementation. The solver handles both sides; the plain one handles only the side to move.
//! All figures are for one core, per moment with both boards.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "reads matches and prints measurements"
)]

#[path = "../generate/matches.rs"]
#[allow(dead_code, reason = "other benchmarks use all of it")]
mod matches;
mod plain;
#[path = "../generate/rng.rs"]
mod rng;

use divan::{Bencher, black_box, counter::ItemsCount};
use std::{
    path::Path,
    sync::OnceLock,
    time::{Duration, Instant},
};
use tandem::{
    analysis::{
        ledger::Ledger,
        tactics::{Limits, Solver},
    },
    kriegspiel::Notation,
    notation::Records,
    replay::Match,
    rules::{BoardId, Position},
    timeline::Timeline,
};

fn main() {
    if !std::env::args().any(|argument| argument == "--test") {
        worst_moments();
    }
    divan::main();
}

/// Returns the texts of all files in the corpus, or of random matches if there is no corpus.
fn texts() -> Vec<Vec<u8>> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let mut texts = Vec::new();
    for folder in ["chesscom", "fics", "hyviewer", "bughouse-pro", "other"] {
        let Ok(entries) = std::fs::read_dir(corpus.join(folder)) else { continue };
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let bpgn = paths.filter(|path| path.extension().is_some_and(|it| it == "bpgn"));
        texts.extend(bpgn.filter_map(|path| std::fs::read(path).ok()));
    }
    if texts.is_empty() {
        let mut text = Vec::new();
        let recipe = matches::Recipe::with_size(60_000);
        matches::write_matches(&recipe, &mut text).expect("memory takes everything");
        texts.push(text);
    }
    texts
}

fn played() -> &'static [Match] {
    static PLAYED: OnceLock<Vec<Match>> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let mut played = Vec::new();
        for text in texts() {
            let mut records = Records::of(&text);
            while let Some((record, text, _)) = records.read_next() {
                if Notation::of(record, text) == Notation::Bpgn {
                    played.push(Match::replay(record, text));
                }
            }
        }
        played
    })
}

fn positions() -> &'static [Position] {
    static POSITIONS: OnceLock<Vec<Position>> = OnceLock::new();
    POSITIONS.get_or_init(|| {
        let mut positions = Vec::new();
        for played in played() {
            let mut position = played.set_up.position.clone();
            positions.push(position.clone());
            for ply in &played.plies {
                ply.play_on(&mut position);
                positions.push(position.clone());
            }
        }
        positions
    })
}

fn solver(moves: u8) -> Solver {
    Solver::new(Limits { moves, ..Limits::default() })
}

/// Prints the time of the slowest moment and the number of incomplete searches.
fn worst_moments() {
    for moves in [3, 4] {
        let mut solver = solver(moves);
        let (mut worst, mut unfinished) = (Duration::ZERO, 0);
        for position in positions() {
            let start = Instant::now();
            let tactics = solver.both(position);
            worst = worst.max(start.elapsed());
            unfinished += usize::from(tactics.iter().any(|board| board.unfinished));
        }
        println!(
            "up to {moves}: {} moments, the slowest {worst:.1?}, {unfinished} unfinished",
            positions().len()
        );
    }
}

/// All queries about both boards of every moment, without a cache.
#[divan::bench(args = [3, 4], sample_count = 5, sample_size = 1)]
fn moments(bencher: Bencher<'_, '_>, moves: u8) {
    let positions = positions();
    bencher.counter(ItemsCount::new(positions.len())).bench(|| {
        let mut solver = solver(moves);
        let mut mates = 0;
        for position in positions {
            for id in BoardId::ALL {
                let seat = position.turn(id);
                let (own, other) = (seat, seat.opponent());
                let reserves = &position.reserves;
                let board = black_box(&position.boards[id]);
                let tactics = solver.board(board, reserves[own], reserves[other]);
                mates += usize::from(tactics.mate.is_some());
            }
        }
        mates
    });
}

/// The plain implementation, for the seven of the nineteen queries per board that it supports.
#[divan::bench(args = [3], sample_count = 3, sample_size = 1)]
fn moments_with_plain_solver(bencher: Bencher<'_, '_>, moves: u8) {
    let positions = positions();
    bencher.counter(ItemsCount::new(positions.len())).bench(|| {
        let mut yes = 0;
        for position in positions {
            for id in BoardId::ALL {
                let seat = position.turn(id);
                let (own, other) = (seat, seat.opponent());
                let reserves = &position.reserves;
                let board = black_box(&position.boards[id]);
                yes += plain::count_true_queries(board, reserves[own], reserves[other], moves);
            }
        }
        yes
    });
}

/// The analysis of all matches as in the window. The counter is in matches.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn matches_with_reports(bencher: Bencher<'_, '_>) {
    let played = played();
    bencher.counter(ItemsCount::new(played.len())).bench(|| {
        let report =
            |played: &Match| Ledger::within(played, &Timeline::of(played), Limits::default());
        let reports = played.iter().map(|played| report(black_box(played)));
        reports.filter(|report| report.unfinished).count()
    });
}
