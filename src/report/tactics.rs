//! [`MatchTactics`]: the tactics of every moment of a match.

use crate::{
    replay::Match,
    rules::ByBoard,
    tactics::{BoardTactics, Limits, Solver},
    timeline::Moment,
};
use std::ops::ControlFlow;

/// What is to be said of both boards at every moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchTactics {
    /// By moment: one more than there are plies.
    pub moments: Vec<ByBoard<BoardTactics>>,
}

impl MatchTactics {
    /// The tactics of `played`.
    #[must_use]
    pub fn of(played: &Match, limits: Limits) -> Self {
        Self::of_until(played, limits, |_| ControlFlow::Continue(())).unwrap_or_default()
    }

    /// The same, broken off as soon as `each`, which is told of every moment that is done, says so; `None` then.
    #[must_use]
    pub fn of_until(
        played: &Match,
        limits: Limits,
        mut each: impl FnMut(Moment) -> ControlFlow<()>,
    ) -> Option<Self> {
        let mut solver = Solver::new(limits);
        let mut position = played.set_up.position.clone();
        let mut moments = Vec::with_capacity(played.plies.len() + 1);
        for moment in 0..=played.plies.len() {
            if let Some(before) = moment.checked_sub(1) {
                played.plies[before].play_on(&mut position);
            }
            moments.push(solver.both(&position));
            if each(moment).is_break() {
                return None;
            }
        }
        Some(Self { moments })
    }

    /// Whether a search ran into its budget at any moment.
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        let mut boards = self.moments.iter().flat_map(ByBoard::iter);
        boards.any(|board| board.unfinished)
    }
}
