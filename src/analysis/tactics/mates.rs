//! The moves that mate at once: [`each_mate`].

use super::{
    checks::{OFFICERS, checking_castlings, each_pawn_check, en_passants, plain, promotion},
    hand::Hand,
    lines::Lines,
};
use crate::rules::{Bitboard, Board, Move, PROMOTIONS, Reserve, Role, Square, attacks, reach};
use std::ops::ControlFlow;

/// Gives `take` every move of the side to move that mates, until it breaks.
///
/// Anything may be dropped, so that a check from afar is no mate. What mates is a check from beside the king, one by
/// a knight, or a double check.
pub(super) fn each_mate(
    board: &Board,
    hand: Hand,
    mut take: impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let net = Net::of(board);
    let mut mate = |mv| {
        if mates(board, mv) { take(mv) } else { ControlFlow::Continue(()) }
    };
    let lines = &net.lines;
    for role in Reserve::ROLES {
        if hand.has(role) {
            for to in net.spots(role) & lines.droppable(role) {
                if net.is_shut_by(role, to, net.without_king) {
                    mate(Move::Drop { role, to })?;
                }
            }
        }
    }
    // A king opens one line at a time, and something can be dropped into it.
    for role in OFFICERS {
        net.each_move_of(role, &mut mate)?;
    }
    net.each_pawn_move(&mut mate)?;
    // Two lines may be opened at once.
    en_passants(board, lines).try_for_each(&mut mate)?;
    checking_castlings(board, lines).try_for_each(mate)
}

fn mates(board: &Board, mv: Move) -> bool {
    let mut after = board.clone();
    after.play(mv);
    after.is_checkmate()
}

/// Where the king of the side not to move could go if it were in check now.
struct Net<'b> {
    board: &'b Board,
    lines: Lines,
    /// The squares that are not empty, the king's taken out: it does not screen what is behind it.
    without_king: Bitboard,
    /// The squares beside the king that neither its own pieces hold nor the other side attacks.
    flights: Bitboard,
}

impl<'b> Net<'b> {
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

    /// Where a `role` that is dropped may mate, as far as can be told without what stands in its way.
    #[inline]
    fn spots(&self, role: Role) -> Bitboard {
        let mut spots = self.lines.touching(role);
        for flight in self.flights {
            spots &= reach(role.of(self.lines.us), flight);
        }
        spots
    }

    /// Whether a new `role` on `to` attacks every square to which the king could go. It can only close lines of
    /// others, so that without this there is no mate.
    #[inline]
    fn is_shut_by(&self, role: Role, to: Square, occupied: Bitboard) -> bool {
        self.flights.is_empty() || {
            let reach = attacks::attacks(to, role.of(self.lines.us), occupied);
            (self.flights & !reach).is_empty()
        }
    }

    /// The same of a piece that comes from `from`, which may open lines of others.
    #[inline]
    fn is_shut_from(&self, role: Role, from: Square, to: Square) -> bool {
        let occupied = self.without_king & !Bitboard::from(from);
        self.is_shut_by(role, to, occupied) || self.stands_on_a_line(from)
    }

    /// Whether a bishop, rook or queen of the side to move looks at what stands on `square`.
    fn stands_on_a_line(&self, square: Square) -> bool {
        let pieces = self.board.pieces();
        let attackers = pieces.attackers(square, self.lines.us, self.lines.occupied);
        let far = [Role::Bishop, Role::Rook, Role::Queen];
        far.into_iter().any(|role| attackers.intersects(pieces.by_role(role)))
    }

    fn each_move_of(
        &self,
        role: Role,
        mate: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let lines = &self.lines;
        for from in self.board.pieces().by_piece(role.of(lines.us)) {
            let goals = if lines.screens.contains(from) {
                lines.checking(role)
            } else {
                lines.touching(role)
            };
            let reach = attacks::attacks(from, role.of(lines.us), lines.occupied);
            for to in reach & goals & !lines.own {
                if self.is_shut_from(role, from, to) && self.board.is_safe(from, to) {
                    mate(plain(role, from, to))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn each_pawn_move(&self, mate: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let lines = &self.lines;
        each_pawn_check(self.board, lines, |from, to| {
            if self.is_shut_from(Role::Pawn, from, to) {
                mate(plain(Role::Pawn, from, to))
            } else {
                ControlFlow::Continue(())
            }
        })?;
        let pawns = self.board.pieces().by_piece(lines.us.pawn());
        for from in pawns & lines.before_last() {
            for to in self.board.pawn_targets(from) {
                for role in PROMOTIONS {
                    if lines.arrives(role, from, to)
                        && self.is_shut_from(role, from, to)
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
