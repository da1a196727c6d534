//! Exact analysis: nothing in here is an evaluation.
//!
//! [`tactics`] proves forced mates on one board of a position. [`report`] runs them over every moment of a match and
//! attributes missed mates, wanted pieces and waits to the players; puzzles are made from it.

pub mod report;
pub mod tactics;
