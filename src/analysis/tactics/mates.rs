//! [`for_each_mate`]: generates mates in one.

use super::{
    checks::{
        MINOR_AND_MAJOR_ROLES, checking_castlings, en_passants, for_each_pawn_check, plain_move,
        promotion,
    },
    drops::Hand,
    lines::Lines,
};
use crate::rules::{Bitboard, Board, Move, PROMOTIONS, Reserve, Role, Square, attacks, reach};
use std::ops::ControlFlow;

/// Calls `visit` with each mating move of the side to move, until `visit` returns `Break`.
///
/// A check from a distance is never mate, since any piece may be dropped in between. So a mate is a check from a
/// neighbouring square, a knight's check or a double check.
pub(super) fn for_each_mate(
    board: &Board,
    hand: Hand,
    mut visit: impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let flight_squares = FlightSquares::of(board);
    let mut mate = |mv| {
        if board.after_move(mv).is_checkmate() { visit(mv) } else { ControlFlow::Continue(()) }
    };
    let lines = &flight_squares.lines;
    for role in Reserve::ROLES {
        if hand.drops(role, lines.us, 0).any() {
            for to in flight_squares.mating_squares(role) & lines.droppable(role) {
                if flight_squares.are_covered_by(role, to, flight_squares.without_king) {
                    mate(Move::Drop { role, to })?;
                }
            }
        }
    }
    // A king's move gives check only by opening a line. A drop can block that line, so such a check is never mate.
    for role in MINOR_AND_MAJOR_ROLES {
        flight_squares.for_each_move_of(role, &mut mate)?;
    }
    flight_squares.for_each_pawn_move(&mut mate)?;
    // En passant captures and castling change more than two squares and may open two lines.
    en_passants(board).try_for_each(&mut mate)?;
    checking_castlings(board, lines).try_for_each(mate)
}

/// The squares to which the king of the side not to move could flee from a check.
struct FlightSquares<'b> {
    board: &'b Board,
    lines: Lines,
    /// The occupied squares except the king's, since the king does not shield the squares behind it.
    without_king: Bitboard,
    /// The flight squares: next to the king, not attacked, and without a piece of the king's colour.
    flights: Bitboard,
}

impl<'b> FlightSquares<'b> {
    fn of(board: &'b Board) -> Self {
        let lines = Lines::of(board);
        let without_king = lines.occupied & !Bitboard::from(lines.king);
        let theirs = lines.occupied & !lines.own;
        let beside = attacks::king_attacks(lines.king) & !theirs;
        let attackers = |square| board.pieces().attackers(square, lines.us, without_king);
        let mut flights = Bitboard::EMPTY;
        for square in beside {
            if attackers(square).is_empty() {
                flights.add(square);
            }
        }
        Self { board, lines, without_king, flights }
    }

    /// Returns the squares on which a drop of `role` may mate if nothing blocks its lines.
    #[inline]
    fn mating_squares(&self, role: Role) -> Bitboard {
        let mut mating_squares = self.lines.touching(role);
        for flight in self.flights {
            mating_squares &= reach(role.of(self.lines.us), flight);
        }
        mating_squares
    }

    /// Returns whether a new `role` on `to` attacks all flight squares, given the occupied squares. A mating drop must
    /// attack them all by itself, since it opens no line of another piece.
    #[inline]
    fn are_covered_by(&self, role: Role, to: Square, occupied: Bitboard) -> bool {
        self.flights.is_empty() || {
            let reach = attacks::attacks(to, role.of(self.lines.us), occupied);
            (self.flights & !reach).is_empty()
        }
    }

    /// Like [`Self::are_covered_by`], for a piece that moves from `from`. Also returns `true` if the move may open a
    /// line of another piece.
    #[inline]
    fn are_covered_from(&self, role: Role, from: Square, to: Square) -> bool {
        let occupied = self.without_king & !Bitboard::from(from);
        self.are_covered_by(role, to, occupied) || self.is_on_own_line(from)
    }

    /// Returns whether a bishop, rook or queen of the side to move attacks `square`.
    fn is_on_own_line(&self, square: Square) -> bool {
        let pieces = self.board.pieces();
        let attackers = pieces.attackers(square, self.lines.us, self.lines.occupied);
        let sliders = [Role::Bishop, Role::Rook, Role::Queen];
        sliders.into_iter().any(|role| attackers.intersects(pieces.by_role(role)))
    }

    fn for_each_move_of(
        &self,
        role: Role,
        mate: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let lines = &self.lines;
        for from in self.board.pieces().by_piece(role.of(lines.us)) {
            let targets = if lines.screens.contains(from) {
                lines.checking(role)
            } else {
                lines.touching(role)
            };
            let reach = attacks::attacks(from, role.of(lines.us), lines.occupied);
            for to in reach & targets & !lines.own {
                if self.are_covered_from(role, from, to) && self.board.is_safe(from, to) {
                    mate(plain_move(role, from, to))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn for_each_pawn_move(
        &self,
        mate: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let lines = &self.lines;
        for_each_pawn_check(self.board, lines, |from, to| {
            if self.are_covered_from(Role::Pawn, from, to) {
                mate(plain_move(Role::Pawn, from, to))
            } else {
                ControlFlow::Continue(())
            }
        })?;
        let pawns = self.board.pieces().by_piece(lines.us.pawn());
        for from in pawns & lines.promotion_source_rank() {
            for to in self.board.pawn_targets(from) {
                for role in PROMOTIONS {
                    if lines.arrives(role, from, to)
                        && self.are_covered_from(role, from, to)
                        && self.board.is_safe(from, to)
                    {
                        mate(promotion(from, to, role))?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}
