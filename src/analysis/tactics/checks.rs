//! [`add_checks`]: generates checks.

use super::{drops::Hand, lines::Lines};
use crate::rules::{
    Bitboard, Board, CastlingSide, File, Move, PROMOTIONS, Reserve, Role, Square, attacks,
};
use std::ops::ControlFlow;

/// The roles other than pawn and king.
pub(super) const MINOR_AND_MAJOR_ROLES: [Role; 4] =
    [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Appends to `moves` the legal checks of the side to move, including drops from `hand`. After the check, this
/// side has to mate within `moves_left` moves.
pub(super) fn add_checks(board: &Board, hand: Hand, moves_left: u8, moves: &mut Vec<Move>) {
    let lines = Lines::of(board);
    for role in Reserve::ROLES {
        let drops = hand.drops(role, lines.us, moves_left);
        if drops.any() {
            let squares = lines.checking(role) & lines.droppable(role) & drops;
            moves.extend(squares.into_iter().map(|to| Move::Drop { role, to }));
        }
    }
    for role in MINOR_AND_MAJOR_ROLES {
        add_checks_of(board, &lines, role, moves);
    }
    if lines.screens.intersects(board.pieces().by_role(Role::King)) {
        add_checks_of(board, &lines, Role::King, moves);
    }
    add_pawn_checks(board, &lines, moves);
    moves.extend(checking_castlings(board, &lines).filter(|&mv| board.after_move(mv).is_check()));
}

fn add_checks_of(board: &Board, lines: &Lines, role: Role, moves: &mut Vec<Move>) {
    let pieces = board.pieces().by_piece(role.of(lines.us));
    if pieces.is_empty() {
        return;
    }
    let checking = lines.checking(role);
    for from in pieces {
        let mut targets = checking;
        if lines.screens.contains(from) {
            targets |= !attacks::ray(lines.king, from);
        }
        let reach = attacks::attacks(from, role.of(lines.us), lines.occupied);
        let safe = (reach & targets & !lines.own).into_iter();
        let safe = safe.filter(|&to| board.is_safe(from, to));
        moves.extend(safe.map(|to| plain_move(role, from, to)));
    }
}

fn add_pawn_checks(board: &Board, lines: &Lines, moves: &mut Vec<Move>) {
    let pawns = board.pieces().by_piece(lines.us.pawn());
    let checking = lines.checking(Role::Pawn);
    let _ = for_each_pawn_check(board, lines, |from, to| {
        moves.push(plain_move(Role::Pawn, from, to));
        ControlFlow::Continue(())
    });
    for from in pawns & lines.screens & !lines.promotion_source_rank() {
        for to in board.pawn_targets(from) & !checking {
            let opens = lines.opens(from, to) && !is_en_passant(lines.occupied, from, to);
            if opens && board.is_safe(from, to) {
                moves.push(plain_move(Role::Pawn, from, to));
            }
        }
    }
    for from in pawns & lines.promotion_source_rank() {
        for to in board.pawn_targets(from) {
            let opens = lines.opens(from, to);
            let checks = |role: &Role| opens || lines.arrives(*role, from, to);
            if board.is_safe(from, to) {
                let promotions = PROMOTIONS.into_iter().filter(checks);
                moves.extend(promotions.map(|role| promotion(from, to, role)));
            }
        }
    }
    moves.extend(en_passants(board).filter(|&mv| board.after_move(mv).is_check()));
}

/// Calls `visit` with the origin and target squares of each legal pawn move by which the pawn itself gives check, until
/// `visit` returns `Break`. Leaves out promotions and en passant captures.
pub(super) fn for_each_pawn_check(
    board: &Board,
    lines: &Lines,
    mut visit: impl FnMut(Square, Square) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for to in lines.checking(Role::Pawn) & !lines.own & !Bitboard::BACKRANKS {
        for from in board.origins(Role::Pawn, to) {
            if !is_en_passant(lines.occupied, from, to) && board.is_safe(from, to) {
                visit(from, to)?;
            }
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn en_passants(board: &Board) -> impl Iterator<Item = Move> {
    let target = board.en_passant();
    let us = board.turn();
    let pawns = target.map_or(Bitboard::EMPTY, |to| {
        attacks::pawn_attacks(us.other(), to) & board.pieces().by_piece(us.pawn())
    });
    pawns.into_iter().filter_map(move |from| {
        let to = target.filter(|&to| board.is_safe(from, to))?;
        Some(Move::EnPassant { from, to })
    })
}

/// Iterates over the legal castling moves that may give check. The opposing king must be on the d- or f-file, where the
/// rook arrives, or on the castling rank, which is the only line that castling opens.
pub(super) fn checking_castlings(board: &Board, lines: &Lines) -> impl Iterator<Item = Move> {
    let back = lines.us.backrank();
    let (file, rank) = (lines.king.file(), lines.king.rank());
    let may_check = matches!(file, File::D | File::F) || rank == back;
    let can_castle = may_check && board.castling().intersects(Bitboard::from(back));
    let sides = CastlingSide::ALL.into_iter().filter(move |_| can_castle);
    sides.filter_map(|side| board.resolve_castle(side).ok())
}

#[inline]
pub(super) fn is_en_passant(occupied: Bitboard, from: Square, to: Square) -> bool {
    from.file() != to.file() && !occupied.contains(to)
}

pub(super) const fn plain_move(role: Role, from: Square, to: Square) -> Move {
    Move::Normal { role, from, to, promotion: None }
}

pub(super) const fn promotion(from: Square, to: Square, role: Role) -> Move {
    Move::Normal { role: Role::Pawn, from, to, promotion: Some(role) }
}
