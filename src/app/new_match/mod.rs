//! What a new match begins with: names, time control and position.

mod set_up_board;
mod sheet;

pub use set_up_board::{SetUpBoard, SetUpPiece};
pub use sheet::{NewMatch, Start};
