//! [`MateChance`]: a forced mate in a match.

use super::MatchTactics;
use crate::{
    replay::{Match, Ply},
    rules::{BoardId, Move, Seat},
    timeline::{MatchTime, Moment, Timeline},
};

/// A forced mate that a seat had directly before its move, or at the end of the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MateChance {
    pub seat: Seat,
    pub moment: Moment,
    /// The number of moves to mate.
    pub moves: u8,
    /// All first moves that force the mate.
    pub first: Vec<Move>,
    pub outcome: Outcome,
}

/// What became of a forced mate or joint win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The next move played starts the win.
    Played,
    /// Another move was played next.
    Missed {
        /// The milliseconds spent on that move, if known.
        used_ms: Option<MatchTime>,
    },
    /// The match ended at that moment, so no move followed.
    Unplayed,
}

impl Outcome {
    /// Returns the outcome of a win at `moment`, after which `next` was played.
    pub(super) fn of(
        next: Option<&Ply>,
        starts_win: impl FnOnce(&Ply) -> bool,
        timeline: &Timeline,
        moment: Moment,
    ) -> Self {
        match next {
            None => Self::Unplayed,
            Some(ply) if starts_win(ply) => Self::Played,
            Some(_) => {
                Self::Missed { used_ms: timeline.spent(moment).filter(|_| timeline.has_clocks()) }
            }
        }
    }
}

pub(super) fn chances(
    played: &Match,
    timeline: &Timeline,
    tactics: &MatchTactics,
) -> Vec<MateChance> {
    let mut chances = Vec::new();
    for (moment, both) in tactics.moments.iter().enumerate() {
        let next = played.plies.get(moment);
        for id in BoardId::ALL {
            // If the next ply is on the other board, the mate does not count yet, since the seat may still be waiting
            // for a piece.
            if next.is_some_and(|ply| ply.seat.board() != id) {
                continue;
            }
            let Some(mate) = &both[id].mate else { continue };
            let is_played = |ply: &Ply| mate.first.contains(&ply.mv);
            chances.push(MateChance {
                seat: turn(played, moment, id),
                moment,
                moves: mate.moves,
                first: mate.first.clone(),
                outcome: Outcome::of(next, is_played, timeline, moment),
            });
        }
    }
    chances
}

/// Returns the seat to move on `board` at `moment`.
pub(in crate::analysis) fn turn(played: &Match, moment: Moment, board: BoardId) -> Seat {
    let before = &played.plies[..moment.min(played.plies.len())];
    let last = before.iter().rev().find(|ply| ply.seat.board() == board);
    last.map_or_else(|| played.set_up.position.turn(board), |ply| ply.seat.opponent())
}
