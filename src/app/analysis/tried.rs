//! What is exact about a variation: the position that is shown of it is judged by a job of its own.

use super::job::LIMITS;
use crate::{
    analysis::tactics::{BoardTactics, Solver},
    app::{Cx, Effect, Session},
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

/// Begins to judge the position of the variation that is shown, unless that has begun.
pub(in crate::app) fn judge_variation(cx: &mut Cx<'_>) {
    let is_on = cx.settings.tactics;
    let Some(shown) = cx.match_mut() else { return };
    if !is_on || shown.shown.attempt.variation.is_none() {
        shown.analysis.tried = None;
        return;
    }
    let position = shown.position();
    let tried = shown.analysis.tried.as_ref();
    if tried.is_some_and(|tried| tried.position == position) {
        return;
    }
    shown.analysis.tried = Some(Box::new(Tried { position: position.clone(), tactics: None }));
    cx.run(Effect::Judge(Box::new(position)));
}

/// Whether the position of a variation is being judged.
pub(in crate::app) fn awaits_position(session: &Session) -> bool {
    let tried = session.shown_match().and_then(|it| it.analysis.tried.as_ref());
    tried.is_some_and(|tried| tried.tactics.is_none())
}
