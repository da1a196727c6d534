//! [`SetUpBoard`]: a board in the board editor, possibly illegal.

use crate::rules::{BoardId, Color, Piece, Position, Reserve, Role, Seat, Square};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetUpPiece {
    pub piece: Piece,
    /// Whether the piece is a promoted pawn.
    pub promoted: bool,
}

/// A board in the board editor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetUpBoard {
    /// The pieces, from a1 to h8.
    squares: [Option<SetUpPiece>; 64],
    pub turn: Color,
    /// The castling rights: White's kingside and queenside, then Black's.
    pub castling: [bool; 4],
    /// The reserves of White and Black.
    pub reserves: [Reserve; 2],
}

/// The letters for [`SetUpBoard::castling`] in BFEN.
const RIGHTS: [char; 4] = ['K', 'Q', 'k', 'q'];

impl SetUpBoard {
    #[must_use]
    pub fn empty() -> Self {
        Self {
            squares: [None; 64],
            turn: Color::White,
            castling: [false; 4],
            reserves: [Reserve::EMPTY; 2],
        }
    }

    /// Creates the editor's board from board `id` of `position`.
    #[must_use]
    pub fn of(position: &Position, id: BoardId) -> Self {
        let board = &position.boards[id];
        let mut set_up = Self::empty();
        for square in Square::ALL {
            set_up.squares[usize::from(square)] = board
                .piece_at(square)
                .map(|piece| SetUpPiece { piece, promoted: board.is_promoted(square) });
        }
        set_up.turn = board.turn();
        for rook in board.castling() {
            let color = board.piece_at(rook).map_or(Color::White, |piece| piece.color);
            let kings_side = rook.file() > board.king(color).file();
            let place = usize::from(color == Color::Black) * 2 + usize::from(!kings_side);
            set_up.castling[place] = true;
        }
        set_up.reserves =
            [Color::White, Color::Black].map(|color| position.reserves[Seat::new(id, color)]);
        set_up
    }

    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<SetUpPiece> {
        self.squares[usize::from(square)]
    }

    /// Puts `piece` on `square`; `None` clears the square.
    pub fn put(&mut self, square: Square, piece: Option<SetUpPiece>) {
        self.squares[usize::from(square)] = piece;
    }

    /// Sets the number of pieces of the kind `role` in the reserve of `color` to `count`.
    pub fn set_reserve_count(&mut self, color: Color, role: Role, count: u8) {
        let reserve = &mut self.reserves[usize::from(color == Color::Black)];
        let others = Reserve::ROLES.into_iter().filter(|other| *other != role);
        let counts = others.map(|other| (other, reserve.count(other)));
        let mut changed = Reserve::EMPTY;
        for (role, count) in counts.chain([(role, count)]) {
            for _ in 0..count {
                changed.add(role);
            }
        }
        *reserve = changed;
    }

    /// Returns the number of pieces of the kind `role` in the reserve of `color`.
    #[must_use]
    pub fn reserve_count(&self, color: Color, role: Role) -> u8 {
        self.reserves[usize::from(color == Color::Black)].count(role)
    }

    /// Returns the board as BFEN, even if the board is illegal. Parsing the BFEN reports the errors.
    #[must_use]
    pub fn bfen(&self) -> String {
        let ranks: Vec<String> = (0..8).rev().map(|rank| self.rank(rank)).collect();
        let mut reserve = String::new();
        for color in [Color::White, Color::Black] {
            for role in Reserve::ROLES.into_iter().rev() {
                let letter = Piece { color, role }.char();
                reserve.extend((0..self.reserve_count(color, role)).map(|_| letter));
            }
        }
        let turn = self.turn.char();
        let rights: String = RIGHTS
            .into_iter()
            .zip(self.castling)
            .filter_map(|(letter, has)| has.then_some(letter))
            .collect();
        let rights = if rights.is_empty() { "-" } else { &rights };
        format!("{}[{reserve}] {turn} {rights} - 0 1", ranks.join("/"))
    }

    fn rank(&self, rank: usize) -> String {
        let mut text = String::new();
        let mut empty = 0;
        for square in &self.squares[rank * 8..rank * 8 + 8] {
            let Some(set_up) = square else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text.push_str(&empty.to_string());
                empty = 0;
            }
            text.push(set_up.piece.char());
            if set_up.promoted {
                text.push('~');
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        text
    }
}
