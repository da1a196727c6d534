//! What the text of the record contradicts.

mod action;
mod rows;

pub use action::IssuesAction;
pub use rows::{IssueRow, capital, sentence};
