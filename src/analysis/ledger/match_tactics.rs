//! [`MatchTactics`]: the tactics at every moment of a match.

use crate::{
    analysis::tactics::{BoardTactics, Solver},
    replay::Match,
    rules::ByBoard,
    timeline::Moment,
};
use std::ops::{ControlFlow, RangeInclusive};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchTactics {
    /// The tactics at each moment. Invariant: there is one entry more than plies.
    pub moments: Vec<ByBoard<BoardTactics>>,
}

/// The number of consecutive moments that are computed in order, as one stretch. Most plies leave one board unchanged,
/// so the result for that board can then be reused.
const STRETCH_MOMENTS: usize = 16;

impl MatchTactics {
    /// Computes the tactics of `played` with `solver`.
    pub fn of(solver: &mut Solver, played: &Match) -> Self {
        let all = Self::by(solver, played, 0, |_, _| ControlFlow::Continue(()));
        all.unwrap_or_default()
    }

    /// Computes the tactics of `played` with `solver`, beginning with the moments near `from`. Calls `on_moment` with
    /// each result. Returns `None` if `on_moment` returns `Break`.
    pub fn by(
        solver: &mut Solver,
        played: &Match,
        from: Moment,
        mut on_moment: impl FnMut(Moment, &ByBoard<BoardTactics>) -> ControlFlow<()>,
    ) -> Option<Self> {
        let end = played.plies.len();
        let mut moments = vec![ByBoard::default(); end + 1];
        for stretch in outwards(from.min(end) / STRETCH_MOMENTS, end / STRETCH_MOMENTS + 1) {
            let first = stretch * STRETCH_MOMENTS;
            for (moment, position) in played.positions(first..=first + STRETCH_MOMENTS - 1) {
                moments[moment] = solver.both(&position);
                if on_moment(moment, &moments[moment]).is_break() {
                    return None;
                }
            }
        }
        Some(Self { moments })
    }

    /// Computes the tactics of `played` at `moments`. The tactics at all other moments stay empty.
    pub fn within(solver: &mut Solver, played: &Match, moments: RangeInclusive<Moment>) -> Self {
        let mut all = vec![ByBoard::default(); played.plies.len() + 1];
        for (moment, position) in played.positions(moments) {
            all[moment] = solver.both(&position);
        }
        Self { moments: all }
    }

    /// Returns whether a search at any moment exceeded its budget.
    pub fn is_unfinished(&self) -> bool {
        let mut boards = self.moments.iter().flat_map(ByBoard::iter);
        boards.any(|board| board.unfinished)
    }
}

/// Iterates over the numbers below `count`, those nearest to `from` first.
fn outwards(from: usize, count: usize) -> impl Iterator<Item = usize> {
    let ahead = (from..count).map(Some).chain(std::iter::repeat(None));
    let behind = (0..from).rev().map(Some).chain(std::iter::repeat(None));
    let pairs = ahead.zip(behind).take(count);
    pairs.flat_map(|(ahead, behind)| [ahead, behind]).flatten()
}

#[cfg(test)]
mod tests {
    use super::outwards;

    #[test]
    fn nearest_stretch_comes_first() {
        assert_eq!(outwards(2, 6).collect::<Vec<_>>(), [2, 1, 3, 0, 4, 5]);
        assert_eq!(outwards(0, 3).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(outwards(2, 3).collect::<Vec<_>>(), [2, 1, 0]);
        assert_eq!(outwards(0, 1).collect::<Vec<_>>(), [0]);
    }
}
