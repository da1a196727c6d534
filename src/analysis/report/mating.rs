//! Playing out a mate in n: the verdict on an attacking move and the defender's reply.

use crate::{
    analysis::tactics::Solver,
    rules::{Board, Move, Position, Reserve, Role, Seat},
};
use std::cmp::Reverse;

/// The verdict on a move that should mate in a given number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mating {
    /// Checkmate.
    Mate,
    /// Mates in time against any reply; the attached reply resists longest.
    Continues(Reply),
    /// The move does not give check.
    NoCheck,
    /// The move mates in this number of moves, which is too many.
    Slower(u8),
    /// The attached reply refutes the move.
    Refuted(Reply),
}

/// A reply of the defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The move.
    pub mv: Move,
    /// Whether it can be played now; a drop may need a piece that the partner has yet to send.
    pub in_hand: bool,
}

/// Judges `mv` of `seat` in `position`, where the task is to mate in `moves` moves. The replies include drops of any
/// piece.
#[must_use]
pub fn judge_mating_move(
    solver: &mut Solver,
    position: &Position,
    seat: Seat,
    moves: u8,
    mv: Move,
) -> Mating {
    let mut after = position.board_of(seat).clone();
    after.play(mv);
    if after.is_checkmate() {
        return Mating::Mate;
    }
    if !after.is_check() {
        return Mating::NoCheck;
    }
    let mut own = position.reserves[seat];
    if let Move::Drop { role, .. } = mv {
        own.take(role);
    }
    let reserve = position.reserves[seat.opponent()];
    let answers: Vec<(Reply, Option<u8>)> = replies(&after, &reserve)
        .into_iter()
        .map(|reply| {
            let mut answered = after.clone();
            answered.play(reply.mv);
            let mate = solver.forced_mate(&answered, own);
            (reply, mate.map(|mate| mate.moves))
        })
        .collect();
    let escape = answers.iter().filter(|(_, mate)| mate.is_none());
    let escape = escape.min_by_key(|(reply, _)| simplicity_key(&after, mv, *reply));
    if let Some((reply, _)) = escape {
        return Mating::Refuted(*reply);
    }
    let last = answers
        .iter()
        .min_by_key(|(reply, mate)| (Reverse(*mate), simplicity_key(&after, mv, *reply)));
    match last {
        Some((reply, Some(mate))) if *mate < moves => Mating::Continues(*reply),
        Some((_, Some(mate))) => Mating::Slower(mate + 1),
        // Unreachable: a side in check without any possible reply is mated.
        _ => Mating::Mate,
    }
}

/// Returns all replies to a check on `board`, including drops of pieces that the defender does not have. `reserve` is
/// the defender's actual reserve.
pub(in crate::analysis) fn replies(board: &Board, reserve: &Reserve) -> Vec<Reply> {
    let mut every = Reserve::default();
    Reserve::ROLES.into_iter().for_each(|role| every.add(role));
    let moves = board.legal_moves(&every).into_iter();
    moves
        .map(|mv| Reply {
            mv,
            in_hand: match mv {
                Move::Drop { role, .. } => reserve.count(role) > 0,
                _ => true,
            },
        })
        .collect()
}

/// Returns the sort key of a reply to `check`, simplest first: capturing the checking piece, moving the king, blocking
/// with a piece on the board, with a piece in reserve, with a piece yet to come; a drop of a pawn before one of a
/// queen.
pub(super) fn simplicity_key(board: &Board, check: Move, reply: Reply) -> (u8, u8, String) {
    let kind = match reply.mv {
        Move::Drop { .. } if reply.in_hand => 3,
        Move::Drop { .. } => 4,
        mv if mv.to() == check.to() => 0,
        mv if mv.from() == Some(board.king(board.turn())) => 1,
        _ => 2,
    };
    let worth = match reply.mv {
        Move::Drop { role, .. } => role as u8,
        Move::Normal { promotion: Some(role), .. } => Role::Queen as u8 - role as u8,
        _ => 0,
    };
    (kind, worth, reply.mv.uci(false))
}
