//! [`missed`]: the missed wins of each player in the matches of a list.

use super::{
    Selection, WalkError, WalkProgress, forced::DEFAULT_MATE_MOVES, match_facts::MatchFacts,
    players,
};
use crate::{
    analysis::{
        report::Missed,
        tactics::{Limits, Solver},
    },
    archive::{Collection, Index, RecordId},
    replay::Match,
    rules::{BoardId, BySeat, Seat},
};
use std::{collections::HashMap, ops::ControlFlow};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerMissed {
    pub name: String,
    pub missed: Missed,
}

pub(super) type ByPlayer = HashMap<String, Missed>;

/// Returns the missed wins of all players in `selection`, most first, including players with none. Uses and fills the
/// mate cache of `list` like [`search_and_cache`](super::search_and_cache). After each chunk, calls `on_chunk` with the
/// progress and a function that returns the partial result; `on_chunk` may cancel.
///
/// # Errors
/// Disk errors, or cancellation. Cache errors are ignored.
pub fn missed(
    list: &Collection,
    selection: &Selection<'_>,
    mut on_chunk: impl FnMut(WalkProgress, &dyn Fn() -> Vec<PlayerMissed>) -> ControlFlow<()>,
) -> Result<Vec<PlayerMissed>, WalkError> {
    let mut all = ByPlayer::new();
    super::mate_search::missed_by_player(list, selection, |walked, found| {
        for (name, missed) in found {
            all.entry(name).or_default().add(&missed);
        }
        on_chunk(walked, &|| sorted(all.clone()))
    })?;
    for player in players(selection.index, selection.rows) {
        let games = usize::try_from(player.score.games()).unwrap_or(usize::MAX);
        all.entry(player.name).or_default().matches = games;
    }
    Ok(sorted(all))
}

fn sorted(all: ByPlayer) -> Vec<PlayerMissed> {
    let players = all.into_iter().map(|(name, missed)| PlayerMissed { name, missed });
    let mut players: Vec<PlayerMissed> = players.collect();
    players.sort_by(|a, b| {
        let key = |it: &PlayerMissed| (it.missed.mates(), it.missed.partner, it.missed.lost);
        key(b).cmp(&key(a)).then_with(|| a.name.cmp(&b.name))
    });
    players
}

/// Returns whether `facts` contain a missed mate, a missed joint win or the loss of a decisive piece.
pub(super) fn has_findings(facts: &MatchFacts) -> bool {
    let mut ranges = facts.ranges();
    ranges.any(|(_, both)| both.iter().any(|it| it.missed || it.missed_joint || it.fatal))
}

/// Adds the missed wins in record `id`, whose replay is `played`, to `all`.
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
