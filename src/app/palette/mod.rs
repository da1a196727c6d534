//! The command table, shortcuts, and the command search.

mod command;
mod conditions;
mod find;
mod keymap;
mod puzzle;
mod run;
mod table;

pub use command::{CommandInfo, Enabled, can, disabled_reason, is_on};
pub use find::{Entry, Matches, palette};
pub use keymap::{KeyChoice, Keymap, Shortcut, key_names};
pub(in crate::app) use puzzle::command_in_puzzle;
pub(in crate::app) use run::{command_in_book, steps_through};
pub use table::{COMMANDS, Command, Menu};
