//! [`SetUpBoard`]: a board in the board editor, possibly illegal.

use crate::rules::{
    Bitboard, BoardId, Color, File, Piece, Pieces, Position, Rank, Reserve, Role, Seat, Square,
    write_pieces,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetUpPiece {
    pub piece: Piece,
    /// Whether the piece is a promoted pawn.
    pub promoted: bool,
}

/// A board in the board editor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetUpBoard {
    pieces: Pieces,
    /// The squares of promoted pawns.
    promoted: Bitboard,
    pub turn: Color,
    /// The castling rights: White's kingside and queenside, then Black's.
    pub castling: [bool; 4],
    /// The reserves of White and Black.
    pub reserves: [Reserve; 2],
}

/// The letters for [`SetUpBoard::castling`] in BFEN.
const RIGHTS: [char; 4] = ['K', 'Q', 'k', 'q'];

impl SetUpBoard {
    pub fn empty() -> Self {
        Self {
            pieces: Pieces::EMPTY,
            promoted: Bitboard::EMPTY,
            turn: Color::White,
            castling: [false; 4],
            reserves: [Reserve::EMPTY; 2],
        }
    }

    /// Creates the editor's board from board `id` of `position`.
    pub fn of(position: &Position, id: BoardId) -> Self {
        let board = &position.boards[id];
        let mut set_up = Self::empty();
        for square in Square::ALL {
            let promoted = board.is_promoted(square);
            let piece = board.piece_at(square);
            set_up.put(square, piece.map(|piece| SetUpPiece { piece, promoted }));
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

    pub fn piece_at(&self, square: Square) -> Option<SetUpPiece> {
        let promoted = self.promoted.contains(square);
        self.pieces.piece_at(square).map(|piece| SetUpPiece { piece, promoted })
    }

    /// Puts `piece` on `square`; `None` clears the square.
    pub fn put(&mut self, square: Square, piece: Option<SetUpPiece>) {
        self.pieces.remove(square);
        self.promoted.set(square, piece.is_some_and(|it| it.promoted));
        if let Some(SetUpPiece { piece, .. }) = piece {
            self.pieces.put(square, piece);
        }
    }

    /// Sets the number of pieces of the kind `role` in the reserve of `color` to `count`.
    pub fn set_reserve_count(&mut self, color: Color, role: Role, count: u8) {
        let reserve = &mut self.reserves[usize::from(color == Color::Black)];
        while reserve.take(role) {}
        for _ in 0..count {
            reserve.add(role);
        }
    }

    /// Returns the number of pieces of the kind `role` in the reserve of `color`.
    pub fn reserve_count(&self, color: Color, role: Role) -> u8 {
        self.reserves[usize::from(color == Color::Black)].count(role)
    }

    /// Returns the numbers of White's and Black's pieces.
    pub fn piece_counts(&self) -> [usize; 2] {
        [Color::White, Color::Black].map(|color| self.pieces.by_color(color).count())
    }

    /// Returns the board as a FEN without reserves and promoted pawns, even if the board is illegal.
    pub fn fen(&self) -> String {
        let mut pieces = String::new();
        write_pieces(&self.pieces, Bitboard::EMPTY, &mut pieces);
        format!("{pieces} {} {} - 0 1", self.turn.char(), self.rights())
    }

    /// Reads the pieces, the side to move and the castling rights of a FEN, which may be illegal, and incomplete after
    /// the pieces. Returns `None` if the pieces cannot be read.
    pub fn read_fen(text: &str) -> Option<Self> {
        let mut words = text.split_ascii_whitespace();
        let ranks: Vec<&str> = words.next()?.split('/').collect();
        if ranks.len() != 8 {
            return None;
        }
        let mut board = Self::empty();
        for (rank, letters) in Rank::ALL.into_iter().rev().zip(ranks) {
            let mut file = 0;
            for letter in letters.chars() {
                if let Some(empty) = letter.to_digit(10) {
                    file += empty;
                    continue;
                }
                let piece = Piece::from_char(letter)?;
                let square = Square::from_coords(File::try_from(file).ok()?, rank);
                board.put(square, Some(SetUpPiece { piece, promoted: false }));
                file += 1;
            }
            if file != 8 {
                return None;
            }
        }
        if words.next() == Some("b") {
            board.turn = Color::Black;
        }
        let rights = words.next().unwrap_or("-");
        board.castling = RIGHTS.map(|letter| rights.contains(letter));
        Some(board)
    }

    fn rights(&self) -> String {
        let rights = RIGHTS.into_iter().zip(self.castling);
        let rights: String = rights.filter_map(|(letter, has)| has.then_some(letter)).collect();
        if rights.is_empty() { "-".to_owned() } else { rights }
    }

    /// Returns the board as BFEN, even if the board is illegal. Parsing the BFEN reports the errors.
    pub fn bfen(&self) -> String {
        let mut pieces = String::new();
        write_pieces(&self.pieces, self.promoted, &mut pieces);
        let mut reserve = String::new();
        for color in [Color::White, Color::Black] {
            for role in Reserve::ROLES.into_iter().rev() {
                let letter = Piece { color, role }.char();
                reserve.extend((0..self.reserve_count(color, role)).map(|_| letter));
            }
        }
        let turn = self.turn.char();
        let rights = self.rights();
        format!("{pieces}[{reserve}] {turn} {rights} - 0 1")
    }
}
