//! The command table and the search in it.

mod command;
mod exercise;
mod find;
mod keymap;
mod shortcut;
mod table;

pub use command::{Command, CommandInfo, Enabled, Menu, Run, can, is_on, why_not};
pub(in crate::app) use exercise::meant_in_exercise;
pub use find::{Entry, Matches, palette};
pub use keymap::{KEY_NAMES, KeyChoice, Keymap};
pub use shortcut::Shortcut;
pub use table::COMMANDS;
