//! Converts between notation and moves on a board: [`San`] ⇄ [`Move`].

use super::{
    board::Board,
    moves::{IllegalMove, Move, castled, castling_side},
    pieces::{REACH, STEP, with_clear_line},
    reserve::Reserve,
    san::{Claim, San},
};
use shakmaty::{Bitboard, CastlingSide, File, Rank, Role, Square, attacks};
use std::hint::select_unpredictable;

impl Board {
    /// Resolves `san` as a move of the side to move. Disambiguation may be missing if only one piece can move legally,
    /// and may be longer than necessary. The `x` of a capture is not checked against the board.
    ///
    /// # Errors
    /// If the move is illegal. [`IllegalMove::EmptyReserve`] and [`IllegalMove::PromotionMissing`] are returned only if
    /// nothing else is wrong.
    #[inline]
    pub fn resolve(&self, san: &San, reserve: &Reserve) -> Result<Move, IllegalMove> {
        match *san {
            San::Normal { role, file, rank, to, capture, promotion } => {
                self.resolve_normal(role, file, rank, to, capture, promotion)
            }
            San::Drop { role: Some(role), to } => self.resolve_drop(role, to, reserve),
            San::Drop { role: None, to } => self.resolve_open_drop(to, reserve),
            San::Castle(side) => self.resolve_castle(side),
        }
    }

    /// Returns SAN for `mv`, a legal move of this board, with minimal disambiguation and without `+` or `#`.
    pub fn san(&self, mv: Move) -> San {
        match mv {
            Move::Normal { role, from, to, promotion } => {
                let capture = self.pieces.occupied().contains(to);
                let (file, rank) = if role == Role::Pawn {
                    (if capture { Some(from.file()) } else { None }, None)
                } else {
                    self.disambiguation(role, from, to)
                };
                San::Normal { role, file, rank, to, capture, promotion }
            }
            Move::EnPassant { from, to } => San::Normal {
                role: Role::Pawn,
                file: Some(from.file()),
                rank: None,
                to,
                capture: true,
                promotion: None,
            },
            Move::Castle { king, rook } => San::Castle(castling_side(king, rook)),
            Move::Drop { role, to } => San::Drop { role: Some(role), to },
        }
    }

    /// Returns the `+` or `#` of the move that led to this board.
    pub fn claim(&self) -> Claim {
        Claim::of(self.is_check(), self.is_checkmate())
    }

    /// Returns the shortest disambiguation of `from` among pieces of kind `role` that can legally move to `to`.
    fn disambiguation(&self, role: Role, from: Square, to: Square) -> (Option<File>, Option<Rank>) {
        let rivals = self.origins(role, to) ^ Bitboard::from(from);
        let safe = rivals.into_iter().filter(|&rival| self.is_safe(rival, to)).collect();
        disambiguate(from, safe)
    }

    #[inline]
    fn resolve_normal(
        &self,
        mut role: Role,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        capture: bool,
        promotion: Option<Role>,
    ) -> Result<Move, IllegalMove> {
        let color = self.turn;
        let us = self.pieces.by_color(color);
        // Here and below, rare conditions are tested first: the processor predicts them well, unlike branches on the
        // kind of piece.
        if let (Some(rank), Some(file), Role::Pawn) = (rank, file, role) {
            // `e1g1`: a full origin without a piece letter means the piece on that square.
            let from = Square::from_coords(file, rank);
            if let Some(piece) = self.pieces.piece_at(from).filter(|piece| piece.color == color) {
                role = piece.role;
                if role == Role::King && !attacks::king_attacks(from).contains(to) {
                    return reject_promotion(self.resolve_king_leap(from, to), to, promotion);
                }
            }
        }
        if us.contains(to) {
            let king = self.king(color);
            let matches_file = file.is_none_or(|file| king.file() == file)
                && rank.is_none_or(|rank| king.rank() == rank);
            if role == Role::King && matches_file && self.castling.contains(to) {
                let castle = self.resolve_castle(castling_side(king, to));
                return reject_promotion(castle, to, promotion);
            }
            return Err(IllegalMove::OwnPiece { to });
        }
        let mut written = file.map_or(Bitboard::FULL, Bitboard::from)
            & rank.map_or(Bitboard::FULL, Bitboard::from);
        // A pawn capture without a file (`xe6`) may start on any file except the target's.
        let barred = select_unpredictable(role == Role::Pawn, to.file().into(), Bitboard::EMPTY);
        if file.is_none() {
            written &= !select_unpredictable(capture, barred, Bitboard::EMPTY);
        }
        // For nearly every move exactly one piece qualifies, so try that piece without branches on its kind.
        let pseudo_origins = self.pseudo_origins(role, to) & written;
        let from = match pseudo_origins.single_square() {
            Some(from) if !self.pieces.occupied().intersects(attacks::between(from, to)) => {
                if !self.is_safe(from, to) {
                    return Err(self.check_error());
                }
                from
            }
            _ => {
                let origins = with_clear_line(pseudo_origins, to, self.pieces.occupied());
                self.single_safe_origin(role, origins, to)?
            }
        };
        let pawn = role == Role::Pawn;
        if self.en_passant == Some(to) && pawn && from.file() != to.file() {
            return reject_promotion(Ok(Move::EnPassant { from, to }), to, promotion);
        }
        match (pawn & (to.rank() == color.relative_rank(Rank::Eighth)), promotion) {
            (true, None) => Err(IllegalMove::PromotionMissing { to }),
            (false, Some(_)) => Err(IllegalMove::PromotionTooEarly { to }),
            _ => Ok(Move::Normal { role, from, to, promotion }),
        }
    }

    /// Returns the pieces of kind `role` of the side to move that reach `to`, even if that exposes their king.
    pub fn origins(&self, role: Role, to: Square) -> Bitboard {
        with_clear_line(self.pseudo_origins(role, to), to, self.pieces.occupied())
    }

    /// Returns the pieces of kind `role` of the side to move that reach `to` if nothing stands in between.
    #[inline]
    fn pseudo_origins(&self, role: Role, to: Square) -> Bitboard {
        let reach = &REACH[self.turn as usize];
        let steps = (role == Role::Pawn) & !self.pieces.occupied().contains(to);
        let moves = select_unpredictable(steps, STEP, role as usize);
        let mut from = reach[moves][to as usize];
        if self.en_passant == Some(to) && steps {
            from |= reach[Role::Pawn as usize][to as usize];
        }
        self.pieces.by_piece(role.of(self.turn)) & from
    }

    /// Returns the only piece among `origins` that may legally move to `to`. Returns an error if there is none or more
    /// than one.
    fn single_safe_origin(
        &self,
        role: Role,
        origins: Bitboard,
        to: Square,
    ) -> Result<Square, IllegalMove> {
        let mut safe = origins.into_iter().filter(|&from| self.is_safe(from, to));
        match (safe.next(), safe.next()) {
            (Some(from), None) => Ok(from),
            (Some(_), Some(_)) => Err(IllegalMove::Ambiguous { role, to }),
            (None, _) if origins.any() => Err(self.check_error()),
            (None, _) => Err(IllegalMove::NoSuchPiece { color: self.turn, role, to }),
        }
    }

    fn check_error(&self) -> IllegalMove {
        IllegalMove::KingInCheck { color: self.turn, already: self.is_check() }
    }

    /// Returns whether the player's own king is safe after a piece has moved from `from` to `to`.
    #[inline]
    pub fn is_safe(&self, from: Square, to: Square) -> bool {
        let king = self.king(self.turn);
        let pinners = self.pieces.sliders_on_line(king, from, self.turn.other());
        let harmless = (pinners | self.checkers).is_empty() & (from != king);
        (harmless && self.en_passant != Some(to)) || self.is_safe_after(from, to)
    }

    /// The slow path of [`Self::is_safe`]: pins, checks, king moves and en passant.
    fn is_safe_after(&self, from: Square, to: Square) -> bool {
        let king = self.king(self.turn);
        let occupied = self.pieces.occupied();
        let them = self.turn.other();
        if from == king {
            let without_king = occupied ^ Bitboard::from(from);
            return (self.pieces.attackers(to, them, without_king) & !Bitboard::from(to))
                .is_empty();
        }
        let mut after = (occupied ^ Bitboard::from(from)) | Bitboard::from(to);
        let mut captured = Bitboard::from(to);
        let is_en_passant = self.en_passant == Some(to)
            && self.pieces.by_role(Role::Pawn).contains(from)
            && from.file() != to.file();
        if is_en_passant {
            let beside = Square::from_coords(to.file(), from.rank());
            after.discard(beside);
            captured.add(beside);
        }
        (self.pieces.attackers(king, them, after) & !captured).is_empty()
    }

    #[inline]
    fn resolve_drop(&self, role: Role, to: Square, reserve: &Reserve) -> Result<Move, IllegalMove> {
        if self.pieces.occupied().contains(to) {
            return Err(IllegalMove::Occupied { to });
        }
        if role == Role::Pawn && matches!(to.rank(), Rank::First | Rank::Eighth) {
            return Err(IllegalMove::PawnOnLastRank { to });
        }
        if self.checkers.any() && !self.blocks().contains(to) {
            return Err(self.check_error());
        }
        if reserve.count(role) == 0 {
            return Err(IllegalMove::EmptyReserve { color: self.turn, role });
        }
        Ok(Move::Drop { role, to })
    }

    /// Returns the squares on which a drop would block the check; none without a check or in a double check.
    pub fn blocks(&self) -> Bitboard {
        match self.checkers.single_square() {
            Some(checker) => attacks::between(self.king(self.turn), checker),
            None => Bitboard::EMPTY,
        }
    }

    /// Resolves a drop that does not name its piece. Prefers a knight, since chess.com's `$146` stands for the figurine
    /// of a knight. If no knight can be dropped on `to`, chooses the least valuable piece that can.
    fn resolve_open_drop(&self, to: Square, reserve: &Reserve) -> Result<Move, IllegalMove> {
        let knight = self.resolve_drop(Role::Knight, to, reserve);
        if knight.is_ok() {
            return knight;
        }
        Reserve::ROLES
            .into_iter()
            .find_map(|role| self.resolve_drop(role, to, reserve).ok())
            .map_or(knight, Ok)
    }

    /// Resolves castling written as a king's move (`e1g1`) or as king takes rook.
    fn resolve_king_leap(&self, king: Square, to: Square) -> Result<Move, IllegalMove> {
        if self.castling.contains(to) {
            return self.resolve_castle(castling_side(king, to));
        }
        if king.rank() == to.rank() && king.rank() == self.turn.backrank() {
            match to.file() {
                File::G => return self.resolve_castle(CastlingSide::KingSide),
                File::C => return self.resolve_castle(CastlingSide::QueenSide),
                _ => {}
            }
        }
        Err(IllegalMove::NoSuchPiece { color: self.turn, role: Role::King, to })
    }

    /// Resolves castling to `side`.
    ///
    /// # Errors
    /// Why it is illegal.
    pub fn resolve_castle(&self, side: CastlingSide) -> Result<Move, IllegalMove> {
        let color = self.turn;
        let king = self.king(color);
        let rook = (self.castling & Bitboard::from(color.backrank()))
            .into_iter()
            .find(|&rook| castling_side(king, rook) == side)
            .ok_or(IllegalMove::NoCastling)?;
        let (king_to, rook_to) = castled(king, rook);
        let both = Bitboard::from(king) | Bitboard::from(rook);
        let others = self.pieces.occupied() & !both;
        let king_way = attacks::between(king, king_to) | Bitboard::from(king_to);
        let rook_way = attacks::between(rook, rook_to) | Bitboard::from(rook_to);
        if others.intersects(king_way | rook_way) {
            return Err(IllegalMove::CastlingBlocked);
        }
        let them = color.other();
        let without_king = self.pieces.occupied() ^ Bitboard::from(king);
        let attacked = (king_way | Bitboard::from(king))
            .into_iter()
            .any(|square| self.pieces.attackers(square, them, without_king).any());
        // In Fischer random chess, castling may move the rook off a line between the king and an attacker.
        let after = others | Bitboard::from(king_to) | Bitboard::from(rook_to);
        if attacked || self.pieces.attackers(king_to, them, after).any() {
            return Err(IllegalMove::CastlingInCheck);
        }
        Ok(Move::Castle { king, rook })
    }
}

/// Rejects a promotion piece after a move that cannot promote. Returns `found` unchanged if `promotion` is `None` or
/// `found` is an error.
#[inline]
fn reject_promotion(
    found: Result<Move, IllegalMove>,
    to: Square,
    promotion: Option<Role>,
) -> Result<Move, IllegalMove> {
    match promotion {
        Some(_) => found.and(Err(IllegalMove::PromotionTooEarly { to })),
        None => found,
    }
}

/// Returns the shortest disambiguation of `from` among `origins`: nothing, else the file, else the rank, else both.
pub(super) fn disambiguate(from: Square, origins: Bitboard) -> (Option<File>, Option<Rank>) {
    let rivals = origins & !Bitboard::from(from);
    if rivals.is_empty() {
        (None, None)
    } else if !rivals.intersects(Bitboard::from(from.file())) {
        (Some(from.file()), None)
    } else if !rivals.intersects(Bitboard::from(from.rank())) {
        (None, Some(from.rank()))
    } else {
        (Some(from.file()), Some(from.rank()))
    }
}
