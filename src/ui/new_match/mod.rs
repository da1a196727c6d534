//! The dialog for a new match.

mod editor;
mod sheet;

pub use editor::{SquareInput, set_up_board_ui};
pub use sheet::new_match_ui;
