//! Exact analysis, without engine evaluations.
//!
//! [`tactics`] proves forced mates on one board of a position. [`report`] applies these proofs to every moment of a
//! match, and attributes missed mates, wanted pieces and sits to the players. [`puzzles`] turns the same data into
//! questions with exact answers.

pub mod puzzles;
pub mod report;
pub mod tactics;
