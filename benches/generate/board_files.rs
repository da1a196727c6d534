//! A folder of single-board exports in the format of chess.com, for benchmarks that import them.

use super::{
    boards::ExportedMatch,
    matches::{Recipe, write_matches},
};
use std::path::Path;
use tandem::{
    notation::Records,
    replay::{Match, Ply},
    rules::BoardId,
};

/// Writes two files for each of `pairs` matches. Returns their total numbers of bytes and plies.
pub fn make(folder: &Path, pairs: u64) -> std::io::Result<(u64, u64)> {
    // Only a few hundred matches are played. Each is exported repeatedly, under different numbers.
    let mut text = Vec::new();
    write_matches(&Recipe::with_size(2_000_000), &mut text)?;
    let mut records = Records::of(&text);
    let mut known: Vec<Vec<Ply>> = Vec::new();
    while let Some((record, text, _)) = records.read_next() {
        known.push(Match::replay(record, text).plies);
    }
    let (mut bytes, mut plies) = (0, 0);
    for (number, seed) in (1..=pairs).zip(0..) {
        let played = &known[seed as usize % known.len()];
        let known = ExportedMatch::of(played, seed);
        plies += played.len() as u64;
        for board in BoardId::ALL {
            let answer = known.answer(number, board).to_string();
            bytes += answer.len() as u64;
            std::fs::write(folder.join(format!("{number}{}.json", board.letter())), answer)?;
        }
    }
    Ok((bytes, plies))
}
