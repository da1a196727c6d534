//! The window around the features: which panel and which dialog is shown, what is said, and what takes the
//! keyboard.

mod action;
mod dialog;
mod notices;

pub use action::ShellAction;
pub(in crate::app) use action::{COPIED, PICTURE_COPIED};
pub use dialog::{Dialog, Guide, Panel, SettingsPage};
pub use notices::{Notice, Notices, Offer};

use crate::app::{Field, Keymap};

/// The window around the features.
#[derive(Clone, Debug, Default)]
pub struct Shell {
    /// The keys of the commands, as the settings have them.
    pub keymap: Keymap,
    /// The panel beside the boards.
    pub panel: Panel,
    /// How often a panel was asked for: a window that has no room for it opens it over the boards then.
    pub panels_asked: u64,
    /// A dialog over the window.
    pub dialog: Option<Dialog>,
    /// Messages.
    pub notices: Notices,
    /// The field that takes the keyboard with the next frame.
    pub focus: Option<Focus>,
    /// Whether the list of matches is shown beside the boards.
    pub matches: bool,
    /// Whether the list is shown as a table in place of the boards.
    pub table: bool,
    /// Whether the window may be closed without a question.
    pub quits: bool,
    /// The date of today, as a `Date` tag has it; empty where no window knows it.
    pub today: String,
    /// Whether the system asks for less motion.
    pub less_motion: bool,
}

/// A field that takes the keyboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Focus {
    /// That in which matches are filtered.
    Filter,
    /// That of a question to all matches.
    Question,
    /// One of the match.
    Field(Field),
}
pub(in crate::app) use action::update_shell;
