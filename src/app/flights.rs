//! [`Flight`]: the animated paths of pieces when a ply is played or taken back.

use crate::{
    replay::Ply,
    rules::{BoardId, Move, Piece, Position, Role, Seat, Square, castled},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Square(BoardId, Square),
    Reserve(Seat, Role),
}

/// A moving piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flight {
    pub piece: Piece,
    pub from: Place,
    pub to: Place,
}

impl Flight {
    /// Returns the paths of the pieces that `ply` moves in the position `before`. Castling moves a rook as well. A
    /// captured piece moves to the reserve of the capturing player's partner.
    pub fn of(ply: &Ply, before: &Position) -> Vec<Self> {
        let (seat, board) = (ply.seat, ply.seat.board());
        let on = |square| Place::Square(board, square);
        let piece = |role, color| Piece { color, role };
        let own = |role, from, to| Self { piece: piece(role, seat.color()), from, to: on(to) };
        let mut flights = match ply.mv {
            Move::Normal { role, from, to, .. } => vec![own(role, on(from), to)],
            Move::EnPassant { from, to } => vec![own(Role::Pawn, on(from), to)],
            Move::Castle { king, rook } => {
                let (king_to, rook_to) = castled(king, rook);
                vec![own(Role::King, on(king), king_to), own(Role::Rook, on(rook), rook_to)]
            }
            Move::Drop { role, to } => vec![own(role, Place::Reserve(seat, role), to)],
        };
        if let Some(taken) = ply.taken {
            let at = ply.mv.capture_square();
            let partner = seat.partner();
            let seen = before.boards[board].piece_at(at);
            flights.push(Self {
                piece: seen.unwrap_or(piece(taken, partner.color())),
                from: on(at),
                to: Place::Reserve(partner, taken),
            });
        }
        flights
    }

    /// Returns the reversed path.
    #[must_use]
    pub const fn back(self) -> Self {
        Self { piece: self.piece, from: self.to, to: self.from }
    }
}
