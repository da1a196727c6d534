//! [`State`]: the complete state of the window.

use super::{
    BoardEvaluation, Content, EngineState, Forms, GameForm, ImportSheet, Keymap, Saving,
    SearchState, Session, Shell,
};
use crate::{
    rules::{BoardId, Position},
    settings::Settings,
};
use std::{mem::take, ops::Deref};

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

    /// Takes the forms and the open dialog out of the state, so that widgets can change them while the window is drawn.
    pub fn take_forms(&mut self) -> Forms {
        Forms {
            search: take(&mut self.search.form),
            book: take(&mut self.search.book),
            import: take(&mut self.import.form),
            game: self.game_form().map(take).unwrap_or_default(),
            dialog: self.session.shell.dialog.take(),
        }
    }

    fn game_form(&mut self) -> Option<&mut GameForm> {
        match &mut self.session.open.as_mut()?.content {
            Content::Game(game) => Some(&mut game.form),
            Content::Match(_) => None,
        }
    }

    /// Puts the forms back.
    pub fn put_forms(&mut self, forms: Forms) {
        self.search.form = forms.search;
        self.search.book = forms.book;
        self.import.form = forms.import;
        self.session.shell.dialog = forms.dialog;
        if let Some(form) = self.game_form() {
            *form = forms.game;
        }
    }

    /// Returns the engine's evaluation of board `id` in `position`; `None` if evaluations are not shown, or if the
    /// latest evaluation is of another position.
    pub fn evaluation_of(&self, id: BoardId, position: &Position) -> Option<BoardEvaluation> {
        if self.evaluates_positions() { self.engine.evaluation_of(id, position) } else { None }
    }
}
