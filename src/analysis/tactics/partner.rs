//! Captures of wanted pieces by the partner.

use crate::rules::{Move, Position, Role, Seat};

/// Returns the legal moves of the partner of `seat` that bring a `role` to the reserve of `seat`; none if the partner
/// is not to move. A promoted piece counts as a pawn.
pub fn captures_for(position: &Position, seat: Seat, role: Role) -> Vec<Move> {
    let partner = seat.partner();
    let board = position.board_of(partner);
    let mut captures = position.legal_moves(partner);
    captures.retain(|&mv| board.captured_by(mv) == Some(role));
    captures
}
