//! The mates that were there: [`Chance`].

use super::MatchTactics;
use crate::{
    replay::Match,
    rules::{BoardId, Move, Seat},
    timeline::{MatchTime, Moment, Timeline},
};

/// A forced mate that a seat had at the last moment before it moved, or at the end of the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance {
    /// Who had it.
    pub seat: Seat,
    /// When.
    pub moment: Moment,
    /// In how many moves.
    pub moves: u8,
    /// All first moves that force it.
    pub first: Vec<Move>,
    /// What became of it.
    pub outcome: Outcome,
}

/// What became of a mate that was there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The seat played one of the first moves: the ply behind the moment.
    Played,
    /// The seat played something else.
    Missed {
        /// How long the seat thought about the ply that it played, in milliseconds; `None` where nothing tells.
        used_ms: Option<MatchTime>,
    },
    /// The match ended before the seat moved.
    Unplayed,
}

/// The mates that were there, in the order of their moments.
pub(super) fn chances(played: &Match, timeline: &Timeline, tactics: &MatchTactics) -> Vec<Chance> {
    let mut chances = Vec::new();
    for (moment, both) in tactics.moments.iter().enumerate() {
        let next = played.plies.get(moment);
        for id in BoardId::ALL {
            // At other moments the seat may still get something, or is asked again later.
            if next.is_some_and(|ply| ply.seat.board() != id) {
                continue;
            }
            let Some(mate) = &both[id].mate else {
                continue;
            };
            let outcome = match next {
                None => Outcome::Unplayed,
                Some(ply) if mate.first.contains(&ply.mv) => Outcome::Played,
                Some(_) => Outcome::Missed {
                    used_ms: timeline.spent(moment).filter(|_| timeline.has_clocks()),
                },
            };
            chances.push(Chance {
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

/// Whose turn it is on `board` at `moment`.
pub(super) fn turn(played: &Match, moment: Moment, board: BoardId) -> Seat {
    let before = &played.plies[..moment.min(played.plies.len())];
    let last = before.iter().rev().find(|ply| ply.seat.board() == board);
    last.map_or_else(|| played.set_up.position.turn(board), |ply| ply.seat.opponent())
}
