//! [`ReachableSquares`]: the squares that each kind of piece may reach in a record, judging by its text alone.
//!
//! A piece that is not on its initial square was moved or dropped there, and the text of that ply names the square.
//! This excludes most records before replay. A replay can stop when a piece leaves a square of the pattern to which no
//! move can bring another piece of its kind.

use super::BoardPattern;
use crate::{
    notation::PlyText,
    rules::{
        Bitboard, Board, BoardId, ByBoard, CastlingSide, Color, IllegalMove, Move, Piece, Reserve,
        Role, San,
    },
};

/// For each board, color and role, the squares to which a move of the record may bring such a piece.
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
                    let is_coordinates = role == Role::Pawn && file.is_some() && rank.is_some();
                    let promotes = role == Role::Pawn && Bitboard::BACKRANKS.contains(to);
                    if is_coordinates || promotes {
                        // In `e2e4`, any kind of piece may have moved. On the last rank, a promotion to a queen may be
                        // unwritten.
                        for squares in &mut *of_color {
                            squares.add(to);
                        }
                    }
                    if (is_coordinates || role == Role::King) && to.rank() == color.backrank() {
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

    /// Returns whether the squares of `pattern` may match on board `id`, whose initial position is `start`.
    pub(super) fn may_match_pattern(
        &self,
        pattern: &BoardPattern,
        id: BoardId,
        start: &Board,
    ) -> bool {
        pattern.pieces.iter().all(|&(piece, squares)| {
            (start.pieces().by_piece(piece) | self.of_piece(id, piece)).is_superset(squares)
        })
    }

    /// Returns the *fragile* squares of `pattern`: the squares to which no move brings a piece of the required kind.
    /// Once the piece on such a square has left, the pattern cannot match.
    pub(super) fn fragile(&self, pattern: &BoardPattern, id: BoardId) -> Bitboard {
        let lost = |&(piece, squares): &(Piece, Bitboard)| squares & !self.of_piece(id, piece);
        pattern.pieces.iter().map(lost).fold(Bitboard::EMPTY, |all, squares| all | squares)
    }
}

fn add_castling(of_color: &mut [Bitboard; 7], color: Color, side: CastlingSide) {
    of_color[Role::King as usize].add(side.king_to(color));
    of_color[Role::Rook as usize].add(side.rook_to(color));
}

/// Returns whether board `id` may match `pattern` at some moment. Replays this board alone, on the assumption that
/// every dropped piece is in reserve and that the other board does not end the match.
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
    for text in plies.iter().filter(|text| text.seat.board() == id) {
        if board.turn() != text.seat.color() {
            return false;
        }
        // Drops here use up no piece.
        let mv = match board.resolve(&text.san, &Reserve::ONE_OF_EACH) {
            Ok(mv) => mv,
            // The promotion is probably to a queen, but this case is too rare to be worth a test.
            Err(IllegalMove::PromotionMissing { .. }) => return true,
            Err(_) => return false,
        };
        // Which piece is dropped depends on the reserve, which is unknown.
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
            // These moves are rare and change more than two squares.
            Move::EnPassant { .. } | Move::Castle { .. } => Bitboard::FULL,
        };
        if (changed & fragile).any() && !fragile_pieces_remain(pattern, fragile, &board) {
            return false;
        }
    }
    false
}

/// Returns whether all pieces of `pattern` on its `fragile` squares are in place.
fn fragile_pieces_remain(pattern: &BoardPattern, fragile: Bitboard, board: &Board) -> bool {
    pattern
        .pieces
        .iter()
        .all(|&(piece, squares)| board.pieces().by_piece(piece).is_superset(squares & fragile))
}
