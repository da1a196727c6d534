//! [`Lines`]: the lines on which the king of the side not to move can be attacked.

use crate::rules::{Bitboard, Board, Color, Rank, Role, Square, attacks};

pub(super) struct Lines {
    /// The side to move, which attacks.
    pub(super) us: Color,
    pub(super) king: Square,
    pub(super) occupied: Bitboard,
    /// The pieces of the side to move.
    pub(super) own: Bitboard,
    /// The pieces of the side to move that are alone between one of its bishops, rooks or queens and the other side's
    /// king.
    pub(super) screens: Bitboard,
    /// The squares on which a drop is legal: all empty squares or, in check, those that block the check.
    open: Bitboard,
}

impl Lines {
    pub(super) fn of(board: &Board) -> Self {
        let us = board.turn();
        let king = board.king(us.other());
        let pieces = board.pieces();
        let occupied = pieces.occupied();
        let mut open = !occupied;
        if board.is_check() {
            open &= board.blocks();
        }
        Self { us, king, occupied, own: pieces.by_color(us), screens: screens(board, king), open }
    }

    /// Returns the squares from which a `role` checks the king.
    #[inline]
    pub(super) fn checking(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn => attacks::pawn_attacks(self.us.other(), self.king),
            Role::Knight => attacks::knight_attacks(self.king),
            Role::Bishop => attacks::bishop_attacks(self.king, self.occupied),
            Role::Rook => attacks::rook_attacks(self.king, self.occupied),
            Role::Queen => attacks::queen_attacks(self.king, self.occupied),
            Role::King => Bitboard::EMPTY,
        }
    }

    /// Returns the squares from which a `role` checks the king so that no drop can block the check.
    #[inline]
    pub(super) fn touching(&self, role: Role) -> Bitboard {
        let near = attacks::king_attacks(self.king);
        match role {
            Role::Pawn => attacks::pawn_attacks(self.us.other(), self.king),
            Role::Knight => attacks::knight_attacks(self.king),
            Role::Bishop => near & !rank_and_file(self.king),
            Role::Rook => near & rank_and_file(self.king),
            Role::Queen => near,
            Role::King => Bitboard::EMPTY,
        }
    }

    /// Returns whether a move from `from` to `to` opens a line to the king.
    #[inline]
    pub(super) fn opens(&self, from: Square, to: Square) -> bool {
        self.screens.contains(from) && !attacks::ray(self.king, from).contains(to)
    }

    /// Returns whether a piece that moves from `from` to `to` checks the king from `to`. `role` is the role of the
    /// piece on `to`.
    #[inline]
    pub(super) fn arrives(&self, role: Role, from: Square, to: Square) -> bool {
        let occupied = self.occupied & !Bitboard::from(from);
        attacks::attacks(to, role.of(self.us), occupied).contains(self.king)
    }

    #[inline]
    pub(super) fn droppable(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn => self.open & !Bitboard::BACKRANKS,
            _ => self.open,
        }
    }

    #[inline]
    pub(super) fn promotion_source_rank(&self) -> Bitboard {
        self.us.fold_wb(Rank::Seventh, Rank::Second).into()
    }
}

#[inline]
fn rank_and_file(square: Square) -> Bitboard {
    Bitboard::from(square.file()) | Bitboard::from(square.rank())
}

/// Returns the value of [`Lines::screens`] for the side to move on `board`. `king` is the square of the other side's
/// king.
fn screens(board: &Board, king: Square) -> Bitboard {
    let pieces = board.pieces();
    let own = pieces.by_color(board.turn());
    let queens = pieces.by_role(Role::Queen);
    let none = Bitboard::EMPTY;
    let straight = rank_and_file(king) & (pieces.by_role(Role::Rook) | queens);
    let diagonal = attacks::bishop_attacks(king, none) & (pieces.by_role(Role::Bishop) | queens);
    let mut screens = none;
    for from in (straight | diagonal) & own {
        let between = attacks::between(king, from) & pieces.occupied();
        if let Some(screen) = between.single_square() {
            screens.add(screen);
        }
    }
    screens & own
}
