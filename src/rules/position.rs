//! The position of a match: both boards and the four reserves.

use super::{
    board::Board,
    moves::{IllegalMove, Move},
    reserve::Reserve,
    san::San,
    seat::{BoardId, ByBoard, BySeat, Seat},
};
use shakmaty::Role;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    pub boards: ByBoard<Board>,
    pub reserves: BySeat<Reserve>,
}

impl Position {
    #[inline]
    #[must_use]
    pub fn turn(&self, board: BoardId) -> Seat {
        Seat::new(board, self.boards[board].turn())
    }

    /// Returns the checkmated seat, or `None`. If both boards end in mate, returns the seat on board A.
    #[must_use]
    pub fn mated(&self) -> Option<Seat> {
        let is_mated = |id: &BoardId| self.boards[*id].is_checkmate();
        BoardId::ALL.into_iter().find(is_mated).map(|id| self.turn(id))
    }

    #[inline]
    #[must_use]
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

    /// Returns the position after `mv`, which must come from [`Position::resolve`] or [`Position::legal_moves`] for
    /// `seat`.
    #[must_use]
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

    /// Returns the legal moves of `seat`, including drops; none if the opponent is to move.
    #[must_use]
    pub fn legal_moves(&self, seat: Seat) -> Vec<Move> {
        let board = self.board_of(seat);
        if board.turn() == seat.color() {
            board.legal_moves(&self.reserves[seat])
        } else {
            Vec::new()
        }
    }

    /// Returns the number of pieces on both boards and in all reserves: 64 in a match that began with two full sets.
    #[must_use]
    pub fn pieces(&self) -> u32 {
        let on_boards: usize =
            self.boards.iter().map(|board| board.pieces().occupied().count()).sum();
        let in_reserves: u32 = self.reserves.iter().map(Reserve::total).sum();
        u32::try_from(on_boards).unwrap_or(u32::MAX) + in_reserves
    }
}
