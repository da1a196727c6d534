//! [`BoardPattern`]: what stands on a board, and what its players may drop.

use crate::rules::{Bitboard, Board, Color, Piece, Pieces, Reserve, Role, Square};

/// What must stand on one board. Nothing is asked of a square that is neither among the pieces nor empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardPattern {
    /// The squares of each kind of piece, no kind twice.
    pieces: Vec<(Piece, Bitboard)>,
    /// The squares that must be empty.
    empty: Bitboard,
    /// Whose turn it must be.
    turn: Option<Color>,
    /// The least that White and Black must have in reserve.
    reserves: [Reserve; 2],
}

impl BoardPattern {
    /// Whether it fits every board.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether nothing is asked but reserves.
    #[must_use]
    pub(super) fn is_only_reserves(&self) -> bool {
        self.pieces.is_empty() && self.empty.is_empty() && self.turn.is_none()
    }

    /// Whether anything must be in reserve.
    pub(super) fn holds_any(&self) -> bool {
        self.reserves.iter().any(|reserve| !reserve.is_empty())
    }

    /// What the pattern says of `square`: a piece, `None` for empty, nothing at all where it is not asked.
    #[must_use]
    pub fn on(&self, square: Square) -> Option<Option<Piece>> {
        if self.empty.contains(square) {
            return Some(None);
        }
        let mut pieces = self.pieces.iter();
        pieces.find(|(_, squares)| squares.contains(square)).map(|&(piece, _)| Some(piece))
    }

    /// The kinds of pieces with their squares.
    pub(super) fn pieces(&self) -> &[(Piece, Bitboard)] {
        &self.pieces
    }

    /// The squares that must be empty.
    pub(super) const fn empty(&self) -> Bitboard {
        self.empty
    }

    /// Whose turn it must be.
    pub(super) const fn turn(&self) -> Option<Color> {
        self.turn
    }

    /// The least that `color` must have in reserve.
    pub(super) const fn reserve(&self, color: Color) -> &Reserve {
        &self.reserves[color as usize]
    }

    /// All squares of which something is asked.
    pub(super) fn squares(&self) -> Bitboard {
        let pieces = self.pieces.iter();
        pieces.fold(self.empty, |all, &(_, squares)| all | squares)
    }

    /// Asks for `piece` on `square`, or for nothing on it; in place of what was asked of that square.
    pub fn ask(&mut self, square: Square, piece: Option<Piece>) {
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

    /// Asks whose turn it is.
    pub fn ask_turn(&mut self, turn: Color) {
        self.turn = Some(turn);
    }

    /// Asks for one piece more in a reserve.
    pub fn ask_reserve(&mut self, color: Color, role: Role) {
        self.reserves[color as usize].add(role);
    }

    /// Whether it fits, reserves aside.
    #[inline]
    #[must_use]
    pub fn fits_board(&self, board: &Board) -> bool {
        let pieces: &Pieces = board.pieces();
        self.pieces.iter().all(|&(piece, squares)| pieces.by_piece(piece).is_superset(squares))
            && (pieces.occupied() & self.empty).is_empty()
            && self.turn.is_none_or(|turn| board.turn() == turn)
    }
}
