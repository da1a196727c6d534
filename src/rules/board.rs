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

    /// The rooks that may still castle.
    #[must_use]
    pub const fn castling(&self) -> Bitboard {
        self.castling
    }

    /// Where a pawn could be taken that has just moved two squares.
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// A board put together from parts of boards that exist, so that the invariants of the type hold. It
    /// has no count of moves.
    #[must_use]
    pub(crate) fn assemble(
        men: shakmaty::Board,
        castling: Bitboard,
        en_passant: Option<Square>,
        turn: Color,
    ) -> Self {
        let mut board = Self {
            men,
            promoted: Bitboard::EMPTY,
            castling,
            checkers: Bitboard::EMPTY,
            en_passant,
            turn,
            halfmoves: 0,
            fullmoves: 1,
        };
        board.checkers = board.find_checkers();
        board
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
        let double = self.checkers.more_than_one();
        // Any piece may be dropped on any square, so one empty square between is always an answer.
        if !double && attacks::between(king, checker).any() {
            return false;
        }
        let us = self.men.by_color(self.turn);
        let mut flights = (attacks::king_attacks(king) & !us).into_iter();
        if flights.any(|to| self.is_safe(king, to)) {
            return false;
        }
        double || !(self.can_take(checker) || self.can_take_in_passing())
    }

    /// Whether a man other than the king may take what stands on `to`.
    fn can_take(&self, to: Square) -> bool {
        let occupied = self.men.occupied();
        let men = self.men.attacks_to(to, self.turn, occupied) & !self.men.kings();
        men.into_iter().any(|from| self.is_safe(from, to))
    }

    fn can_take_in_passing(&self) -> bool {
        self.en_passant.is_some_and(|to| {
            let pawns = self.men.pawns() & self.men.by_color(self.turn);
            let mut pawns = (pawns & attacks::pawn_attacks(self.turn.other(), to)).into_iter();
            pawns.any(|from| self.is_safe(from, to))
        })
    }

    /// Plays `mv`, which [`Board::resolve`] or the list of legal moves gave for this very board, and
    /// returns the man taken as it comes into the partner's reserve: a promoted one as a pawn.
    #[inline]
    pub fn play(&mut self, mv: Move) -> Option<Role> {
        let us = self.turn;
        self.en_passant = None;
        let mut captured = None;
        let mut quiet = true;
        match mv {
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
                self.castling &= !if role == Role::King {
                    Bitboard::from(us.backrank())
                } else {
                    Bitboard::from(from)
                };
                quiet = role != Role::Pawn;
                if !quiet && from.distance(to) == 2 && from.file() == to.file() {
                    self.en_passant = from.offset(us.fold_wb(8, -8));
                }
            }
            Move::EnPassant { from, to } => {
                let beside = Square::from_coords(to.file(), from.rank());
                self.men.discard_piece_at(beside);
                self.men.discard_piece_at(from);
                self.men.set_piece_at(to, us.pawn());
                captured = Some(Role::Pawn);
            }
            Move::Castle { king, rook } => {
                let (king_to, rook_to) = castled(king, rook);
                self.men.discard_piece_at(king);
                self.men.discard_piece_at(rook);
                self.men.set_piece_at(rook_to, us.rook());
                self.men.set_piece_at(king_to, us.king());
                self.castling &= !Bitboard::from(us.backrank());
            }
            Move::Drop { role, to } => {
                self.men.set_piece_at(to, Piece { color: us, role });
                quiet = false;
            }
        }
        self.halfmoves = if quiet && captured.is_none() {
            self.halfmoves.saturating_add(1)
        } else {
            0
        };
        self.fullmoves = self.fullmoves.saturating_add(u16::from(us == Color::Black));
        self.turn = us.other();
        self.checkers = self.find_checkers();
        captured
    }

    /// The men that give check to the side to move.
    #[inline]
    fn find_checkers(&self) -> Bitboard {
        let (king, them) = (self.king(self.turn), self.turn.other());
        let men = &self.men;
        let near = (attacks::knight_attacks(king) & men.knights())
            | (attacks::pawn_attacks(self.turn, king) & men.pawns());
        let far = (REACH[Role::Rook as usize][king as usize] & men.rooks_and_queens())
            | (REACH[Role::Bishop as usize][king as usize] & men.bishops_and_queens());
        // The big tables are spared where nothing stands on a line with the king.
        if (far & men.by_color(them)).is_empty() {
            return near & men.by_color(them);
        }
        men.attacks_to(king, them, men.occupied())
    }

    /// Removes what stands on `to` and says what the partner gets.
    #[inline]
    fn take(&mut self, to: Square) -> Option<Role> {
        if !self.men.occupied().contains(to) {
            return None;
        }
        self.castling.discard(to);
        if self.promoted.contains(to) {
            self.promoted.discard(to);
            return Some(Role::Pawn);
        }
        // Without a branch for each kind of man.
        let on = |men: Bitboard| usize::from(men.contains(to));
        let men = &self.men;
        let kind = on(men.pawns())
            + 2 * on(men.knights())
            + 3 * on(men.bishops())
            + 4 * on(men.rooks())
            + 5 * on(men.queens());
        KINDS[kind]
    }
}

static KINDS: [Option<Role>; 6] = [
    None,
    Some(Role::Pawn),
    Some(Role::Knight),
    Some(Role::Bishop),
    Some(Role::Rook),
    Some(Role::Queen),
];

/// For each man but the pawn, by its [`Role`] as a number, and each square: the squares that it reaches
/// from there on an empty board.
pub(super) static REACH: [[Bitboard; 64]; 7] = reach();

const fn reach() -> [[Bitboard; 64]; 7] {
    let mut table = [[Bitboard::EMPTY; 64]; 7];
    let none = Bitboard::EMPTY;
    let mut at = 0;
    while at < 64 {
        let square = Square::ALL[at];
        table[Role::Knight as usize][at] = attacks::knight_attacks(square);
        table[Role::Bishop as usize][at] = attacks::bishop_attacks(square, none);
        table[Role::Rook as usize][at] = attacks::rook_attacks(square, none);
        table[Role::Queen as usize][at] = attacks::queen_attacks(square, none);
        table[Role::King as usize][at] = attacks::king_attacks(square);
        at += 1;
    }
    table
}
