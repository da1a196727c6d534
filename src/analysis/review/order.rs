//! [`order`]: sorts moves so that the best are likely first.

use super::evaluate::board_value;
use crate::rules::{Board, Color, Move, Role, attacks, reach};

const KILLER_PLIES: usize = 32;

/// Quiet moves that refuted an earlier line.
#[derive(Debug)]
pub(super) struct Killers {
    by_ply: [[Option<Move>; 2]; KILLER_PLIES],
    /// How often a quiet move refuted a line, by color, role and target square.
    history: Vec<i32>,
}

impl Default for Killers {
    fn default() -> Self {
        Self { by_ply: [[None; 2]; KILLER_PLIES], history: vec![0; 2 * 2 * 8 * 64] }
    }
}

impl Killers {
    pub(super) fn remember(&mut self, ply: usize, color: Color, mv: Move, depth: i32) {
        if let Some(killers) = self.by_ply.get_mut(ply)
            && killers[0] != Some(mv)
        {
            killers[1] = killers[0].replace(mv);
        }
        let entry = &mut self.history[history_index(color, mv)];
        *entry = (*entry + depth * depth).min(4_000);
    }
}

fn history_index(color: Color, mv: Move) -> usize {
    let dropped = usize::from(matches!(mv, Move::Drop { .. }));
    ((color as usize * 2 + dropped) * 8 + mv.role() as usize) * 64 + mv.to() as usize
}

/// Sorts `moves`, with `first` at the front. Moves of equal rank keep their order, so that the result is the same on
/// every platform.
pub(super) fn order(
    board: &Board,
    moves: &mut [Move],
    first: Option<Move>,
    killers: &Killers,
    ply: usize,
) {
    let us = board.turn();
    let their_king = board.king(us.other());
    let ring = attacks::king_attacks(their_king);
    let at_ply = killers.by_ply.get(ply).copied().unwrap_or_default();
    let rank = |mv: &Move| {
        if first == Some(*mv) {
            return i32::MIN;
        }
        let mut value = killers.history[history_index(us, *mv)];
        let promotion = promotion_of(*mv);
        if let Some(taken) = board.captured_by(*mv) {
            value += 20_000 + 16 * board_value(taken) - board_value(mv.role());
        }
        value += promotion.map_or(0, board_value);
        if reach(promotion.unwrap_or(mv.role()).of(us), their_king).contains(mv.to()) {
            value += 6_000;
        }
        if at_ply.contains(&Some(*mv)) {
            value += 5_000;
        }
        if ring.contains(mv.to()) {
            value += 300;
        }
        -value
    };
    moves.sort_by_cached_key(rank);
}

/// Returns whether `mv` promotes to a rook or a bishop: a queen does the same and more, and all three are captured as a
/// pawn.
pub(super) const fn is_dominated(mv: Move) -> bool {
    matches!(promotion_of(mv), Some(Role::Rook | Role::Bishop))
}

const fn promotion_of(mv: Move) -> Option<Role> {
    match mv {
        Move::Normal { promotion, .. } => promotion,
        _ => None,
    }
}
