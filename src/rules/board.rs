//! One board: men, promoted men, turn, castling and en passant.
//!
//! The men stand on shakmaty's bitboards. What differs from chess and from its Crazyhouse is here: a
//! captured man leaves the board and is handed to the caller, and the reserve is the caller's too, since
//! it is fed from the other board.

use super::moves::{Move, castled};
use shakmaty::{Bitboard, Color, Piece, Role, Square, attacks};

/// One of the two boards. A value that exists has exactly one king of each colour, no pawn on ranks 1 and
/// 8, and the side that is not to move is not in check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub(super) men: shakmaty::Board,
    /// The men that were pawns.
    pub(super) promoted: Bitboard,
    /// The rooks that may still castle.
    pub(super) castling: Bitboard,
    /// The men that give check to the side to move.
    pub(super) checkers: Bitboard,
    /// Where a pawn could be taken that has just moved two squares.
    pub(super) en_passant: Option<Square>,
    pub(super) turn: Color,
    /// Plies since the last capture, pawn move or drop.
    pub(super) halfmoves: u16,
    /// The number of the next move, from 1.
    pub(super) fullmoves: u16,
}

impl Default for Board {
    fn default() -> Self {
        Self {
            men: shakmaty::Board::new(),
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
    /// Whose turn it is.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The man on `square`.
    #[must_use]
    pub fn man_at(&self, square: Square) -> Option<Piece> {
        self.men.piece_at(square)
    }

    /// Whether the man on `square` was a pawn.
    #[must_use]
    pub fn is_promoted(&self, square: Square) -> bool {
        self.promoted.contains(square)
    }

    /// The king of `color`.
    #[inline]
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        // The invariant of the type; e1 stands in for the impossible.
        self.men.king_of(color).unwrap_or(Square::E1)
    }

    /// The men that give check to the side to move.
    #[inline]
    #[must_use]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.checkers.any()
    }

    /// The number of the next move, from 1.
    #[must_use]
    pub const fn fullmoves(&self) -> u16 {
        self.fullmoves
    }

    /// The bitboards.
    #[must_use]
    pub const fn men(&self) -> &shakmaty::Board {
        &self.men
    }

    /// Whether a rook other than from a corner, or a king not on the e file, may castle.
    #[must_use]
    pub fn is_chess960(&self) -> bool {
        self.castling.into_iter().any(|rook| {
            let color = if rook.rank() == shakmaty::Rank::First {
                Color::White
            } else {
                Color::Black
            };
            !Bitboard::CORNERS.contains(rook) || self.king(color).file() != shakmaty::File::E
        })
    }

    /// Whether the side to move is checkmated as bughouse understands it: no move and no drop of any man
    /// whatsoever could ever answer the check. A check that a man could be dropped into is no mate, with
    /// whatever the reserve holds today.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        let Some(checker) = self.checkers.first() else {
            return false;
        };
        let king = self.king(self.turn);
        // Any piece may be dropped on any square, so one empty square between is always an answer.
        let may_block = !self.checkers.more_than_one() && attacks::between(king, checker).any();
        !may_block && !self.has_move()
    }

    /// Plays `mv`, which [`Board::resolve`] or the list of legal moves gave for this very board, and
    /// returns the man taken as it comes into the partner's reserve: a promoted one as a pawn.
    #[inline]
    pub fn play(&mut self, mv: Move) -> Option<Role> {
        let us = self.turn;
        self.en_passant = None;
        self.halfmoves = self.halfmoves.saturating_add(1);
        let mut captured = None;
        let (from, to) = match mv {
            Move::Normal {
                role,
                from,
                to,
                promotion,
            } => {
                captured = self.take(to);
                self.men.discard_piece_at(from);
                self.men.set_piece_at(
                    to,
                    Piece {
                        color: us,
                        role: promotion.unwrap_or(role),
                    },
                );
                if self.promoted.contains(from) {
                    self.promoted.discard(from);
                    self.promoted.add(to);
                } else if promotion.is_some() {
                    self.promoted.add(to);
                }
                self.castling.discard(from);
                match role {
                    Role::Pawn => {
                        self.halfmoves = 0;
                        if from.distance(to) == 2 && from.file() == to.file() {
                            self.en_passant = from.offset(us.fold_wb(8, -8));
                        }
                    }
                    Role::King => self.castling &= !Bitboard::from(us.backrank()),
                    _ => {}
                }
                (Some(from), to)
            }
            Move::EnPassant { from, to } => {
                let beside = Square::from_coords(to.file(), from.rank());
                self.men.discard_piece_at(beside);
                self.men.discard_piece_at(from);
                self.men.set_piece_at(to, us.pawn());
                captured = Some(Role::Pawn);
                (None, to)
            }
            Move::Castle { king, rook } => {
                let (king_to, rook_to) = castled(king, rook);
                self.men.discard_piece_at(king);
                self.men.discard_piece_at(rook);
                self.men.set_piece_at(rook_to, us.rook());
                self.men.set_piece_at(king_to, us.king());
                self.castling &= !Bitboard::from(us.backrank());
                (None, king_to)
            }
            Move::Drop { role, to } => {
                self.men.set_piece_at(to, Piece { color: us, role });
                self.halfmoves = 0;
                (Some(to), to)
            }
        };
        if captured.is_some() {
            self.halfmoves = 0;
        }
        if us == Color::Black {
            self.fullmoves = self.fullmoves.saturating_add(1);
        }
        self.turn = us.other();
        self.find_checkers(from, to);
        captured
    }

    /// Removes what stands on `to` and says what the partner gets.
    #[inline]
    fn take(&mut self, to: Square) -> Option<Role> {
        if !self.men.occupied().contains(to) {
            return None;
        }
        let role = self.men.role_at(to)?;
        self.castling.discard(to);
        if self.promoted.contains(to) {
            self.promoted.discard(to);
            return Some(Role::Pawn);
        }
        Some(role)
    }

    /// Finds the checks to the side to move. A man that came from `from` to `to` can only give or open
    /// one if either square can see the king; `from` is `None` where more than one square has changed.
    #[inline]
    fn find_checkers(&mut self, from: Option<Square>, to: Square) {
        let king = self.king(self.turn);
        let lines = Bitboard(LINES[king as usize]);
        let seen = lines.contains(to)
            || from.is_none_or(|from| lines.contains(from))
            || attacks::knight_attacks(king).contains(to);
        self.checkers = if seen {
            self.men
                .attacks_to(king, self.turn.other(), self.men.occupied())
        } else {
            Bitboard::EMPTY
        };
    }
}

/// For each square, the squares on a rank, file or diagonal with it.
pub(super) static LINES: [u64; 64] = lines();

const fn lines() -> [u64; 64] {
    let mut table = [0; 64];
    let mut a: usize = 0;
    while a < 64 {
        let mut b: usize = 0;
        while b < 64 {
            let files = (a % 8).abs_diff(b % 8);
            let ranks = (a / 8).abs_diff(b / 8);
            if a != b && (files == 0 || ranks == 0 || files == ranks) {
                table[a] |= 1 << b;
            }
            b += 1;
        }
        a += 1;
    }
    table
}
