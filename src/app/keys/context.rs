//! [`KeyContext`]: what of the window could take a key.

use crate::app::{Panel, State};

/// The text field that has the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// The filter of the matches.
    Filter {
        /// Whether the list was stepped through since the last letter.
        stepped: bool,
    },
    /// The question of the search.
    Question,
    /// A field of the record, in which every letter is a change that undo takes back.
    Record,
    /// Another.
    Other,
}

/// The menu or popup that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenMenu {
    /// A menu of the bar.
    Root,
    /// The same, at the entry of a menu within it.
    RootAtSubmenu,
    /// A menu within a menu.
    Submenu,
    /// Something else that lies over the window.
    Popup,
}

/// A part of the window that can have the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Region {
    /// The list of matches, or the table in place of the boards.
    Matches,
    /// The boards. They have the keys when nothing else has.
    Boards,
    /// The bar of menus.
    Menus,
    /// The timeline. The arrows step through the match there as they do on the boards.
    Timeline,
    /// The buttons below the boards.
    Transport,
    /// The tabs of the panel beside the boards.
    Tabs,
    /// The panel beside the boards.
    Panel,
    /// Messages.
    Messages,
}

/// What of the window could take a key now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeyContext {
    /// The text field that has the keyboard.
    pub field: Option<FieldKind>,
    /// Whether a dialog is open.
    pub dialog: bool,
    /// What menu is open.
    pub menu: Option<OpenMenu>,
    /// Whether it is asked what a pawn becomes.
    pub promotion: bool,
    /// Where the focus is, if it is on something that is no text field.
    pub focus: Option<Region>,
    /// Whether the table stands in place of the boards.
    pub table: bool,
    /// Whether the search is the panel beside the boards.
    pub search: bool,
}

impl KeyContext {
    /// Whether what is pasted is opened: nothing lies over the boards, and no text is being typed.
    #[must_use]
    pub const fn takes_paste(&self) -> bool {
        self.field.is_none()
            && !self.dialog
            && self.menu.is_none()
            && !self.promotion
            && !self.table
    }
}

impl State {
    /// What of the window could take a key, as far as the state knows it: neither field, menu nor focus.
    #[must_use]
    pub fn key_context(&self) -> KeyContext {
        // In an exercise the boards alone are shown.
        let is_match = self.exercise().is_none();
        KeyContext {
            dialog: self.shell.dialog.is_some(),
            promotion: self.attempt().promotion.is_some()
                || (is_match && self.game().is_some_and(|game| game.shown.promoting.is_some())),
            table: is_match && self.shell.table && self.library.file().is_some(),
            search: is_match
                && self.shell.panel == Panel::Search
                && self.settings.side
                && self.game_views().is_none(),
            ..KeyContext::default()
        }
    }
}
