//! Moves that avoid a mate, found or missed.

use super::{Context, Finding, FindingKind, Themes};
use crate::{
    replay::Ply,
    rules::{Move, Position},
    timeline::Moment,
};

/// The maximum number of moves that avoid the mate for a found defence to count.
pub const MAX_ONLY_MOVES: usize = 3;

/// Returns the found and missed defences, in the order of the plies.
pub(super) fn findings(context: &mut Context<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let played = context.played;
    let positions = played.positions(0..=played.plies.len());
    for ((moment, position), ply) in positions.zip(&played.plies) {
        let board = ply.seat.board();
        let tactics = context.tactics.moments.get(moment).map(|both| &both[board]);
        let is_faced =
            position.board_of(ply.seat).is_check() || tactics.is_some_and(|it| it.threat.is_some());
        let has_mate = tactics.is_some_and(|it| it.mate.is_some());
        if is_faced && !has_mate {
            findings.extend(finding(context, &position, moment, ply));
        }
    }
    findings
}

fn finding(
    context: &mut Context<'_>,
    position: &Position,
    moment: Moment,
    ply: &Ply,
) -> Option<Finding> {
    let (seat, board) = (ply.seat, ply.seat.board());
    // A drop of a piece that the seat does not have says nothing about its moves.
    if ply.is_lent {
        return None;
    }
    let after = &context.tactics.moments.get(moment + 1)?[board];
    let allowed = after.mate.as_ref().map(|mate| mate.moves);
    let from = since(context, moment, ply);
    if allowed.is_some() && !context.is_blamed(from, moment) {
        return None;
    }
    let most = if allowed.is_some() { usize::MAX } else { MAX_ONLY_MOVES };
    let (safe, faced) = safe_moves(context, position, ply, most)?;
    let length = allowed.unwrap_or(faced);
    if safe.is_empty() || length == 0 {
        return None;
    }
    let kind = match allowed {
        Some(_) => FindingKind::DefenceMissed,
        None => FindingKind::DefenceFound,
    };
    let mates = |moves: u8| {
        let attacks = context.played.plies.iter().skip(moment + 1);
        let mut attacks = attacks.filter(|it| it.seat == seat.opponent()).take(moves.into());
        attacks.any(|it| it.mate)
    };
    Some(Finding {
        length,
        decided: allowed.is_some_and(mates),
        themes: if safe.len() == 1 { Themes::ONLY_DEFENCE } else { Themes::NONE },
        first: safe,
        played: Some(moment),
        took_ms: context.took_ms(from, moment),
        ..Finding::new(kind, seat, from, moment)
    })
}

/// Returns the first moment of the turn of `ply` since which neither reserve of its board has changed.
fn since(context: &Context<'_>, moment: Moment, ply: &Ply) -> Moment {
    let board = ply.seat.board();
    let earlier = context.played.plies[..moment].iter().rev();
    let unchanged = earlier.take_while(|it| it.seat.board() != board && it.taken.is_none());
    moment - unchanged.count()
}

/// Returns the legal moves of the seat of `ply` after which its opponent has no forced mate, and the shortest mate after
/// another move, or 0 if there is no such mate. Returns `None` if more than `most` moves avoid the mate, or if a search
/// exceeds its budget.
fn safe_moves(
    context: &mut Context<'_>,
    position: &Position,
    ply: &Ply,
    most: usize,
) -> Option<(Vec<Move>, u8)> {
    let board = position.board_of(ply.seat);
    let attacker = position.reserves[ply.seat.opponent()];
    let (mut safe, mut shortest) = (Vec::new(), 0_u8);
    for mv in board.legal_moves(&position.reserves[ply.seat]) {
        let after = board.after_move(mv);
        match context.solver.mate_length(&after, attacker).ok()? {
            Some(moves) if shortest == 0 || moves < shortest => shortest = moves,
            Some(_) => {}
            None => {
                safe.push(mv);
                if safe.len() > most {
                    return None;
                }
            }
        }
    }
    safe.sort_by_cached_key(|mv| mv.uci(false));
    Some((safe, shortest))
}
