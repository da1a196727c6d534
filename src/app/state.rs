//! [`State`]: the complete state of the window.

use super::{
    BoardEvaluation, EngineState, ImportSheet, Keymap, Saving, SearchState, Session, Shell,
};
use crate::{
    rules::{BoardId, Position},
    settings::Settings,
};
use std::ops::Deref;

/// The complete state of the window: the [`Session`] shared by the features, and the state owned by each feature.
#[derive(Clone, Debug, Default)]
pub struct State {
    pub(super) session: Session,
    /// The state of recovery data: unsaved changes of earlier sessions and of this session.
    pub saving: Saving,
    pub import: ImportSheet,
    pub search: SearchState,
    pub engine: EngineState,
}

impl Deref for State {
    type Target = Session;

    fn deref(&self) -> &Session {
        &self.session
    }
}

impl State {
    /// Creates the state of a new window with `settings`.
    pub fn new(settings: Settings) -> Self {
        let shell = Shell { keymap: Keymap::of(&settings.keys), ..Shell::default() };
        Self { session: Session { settings, shell, ..Session::default() }, ..Self::default() }
    }

    /// Forgets which field was to get the focus, once a frame has given the focus to it.
    pub fn forget_focus(&mut self) {
        self.session.shell.focus = None;
    }

    /// Returns the engine's evaluation of board `id` in `position`; `None` if evaluations are not shown, or if the
    /// latest evaluation is of another position.
    pub fn evaluation_of(&self, id: BoardId, position: &Position) -> Option<BoardEvaluation> {
        if self.evaluates_positions() { self.engine.evaluation_of(id, position) } else { None }
    }
}
