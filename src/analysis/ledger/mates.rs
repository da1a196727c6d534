//! Forced mates that were found or missed.

use super::{Context, Finding, FindingKind};
use crate::{
    analysis::tactics::Mate,
    replay::Ply,
    rules::{BoardId, ByBoard, BySeat, Seat},
    timeline::Moment,
};

/// A mate that is being played out.
#[derive(Clone, Copy)]
struct Chain {
    /// The index of its finding.
    finding: usize,
    /// The maximum number of moves that remain.
    left: u8,
}

/// Returns the found and missed mates. A mate lasts from its first moment in a turn to the ply that ends the turn: it
/// cannot vanish, since the reserve of the side to move only grows.
pub(super) fn findings(context: &mut Context<'_>) -> Vec<Finding> {
    let plies = &context.played.plies;
    let mut found: Vec<Option<Finding>> = Vec::new();
    let mut chains = BySeat::<Option<Chain>>::default();
    let mut since = ByBoard::<Option<Moment>>::default();
    for (moment, both) in context.tactics.moments.iter().enumerate() {
        for id in BoardId::ALL {
            if both[id].mate.is_some() && since[id].is_none() {
                since[id] = Some(moment);
            }
        }
        let Some(ply) = plies.get(moment) else { break };
        let (id, seat) = (ply.seat.board(), ply.seat);
        let chain = chains[seat].take();
        let Some(from) = since[id].take() else { continue };
        let (Some(mate), Some(now)) = (mate_at(context, from, id), mate_at(context, moment, id))
        else {
            continue;
        };
        let chain = chain.filter(|chain| mate.moves <= chain.left);
        if keeps(context, ply, moment, mate.moves, &now) {
            let left = now.moves.min(mate.moves).saturating_sub(1);
            let finding = chain.map_or(found.len(), |chain| chain.finding);
            if chain.is_none() {
                let finding = Finding::new(FindingKind::MateFound, seat, from, moment);
                found.push(Some(with_mate(context, finding, &mate)));
            }
            if let Some(Some(it)) = found.get_mut(finding) {
                it.until = moment;
                it.decided = context.ends_match(moment);
            }
            chains[seat] = (left > 0).then_some(Chain { finding, left });
            continue;
        }
        if !context.is_blamed(from, moment) {
            continue;
        }
        if let Some(chain) = chain {
            found[chain.finding] = None;
        }
        let finding = Finding::new(FindingKind::MateMissed, seat, from, moment);
        found.push(Some(with_mate(context, finding, &mate)));
    }
    // A mate that was being played when the losers gave up decided the match.
    for seat in Seat::ALL {
        if let Some(chain) = chains[seat]
            && context.has_won(seat)
            && let Some(Some(it)) = found.get_mut(chain.finding)
        {
            it.decided = true;
        }
    }
    let end = plies.len();
    for id in BoardId::ALL {
        let Some(from) = since[id] else { continue };
        let seat = super::turn(context.played, end, id);
        let is_missed = context.has_lost(seat) && context.is_blamed(from, end);
        if let (true, Some(mate)) = (is_missed, mate_at(context, from, id)) {
            if let Some(chain) = chains[seat].filter(|chain| mate.moves <= chain.left) {
                found[chain.finding] = None;
            }
            let finding = Finding::new(FindingKind::MateMissed, seat, from, end);
            found.push(Some(with_mate(context, finding, &mate)));
        }
    }
    found.into_iter().flatten().collect()
}

fn mate_at(context: &Context<'_>, moment: Moment, id: BoardId) -> Option<Mate> {
    context.tactics.moments[moment][id].mate.clone()
}

/// Returns whether `ply`, played at `moment`, keeps a mate of one move less than `moves`. `now` is the mate at `moment`,
/// which may be shorter, since a piece may have arrived.
fn keeps(context: &mut Context<'_>, ply: &Ply, moment: Moment, moves: u8, now: &Mate) -> bool {
    if now.first.contains(&ply.mv) {
        return true;
    }
    if now.moves >= moves {
        return false;
    }
    let position = context.played.position_after(moment);
    let (board, own) = (position.board_of(ply.seat), position.reserves[ply.seat]);
    context.solver.forces(board, own, ply.mv, moves).unwrap_or(false)
}

/// Returns `finding` with `mate`, and with the ply that decided.
fn with_mate(context: &Context<'_>, mut finding: Finding, mate: &Mate) -> Finding {
    let Finding { kind, seat, from, until, .. } = finding;
    finding.length = mate.moves;
    finding.first.clone_from(&mate.first);
    finding.played = (until < context.played.plies.len()).then_some(until);
    finding.took_ms = context.took_ms(from, until);
    finding.decided = kind == FindingKind::MateMissed && context.has_lost(seat);
    finding
}
