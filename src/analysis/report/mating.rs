//! A mate in n that is played out: what a move of the attacker is worth, and what the defender answers.

use crate::{
    analysis::tactics::Solver,
    rules::{Board, Move, Position, Reserve, Role, Seat},
};
use std::cmp::Reverse;

/// What a move is worth that was meant to mate in so many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mating {
    /// It mates.
    Mate,
    /// It mates in time, whatever is answered; this answer lasts longest.
    GoesOn(Reply),
    /// It does not give check.
    NoCheck,
    /// It mates in so many moves, which are too many.
    Slower(u8),
    /// This answer ends it.
    Refuted(Reply),
}

/// An answer of the defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The move.
    pub mv: Move,
    /// Whether it can be played now: a piece that is dropped may still have to come from the partner.
    pub in_hand: bool,
}

/// What `mv` of `seat` is worth in `position`, where a mate in `moves` is to be forced: what `solver` finds of every
/// answer, among them the drop of any piece.
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
    let held = position.reserves[seat.opponent()];
    let answers: Vec<(Reply, Option<u8>)> = replies(&after, &held)
        .into_iter()
        .map(|reply| {
            let mut answered = after.clone();
            answered.play(reply.mv);
            let mate = solver.forced_mate(&answered, own);
            (reply, mate.map(|mate| mate.moves))
        })
        .collect();
    let escape = answers.iter().filter(|(_, mate)| mate.is_none());
    let escape = escape.min_by_key(|(reply, _)| plainness(&after, mv, *reply));
    if let Some((reply, _)) = escape {
        return Mating::Refuted(*reply);
    }
    let last =
        answers.iter().min_by_key(|(reply, mate)| (Reverse(*mate), plainness(&after, mv, *reply)));
    match last {
        Some((reply, Some(mate))) if *mate < moves => Mating::GoesOn(*reply),
        Some((_, Some(mate))) => Mating::Slower(mate + 1),
        // Whoever is in check, has no answer with any piece and is not mated does not exist.
        _ => Mating::Mate,
    }
}

/// All answers to a check on `board`, with a piece of every kind in hand; `held` is there now.
fn replies(board: &Board, held: &Reserve) -> Vec<Reply> {
    let mut every = Reserve::default();
    Reserve::ROLES.into_iter().for_each(|role| every.add(role));
    let moves = board.legal_moves(&every).into_iter();
    moves
        .map(|mv| Reply {
            mv,
            in_hand: match mv {
                Move::Drop { role, .. } => held.count(role) > 0,
                _ => true,
            },
        })
        .collect()
}

/// The order in which answers to `check` are named, the plainest first: the piece that checks is taken, the king
/// goes, something moves or is dropped between, something comes and is dropped; a pawn before a queen.
fn plainness(board: &Board, check: Move, reply: Reply) -> (u8, u8, String) {
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
