//! What a person chooses: switches and keys.

mod keymap;
mod switch;

pub use keymap::{KEY_NAMES, KeyChoice, Keymap};
pub use switch::Switch;
