//! Every command by name.

mod command;
mod shortcut;
mod table;

pub use command::{Command, CommandInfo, Enabled, Menu, Run};
pub use shortcut::Shortcut;
pub use table::COMMANDS;
