//! The new-match dialog: names, time control and starting position.

mod set_up_board;
mod sheet;

pub use set_up_board::{SetUpBoard, SetUpPiece};
pub use sheet::{NewMatch, Start};
pub(in crate::app) use sheet::{begin_match, begin_recording, open_new_match_dialog};
