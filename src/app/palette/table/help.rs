//! Help.

use super::{Command, CommandInfo, Run, always, row};
use crate::app::{Dialog, Guide, State};

/// The rows of the menu.
pub const ROWS: &[CommandInfo] = &[
    row(
        Command::Palette,
        "Palette",
        "All commands…",
        always,
        Run::Change(|state| state.shell.dialog = Some(Dialog::Palette(String::new(), 0))),
    )
    .ctrl("K")
    .words("palette find search by name"),
    row(
        Command::Keys,
        "Keys",
        "Keys",
        always,
        Run::Change(|state| state.shell.dialog = Some(Dialog::Keys)),
    )
    .words("shortcuts keyboard help"),
    row(
        Command::Help,
        "Help",
        "Help on this view",
        always,
        Run::Change(|state| state.shell.dialog = Some(state.help())),
    )
    .key("F1")
    .words("explain page what is this"),
    row(
        Command::AboutBughouse,
        "AboutBughouse",
        "Bughouse",
        always,
        Run::Change(|state| state.shell.dialog = Some(Dialog::Guide(Guide::Bughouse))),
    )
    .words("rules help guide drop sit diagonal reserve")
    .line_above(),
    row(
        Command::AboutKriegspiel,
        "AboutKriegspiel",
        "Kriegspiel: codes, belief, problems",
        always,
        Run::Change(|state| state.shell.dialog = Some(Dialog::Guide(Guide::Kriegspiel))),
    )
    .words("rules help guide announcements umpire referee"),
    row(
        Command::AboutSearch,
        "AboutSearch",
        "Searching",
        always,
        Run::Change(|state| state.shell.dialog = Some(Dialog::Guide(Guide::Searching))),
    )
    .words("help guide find question filter"),
    row(
        Command::About,
        "About",
        "About Tandem",
        always,
        Run::Change(|state| state.shell.dialog = Some(Dialog::About)),
    )
    .words("version licence license credits")
    .line_above(),
];

impl State {
    /// The page that explains what is shown: the codes beside a game of Kriegspiel, and else the keys.
    fn help(&self) -> Dialog {
        match self.game() {
            Some(_) => Dialog::Guide(Guide::Kriegspiel),
            None => Dialog::Keys,
        }
    }
}
