//! What the text of the record contradicts.

mod rows;

pub use rows::{IssueRow, sentence};
