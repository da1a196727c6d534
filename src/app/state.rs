//! [`State`]: everything that the window shows follows from it.

use super::{BoardGuess, EngineState, Keymap, Saving, SearchState, Session, Shell};
use crate::{
    rules::{BoardId, Position},
    settings::Settings,
};
use std::ops::{Deref, DerefMut};

/// Everything that the window shows follows from this: the [`Session`] that the features share, and the state that each
/// feature has to itself.
#[derive(Clone, Debug, Default)]
pub struct State {
    pub(super) session: Session,
    /// Unsaved changes from earlier sessions, and what is kept against a crash.
    pub saving: Saving,
    /// The queries about all matches.
    pub search: SearchState,
    /// The engines and their evaluations.
    pub engine: EngineState,
}

/// The window reads the session through the state.
impl Deref for State {
    type Target = Session;

    fn deref(&self) -> &Session {
        &self.session
    }
}

impl DerefMut for State {
    fn deref_mut(&mut self) -> &mut Session {
        &mut self.session
    }
}

impl State {
    /// Returns the state of a new window with the settings of the previous one.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        let shell = Shell { keymap: Keymap::of(&settings.keys), ..Shell::default() };
        Self { session: Session { settings, shell, ..Session::default() }, ..Self::default() }
    }

    /// What the engine has said of board `id` in `position`.
    #[must_use]
    pub fn guess_of(&self, id: BoardId, position: &Position) -> Option<BoardGuess> {
        self.guesses().then(|| self.engine.guess_of(id, position))?
    }
}
