//! A match with any number of variations.

use super::matches::{Recipe, write_matches};
use std::fmt::Write as _;
use tandem::{notation::Record, replay::Match, rules::BoardId};

/// The number of plies per variation.
const PLIES: usize = 10;

/// Returns a match of 150 plies with `count` variations, spread evenly.
pub fn text(count: usize) -> Vec<u8> {
    let recipe = Recipe { plies: (150, 150), ..Recipe::with_size(1) };
    let mut text = Vec::new();
    write_matches(&recipe, &mut text).expect("memory takes everything");
    let record = Record::parse(&text);
    let played = Match::replay(&record, &text);
    let moments = played.plies.len();
    let mut seed = 1;
    let mut out = Vec::new();
    let mut at = 0;
    for moment in 1..=moments {
        let groups = count * moment / moments - count * (moment - 1) / moments;
        if groups == 0 {
            continue;
        }
        let mut words = String::from("{C:");
        for index in 0..groups {
            let blank = if index > 0 { " " } else { "" };
            let _ = write!(words, "{blank}{}", variation(&played, moment - 1, &mut seed));
        }
        words.push('}');
        let end = record.plies[moment - 1].span.end as usize;
        out.extend_from_slice(&text[at..end]);
        out.extend_from_slice(words.as_bytes());
        at = end;
    }
    out.extend_from_slice(&text[at..]);
    out
}

/// Returns a variation of random plies on both boards. Each ply has its number.
fn variation(played: &Match, from: usize, seed: &mut u64) -> String {
    let mut position = played.position_after(from);
    let mut plies = Vec::new();
    while plies.len() < PLIES {
        let seat = position.turn(BoardId::ALL[next(seed) % 2]);
        let moves = position.legal_moves(seat);
        let Some(mv) = moves.get(next(seed) % moves.len().max(1)) else { break };
        let number = position.board_of(seat).fullmoves().max(1);
        let san = position.board_of(seat).san(*mv);
        plies.push(format!("{number}{}. {san}", seat.letter()));
        position.play(seat, *mv);
    }
    format!("({})", plies.join(" "))
}

fn next(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*seed >> 40).expect("24 bits")
}
