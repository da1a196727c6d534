//! [`Forms`]: what the user has typed and chosen in forms.

use super::{BookForm, Dialog, GameForm, ImportForm, SearchForm};

/// The forms that widgets change in place, without an action, while the window is drawn.
#[derive(Debug)]
pub struct Forms {
    pub search: SearchForm,
    pub book: BookForm,
    pub import: ImportForm,
    /// The form of the open game of Kriegspiel.
    pub game: GameForm,
    /// The open dialog, whose form is part of it.
    pub dialog: Option<Dialog>,
}
