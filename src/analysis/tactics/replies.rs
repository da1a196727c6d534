//! [`for_each_reply`]: generates the replies to a check.

use super::{
    checks::{en_passants, is_en_passant, plain_move, promotion},
    drops::Defence,
};
use crate::rules::{
    Bitboard, Board, Color, Move, PROMOTIONS, Rank, Reserve, Role, Square, attacks,
};
use std::ops::ControlFlow;

/// Calls `visit` with each reply of the side to move to a check, until `visit` returns `Break`. `moves_left` is the
/// number of moves that the attacker has after the reply.
///
/// If the defender may drop anything, skips drops of bishops and rooks, since a queen on the same square can do all
/// that a bishop or rook can. Also skips pawn drops before the attacker's last move, unless the pawn could still
/// capture en passant.
pub(super) fn for_each_reply<B>(
    board: &Board,
    defence: Defence,
    moves_left: u8,
    mut visit: impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let king = board.king(board.turn());
    let own = board.pieces().by_color(board.turn());
    let single = board.checkers().single_square();
    let between = single.map_or(Bitboard::EMPTY, |checker| attacks::between(king, checker));
    let all_promotions = defence != Defence::Anything;
    if let Some(checker) = single {
        for_each_move_to(board, checker, all_promotions, &mut visit)?;
    }
    for role in Reserve::ROLES.into_iter().rev() {
        for to in between & drops(defence, role, board.turn(), moves_left) {
            visit(Move::Drop { role, to })?;
        }
    }
    for to in attacks::king_attacks(king) & !own {
        if board.is_safe(king, to) {
            visit(plain_move(Role::King, king, to))?;
        }
    }
    if single.is_none() {
        return ControlFlow::Continue(());
    }
    for to in between {
        for_each_move_to(board, to, all_promotions, &mut visit)?;
    }
    // Captures that end in `between` block the check and were visited before.
    en_passants(board).filter(|mv| !between.contains(mv.to())).try_for_each(visit)
}

/// Returns whether `mv`, a reply to another check, is also a reply to the check on `board`. Always returns `false` for
/// moves other than king's moves and drops.
pub(super) fn is_reply(board: &Board, mv: Move, defence: Defence, moves_left: u8) -> bool {
    let us = board.turn();
    let king = board.king(us);
    match mv {
        Move::Normal { role: Role::King, from, to, .. } => {
            let is_free = !board.pieces().by_color(us).contains(to);
            from == king && is_free && board.is_safe(king, to)
        }
        Move::Drop { role, to } => {
            (board.blocks() & drops(defence, role, us, moves_left)).contains(to)
        }
        _ => false,
    }
}

/// Returns the squares, empty or not, on which a drop of `role` is worth trying.
fn drops(defence: Defence, role: Role, color: Color, moves_left: u8) -> Bitboard {
    match defence {
        Defence::Anything => useful_drop_squares(role, color, moves_left),
        Defence::Exactly(reserve) if reserve.count(role) > 0 => droppable(role),
        Defence::Exactly(_) => Bitboard::EMPTY,
    }
}

fn droppable(role: Role) -> Bitboard {
    match role {
        Role::Pawn => !Bitboard::BACKRANKS,
        _ => Bitboard::FULL,
    }
}

/// Returns the squares on which a drop of `role` can achieve something that a drop of a queen cannot; for a queen,
/// all squares.
fn useful_drop_squares(role: Role, color: Color, moves_left: u8) -> Bitboard {
    match role {
        Role::Queen | Role::Knight => Bitboard::FULL,
        // With one attacking move left, a dropped pawn can only capture en passant, for which it must be on its fifth
        // rank.
        Role::Pawn if moves_left == 1 => Bitboard::from(color.fold_wb(Rank::Fifth, Rank::Fourth)),
        Role::Pawn => droppable(role),
        _ => Bitboard::EMPTY,
    }
}

/// Calls `visit` with the legal moves to `to`, except the king's, until `visit` returns `Break`. Promotions to bishop
/// and rook are included only if `all_promotions`.
fn for_each_move_to<B>(
    board: &Board,
    to: Square,
    all_promotions: bool,
    visit: &mut impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let occupied = board.pieces().occupied();
    for role in Reserve::ROLES {
        for from in board.origins(role, to) {
            if !board.is_safe(from, to) {
                continue;
            }
            if role != Role::Pawn {
                visit(plain_move(role, from, to))?;
            } else if is_en_passant(occupied, from, to) {
                visit(Move::EnPassant { from, to })?;
            } else if Bitboard::BACKRANKS.contains(to) {
                let is_useful =
                    |it: &Role| all_promotions || matches!(it, Role::Queen | Role::Knight);
                let mut promotions = PROMOTIONS.into_iter().filter(is_useful);
                promotions.try_for_each(|role| visit(promotion(from, to, role)))?;
            } else {
                visit(plain_move(role, from, to))?;
            }
        }
    }
    ControlFlow::Continue(())
}
