//! [`TurnKind`]: whether a long turn is a sit or a think.

use super::Wait;
use crate::{
    analysis::tactics::{Limits, Mate, Solver, is_stuck},
    replay::Match,
    rules::{Move, Seat},
    timeline::{Moment, Sit, Timeline},
};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// What a turn is that lasts long enough to be a sit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum TurnKind {
    /// The record shows a reason to wait: a mate with one more piece, a mate to be faced, no legal move, a piece that
    /// the partner delivered, or a diagonal opponent who waits too.
    Sit,
    /// The record shows no reason to wait.
    Think,
}

/// A turn that lasts long enough to be a sit, and what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LongTurn {
    pub turn: Sit,
    pub kind: TurnKind,
}

impl LongTurn {
    /// Returns the long turns of a match, those of board A first.
    pub fn all(played: &Match, timeline: &Timeline) -> Vec<Self> {
        let turns = timeline.sits();
        let long_turn = |&turn: &Sit| Self { turn, kind: TurnKind::of(played, &turns, &turn) };
        turns.iter().map(long_turn).collect()
    }
}

/// The limits of the searches for a reason. They are the same wherever a turn is named, whatever the limits of a report.
const LIMITS: Limits = Limits { moves: 3, deliver: 0, nodes: 100_000 };

impl TurnKind {
    pub const ALL: [Self; 2] = [Self::Sit, Self::Think];

    /// Returns what `turn` is. `turns` are all long turns of the match.
    pub fn of(played: &Match, turns: &[Sit], turn: &Sit) -> Self {
        let moments = Wait::moments(played, turn);
        // The tests that need no search come first.
        let is_sit = is_stand_off(turns, turn)
            || drops_received(played, &moments, turn.seat)
            || has_reason_on_board(played, moments, turn.seat);
        if is_sit { Self::Sit } else { Self::Think }
    }

    pub const fn noun(self) -> &'static str {
        match self {
            Self::Sit => "sit",
            Self::Think => "think",
        }
    }

    pub const fn plural(self) -> &'static str {
        match self {
            Self::Sit => "sits",
            Self::Think => "thinks",
        }
    }

    /// Returns the verb in the third person, as in `ann sits for 31 s`.
    pub const fn verb(self) -> &'static str {
        self.plural()
    }
}

/// Returns the number of moves in which the opponent still mates after `mv`, if `mv` begins `mate`.
pub(super) fn faced_mate(mate: &Mate, mv: Move) -> Option<u8> {
    let is_begun = mate.moves > 1 && mate.first.contains(&mv);
    if is_begun { Some(mate.moves - 1) } else { None }
}

/// Returns whether the diagonal opponent has a long turn during a part of `turn`: each waits for the other.
fn is_stand_off(turns: &[Sit], turn: &Sit) -> bool {
    let mut others = turns.iter().filter(|it| it.seat == turn.seat.diagonal());
    others.any(|it| it.from < turn.to && turn.from < it.to)
}

/// Returns whether `seat` ends the turn of `moments` by the drop of a piece that its partner captured meanwhile.
fn drops_received(played: &Match, moments: &RangeInclusive<Moment>, seat: Seat) -> bool {
    let Some(ply) = played.plies.get(*moments.end()) else { return false };
    let Move::Drop { role, .. } = ply.mv else { return false };
    let during = &played.plies[*moments.start()..*moments.end()];
    during.iter().any(|it| it.seat == seat.partner() && it.taken == Some(role))
}

/// Returns whether `seat`, when its turn of `moments` begins, faces a mate or has no legal move, or whether it would mate
/// with one more piece at any of `moments`.
fn has_reason_on_board(played: &Match, moments: RangeInclusive<Moment>, seat: Seat) -> bool {
    let mut solver = Solver::new(LIMITS);
    // Every move of a forced mate gives check.
    if let Some(last) = moments.start().checked_sub(1)
        && played.plies[last].check
    {
        let mate = solver.mate_of(&played.position_after(last), seat.opponent());
        if mate.is_some_and(|mate| faced_mate(&mate, played.plies[last].mv).is_some()) {
            return true;
        }
    }
    let begin = played.position_after(*moments.start());
    if is_stuck(begin.board_of(seat), &begin.reserves[seat]) {
        return true;
    }
    // No ply is played on this board meanwhile, so only the reserve of the seat changes.
    let mut searched = None;
    for (_, position) in played.positions(moments) {
        let held = position.reserves[seat];
        if searched.replace(held) != Some(held) && solver.wants_piece(begin.board_of(seat), held) {
            return true;
        }
    }
    false
}
