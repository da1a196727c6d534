//! [`TurnAt`]: a sit or a long think of a match, as the search compares it.

use crate::{
    analysis::ledger::{LongTurn, TurnKind},
    rules::{BoardId, ByBoard},
    timeline::{MatchTime, Moment, Sit},
};
use serde::{Deserialize, Serialize};

/// The start and the duration of a long turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TurnAt {
    /// The number of plies played when the turn begins.
    pub(super) begins: Moment,
    pub(super) board: BoardId,
    /// The duration of the turn, in milliseconds.
    pub(super) ms: MatchTime,
    pub(super) kind: TurnKind,
}

impl TurnAt {
    pub(super) const fn of(turn: &LongTurn) -> Self {
        let LongTurn { turn: Sit { begins, seat, ms, .. }, kind } = *turn;
        Self { begins, board: seat.board(), ms, kind }
    }
}

/// The durations in milliseconds of the longest sit and the longest think that begin at a moment on a board; 0 without.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TurnTimes {
    pub(super) sit_ms: MatchTime,
    pub(super) think_ms: MatchTime,
}

/// Returns for each board the durations of the long turns that begin at `moment`.
pub(super) fn longest_at(turns: &[TurnAt], moment: Moment) -> ByBoard<TurnTimes> {
    let mut times = ByBoard::<TurnTimes>::default();
    for turn in turns.iter().filter(|turn| turn.begins == moment) {
        let longest = match turn.kind {
            TurnKind::Sit => &mut times[turn.board].sit_ms,
            TurnKind::Think => &mut times[turn.board].think_ms,
        };
        *longest = turn.ms.max(*longest);
    }
    times
}
