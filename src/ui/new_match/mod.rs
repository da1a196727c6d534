//! The dialog for a new match.

mod editor;
mod sheet;
mod today;

pub use sheet::new_match_ui;
pub use today::today;
