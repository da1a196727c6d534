//! Exact analysis of a variation: a job of its own analyses the current position.

use super::job::LIMITS;
use crate::{
    analysis::tactics::{BoardTactics, Solver},
    app::{Cx, Effect, Session},
    rules::{ByBoard, Position},
};

/// A position of a variation, with its tactics once analysed.
#[derive(Clone, Debug)]
pub(super) struct VariationMoment {
    /// Both boards.
    position: Position,
    /// The tactics.
    tactics: Option<Box<ByBoard<BoardTactics>>>,
}

impl VariationMoment {
    /// Returns the tactics.
    pub fn tactics(&self) -> Option<&ByBoard<BoardTactics>> {
        self.tactics.as_deref()
    }

    /// Stores the tactics.
    pub fn judge(&mut self, tactics: Box<ByBoard<BoardTactics>>) {
        self.tactics = Some(tactics);
    }
}

/// Returns the tactics of both boards of `position`.
#[must_use]
pub fn judged_position(position: &Position) -> Box<ByBoard<BoardTactics>> {
    Box::new(Solver::new(LIMITS).both(position))
}

/// Starts analysing the current position of the variation, unless that has been done.
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
    shown.analysis.tried =
        Some(Box::new(VariationMoment { position: position.clone(), tactics: None }));
    cx.run(Effect::Judge(Box::new(position)));
}

/// Returns whether a position of a variation is being analysed.
pub(in crate::app) fn awaits_position(session: &Session) -> bool {
    let tried = session.shown_match().and_then(|it| it.analysis.tried.as_ref());
    tried.is_some_and(|tried| tried.tactics.is_none())
}
