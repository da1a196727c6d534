//! User settings: switches and shortcuts.

mod action;
mod keymap;
mod switch;

pub use action::SettingsAction;
pub use keymap::{KEY_NAMES, KeyChoice, Keymap};
pub use switch::Switch;
pub(in crate::app) use switch::is_side;
