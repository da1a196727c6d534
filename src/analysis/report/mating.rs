//! Plays out a mate in n: judges the attacker's move and chooses the defender's reply.

use crate::{
    analysis::tactics::Solver,
    rules::{Board, Move, Position, Reserve, Role, Seat},
};
use std::cmp::Reverse;

/// The judgement of a move that should mate in a given number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatingVerdict {
    Mate,
    /// The move leads to mate within the given number of moves, whatever the reply. This reply resists longest.
    Continues(Reply),
    NoCheck,
    /// The move leads to mate, but not in the given number of moves. The mate takes this number of moves, including the
    /// move itself.
    Slower(u8),
    /// This reply refutes the move.
    Refuted(Reply),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    pub mv: Move,
    /// Whether the reply can be played now. A drop may need a piece that the defender's partner must capture first.
    pub in_hand: bool,
}

/// Judges `mv`, the first of `moves` moves in which `seat` should mate. The defender may drop any piece.
pub fn judge_mating_move(
    solver: &mut Solver,
    position: &Position,
    seat: Seat,
    moves: u8,
    mv: Move,
) -> MatingVerdict {
    let after = position.board_of(seat).after_move(mv);
    if after.is_checkmate() {
        return MatingVerdict::Mate;
    }
    if !after.is_check() {
        return MatingVerdict::NoCheck;
    }
    let mut own = position.reserves[seat];
    own.take_dropped(mv);
    let reserve = position.reserves[seat.opponent()];
    let answers: Vec<(Reply, Option<u8>)> = replies(&after, &reserve)
        .into_iter()
        .map(|reply| {
            let mate = solver.forced_mate(&after.after_move(reply.mv), own);
            (reply, mate.map(|mate| mate.moves))
        })
        .collect();
    // A reply after which there is no mate comes first.
    let longest = answers.into_iter().min_by_key(|(reply, mate)| {
        (mate.is_some(), Reverse(*mate), simplicity_key(&after, mv, *reply))
    });
    match longest {
        Some((reply, None)) => MatingVerdict::Refuted(reply),
        Some((reply, Some(mate))) if mate < moves => MatingVerdict::Continues(reply),
        Some((_, Some(mate))) => MatingVerdict::Slower(mate + 1),
        // Unreachable: a check without any possible reply is mate.
        None => MatingVerdict::Mate,
    }
}

/// Returns all replies to a check on `board`, including drops of pieces that the defender does not have yet. `reserve`
/// is the defender's reserve.
pub(in crate::analysis) fn replies(board: &Board, reserve: &Reserve) -> Vec<Reply> {
    let moves = board.legal_moves(&Reserve::ONE_OF_EACH).into_iter();
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

/// Returns a sort key for replies to `check`, which sorts simple replies first: capturing the piece that gave check,
/// moving the king, blocking with a piece on the board, dropping a piece in reserve, dropping a piece yet to come.
/// Among drops, weaker pieces come first. Among promotions, stronger pieces come first.
pub(super) fn simplicity_key(board: &Board, check: Move, reply: Reply) -> (u8, u8, String) {
    let kind = match reply.mv {
        Move::Drop { .. } if reply.in_hand => 3,
        Move::Drop { .. } => 4,
        mv if mv.to() == check.to() => 0,
        mv if mv.from() == Some(board.king(board.turn())) => 1,
        _ => 2,
    };
    let order = match reply.mv {
        Move::Drop { role, .. } => role as u8,
        Move::Normal { promotion: Some(role), .. } => Role::Queen as u8 - role as u8,
        _ => 0,
    };
    (kind, order, reply.mv.uci(false))
}
