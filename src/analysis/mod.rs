//! Exact analysis, without engine evaluations.
//!
//! [`tactics`] proves forced mates on one board of a position. [`ledger`] applies these proofs to every moment of a
//! match: what each player found, missed and gave away. [`report`] puts the findings into words. [`puzzles`] turns the
//! same data into questions with exact answers.

pub mod ledger;
pub mod puzzles;
pub mod report;
pub mod tactics;
