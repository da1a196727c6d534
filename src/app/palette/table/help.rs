//! Help.

use super::{Command, CommandInfo, Menu, Run, always};
use crate::app::Dialog;

/// The rows of the menu.
pub const ROWS: &[CommandInfo] = &[
    CommandInfo::new(
        Menu::Help,
        (Command::Palette, "Palette", "All commands…"),
        always,
        Run::Change(|state| state.shell.dialog = Some(Dialog::Palette(String::new(), 0))),
    )
    .ctrl("K")
    .words("palette find search by name"),
    CommandInfo::new(
        Menu::Help,
        (Command::Keys, "Keys", "Keys"),
        always,
        Run::Change(|state| state.shell.dialog = Some(Dialog::Keys)),
    )
    .key("F1")
    .words("shortcuts keyboard help"),
    CommandInfo::new(
        Menu::Help,
        (Command::About, "About", "About Tandem"),
        always,
        Run::Change(|state| state.shell.dialog = Some(Dialog::About)),
    )
    .words("version licence license credits")
    .line_above(),
];
