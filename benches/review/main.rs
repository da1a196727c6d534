//! The review of real matches: `cargo bench --bench review`.
//!
//! Reads the matches of `TANDEM_CORPUS`, or of `../shared/corpus` if that exists beside the checkout. Fits the weights of
//! the probability with all matches but one, evaluates them on that one, and prints the Brier score beside that of a
//! model of material and clocks alone, the calibration, the weights for `src/analysis/review/probability.rs`, and the
//! time of a review.
//!
//! With `TANDEM_PAIRS=N`, plays N pairs of matches instead, at `TANDEM_NODES` positions a move, against a team that takes
//! the best capture or check; with `TANDEM_ENGINE=PATH` too, against two copies of that engine at `TANDEM_ENGINE_NODES` a
//! move. With `TANDEM_ENGINE` alone, compares the turning points of the matches of chess.com with the largest losses
//! that the engine finds at 60,000 nodes a board.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "reads matches and prints measurements"
)]

mod fit;
mod play;
mod turning_points;

use fit::{Improvement, Model, Sample};
use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use tandem::{
    analysis::{
        review::{Effort, ProvedMate, Review, ReviewInput, WEIGHTS, rating_lead},
        tactics::{Limits, Solver},
    },
    notation::{GameResult, Records},
    replay::Match,
    rules::{BoardId, Position, Reserve, Seat, Team},
    timeline::Timeline,
};

/// The values of the pieces in the model of material and clocks, by number of the role.
const MATERIAL: [f64; 7] = [0.0, 1.0, 3.0, 3.0, 5.0, 9.0, 0.0];

struct Corpus {
    name: String,
    played: Match,
    review: Review,
    won: bool,
}

fn main() {
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let number = |name| std::env::var(name).ok().and_then(|value| value.parse::<u32>().ok());
    let engine = std::env::var_os("TANDEM_ENGINE").map(PathBuf::from);
    match (engine, number("TANDEM_PAIRS")) {
        (None, None) => measure_reviews(),
        (Some(engine), None) => turning_points::compare(&engine, &matches(&["chesscom"])),
        (engine, Some(pairs)) => {
            let nodes = number("TANDEM_NODES").unwrap_or(20_000);
            let engine_nodes = number("TANDEM_ENGINE_NODES").unwrap_or(60_000);
            measure_play(engine.as_deref(), nodes, engine_nodes, pairs);
        }
    }
}

fn measure_play(engine: Option<&Path>, nodes: u32, engine_nodes: u32, pairs: u32) {
    let began = Instant::now();
    let pairs = usize::try_from(pairs).unwrap_or(0);
    let ends = match engine {
        None => play::against_captures(nodes, pairs),
        Some(path) => match play::against_engine(path, nodes, engine_nodes.into(), pairs) {
            Ok(ends) => ends,
            Err(error) => return println!("not measured: {error}"),
        },
    };
    println!("{}, {:.0} s", play::score_words(&ends), began.elapsed().as_secs_f64());
}

fn measure_reviews() {
    let began = Instant::now();
    let matches = matches(&["chesscom", "fics", "hyviewer", "bughouse-pro", "other"]);
    let plies: usize = matches.iter().map(|it| it.played.plies.len()).sum();
    let seconds = began.elapsed().as_secs_f64();
    println!("{} matches with a result, {plies} plies, {seconds:.1} s", matches.len());
    println!("{:.1} s for 110 plies", seconds * 110.0 / plies.max(1) as f64);
    let claimed: usize = matches.iter().map(|it| it.review.mates.len()).sum();
    let proved: usize = matches.iter().map(proved_mates).sum();
    println!("cancelled within {:.1} ms", cancel_ms(&matches));
    println!("{claimed} mates claimed, {proved} proved again and played out on the board");
    let samples = |features: fn(&Corpus, usize) -> Vec<f64>, with_ratings: bool| {
        let of = |corpus: &Corpus| -> Vec<Sample> {
            let moments = 0..=corpus.played.plies.len();
            let rating = corpus.review.features[0].rating_lead * WEIGHTS.rating;
            let known = if with_ratings { f64::from(rating) / 1e6 } else { 0.0 };
            let sample =
                |moment| Sample { features: features(corpus, moment), known, won: corpus.won };
            moments.map(sample).collect()
        };
        matches.iter().map(of).collect::<Vec<_>>()
    };
    let reviewed = samples(review_features, true);
    let without_ratings = samples(review_features, false);
    let material = samples(material_features, false);
    let rated = matches.iter().filter(|it| it.review.features[0].rating_lead != 0).count();
    println!("\n{rated} with ratings");
    println!(
        "moment         material and clocks    review    better by (95 % interval), without ratings"
    );
    for (name, from, to) in [
        ("half way", 50, 50),
        ("40-60 %", 40, 60),
        ("85 %", 85, 85),
        ("75-95 %", 75, 95),
        ("all moments", 0, 100),
    ] {
        let plain = fit::cross_validate(&material, from, to);
        let ours = fit::cross_validate(&reviewed, from, to);
        let unrated = fit::cross_validate(&without_ratings, from, to);
        let better = |ours: &[f64]| {
            let Improvement { mean, low, high } = Improvement::of(ours, &plain);
            format!("{mean:6.1} % ({low:.0} to {high:.0})")
        };
        println!(
            "{name:20} {:12.4} {:12.4} {} {}",
            fit::mean(&plain),
            fit::mean(&ours),
            better(&ours),
            better(&unrated)
        );
    }
    println!("\npredicted   moments   won");
    for row in fit::calibration(&reviewed) {
        println!("{:4.0}-{:3.0} % {:9} {:5.1} %", row.from, row.to, row.count, row.won);
    }
    let all: Vec<&[Sample]> = reviewed.iter().map(Vec::as_slice).collect();
    println!("\nweights: {:?}", Model::fit(&all).weights);
    let all: Vec<&[Sample]> = material.iter().map(Vec::as_slice).collect();
    println!("weights of material and clocks: {:?}", Model::fit(&all).weights);
    for corpus in &matches {
        println!("\n{}", corpus.name);
        for point in &corpus.review.turning_points {
            let name = corpus.played.plies[point.ply].name();
            println!("  {name}: -{} %: {}", point.loss / 100, point.sentence);
        }
    }
}

/// Returns the longest time from a cancellation to the end of the review, over many moments of the longest match.
fn cancel_ms(matches: &[Corpus]) -> f64 {
    const CANCELLATIONS: u32 = 60;
    let Some(longest) = matches.iter().max_by_key(|it| it.played.plies.len()) else { return 0.0 };
    let timeline = Timeline::of(&longest.played);
    let input = ReviewInput { played: &longest.played, timeline: &timeline, rating_lead: 0 };
    let mut worst: f64 = 0.0;
    for number in 1..=CANCELLATIONS {
        let (stop, stopped) = (AtomicBool::new(false), OnceLock::new());
        let cancel = || {
            if stop.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(u64::from(number) * 37));
                let _ = stopped.set(Instant::now());
                stop.store(true, Ordering::Relaxed);
            });
            let review = Review::of(input, Effort::default(), |_, _| cancel(), &cancel);
            if let (None, Some(stopped)) = (review, stopped.get()) {
                worst = worst.max(stopped.elapsed().as_secs_f64() * 1000.0);
            }
        });
    }
    worst
}

/// Returns the number of claimed mates that the solver proves and whose line ends in mate.
fn proved_mates(corpus: &Corpus) -> usize {
    let holds = |mate: &&ProvedMate| {
        let position = corpus.played.position_after(mate.moment);
        let mut board = position.board_of(mate.seat).clone();
        let own = position.reserves[mate.seat];
        let mut solver = Solver::new(Limits::default());
        let proved = solver.mates_within(&board, own, mate.moves) == Some(true);
        for &mv in &mate.line {
            board.play(mv);
        }
        proved && board.is_checkmate()
    };
    corpus.review.mates.iter().filter(holds).count()
}

fn review_features(corpus: &Corpus, moment: usize) -> Vec<f64> {
    let features = &corpus.review.features[moment];
    let scores = features.bounded_scores();
    let sum = |a: i32, b: i32| f64::from(a + b);
    vec![
        sum(scores[BoardId::A], scores[BoardId::B]) * f64::from(features.stage) / 1e6,
        sum(features.leads[0], features.leads[1]) / 1000.0,
        sum(features.stuck[BoardId::A], features.stuck[BoardId::B]),
        sum(features.mates[BoardId::A], features.mates[BoardId::B]),
    ]
}

fn material_features(corpus: &Corpus, moment: usize) -> Vec<f64> {
    let features = &corpus.review.features[moment];
    let position = corpus.played.position_after(moment);
    vec![material(&position) / 10.0, f64::from(features.leads[0] + features.leads[1]) / 1000.0]
}

/// Returns the material of the first team on both boards and in both reserves, less that of the second.
fn material(position: &Position) -> f64 {
    let mut sum = 0.0;
    for seat in Seat::ALL {
        let sign = if seat.team() == Team::First { 1.0 } else { -1.0 };
        let pieces = position.board_of(seat).pieces();
        for role in Reserve::ROLES {
            let placed = pieces.by_piece(role.of(seat.color())).count();
            let held = position.reserves[seat].count(role);
            sum += sign * MATERIAL[role as usize] * (placed as f64 + f64::from(held));
        }
    }
    sum
}

/// Reviews the matches with a result in these folders of the corpus.
fn matches(folders: &[&str]) -> Vec<Corpus> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let corpus =
        std::env::var_os("TANDEM_CORPUS").filter(|it| !it.is_empty()).map_or(beside, PathBuf::from);
    let mut matches = Vec::new();
    for folder in folders {
        let Ok(entries) = std::fs::read_dir(corpus.join(folder)) else { continue };
        let mut paths: Vec<PathBuf> = entries.filter_map(|it| Some(it.ok()?.path())).collect();
        paths.sort();
        for path in paths {
            let Ok(text) = std::fs::read(&path) else { continue };
            let mut records = Records::of(&text);
            while let Some((record, text, _)) = records.read_next() {
                let played = Match::replay(record, text);
                let ending = &played.ending;
                let winner = ending.result.and_then(GameResult::winner);
                if played.plies.len() < 20 || ending.is_contradicted {
                    continue;
                }
                let Some(winner) = winner else { continue };
                let timeline = Timeline::of(&played);
                let go = || ControlFlow::Continue(());
                let rating_lead = rating_lead(record, text);
                let input = ReviewInput { played: &played, timeline: &timeline, rating_lead };
                let review = Review::of(input, Effort::default(), |_, _| go(), &go);
                let Some(review) = review else { continue };
                let name = path.file_name().map(|it| it.to_string_lossy().into_owned());
                let name = name.unwrap_or_default();
                matches.push(Corpus { name, played, review, won: winner == Team::First });
            }
        }
    }
    matches
}
