//! Every command by name.

mod command;

pub use command::{COMMANDS, Command, CommandInfo, Menu, Shortcut};
