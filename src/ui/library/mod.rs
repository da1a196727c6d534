//! The list of matches, beside the boards and as a table.

mod filter;
mod matches;
mod table;

pub use matches::{MatchesView, matches_ui};
pub use table::table_ui;
