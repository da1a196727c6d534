//! Exact analysis, and a review of a match that estimates.
//!
//! [`tactics`] proves forced mates on one board of a position. [`ledger`] applies these proofs to every moment of a
//! match: what each player found, missed and gave away. [`report`] puts the findings into words. [`puzzles`] turns the
//! same data into questions with exact answers. [`review`] estimates who was winning, and never contradicts a proof.

mod encoding;
pub mod ledger;
pub mod puzzles;
pub mod report;
pub mod review;
pub mod tactics;
