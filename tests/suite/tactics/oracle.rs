//! Random and real positions: the solver agrees with brute force.

use super::{
    brute,
    random::{course, siege},
    results, solver,
};
use crate::random::Rng;
use std::collections::BTreeMap;
use tandem::{
    analysis::tactics::Solver,
    rules::{BoardId, Position},
};

/// How often each result occurred.
pub type Tally = BTreeMap<String, usize>;

pub fn compare(solver: &mut Solver, position: &Position, id: BoardId, tally: &mut Tally) {
    let most = u32::from(solver.limits().moves);
    let ours = results(solver, position, id);
    let expected = brute::tactics(position, id, most);
    let bfen = position.bfen(id);
    assert_eq!(ours, expected, "mates up to {most}: {bfen}");
    for line in ours.lines() {
        // `wanted N (…) in 2: …` counts as `wanted in 2`.
        let word = line.split(' ').next().unwrap_or_default();
        let number = line.split_once(" in ").map_or("", |(_, rest)| &rest[..1]);
        *tally.entry(format!("{word} {number}").trim().to_owned()).or_default() += 1;
    }
    *tally.entry("positions".to_owned()).or_default() += 1;
}

/// The factor for the number of compared positions, for longer runs.
#[expect(clippy::disallowed_methods, reason = "the number is given from outside")]
fn times() -> usize {
    let set = std::env::var("TANDEM_TACTICS_TIMES").ok();
    set.and_then(|times| times.parse().ok()).unwrap_or(1)
}

fn sieges(seed: u64, moves: u8, count: usize) -> Tally {
    let mut rng = Rng::new(seed);
    let mut solver = solver(moves);
    let mut tally = Tally::new();
    let mut compared = 0;
    while compared < count * times() {
        if let Some(position) = siege(&mut rng) {
            compare(&mut solver, &position, BoardId::A, &mut tally);
            compared += 1;
        }
    }
    tally
}

/// Asserts that each result occurred, because a comparison of nothing proves nothing.
fn assert_occurred(tally: &Tally, words: &[&str]) {
    for word in words {
        assert!(tally.contains_key(*word), "no {word} among them: {tally:?}");
    }
}

#[test]
fn random_sieges_agree_up_to_two() {
    let tally = sieges(1, 2, 80);
    let words = [
        "mate 1", "mate 2", "wanted 1", "wanted 2", "threat 1", "with 1", "with 2", "fatal 1",
        "fatal 2",
    ];
    assert_occurred(&tally, &words);
}

#[test]
fn random_sieges_agree_up_to_three() {
    assert_occurred(&sieges(2, 3, 12), &["mate 3", "with 3"]);
}

#[test]
fn random_matches_agree_up_to_two() {
    let mut rng = Rng::new(3);
    let mut solver = solver(2);
    let mut tally = Tally::new();
    for _ in 0..times() {
        for position in course(&mut rng, 90).iter().skip(10).step_by(4) {
            for id in BoardId::ALL {
                compare(&mut solver, position, id, &mut tally);
            }
        }
    }
    assert_occurred(&tally, &["wanted 2", "with 1"]);
}

/// Sieges in which the solver finds rare results, which brute force must find too.
#[test]
fn rare_plurals_are_correct() {
    let mut rng = Rng::new(4);
    let mut solver = solver(2);
    let mut tally = Tally::new();
    let (mut stuck, mut unless) = (0, 0);
    while stuck < 4 || unless < 6 {
        let Some(position) = siege(&mut rng) else { continue };
        let tactics = solver.board_of(&position, BoardId::A);
        let rare =
            (tactics.stuck && stuck < 4) || (tactics.conditional_mate.is_some() && unless < 6);
        if rare {
            stuck += usize::from(tactics.stuck);
            unless += usize::from(tactics.conditional_mate.is_some());
            compare(&mut solver, &position, BoardId::A, &mut tally);
        }
    }
    assert_occurred(&tally, &["stuck", "unless 2"]);
}
