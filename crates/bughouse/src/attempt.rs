//! [`Attempt`], [`OwnPieces`]: potentially legal moves in Kriegspiel, whose players see only their own pieces.
//!
//! A move is *potentially legal* if some placement of the unseen pieces allows it, that is, if none of the player's own
//! pieces blocks it. Only the referee knows whether the move is legal.

use super::{
    board::Board,
    legal::pawn_steps,
    moves::{Move, PROMOTIONS, castled, castling_side},
    pieces::Pieces,
    resolve::disambiguate,
    san::San,
};
use shakmaty::{Bitboard, Color, Piece, Rank, Role, Square, attacks};

/// A potentially legal move of a player who sees only their own pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Attempt {
    /// A move of one piece. A pawn that leaves its file tries to capture.
    Normal { role: Role, from: Square, to: Square, promotion: Option<Role> },
    /// Castling, by the squares of king and rook.
    Castle { king: Square, rook: Square },
}

impl Attempt {
    /// Returns `mv` as an attempt, or `None` for a drop.
    pub const fn of(mv: Move) -> Option<Self> {
        Some(match mv {
            Move::Normal { role, from, to, promotion } => {
                Self::Normal { role, from, to, promotion }
            }
            Move::EnPassant { from, to } => {
                Self::Normal { role: Role::Pawn, from, to, promotion: None }
            }
            Move::Castle { king, rook } => Self::Castle { king, rook },
            Move::Drop { .. } => return None,
        })
    }

    /// Returns whether the attempt is a capture by a pawn.
    pub fn is_pawn_capture(self) -> bool {
        matches!(self, Self::Normal { role: Role::Pawn, from, to, .. } if from.file() != to.file())
    }

    /// Returns the origin and target squares; for castling, those of the king.
    pub fn squares(self) -> (Square, Square) {
        match self {
            Self::Normal { from, to, .. } => (from, to),
            Self::Castle { king, rook } => (king, castled(king, rook).0),
        }
    }
}

/// Why a move in SAN cannot be resolved to an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AttemptError {
    /// No piece of this kind could make the move in any position. Also returned if a promotion piece is written but the
    /// move does not promote.
    #[error("no {} can make this move", super::role_name(*role))]
    NoSuchPiece { role: Role },
    /// Several pieces of this kind could make the move.
    #[error("more than one {} can make this move", super::role_name(*role))]
    Ambiguous { role: Role },
    /// The castling right is lost, or one of the player's own pieces stands in the way.
    #[error("castling is not possible here")]
    Castling,
    /// A drop; Kriegspiel has none.
    #[error("there are no drops in Kriegspiel")]
    Drop,
}

/// The pieces of one player, as a board without the opponent's pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnPieces {
    color: Color,
    pieces: Pieces,
    castling: Bitboard,
}

impl OwnPieces {
    /// Returns the color of the player.
    pub const fn color(&self) -> Color {
        self.color
    }

    /// Returns the player's pieces, on a board without the opponent's pieces.
    pub const fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// Returns the rooks that may still castle.
    pub const fn castling(&self) -> Bitboard {
        self.castling
    }

    /// Returns all potentially legal moves, in no particular order.
    pub fn attempts(&self) -> Vec<Attempt> {
        let mut attempts = Vec::with_capacity(64);
        for from in self.pieces.occupied() {
            let Some(role) = self.pieces.role_at(from) else { continue };
            for to in self.targets(role, from) {
                let mut add = |promotion| {
                    attempts.push(Attempt::Normal { role, from, to, promotion });
                };
                if role == Role::Pawn && to.rank() == self.color.relative_rank(Rank::Eighth) {
                    PROMOTIONS.map(Some).into_iter().for_each(add);
                } else {
                    add(None);
                }
            }
        }
        if let Some(king) = self.pieces.by_role(Role::King).first() {
            let rooks = self.castling.into_iter();
            attempts.extend(
                rooks
                    .filter(|&rook| self.may_castle(king, rook))
                    .map(|rook| Attempt::Castle { king, rook }),
            );
        }
        attempts
    }

    fn targets(&self, role: Role, from: Square) -> Bitboard {
        let own = self.pieces.occupied();
        if role != Role::Pawn {
            let piece = Piece { color: self.color, role };
            return attacks::attacks(from, piece, own) & !own;
        }
        (attacks::pawn_attacks(self.color, from) & !own) | pawn_steps(self.color, from, own)
    }

    /// Returns whether the player's own pieces leave the way free to castle with `rook`.
    fn may_castle(&self, king: Square, rook: Square) -> bool {
        let (king_to, rook_to) = castled(king, rook);
        let path = attacks::between(king, king_to)
            | attacks::between(rook, rook_to)
            | Bitboard::from(king_to)
            | Bitboard::from(rook_to);
        let others = self.pieces.occupied() & !Bitboard::from(king) & !Bitboard::from(rook);
        !others.intersects(path)
    }

    /// Resolves `san` to an attempt.
    ///
    /// # Errors
    /// If no piece or several pieces could make the move, if castling is impossible, or if the move is a drop.
    pub fn resolve(&self, san: &San) -> Result<Attempt, AttemptError> {
        let (mut role, file, rank, to, capture, promotion) = match *san {
            San::Normal { role, file, rank, to, capture, promotion } => {
                (role, file, rank, to, capture, promotion)
            }
            San::Castle(side) => {
                let king = self.pieces.by_role(Role::King).first().ok_or(AttemptError::Castling)?;
                let mut rooks = self.castling.into_iter();
                let rook = rooks
                    .find(|&rook| castling_side(king, rook) == side && self.may_castle(king, rook));
                return rook
                    .map(|rook| Attempt::Castle { king, rook })
                    .ok_or(AttemptError::Castling);
            }
            San::Drop { .. } => return Err(AttemptError::Drop),
        };
        if let (Role::Pawn, Some(file), Some(rank)) = (role, file, rank) {
            // `e2e4`: a full origin without a piece letter means the piece on that square.
            let piece = self.pieces.role_at(Square::from_coords(file, rank));
            role = piece.unwrap_or(role);
        }
        let allowed = file.map_or(Bitboard::FULL, Bitboard::from)
            & rank.map_or(Bitboard::FULL, Bitboard::from);
        let mut origins = self.origins(role, to) & allowed;
        if role == Role::Pawn && file.is_none() {
            let to_file = Bitboard::from(to.file());
            origins &= if capture { !to_file } else { to_file };
        }
        let from = match origins.single_square() {
            Some(from) => from,
            None if origins.is_empty() => return Err(AttemptError::NoSuchPiece { role }),
            None => return Err(AttemptError::Ambiguous { role }),
        };
        let promotes = role == Role::Pawn && to.rank() == self.color.relative_rank(Rank::Eighth);
        if promotion.is_some() && !promotes {
            return Err(AttemptError::NoSuchPiece { role });
        }
        // Old files write no promotion piece if it is a queen.
        let promotion = if promotes { promotion.or(Some(Role::Queen)) } else { None };
        Ok(Attempt::Normal { role, from, to, promotion })
    }

    /// Returns the pieces of kind `role` for which a move to `to` is potentially legal.
    fn origins(&self, role: Role, to: Square) -> Bitboard {
        let pieces = self.pieces.by_role(role);
        pieces.into_iter().filter(|&from| self.targets(role, from).contains(to)).collect()
    }

    /// Returns `attempt` in the notation of Kriegspiel. This notation distinguishes the move from every other
    /// potentially legal move, so it is often longer than in chess. `capture` is whether the move captures. It is
    /// ignored for pawns, which capture exactly if they change files.
    pub fn san(&self, attempt: Attempt, capture: bool) -> San {
        match attempt {
            Attempt::Castle { king, rook } => San::Castle(castling_side(king, rook)),
            Attempt::Normal { role, from, to, promotion } => {
                let (file, rank, capture) = if role == Role::Pawn {
                    let capture = from.file() != to.file();
                    (if capture { Some(from.file()) } else { None }, None, capture)
                } else {
                    let (file, rank) = disambiguate(from, self.origins(role, to));
                    (file, rank, capture)
                };
                San::Normal { role, file, rank, to, capture, promotion }
            }
        }
    }

    /// Plays a move that the referee has allowed.
    pub fn play(&mut self, attempt: Attempt) {
        match attempt {
            Attempt::Normal { role, from, to, promotion } => {
                self.pieces.remove(from);
                let piece = Piece { color: self.color, role: promotion.unwrap_or(role) };
                self.pieces.put(to, piece);
                if role == Role::King {
                    self.castling = Bitboard::EMPTY;
                }
                self.castling.discard(from);
            }
            Attempt::Castle { king, rook } => {
                let (king_to, rook_to) = castled(king, rook);
                self.pieces.remove(king);
                self.pieces.remove(rook);
                self.pieces.put(king_to, self.color.king());
                self.pieces.put(rook_to, self.color.rook());
                self.castling = Bitboard::EMPTY;
            }
        }
    }

    /// Removes the piece that the opponent has captured on `square`, and returns its role, or `None` if the square
    /// is empty.
    pub fn remove_captured(&mut self, square: Square) -> Option<Role> {
        self.castling.discard(square);
        self.pieces.remove(square)
    }
}

impl Board {
    /// Returns what the player of `color` sees of this board in Kriegspiel.
    pub fn own_pieces(&self, color: Color) -> OwnPieces {
        let mut pieces = self.pieces.clone();
        for square in self.pieces.by_color(color.other()) {
            pieces.remove(square);
        }
        OwnPieces { color, castling: self.castling & pieces.occupied(), pieces }
    }

    /// Returns the move that `attempt` makes on this board, or `None` if it is illegal. `attempt` must be potentially
    /// legal for the side to move.
    pub fn legal_move_for(&self, attempt: Attempt) -> Option<Move> {
        match attempt {
            Attempt::Castle { king, rook } => self.resolve_castle(castling_side(king, rook)).ok(),
            Attempt::Normal { role, from, to, promotion } => {
                let occupied = self.pieces.occupied();
                let mut mv = Move::Normal { role, from, to, promotion };
                if role == Role::Pawn {
                    if from.file() == to.file() {
                        let path = attacks::between(from, to) | Bitboard::from(to);
                        if occupied.intersects(path) {
                            return None;
                        }
                    } else if !occupied.contains(to) {
                        if self.en_passant != Some(to) {
                            return None;
                        }
                        mv = Move::EnPassant { from, to };
                    }
                } else if role != Role::Knight && occupied.intersects(attacks::between(from, to)) {
                    return None;
                }
                if self.is_safe(from, to) { Some(mv) } else { None }
            }
        }
    }

    /// Returns the number of legal pawn captures: the "pawn tries" that the referee on ICC announces. A capture with
    /// promotion counts once.
    pub fn pawn_tries(&self) -> u16 {
        u16::try_from(self.pawn_captures().count()).unwrap_or(u16::MAX)
    }

    /// Returns whether any pawn capture is legal.
    pub fn has_pawn_try(&self) -> bool {
        self.pawn_captures().next().is_some()
    }

    /// Returns the squares of the pawns that have a legal capture.
    pub fn pawn_try_origins(&self) -> Bitboard {
        self.pawn_captures().map(|(from, _)| from).collect()
    }

    /// Returns the legal captures by pawns: origin and target. A capture with promotion counts once.
    fn pawn_captures(&self) -> impl Iterator<Item = (Square, Square)> {
        let pawns = self.pieces.by_piece(self.turn.pawn());
        let mut capturable = self.pieces.by_color(self.turn.other());
        capturable.extend(self.en_passant);
        pawns.into_iter().flat_map(move |from| {
            let targets = attacks::pawn_attacks(self.turn, from) & capturable;
            targets.into_iter().filter(move |&to| self.is_safe(from, to)).map(move |to| (from, to))
        })
    }

    /// Returns whether the side to move is mated by the rules of chess: in check, without a move that is not a drop.
    pub fn is_chess_mate(&self) -> bool {
        self.is_check() && !self.has_move()
    }

    /// Returns whether the side to move has a legal move other than a drop.
    pub fn has_move(&self) -> bool {
        let king = self.king(self.turn);
        let us = self.pieces.by_color(self.turn);
        // A king's move nearly always exists, and is the cheapest to test.
        let reach = attacks::king_attacks(king) & !us;
        reach.into_iter().any(|to| self.is_safe(king, to))
            || self.for_each_move(|_| std::ops::ControlFlow::Break(())).is_break()
    }
}
