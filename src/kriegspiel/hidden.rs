//! [`Hidden`]: the unseen pieces of a position, in 32 bytes.

use crate::rules::{Bitboard, Board, Color, OwnPieces, Role, Square};
use foldhash::fast::FixedState;
use shakmaty::attacks;
use std::collections::HashSet;

/// The part of a position that the player cannot see: the opponent's pieces and castling rights, and the en passant
/// square of either side. The player's own pieces are the same in all possible positions, so [`Belief`](super::Belief)
/// stores them once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Hidden {
    /// Three bit planes. Bit `s` of plane `p` is bit `p` of the [`Role`] number on square `s`. An empty square has
    /// number 0.
    planes: [u64; 3],
    /// The lowest byte has the files of the rooks that may castle. The higher bits are the number of the en passant
    /// square plus 1, or 0 without one.
    flags: u64,
}

pub(super) type HiddenSet = HashSet<Hidden, FixedState>;

/// Returns the positions of `set` in order.
pub(super) fn sorted(set: HiddenSet) -> Vec<Hidden> {
    let mut all: Vec<Hidden> = set.into_iter().collect();
    all.sort_unstable();
    all
}

impl Hidden {
    /// Hides the pieces of `color`: returns the part of `board` that the opponent of `color` cannot see.
    pub(super) fn of(board: &Board, color: Color) -> Self {
        let pieces = board.pieces();
        let theirs = pieces.by_color(color);
        let mut planes = [0; 3];
        for role in Role::ALL {
            let squares = (pieces.by_role(role) & theirs).0;
            let code = u16::from(role);
            for (bit, plane) in planes.iter_mut().enumerate() {
                if code & (1 << bit) != 0 {
                    *plane |= squares;
                }
            }
        }
        let rooks = board.castling() & theirs & Bitboard::from(color.backrank());
        let files = color.fold_wb(rooks.0, rooks.0 >> 56);
        // Equivalent positions must be equal, so an en passant square counts only if a pawn attacks it.
        let en_passant = board.en_passant().filter(|&square| {
            let turn = board.turn();
            let capturers =
                attacks::pawn_attacks(turn.other(), square) & pieces.by_piece(turn.pawn());
            capturers.any()
        });
        let passed = en_passant.map_or(0, |square| u64::from(square) + 1);
        Self { planes, flags: files | (passed << 8) }
    }

    /// Returns the squares of the opponent's pieces of kind `role`.
    pub(super) fn squares(&self, role: Role) -> Bitboard {
        let code = u16::from(role);
        let mut squares = u64::MAX;
        for (bit, &plane) in self.planes.iter().enumerate() {
            squares &= if code & (1 << bit) == 0 { !plane } else { plane };
        }
        Bitboard(squares)
    }

    /// Returns the whole position, given the player's own pieces and the side to move.
    pub(super) fn board(&self, own: &OwnPieces, turn: Color) -> Board {
        let us = own.color();
        // The squares are free, since the pieces of both sides come from one position.
        let mut pieces = own.pieces().clone();
        for role in Role::ALL {
            for square in self.squares(role) {
                pieces.put(square, role.of(us.other()));
            }
        }
        let files = self.flags & 0xff;
        let rooks = us.fold_wb(files << 56, files);
        let passed = u32::try_from(self.flags >> 8).unwrap_or(0).checked_sub(1);
        let en_passant = passed.and_then(|index| Square::try_from(index).ok());
        Board::assemble(pieces, own.castling() | Bitboard(rooks), en_passant, turn)
    }

    /// Returns a pseudorandom number that depends on the position and `seed`.
    pub(super) fn number(&self, seed: u64) -> u64 {
        let mut hash = seed ^ 0x9e37_79b9_7f4a_7c15;
        for word in self.planes.into_iter().chain([self.flags]) {
            hash = (hash ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
            hash ^= hash >> 32;
        }
        hash = hash.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        hash ^ (hash >> 29)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Bfen, BoardId};

    fn hidden(fen: &str) -> Hidden {
        let position = Bfen::parse(fen, None).unwrap().position;
        Hidden::of(&position.boards[BoardId::A], Color::Black)
    }

    #[test]
    fn en_passant_square_counts_only_if_a_pawn_can_capture() {
        let no_capturer = "4k3/8/8/4p3/8/8/8/4K3[] w - e6 0 1";
        let capturer = "4k3/8/8/3Pp3/8/8/8/4K3[] w - e6 0 1";
        let without = |fen: &str| hidden(&fen.replace("e6", "-"));
        assert_eq!(hidden(no_capturer), without(no_capturer));
        assert_ne!(hidden(capturer), without(capturer));
    }
}
