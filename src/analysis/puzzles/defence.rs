//! [`defence_puzzle`]: the puzzle about a defence of the ledger.

use super::{Origin, Puzzle, Task};
use crate::{
    analysis::{
        ledger::{Finding, FindingKind, MAX_ONLY_MOVES},
        tactics::Solver,
    },
    replay::Match,
    rules::Seat,
    timeline::{Moment, Timeline},
};
use std::sync::Arc;

/// Returns the puzzle about `finding` if it is a defence for which few moves avoid the mate.
pub(super) fn defence_puzzle(
    source: (&Match, &Timeline, &Arc<Origin>),
    finding: &Finding,
    solver: &mut Solver,
) -> Option<Puzzle> {
    let is_defence = matches!(finding.kind, FindingKind::DefenceFound | FindingKind::DefenceMissed);
    if !is_defence || finding.first.len() > MAX_ONLY_MOVES {
        return None;
    }
    let (moment, seat) = (finding.shown(), finding.seat);
    let task = Task::defence(solver, &source.0.position_after(moment), seat)?;
    let mut puzzle = puzzle_at(source, moment, seat, task);
    puzzle.set_finding(finding);
    Some(puzzle)
}

/// Returns the puzzle `task` at `moment`, in which `seat` is to move.
pub(super) fn puzzle_at(
    (played, timeline, origin): (&Match, &Timeline, &Arc<Origin>),
    moment: Moment,
    seat: Seat,
    task: Task,
) -> Puzzle {
    let position = played.position_after(moment);
    let mut puzzle = Puzzle::at((played, timeline, origin), moment, position, seat, task);
    if !timeline.has_clocks() {
        puzzle.clocks_ms = played.set_up.clocks_ms;
    }
    puzzle
}
