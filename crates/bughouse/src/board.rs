//! One board: pieces, promoted pieces, side to move, castling and en passant.
//!
//! In chess a captured piece leaves the game, and in Crazyhouse the capturer may drop it on the same board. In bughouse
//! it goes to the reserve of a seat on the other board. A board therefore has no reserves, and [`Board::play`] returns
//! the captured piece to the caller.

use super::{
    moves::{Move, castled},
    pieces::{Pieces, REACH},
};
use shakmaty::{Bitboard, Color, Piece, Role, Square, attacks};
use std::hint::select_unpredictable;

/// One of the two boards, without reserves.
///
/// Invariant: each color has exactly one king, no pawn stands on rank 1 or 8, and the opponent of the side to move is
/// not in check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub(super) pieces: Pieces,
    /// The squares of promoted pieces, which become pawns again when captured.
    pub(super) promoted: Bitboard,
    /// The rooks that may still castle.
    pub(super) castling: Bitboard,
    /// The pieces that give check to the side to move.
    pub(super) checkers: Bitboard,
    /// The square that the last ply passed over, if it was a double step of a pawn.
    pub(super) en_passant: Option<Square>,
    pub(super) turn: Color,
    /// Plies since the last capture, pawn move or drop.
    pub(super) halfmoves: u16,
    /// The number of the next move, counted from 1.
    pub(super) fullmoves: u16,
}

impl Default for Board {
    fn default() -> Self {
        Self {
            pieces: Pieces::default(),
            promoted: Bitboard::EMPTY,
            castling: Bitboard::CORNERS,
            checkers: Bitboard::EMPTY,
            en_passant: None,
            turn: Color::White,
            halfmoves: 0,
            fullmoves: 1,
        }
    }
}

impl Board {
    /// Returns the side to move.
    #[inline]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the piece on `square`, or `None` if it is empty.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces.piece_at(square)
    }

    /// Returns whether the piece on `square` is a promoted pawn, which becomes a pawn again when captured.
    pub fn is_promoted(&self, square: Square) -> bool {
        self.promoted.contains(square)
    }

    /// Returns the square of the king of `color`, which the invariant of [`Board`] guarantees. A board that
    /// [`Board::assemble`] built without that king returns e1 instead of a panic.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.pieces.by_piece(color.king()).first().unwrap_or(Square::E1)
    }

    /// Returns the pieces that give check to the side to move.
    #[inline]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Returns whether the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.checkers.any()
    }

    /// Returns the number of the next move, counted from 1.
    pub const fn fullmoves(&self) -> u16 {
        self.fullmoves
    }

    /// Returns the pieces of both colors.
    #[inline]
    pub const fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// Returns the rooks that may still castle.
    pub const fn castling(&self) -> Bitboard {
        self.castling
    }

    /// Returns the square that the last ply passed over if it was a double step of a pawn, otherwise `None`. The square
    /// is set even if no pawn can capture there.
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Builds a board from its parts, which must satisfy the invariant of [`Board`]. The move counters have their
    /// initial values.
    pub fn assemble(
        pieces: Pieces,
        castling: Bitboard,
        en_passant: Option<Square>,
        turn: Color,
    ) -> Self {
        let mut board = Self { pieces, castling, en_passant, turn, ..Self::default() };
        board.checkers = board.find_checkers();
        board
    }

    /// Returns the board after the legal move `mv`.
    #[inline]
    pub fn after_move(&self, mv: Move) -> Self {
        let mut after = self.clone();
        after.play(mv);
        after
    }

    /// Returns the board with the other side to move, or `None` if the side to move is in check.
    pub fn null_move(&self) -> Option<Self> {
        if self.is_check() {
            return None;
        }
        Some(Self { turn: self.turn.other(), en_passant: None, ..self.clone() })
    }

    /// Returns the piece that the legal move `mv` captures. A promoted piece counts as a pawn.
    pub fn captured_by(&self, mv: Move) -> Option<Role> {
        match mv {
            Move::Normal { to, .. } if self.promoted.contains(to) => Some(Role::Pawn),
            Move::Normal { to, .. } => self.pieces.role_at(to),
            Move::EnPassant { .. } => Some(Role::Pawn),
            Move::Castle { .. } | Move::Drop { .. } => None,
        }
    }

    /// Returns whether any castling right belongs to a rook outside the corners or a king outside the e-file.
    pub fn is_chess960(&self) -> bool {
        self.castling.into_iter().any(|rook| {
            let color =
                if rook.rank() == shakmaty::Rank::First { Color::White } else { Color::Black };
            !Bitboard::CORNERS.contains(rook) || self.king(color).file() != shakmaty::File::E
        })
    }

    /// Returns whether the side to move is checkmated in bughouse: no move and no drop of any piece answers the check.
    /// A check that a drop can block is not mate, even if the reserve is empty.
    pub fn is_checkmate(&self) -> bool {
        let Some(checker) = self.checkers.first() else { return false };
        let king = self.king(self.turn);
        let double = self.checkers.more_than_one();
        // Any piece may still arrive in the reserve, so one empty square between king and checker is enough to block.
        if !double && attacks::between(king, checker).any() {
            return false;
        }
        let us = self.pieces.by_color(self.turn);
        let mut flights = (attacks::king_attacks(king) & !us).into_iter();
        if flights.any(|to| self.is_safe(king, to)) {
            return false;
        }
        double || !(self.can_capture_on(checker) || self.can_capture_en_passant())
    }

    /// Returns whether a piece other than the king may capture on `to`.
    fn can_capture_on(&self, to: Square) -> bool {
        let pieces = self.pieces.attackers(to, self.turn, self.pieces.occupied());
        let king = Bitboard::from(self.king(self.turn));
        (pieces & !king).into_iter().any(|from| self.is_safe(from, to))
    }

    fn can_capture_en_passant(&self) -> bool {
        self.en_passant.is_some_and(|to| {
            let pawns = self.pieces.by_piece(self.turn.pawn());
            let mut pawns = (pawns & attacks::pawn_attacks(self.turn.other(), to)).into_iter();
            pawns.any(|from| self.is_safe(from, to))
        })
    }

    /// Plays `mv`, which must come from [`Board::resolve`] or [`Board::legal_moves`]. Returns the captured piece; a
    /// promoted piece counts as a pawn.
    #[inline]
    pub fn play(&mut self, mv: Move) -> Option<Role> {
        let us = self.turn;
        self.en_passant = None;
        let mut captured = None;
        let mut quiet = true;
        self.turn = us.other();
        match mv {
            Move::Normal { role, from, to, promotion } => {
                let arrived = promotion.unwrap_or(role);
                captured = self.pieces.shift(role.of(us), from, to, arrived);
                if self.promoted.contains(to) {
                    captured = Some(Role::Pawn);
                }
                let both = Bitboard::from(from) | Bitboard::from(to);
                let was_pawn = self.promoted.contains(from) || promotion.is_some();
                self.promoted &= !both;
                self.promoted.set(to, was_pawn);
                // No branches, since neither the kind of piece nor a double step is predictable.
                let king = role == Role::King;
                let rooks = select_unpredictable(king, us.backrank().into(), Bitboard::EMPTY);
                self.castling &= !(both | rooks);
                quiet = role != Role::Pawn;
                let is_double_step = (from as u8 ^ to as u8 == 16) & !quiet;
                let passed = Square::new((from as u32).midpoint(to as u32));
                self.en_passant = [None, Some(passed)][usize::from(is_double_step)];
                let sliders = self.pieces.sliders_on_line(self.king(self.turn), from, us);
                self.checkers = if (sliders & !Bitboard::from(to)).is_empty() {
                    self.check_by(arrived.of(us), to)
                } else {
                    self.find_checkers()
                };
            }
            Move::EnPassant { from, to } => {
                let beside = Square::from_coords(to.file(), from.rank());
                self.pieces.remove(beside);
                self.pieces.remove(from);
                self.pieces.put(to, us.pawn());
                captured = Some(Role::Pawn);
                self.checkers = self.find_checkers();
            }
            Move::Castle { king, rook } => {
                let (king_to, rook_to) = castled(king, rook);
                self.pieces.remove(king);
                self.pieces.remove(rook);
                self.pieces.put(rook_to, us.rook());
                self.pieces.put(king_to, us.king());
                self.castling &= !Bitboard::from(us.backrank());
                self.checkers = self.find_checkers();
            }
            Move::Drop { role, to } => {
                self.pieces.put(to, role.of(us));
                quiet = false;
                self.checkers = self.check_by(role.of(us), to);
            }
        }
        let counts = quiet & captured.is_none();
        self.halfmoves = select_unpredictable(counts, self.halfmoves.saturating_add(1), 0);
        self.fullmoves = self.fullmoves.saturating_add(u16::from(us == Color::Black));
        captured
    }

    /// Computes the pieces that give check to the side to move.
    pub(super) fn find_checkers(&self) -> Bitboard {
        let king = self.king(self.turn);
        self.pieces.attackers(king, self.turn.other(), self.pieces.occupied())
    }

    /// Returns a set with only `square` if `piece` on it gives check to the side to move, otherwise the empty set. Only
    /// valid after a ply that opens no line. Then no other piece can give check, because this king was not in check
    /// before the ply.
    #[inline]
    fn check_by(&self, piece: Piece, square: Square) -> Bitboard {
        let king = self.king(self.turn);
        let here = Bitboard::from(square);
        let near = REACH[piece.color as usize][piece.role as usize][king as usize] & here;
        let blocked = self.pieces.occupied().intersects(attacks::between(king, square));
        select_unpredictable(blocked, Bitboard::EMPTY, near)
    }
}
