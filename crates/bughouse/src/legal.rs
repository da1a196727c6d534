//! Generates all legal moves, for example for dragging, editing and solving. Replay resolves single moves instead.

use super::{
    board::Board,
    moves::{Move, PROMOTIONS},
    reserve::Reserve,
};
use shakmaty::{Bitboard, CastlingSide, Color, Rank, Role, Square, attacks};
use std::ops::ControlFlow;

impl Board {
    /// Returns the legal moves of the side to move, including drops from `reserve`, in no particular order.
    pub fn legal_moves(&self, reserve: &Reserve) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        let _ = self.for_each_move(|mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        let mut empty = !self.pieces.occupied();
        if self.is_check() {
            empty &= self.blocks();
        }
        for role in Reserve::ROLES {
            if reserve.count(role) == 0 {
                continue;
            }
            let squares = if role == Role::Pawn { empty & !Bitboard::BACKRANKS } else { empty };
            moves.extend(squares.into_iter().map(|to| Move::Drop { role, to }));
        }
        moves
    }

    /// Calls `visit` with each legal move except drops, until `visit` breaks.
    pub fn for_each_move(&self, mut visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let us = self.pieces.by_color(self.turn);
        for from in us {
            let Some(role) = self.pieces.role_at(from) else { continue };
            let targets = if role == Role::Pawn {
                self.pawn_targets(from)
            } else {
                attacks::attacks(from, role.of(self.turn), self.pieces.occupied()) & !us
            };
            for to in targets {
                if self.is_safe(from, to) {
                    self.for_each_move_between(role, from, to, &mut visit)?;
                }
            }
        }
        for side in CastlingSide::ALL {
            if let Ok(mv) = self.resolve_castle(side) {
                visit(mv)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn for_each_move_between(
        &self,
        role: Role,
        from: Square,
        to: Square,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if role == Role::Pawn {
            if to.rank() == self.turn.relative_rank(Rank::Eighth) {
                for promotion in PROMOTIONS {
                    visit(Move::Normal { role, from, to, promotion: Some(promotion) })?;
                }
                return ControlFlow::Continue(());
            }
            if from.file() != to.file() && !self.pieces.occupied().contains(to) {
                return visit(Move::EnPassant { from, to });
            }
        }
        visit(Move::Normal { role, from, to, promotion: None })
    }

    /// Returns the squares to which the pawn on `from` may move, even if that exposes its king.
    pub fn pawn_targets(&self, from: Square) -> Bitboard {
        let color = self.turn;
        let mut capturable = self.pieces.by_color(color.other());
        if let Some(square) = self.en_passant {
            capturable.add(square);
        }
        let captures = attacks::pawn_attacks(color, from) & capturable;
        captures | pawn_steps(color, from, self.pieces.occupied())
    }
}

/// Returns the squares to which a pawn on `from` may move without a capture.
#[inline]
pub(super) fn pawn_steps(color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    let mut steps = Bitboard::EMPTY;
    let step = color.fold_wb(8, -8);
    if let Some(one) = from.offset(step)
        && !occupied.contains(one)
    {
        steps.add(one);
        if from.rank() == color.relative_rank(Rank::Second)
            && let Some(two) = one.offset(step)
            && !occupied.contains(two)
        {
            steps.add(two);
        }
    }
    steps
}
