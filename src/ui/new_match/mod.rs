//! The sheet that asks what a new match begins with.

mod editor;
mod sheet;
mod today;

pub use sheet::new_match_ui;
pub use today::today;
