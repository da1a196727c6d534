//! Kriegspiel: notation, referee, players' views and problems.

mod announced;
mod belief;
mod brute;
mod entered;
mod filter;
mod games;
mod leaks;
mod notation;
mod notes;
mod pictures;
mod referee;
mod rule_sets;
mod solve;
pub mod twins;
mod uncertain;

/// Reproducible pseudo-random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % n
    }
}
