//! [`ReachableSquares`]: the squares to which the moves of a record may have brought each piece, without replaying
//! them.
//!
//! A piece on a square where it did not begin must have been moved there by a move that names the square. A piece that
//! leaves a square to which no move can return one is gone for good, so replay can stop.

use super::BoardPattern;
use crate::{
    notation::PlyText,
    rules::{
        Bitboard, Board, BoardId, ByBoard, CastlingSide, Color, File, IllegalMove, Move, Piece,
        Rank, Reserve, Role, San, Square, castled,
    },
};

/// For each piece of each board, the squares to which a move of the record may bring it.
#[derive(Clone, Debug, Default)]
pub(super) struct ReachableSquares(ByBoard<[[Bitboard; 7]; 2]>);

impl ReachableSquares {
    pub(super) fn of(plies: &[PlyText]) -> Self {
        let mut reach = Self::default();
        for ply in plies {
            let color = ply.seat.color();
            let of_color = &mut reach.0[ply.seat.board()][color as usize];
            match ply.san {
                San::Normal { role, file, rank, to, promotion, .. } => {
                    of_color[promotion.unwrap_or(role) as usize].add(to);
                    let any = role == Role::Pawn && file.is_some() && rank.is_some();
                    let promotes = role == Role::Pawn && Bitboard::BACKRANKS.contains(to);
                    if any || promotes {
                        // Any piece on the origin; or a queen if the promotion is missing.
                        for squares in &mut *of_color {
                            squares.add(to);
                        }
                    }
                    if (any || role == Role::King) && to.rank() == color.backrank() {
                        for side in CastlingSide::ALL {
                            add_castling(of_color, color, side);
                        }
                    }
                }
                San::Drop { role: Some(role), to } => of_color[role as usize].add(to),
                San::Drop { role: None, to } => {
                    for squares in &mut *of_color {
                        squares.add(to);
                    }
                }
                San::Castle(side) => add_castling(of_color, color, side),
            }
        }
        reach
    }

    fn of_piece(&self, board: BoardId, piece: Piece) -> Bitboard {
        self.0[board][piece.color as usize][piece.role as usize]
    }

    /// Returns whether `pattern` may match board `id`, which begins as `start`.
    pub(super) fn may_match_pattern(
        &self,
        pattern: &BoardPattern,
        id: BoardId,
        start: &Board,
    ) -> bool {
        pattern.pieces().iter().all(|&(piece, squares)| {
            (start.pieces().by_piece(piece) | self.of_piece(id, piece)).is_superset(squares)
        })
    }

    /// Returns the squares whose pieces are in `pattern` and cannot return once they have left.
    pub(super) fn fragile(&self, pattern: &BoardPattern, id: BoardId) -> Bitboard {
        let lost = |&(piece, squares): &(Piece, Bitboard)| squares & !self.of_piece(id, piece);
        pattern.pieces().iter().map(lost).fold(Bitboard::EMPTY, |all, squares| all | squares)
    }
}

fn add_castling(of_color: &mut [Bitboard; 7], color: Color, side: CastlingSide) {
    let rank: Rank = color.backrank();
    // Matches any king and a rook on the castling side.
    let (king, rook) = match side {
        CastlingSide::KingSide => (File::E, File::H),
        CastlingSide::QueenSide => (File::E, File::A),
    };
    let (king, rook) = castled(Square::from_coords(king, rank), Square::from_coords(rook, rank));
    of_color[Role::King as usize].add(king);
    of_color[Role::Rook as usize].add(rook);
}

/// Returns whether `pattern` may match one board at some moment, by replaying that board alone. Drops are assumed to be
/// in reserve, and the other board not to end the match.
pub(super) fn may_match_single_board(
    plies: &[PlyText],
    id: BoardId,
    start: &Board,
    pattern: &BoardPattern,
    fragile: Bitboard,
) -> bool {
    let mut board = start.clone();
    if pattern.matches_board(&board) {
        return true;
    }
    // One of each role, never used up.
    let mut all = Reserve::default();
    Reserve::ROLES.into_iter().for_each(|role| all.add(role));
    for text in plies.iter().filter(|text| text.seat.board() == id) {
        if board.turn() != text.seat.color() {
            return false;
        }
        let mv = match board.resolve(&text.san, &all) {
            Ok(mv) => mv,
            // Usually a queen, but this is rare.
            Err(IllegalMove::PromotionMissing { .. }) => return true,
            Err(_) => return false,
        };
        // The dropped piece depends on the reserve.
        if matches!(text.san, San::Drop { role: None, .. }) {
            return true;
        }
        board.play(mv);
        if pattern.matches_board(&board) {
            return true;
        }
        let changed = match mv {
            Move::Normal { from, to, .. } => Bitboard::from(from) | Bitboard::from(to),
            Move::Drop { .. } => Bitboard::EMPTY,
            // Rare, and affects more than two squares.
            Move::EnPassant { .. } | Move::Castle { .. } => Bitboard::FULL,
        };
        if (changed & fragile).any() && !fragile_pieces_remain(pattern, fragile, &board) {
            return false;
        }
    }
    false
}

/// Returns whether all pieces that cannot return are still in place.
pub(super) fn fragile_pieces_remain(
    pattern: &BoardPattern,
    fragile: Bitboard,
    board: &Board,
) -> bool {
    pattern
        .pieces()
        .iter()
        .all(|&(piece, squares)| board.pieces().by_piece(piece).is_superset(squares & fragile))
}
