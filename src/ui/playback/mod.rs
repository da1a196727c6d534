//! The boards with their transport, and the line that is tried.

mod center;
mod line;
mod transport;

pub use center::center_ui;
pub use line::{promotion_layer, promotion_ui};
