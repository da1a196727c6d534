//! Lost pieces with which the other team could mate.

use super::{Context, Finding, FindingKind, turn};
use crate::{
    analysis::tactics::ExtraPiece,
    replay::Flow,
    rules::{Position, Role, Seat},
    timeline::Moment,
};

/// Returns the lost pieces that were fatal, in the order of the capturing plies. A piece that led to no mate, and after
/// whose loss the seat mated as fast, is none.
pub(super) fn findings(context: &mut Context<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut flow = None;
    for (taken, ply) in context.played.plies.iter().enumerate() {
        let to = ply.seat.partner();
        let Some(role) = ply.taken else { continue };
        let Some(more) = fatal(context, taken, to).iter().find(|it| it.role == role) else {
            continue;
        };
        let seat = ply.seat.opponent();
        let moves = more.mate.moves;
        let flow = flow.get_or_insert_with(|| Flow::of(context.played));
        let mated = mated(context, flow, taken, to, moves);
        if mated.is_none() && is_race(context, seat, taken, moves) {
            continue;
        }
        findings.push(Finding {
            length: moves,
            piece: Some(role),
            played: Some(taken),
            avoidable: is_avoidable(context, seat, role, taken),
            decided: mated.is_some_and(|(_, mate)| context.ends_match(mate)),
            mated,
            ..Finding::new(FindingKind::PieceLost, seat, taken, taken)
        });
    }
    findings
}

/// Returns whether `seat`, whose piece ply `taken` captured, mates the capturer within `moves` moves.
fn is_race(context: &mut Context<'_>, seat: Seat, taken: usize, moves: u8) -> bool {
    let after = context.played.position_after(taken + 1);
    let (board, own) = (after.board_of(seat), after.reserves[seat]);
    context.solver.mates_within(board, own, moves) == Some(true)
}

/// Returns the pieces with which `to` would mate if it had one more at `moment`: at once if it is to move, otherwise after
/// every move of its opponent.
fn fatal<'t>(context: &Context<'t>, moment: Moment, to: Seat) -> &'t [ExtraPiece] {
    let Some(both) = context.tactics.moments.get(moment) else { return &[] };
    let tactics = &both[to.board()];
    if turn(context.played, moment, to.board()) == to { &tactics.wanted } else { &tactics.fatal }
}

/// Returns the drop of the piece that ply `taken` captured, and the mate that it led to within `moves` moves of `to`.
fn mated(
    context: &Context<'_>,
    flow: &Flow,
    taken: usize,
    to: Seat,
    moves: u8,
) -> Option<(usize, usize)> {
    let dropped = flow.drop_of_capture(taken)?;
    let plies = &context.played.plies;
    let own = (dropped..plies.len()).filter(|&index| plies[index].seat == to);
    let mate = own.take(usize::from(moves)).find(|&index| plies[index].mate)?;
    Some((dropped, mate))
}

/// Returns whether `seat`, whose `role` ply `taken` captured, could have kept every fatal piece by another move at its last
/// turn. Returns `false` if the piece was not fatal then, or had become so less than a second before.
fn is_avoidable(context: &Context<'_>, seat: Seat, role: Role, taken: usize) -> bool {
    let plies = &context.played.plies;
    let Some(last) = (0..taken).rev().find(|&index| plies[index].seat == seat) else {
        return false;
    };
    let to = seat.opponent().partner();
    let is_fatal = |moment: Moment| fatal(context, moment, to).iter().any(|it| it.role == role);
    if !is_fatal(last) {
        return false;
    }
    let since = (0..=last).rev().take_while(|&moment| is_fatal(moment)).last().unwrap_or(last);
    if !context.is_blamed(since, last) {
        return false;
    }
    let before = context.played.position_after(last);
    let roles: Vec<Role> = fatal(context, last, to).iter().map(|it| it.role).collect();
    before.legal_moves(seat).into_iter().any(|mv| {
        let after = before.after_move(seat, mv);
        !can_capture(&after, seat.opponent(), &roles)
    })
}

fn can_capture(position: &Position, seat: Seat, roles: &[Role]) -> bool {
    let board = position.board_of(seat);
    let captures = |mv| board.captured_by(mv).is_some_and(|role| roles.contains(&role));
    position.legal_moves(seat).into_iter().any(captures)
}
