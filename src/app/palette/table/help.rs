//! Help.

use super::{Command, CommandInfo, Menu, Run, always};
use crate::app::{Dialog, Guide};

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
        (Command::AboutBughouse, "AboutBughouse", "Bughouse"),
        always,
        Run::Change(|state| state.shell.dialog = Some(Dialog::Guide(Guide::Bughouse))),
    )
    .words("rules help guide drop sit diagonal reserve")
    .line_above(),
    CommandInfo::new(
        Menu::Help,
        (
            Command::AboutKriegspiel,
            "AboutKriegspiel",
            "Kriegspiel: codes and belief",
        ),
        always,
        Run::Change(|state| state.shell.dialog = Some(Dialog::Guide(Guide::Kriegspiel))),
    )
    .words("rules help guide announcements umpire referee"),
    CommandInfo::new(
        Menu::Help,
        (Command::AboutSearch, "AboutSearch", "Searching"),
        always,
        Run::Change(|state| state.shell.dialog = Some(Dialog::Guide(Guide::Searching))),
    )
    .words("help guide find question filter"),
    CommandInfo::new(
        Menu::Help,
        (Command::About, "About", "About Tandem"),
        always,
        Run::Change(|state| state.shell.dialog = Some(Dialog::About)),
    )
    .words("version licence license credits")
    .line_above(),
];
