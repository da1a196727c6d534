//! The captures of a partner that bring a piece.

use crate::rules::{Move, Position, Role, Seat};

/// The legal moves of the partner of `seat` that bring a piece of kind `role` into its reserve; none where the partner
/// is not to move. A promoted piece comes as a pawn.
#[must_use]
pub fn captures_for(position: &Position, seat: Seat, role: Role) -> Vec<Move> {
    let partner = seat.partner();
    let board = position.board_of(partner);
    let mut captures = position.legal_moves(partner);
    captures.retain(|&mv| board.taken_by(mv) == Some(role));
    captures
}
