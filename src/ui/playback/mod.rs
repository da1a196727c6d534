//! The boards with the playback buttons, and the current variation.

mod center;
pub mod play_move;
mod sheets;
mod transport;
mod variation;

pub use center::center_ui;
pub use play_move::play_move_ui;
pub use sheets::sheets_ui;
pub use variation::{choices_ui, correct_ui, merge_ui, promotion_layer, promotion_ui};
