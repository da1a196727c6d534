//! [`BoardScene`] and [`SeatScene`]: what a board and a seat show at one moment.

use crate::{
    replay::Match,
    rules::{Board, BoardId, Color, Move, Piece, Position, Reserve, Role, Seat, Square, castled},
};

/// A man on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man {
    /// Where.
    pub square: Square,
    /// What.
    pub piece: Piece,
    /// Whether it was a pawn.
    pub promoted: bool,
}

/// The squares of the last move on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastMove {
    /// Where the man came from; `None` for a drop.
    pub from: Option<Square>,
    /// Where it arrived.
    pub to: Square,
}

impl LastMove {
    /// The squares of `mv`.
    #[must_use]
    pub fn of(mv: Move) -> Self {
        match mv {
            Move::Castle { king, rook } => Self {
                from: Some(king),
                to: castled(king, rook).0,
            },
            mv => Self {
                from: mv.from(),
                to: mv.to(),
            },
        }
    }
}

/// One board at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardScene {
    /// Which board.
    pub id: BoardId,
    /// The colour that sits below.
    pub below: Color,
    /// The men, from a1 to h8.
    pub men: Vec<Man>,
    /// The last move.
    pub last: Option<LastMove>,
    /// The king in check.
    pub check: Option<Square>,
    /// Whether that king is mated.
    pub mate: bool,
}

/// A seat's reserve at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatScene {
    /// Whose.
    pub seat: Seat,
    /// The men.
    pub reserve: Reserve,
    /// The kind that the ply before this moment brought.
    pub arrived: Option<Role>,
}

impl BoardScene {
    /// Board `id` of `position`, which is `played` after `moment` plies. The first team sits below, or the
    /// second where `flipped`.
    #[must_use]
    pub fn of(
        id: BoardId,
        position: &Position,
        played: &Match,
        moment: usize,
        flipped: bool,
    ) -> Self {
        let board = &position.boards[id];
        let plies = &played.plies[..moment.min(played.plies.len())];
        let last = plies
            .iter()
            .rev()
            .find(|ply| ply.seat.board() == id)
            .map(|ply| LastMove::of(ply.mv));
        Self {
            id,
            below: below(id, flipped),
            men: men(board),
            last,
            check: board.is_check().then(|| board.king(board.turn())),
            mate: board.is_checkmate(),
        }
    }

    /// The column and row of `square` from the upper left corner, each from 0 to 7.
    #[must_use]
    pub fn place(&self, square: Square) -> (u8, u8) {
        let (file, rank) = (square.file() as u8, square.rank() as u8);
        match self.below {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        }
    }

    /// The square at a column and row from the upper left corner, each from 0 to 7.
    #[must_use]
    pub fn square_at(&self, column: u8, row: u8) -> Square {
        let (file, rank) = match self.below {
            Color::White => (column.min(7), 7 - row.min(7)),
            Color::Black => (7 - column.min(7), row.min(7)),
        };
        Square::from_coords(
            crate::rules::File::new(u32::from(file)),
            crate::rules::Rank::new(u32::from(rank)),
        )
    }
}

impl SeatScene {
    /// The reserve of `seat` in `position`, which is `played` after `moment` plies.
    #[must_use]
    pub fn of(seat: Seat, position: &Position, played: &Match, moment: usize) -> Self {
        let arrived = moment
            .checked_sub(1)
            .and_then(|ply| played.plies.get(ply))
            .filter(|ply| ply.seat.partner() == seat)
            .and_then(|ply| ply.taken);
        Self {
            seat,
            reserve: position.reserves[seat],
            arrived,
        }
    }
}

/// The colour that sits below on `id`: the first team, White A and Black B, unless `flipped`.
#[must_use]
pub const fn below(id: BoardId, flipped: bool) -> Color {
    match (id, flipped) {
        (BoardId::A, false) | (BoardId::B, true) => Color::White,
        (BoardId::B, false) | (BoardId::A, true) => Color::Black,
    }
}

fn men(board: &Board) -> Vec<Man> {
    board
        .men()
        .iter()
        .map(|(square, piece)| Man {
            square,
            piece,
            promoted: board.is_promoted(square),
        })
        .collect()
}
