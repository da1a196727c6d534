//! The position of a match: both boards and the four reserves.

use super::{
    board::Board,
    moves::{IllegalMove, Move},
    reserve::Reserve,
    san::San,
    seat::{BoardId, ByBoard, BySeat, Seat},
};
use shakmaty::Role;

/// Both boards with the reserves of all seats. The default is the start of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    pub boards: ByBoard<Board>,
    pub reserves: BySeat<Reserve>,
}

impl Position {
    /// Returns the seat that is to move on `board`.
    #[inline]
    pub fn turn(&self, board: BoardId) -> Seat {
        Seat::new(board, self.boards[board].turn())
    }

    /// Returns the checkmated seat, or `None`. If both boards end in mate, returns the seat on board A.
    pub fn mated(&self) -> Option<Seat> {
        let is_mated = |id: &BoardId| self.boards[*id].is_checkmate();
        BoardId::ALL.into_iter().find(is_mated).map(|id| self.turn(id))
    }

    /// Returns the board on which `seat` plays.
    #[inline]
    pub fn board_of(&self, seat: Seat) -> &Board {
        &self.boards[seat.board()]
    }

    /// Resolves `san` as a move of `seat`.
    ///
    /// # Errors
    /// Why the move is illegal; see [`Board::resolve`].
    #[inline]
    pub fn resolve(&self, seat: Seat, san: &San) -> Result<Move, IllegalMove> {
        let board = self.board_of(seat);
        if board.turn() != seat.color() {
            return Err(IllegalMove::WrongTurn { turn: board.turn() });
        }
        board.resolve(san, &self.reserves[seat])
    }

    /// Returns the legal move of `seat` that UCI writes as `text`, or `None`. Castling is either the king's move or the
    /// king taking its rook. The other moves win over castling, whose text can be that of a move of the king.
    pub fn resolve_uci(&self, seat: Seat, text: &str) -> Option<Move> {
        if self.board_of(seat).turn() != seat.color() {
            return None;
        }
        let moves = self.legal_moves(seat);
        let is_text = |mv: &&Move| mv.uci(false) == text || mv.uci(true) == text;
        let is_castling = |mv: &&Move| matches!(mv, Move::Castle { .. });
        let plain = moves.iter().find(|mv| is_text(mv) && !is_castling(mv));
        plain.or_else(|| moves.iter().find(is_text)).copied()
    }

    /// Returns the position after `mv`, which must come from [`Position::resolve`] or [`Position::legal_moves`] for
    /// `seat`.
    pub fn after_move(&self, seat: Seat, mv: Move) -> Self {
        let mut after = self.clone();
        after.play(seat, mv);
        after
    }

    /// Plays `mv`, which must come from [`Position::resolve`] or [`Position::legal_moves`] for `seat`. A captured piece
    /// enters the reserve of the partner, and a promoted piece enters it as a pawn. Returns the role that entered the
    /// reserve, or `None` without a capture.
    #[inline]
    pub fn play(&mut self, seat: Seat, mv: Move) -> Option<Role> {
        if let Move::Drop { role, .. } = mv {
            let held = self.reserves[seat].take(role);
            debug_assert!(held, "a resolved drop is in reserve");
        }
        let taken = self.boards[seat.board()].play(mv);
        self.reserves[seat.partner()].add_captured(taken);
        taken
    }

    /// Adds a piece to the reserve of `seat`, for a record that drops a piece which the reserve lacks.
    pub fn lend(&mut self, seat: Seat, role: Role) {
        self.reserves[seat].add(role);
    }

    /// Returns the board of `seat`. If the opponent is to move there and can pass, returns the board after the pass.
    pub fn board_to_move(&self, seat: Seat) -> Board {
        let board = self.board_of(seat);
        if board.turn() == seat.color() {
            return board.clone();
        }
        board.null_move().unwrap_or_else(|| board.clone())
    }

    /// Returns the legal moves of `seat`, including drops; none if the opponent is to move.
    pub fn legal_moves(&self, seat: Seat) -> Vec<Move> {
        let board = self.board_of(seat);
        if board.turn() == seat.color() {
            board.legal_moves(&self.reserves[seat])
        } else {
            Vec::new()
        }
    }

    /// Returns the number of pieces on both boards and in all reserves: 64 in a match that began with two full sets.
    pub fn pieces(&self) -> u32 {
        let on_boards: usize =
            self.boards.iter().map(|board| board.pieces().occupied().count()).sum();
        let in_reserves: u32 = self.reserves.iter().map(Reserve::total).sum();
        u32::try_from(on_boards).unwrap_or(u32::MAX) + in_reserves
    }
}
