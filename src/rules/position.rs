//! Both boards and the four reserves between them.

use super::{
    board::Board,
    moves::{IllegalMove, Move},
    reserve::Reserve,
    san::San,
    seat::{BoardId, ByBoard, BySeat, Seat},
};
use shakmaty::Role;

/// The position of a match: two boards and what each seat may drop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// The boards.
    pub boards: ByBoard<Board>,
    /// The reserves.
    pub reserves: BySeat<Reserve>,
}

impl Position {
    /// The seat whose turn it is on `board`.
    #[inline]
    #[must_use]
    pub fn turn(&self, board: BoardId) -> Seat {
        Seat::new(board, self.boards[board].turn())
    }

    /// The board on which `seat` plays.
    #[inline]
    #[must_use]
    pub fn board_of(&self, seat: Seat) -> &Board {
        &self.boards[seat.board()]
    }

    /// What `san` means when `seat` plays it here.
    ///
    /// # Errors
    /// Why it cannot be played; see [`Board::resolve`].
    #[inline]
    pub fn resolve(&self, seat: Seat, san: &San) -> Result<Move, IllegalMove> {
        let board = self.board_of(seat);
        if board.turn() != seat.color() {
            return Err(IllegalMove::WrongTurn { turn: board.turn() });
        }
        board.resolve(san, &self.reserves[seat])
    }

    /// Plays `mv`, which [`Position::resolve`] or [`Position::legal_moves`] gave for `seat` here. A piece
    /// taken goes to the partner's reserve; it is returned as it arrives there.
    #[inline]
    pub fn play(&mut self, seat: Seat, mv: Move) -> Option<Role> {
        if let Move::Drop { role, .. } = mv {
            let held = self.reserves[seat].take(role);
            debug_assert!(held, "a resolved drop is in reserve");
        }
        let taken = self.boards[seat.board()].play(mv);
        self.reserves[seat.partner()].receive(taken);
        taken
    }

    /// Gives `seat` a piece that its record drops without having it.
    pub fn lend(&mut self, seat: Seat, role: Role) {
        self.reserves[seat].add(role);
    }

    /// The legal moves of `seat`, drops among them; none where it is not its turn.
    #[must_use]
    pub fn legal_moves(&self, seat: Seat) -> Vec<Move> {
        let board = self.board_of(seat);
        if board.turn() == seat.color() {
            board.legal_moves(&self.reserves[seat])
        } else {
            Vec::new()
        }
    }

    /// All pieces on both boards and in reserve: 64 in a match that began with two full sets.
    #[must_use]
    pub fn pieces(&self) -> u32 {
        let on_boards: usize =
            self.boards.iter().map(|board| board.pieces().occupied().count()).sum();
        let held: u32 = self.reserves.iter().map(Reserve::total).sum();
        u32::try_from(on_boards).unwrap_or(u32::MAX) + held
    }
}
