//! The dialog for a new match.

mod editor;
mod sheet;
mod today;

pub use editor::{SquareInput, set_up_board_ui};
pub use sheet::new_match_ui;
pub use today::today;
