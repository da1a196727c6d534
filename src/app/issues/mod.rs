//! The Issues panel: the problems found in the record.

mod action;
mod rows;

pub use action::IssuesAction;
pub use rows::IssueRow;
