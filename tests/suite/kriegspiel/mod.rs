//! Kriegspiel: notation, referee, players' views and problems.

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
