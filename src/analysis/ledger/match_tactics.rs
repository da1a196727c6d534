//! [`MatchTactics`]: the tactics at every moment of a match.

use crate::{
    analysis::tactics::{BoardTactics, Limits, Solver},
    replay::Match,
    rules::{ByBoard, Position},
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
    pub fn of(played: &Match, limits: Limits) -> Self {
        let all = Self::by(&mut Solver::new(limits), played, 0, |_, _| ControlFlow::Continue(()));
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
        let plies = &played.plies;
        let mut moments = vec![ByBoard::default(); plies.len() + 1];
        let starts = starts(played);
        for stretch in outwards(from.min(plies.len()) / STRETCH_MOMENTS, starts.len()) {
            let mut position = starts[stretch].clone();
            let first = stretch * STRETCH_MOMENTS;
            for moment in first..(first + STRETCH_MOMENTS).min(moments.len()) {
                if moment > first {
                    plies[moment - 1].play_on(&mut position);
                }
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
        let mut position = played.position_after(*moments.start());
        let mut all = vec![ByBoard::default(); played.plies.len() + 1];
        for moment in moments {
            if let Some(entry) = all.get_mut(moment) {
                *entry = solver.both(&position);
            }
            if let Some(ply) = played.plies.get(moment) {
                ply.play_on(&mut position);
            }
        }
        Self { moments: all }
    }

    /// Returns whether a search at any moment exceeded its budget.
    pub fn is_unfinished(&self) -> bool {
        let mut boards = self.moments.iter().flat_map(ByBoard::iter);
        boards.any(|board| board.unfinished)
    }
}

/// Returns the position at the start of each stretch of [`STRETCH_MOMENTS`] moments.
fn starts(played: &Match) -> Vec<Position> {
    let mut position = played.set_up.position.clone();
    let mut starts = vec![position.clone()];
    for (moment, ply) in (1..).zip(&played.plies) {
        ply.play_on(&mut position);
        if moment % STRETCH_MOMENTS == 0 {
            starts.push(position.clone());
        }
    }
    starts
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
