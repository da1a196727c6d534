//! Issues of the record.

mod action;
mod rows;

pub use action::IssuesAction;
pub use rows::IssueRow;
