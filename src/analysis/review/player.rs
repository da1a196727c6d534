//! [`choose`]: what a player does who plays by the same search.

use super::{
    judge::judge,
    match_review::{Choice, Effort},
    search::CancelCheck,
    states::{State, prices, reserves},
};
use crate::{
    analysis::tactics::{Solver, main_move},
    rules::{BySeat, Position, Seat},
};

/// Returns what `seat` should do in `position`, or [`Choice::Sit`] if it is not to move or has no legal move. `clocks`
/// are the milliseconds that each seat has left, `None` where that is unknown. Without time ahead on its diagonal, a
/// seat sits only if it must. Returns `None` once it is cancelled.
///
/// A proved mate is always played. A seat that is ahead on its diagonal sits if its partner wins the mating piece by
/// force, or if every move allows a proved mate.
pub fn choose(
    position: &Position,
    seat: Seat,
    clocks: &BySeat<Option<i32>>,
    effort: Effort,
    cancel: &CancelCheck<'_>,
) -> Option<Choice> {
    let id = seat.board();
    if position.turn(id) != seat {
        return Some(Choice::Sit);
    }
    let tactics = Solver::new(effort.limits).both(position);
    if let Some(mate) = &tactics[id].mate
        && let Some(first) = mate.main_move()
    {
        return Some(Choice::Move(first));
    }
    let is_ahead = match (clocks[seat], clocks[seat.diagonal()]) {
        (Some(own), Some(theirs)) => own > theirs,
        _ => false,
    };
    if tactics[id].joint.is_some() && is_ahead {
        return Some(Choice::Sit);
    }
    // A partner who sits waits for this seat to win the piece.
    let partner = &tactics[seat.partner().board()];
    if position.turn(seat.partner().board()) == seat.partner()
        && let Some(joint) = &partner.joint
        && let Some(first) = main_move(&joint.first)
    {
        return Some(Choice::Move(first));
    }
    let state = State {
        board: position.boards[id].clone(),
        reserves: reserves(position, id),
        prices: prices(position, id, &tactics),
        played: None,
    };
    let judgement = judge(&state, effort.limits, effort.nodes, cancel)?;
    let Some(best) = judgement.candidates.first() else { return Some(Choice::Sit) };
    if best.allows.is_some() && is_ahead {
        return Some(Choice::Sit);
    }
    Some(Choice::Move(best.root.mv))
}
