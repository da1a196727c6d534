//! [`PlayerMissed`]: the wins that a player missed, and the decisive pieces that the player lost.

use super::{forced::DEFAULT_MATE_MOVES, match_facts::MatchFacts};
use crate::{
    analysis::{
        report::Missed,
        tactics::{Limits, Solver},
    },
    archive::{Index, RecordId},
    replay::Match,
    rules::{BoardId, BySeat, Seat},
};
use std::collections::HashMap;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerMissed {
    pub name: String,
    pub missed: Missed,
}

pub(super) type ByPlayer = HashMap<String, Missed>;

/// Returns whether `facts` contain a missed mate, a missed joint win or the loss of a decisive piece. With a decisive
/// piece, the capturer's partner can mate on the other board.
pub(super) fn has_findings(facts: &MatchFacts) -> bool {
    let mut ranges = facts.ranges();
    ranges.any(|(_, both)| both.iter().any(|it| it.missed || it.missed_joint || it.fatal))
}

/// Adds the missed wins and the losses of decisive pieces in record `id` to `all`. `played` is the replay of the
/// record, and `facts` are its facts about forced mates. Skips players without a name.
pub(super) fn add_findings(
    (index, id): (&Index, RecordId),
    (played, facts): (&Match, &MatchFacts),
    solver: &mut Solver,
    all: &mut ByPlayer,
) {
    let Some(row) = index.row(id) else { return };
    let mut seats = BySeat::<Missed>::default();
    for (moments, both) in facts.ranges() {
        for moment in moments {
            let position = played.position_after(moment);
            for board in BoardId::ALL {
                let (facts, seat) = (both[board], position.turn(board));
                if facts.missed {
                    let own = position.reserves[seat];
                    if let Some(mate) = solver.forced_mate(&position.boards[board], own) {
                        seats[seat].add_mate(mate.moves, &mate.first);
                    }
                }
                if facts.missed_joint {
                    seats[seat].partner += 1;
                }
                // The player who lost the piece is now to move on the board of the capture.
                if facts.fatal {
                    seats[seat].lost += 1;
                }
            }
        }
    }
    for seat in Seat::ALL {
        let name = row.player(seat);
        if !seats[seat].is_empty() && !name.is_empty() {
            all.entry(name.to_owned()).or_default().add(&seats[seat]);
        }
    }
}

pub(super) fn solver() -> Solver {
    Solver::new(Limits { moves: DEFAULT_MATE_MOVES, deliver: 0, ..Limits::default() })
}
