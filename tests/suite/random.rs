//! Random matches as text, from the generator of the benchmarks.

#[path = "../../benches/generate/matches.rs"]
#[allow(dead_code, reason = "the benchmarks use all of it")]
mod matches;
#[path = "../../benches/generate/rng.rs"]
#[allow(dead_code, reason = "the benchmarks use all of it")]
mod rng;

use matches::{Recipe, write_matches};
pub use rng::Rng;

/// Returns about `bytes` bytes of matches like those of a server, some without moves.
pub fn random_matches(bytes: u64, seed: u64) -> Vec<u8> {
    random_matches_of(bytes, seed, (10, 120))
}

/// Returns such matches with at least `plies.0` and at most `plies.1` plies.
pub fn random_matches_of(bytes: u64, seed: u64, plies: (usize, usize)) -> Vec<u8> {
    let mut text = Vec::new();
    let recipe = Recipe { seed, plies, gaps: true, ..Recipe::with_size(bytes) };
    write_matches(&recipe, &mut text).expect("memory can be written");
    text
}
