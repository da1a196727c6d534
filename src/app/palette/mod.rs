//! Every command by name.

mod command;
mod find;
mod shortcut;
mod table;

pub use command::{Command, CommandInfo, Enabled, Menu, Run};
pub use find::{Entry, Matches};
pub use shortcut::Shortcut;
pub use table::COMMANDS;
