//! [`BoardPattern`]: the requirements of a query on a board and its reserves.

use crate::rules::{Bitboard, Board, Color, Piece, Pieces, Reserve, Role, Square};

/// A pattern of pieces, side to move and reserves. Squares that are neither in `pieces` nor in `empty` may hold
/// anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardPattern {
    /// The squares of each kind of piece. Invariant: at most one entry per kind.
    pub(super) pieces: Vec<(Piece, Bitboard)>,
    pub(super) empty: Bitboard,
    /// The side to move; `None` for either.
    pub(super) turn: Option<Color>,
    /// The minimum contents of the reserves of White and Black.
    reserves: [Reserve; 2],
}

impl BoardPattern {
    /// Returns whether the pattern requires nothing, so that every board matches.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub(super) fn has_only_reserves(&self) -> bool {
        self.pieces.is_empty() && self.empty.is_empty() && self.turn.is_none()
    }

    pub(super) fn has_any_reserve(&self) -> bool {
        self.reserves.iter().any(|reserve| !reserve.is_empty())
    }

    /// Returns the minimum contents of the reserve of `color`.
    pub(super) const fn reserve(&self, color: Color) -> &Reserve {
        &self.reserves[color as usize]
    }

    /// Returns the squares whose contents the pattern requires.
    pub(super) fn squares(&self) -> Bitboard {
        let pieces = self.pieces.iter();
        pieces.fold(self.empty, |all, &(_, squares)| all | squares)
    }

    /// Requires `piece` on `square`, or an empty square if `None`.
    pub fn set_square(&mut self, square: Square, piece: Option<Piece>) {
        self.empty.discard(square);
        for (_, squares) in &mut self.pieces {
            squares.discard(square);
        }
        match piece {
            None => self.empty.add(square),
            Some(piece) => match self.pieces.iter_mut().find(|(other, _)| *other == piece) {
                Some((_, squares)) => squares.add(square),
                None => self.pieces.push((piece, square.into())),
            },
        }
        self.pieces.retain(|(_, squares)| squares.any());
    }

    pub fn set_turn(&mut self, turn: Color) {
        self.turn = Some(turn);
    }

    /// Requires one more piece in the reserve of `color`.
    pub fn add_to_reserve(&mut self, color: Color, role: Role) {
        self.reserves[color as usize].add(role);
    }

    /// Returns whether `board` matches, apart from reserves.
    #[inline]
    pub fn matches_board(&self, board: &Board) -> bool {
        let pieces: &Pieces = board.pieces();
        self.pieces.iter().all(|&(piece, squares)| pieces.by_piece(piece).is_superset(squares))
            && (pieces.occupied() & self.empty).is_empty()
            && self.turn.is_none_or(|turn| board.turn() == turn)
    }
}
