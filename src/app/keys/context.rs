//! [`KeyContext`]: the state of the window on which the handling of a key depends.

use crate::app::{Center, Dialog, Panel, Session};

/// The text field with the keyboard focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// The filter of the list of matches.
    Filter {
        /// Whether the selection in the list has moved since the last typed character.
        stepped: bool,
    },
    /// The query field of the search.
    SearchQuery,
    /// A field of the record. Ctrl+Z in the field undoes changes of the record.
    Record,
    Other,
}

/// The open menu or popup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenMenu {
    /// A menu of the menu bar.
    Root,
    /// A menu of the menu bar. The focused entry has opened its submenu.
    RootAtSubmenu,
    Submenu,
    Popup,
    /// This part of the window is open over the boards, because the window has no room beside them.
    Drawer(Region),
}

/// A part of the window that can have the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Region {
    /// The list of matches, or the table in place of the boards.
    Matches,
    /// The boards, which have the focus by default.
    Boards,
    Menus,
    /// The timeline. Arrow keys step through the match as on the boards.
    Timeline,
    /// The buttons below the boards.
    Transport,
    /// The strip of open matches.
    OpenMatches,
    /// The tabs of the panel beside the boards.
    Tabs,
    /// The panel beside the boards.
    Panel,
    /// Notices.
    Messages,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeyContext {
    pub field: Option<FieldKind>,
    pub dialog: bool,
    /// Whether the dialog is the field for moves, beside which the boards and shortcuts with Ctrl work.
    pub types_moves: bool,
    /// Whether the dialog asks what to do with work.
    pub asks_about_work: bool,
    pub menu: Option<OpenMenu>,
    /// Whether the choice of a promotion piece is open.
    pub promotion: bool,
    /// The focused part of the window; `None` while a text field has the focus.
    pub focus: Option<Region>,
    /// Whether the table is shown in place of the boards.
    pub table: bool,
    /// Whether the book of mistakes is shown in place of the boards.
    pub book: bool,
    /// Whether the search is shown in the panel.
    pub search: bool,
    /// Whether moves can be typed for the boards: in a match, and until a puzzle is solved.
    pub takes_moves: bool,
    /// Whether a puzzle is shown, in which commands for glyphs choose answers.
    pub puzzle: bool,
}

impl KeyContext {
    /// Returns the context that follows from `session`. Leaves out the field, the menu and the focus, which only the
    /// view knows.
    pub fn of(session: &Session) -> Self {
        // A puzzle shows only the boards.
        let is_match = session.puzzle().is_none();
        Self {
            dialog: session.shell.dialog.is_some(),
            types_moves: matches!(session.shell.dialog, Some(Dialog::PlayMove { .. })),
            asks_about_work: session.shell.dialog.as_ref().is_some_and(Dialog::is_about_work),
            promotion: session.attempt().promotion.is_some()
                || (is_match
                    && session
                        .game()
                        .is_some_and(|game| game.moment_view.pending_promotion.is_some())),
            table: is_match
                && session.shell.center == Center::Table
                && session.library.file().is_some(),
            book: is_match
                && session.shell.center == Center::Book
                && session.library.file().is_some(),
            search: is_match && session.shell.panel == Panel::Search && session.settings.side,
            takes_moves: match session.solving() {
                Some((_, solving)) => solving.awaits_answer(),
                None => is_match && session.match_state().is_some(),
            },
            puzzle: !is_match,
            ..Self::default()
        }
    }

    /// Returns whether pasting opens the text from the clipboard. A dialog, a menu, a popup, the choice of a promotion
    /// piece, the table, the book and a focused text field prevent this; a drawer does not.
    pub const fn accepts_paste(&self) -> bool {
        self.field.is_none()
            && !self.dialog
            && matches!(self.menu, None | Some(OpenMenu::Drawer(_)))
            && !self.promotion
            && !self.table
            && !self.book
    }
}
