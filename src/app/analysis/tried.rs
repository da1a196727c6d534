//! What is exact about a variation: the position that is shown of it is judged by a job of its own.

use super::job::LIMITS;
use crate::{
    analysis::tactics::{BoardTactics, Solver},
    app::{Effect, State},
    rules::{ByBoard, Position},
};

/// A position of a variation, and what is said of it once it has been judged.
#[derive(Clone, Debug)]
pub(super) struct Tried {
    /// Both boards.
    position: Position,
    /// What is said of them.
    tactics: Option<Box<ByBoard<BoardTactics>>>,
}

impl Tried {
    /// What is said of it.
    pub fn tactics(&self) -> Option<&ByBoard<BoardTactics>> {
        self.tactics.as_deref()
    }

    /// It has been judged.
    pub fn judge(&mut self, tactics: Box<ByBoard<BoardTactics>>) {
        self.tactics = Some(tactics);
    }
}

/// What is said of both boards of `position`, as of a moment of a match.
#[must_use]
pub fn judged_position(position: &Position) -> Box<ByBoard<BoardTactics>> {
    Box::new(Solver::new(LIMITS).both(position))
}

impl State {
    /// Begins to judge the position of the variation that is shown, unless that has begun.
    pub(in crate::app) fn judge_variation(&mut self) -> Option<Effect> {
        let is_on = self.settings.tactics;
        let shown = self.match_mut()?;
        if !is_on || shown.shown.attempt.variation.is_none() {
            shown.analysis.tried = None;
            return None;
        }
        let position = shown.position();
        let tried = shown.analysis.tried.as_ref();
        if tried.is_some_and(|tried| tried.position == position) {
            return None;
        }
        shown.analysis.tried = Some(Box::new(Tried { position: position.clone(), tactics: None }));
        Some(Effect::Judge(Box::new(position)))
    }

    /// Whether the position of a variation is being judged.
    pub(in crate::app) fn awaits_position(&self) -> bool {
        let tried = self.shown_match().and_then(|it| it.analysis.tried.as_ref());
        tried.is_some_and(|tried| tried.tactics.is_none())
    }
}
