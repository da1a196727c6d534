//! The forced mates of a match: [`MateChance`].

use super::MatchTactics;
use crate::{
    replay::Match,
    rules::{BoardId, Move, Seat},
    timeline::{MatchTime, Moment, Timeline},
};

/// A forced mate that a seat had at the last moment before it moved, or at the end of the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MateChance {
    /// The attacking seat.
    pub seat: Seat,
    /// The moment.
    pub moment: Moment,
    /// The number of moves to mate.
    pub moves: u8,
    /// All first moves that force the mate.
    pub first: Vec<Move>,
    /// The outcome.
    pub outcome: Outcome,
}

/// The outcome of a forced mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The seat played one of the first moves, at the ply after the moment.
    Played,
    /// The seat played another move.
    Missed {
        /// Milliseconds spent on the move that was played; `None` if unknown.
        used_ms: Option<MatchTime>,
    },
    /// The match ended before the seat moved.
    Unplayed,
}

/// Returns the forced mates by moment.
pub(super) fn chances(
    played: &Match,
    timeline: &Timeline,
    tactics: &MatchTactics,
) -> Vec<MateChance> {
    let mut chances = Vec::new();
    for (moment, both) in tactics.moments.iter().enumerate() {
        let next = played.plies.get(moment);
        for id in BoardId::ALL {
            // Only the last moment before a move of this board counts; until then the seat may still receive a piece.
            if next.is_some_and(|ply| ply.seat.board() != id) {
                continue;
            }
            let Some(mate) = &both[id].mate else { continue };
            let outcome = match next {
                None => Outcome::Unplayed,
                Some(ply) if mate.first.contains(&ply.mv) => Outcome::Played,
                Some(_) => Outcome::Missed {
                    used_ms: timeline.spent(moment).filter(|_| timeline.has_clocks()),
                },
            };
            chances.push(MateChance {
                seat: turn(played, moment, id),
                moment,
                moves: mate.moves,
                first: mate.first.clone(),
                outcome,
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
