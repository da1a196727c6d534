//! Positions as text. Every known dialect of BFEN is read; BFEN 0.1 and Thief's dialect are written.
//!
//! | dialect | end of the text |
//! |---|---|
//! | BPGN 1.1 (Thief): the reserve as a ninth rank, then clocks in seconds | `…/2KR2R1/BrpBBqppN w - - 45 56` |
//! | BFEN 0.1, Fairy-Stockfish | `…/RNBQKBNR[QNPrbp] w KQkq - 0 1` |
//! | empty reserve | `[]`, `[-]`, a trailing `/`, or nothing |
//! | short | `… w KQkq`, `… w`, `- - -` in place of numbers |
//!
//! The boards are separated by `|`. In a text with only one board, board B is in its starting position.

mod placement;
mod write;

pub use write::write_pieces;

use super::{
    board::Board,
    position::Position,
    seat::{BoardId, BySeat, Seat},
};
use placement::Placement;
use shakmaty::{Bitboard, Color, File, Rank, Role, Square};

/// A position as written, with its clocks and with what was ignored or assumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bfen {
    pub position: Position,
    /// The clocks in milliseconds; `None` on a board whose last two numbers are not clocks.
    pub clocks: BySeat<Option<i32>>,
    /// The parts of the text that were ignored or assumed.
    pub notes: Vec<BfenNote>,
    /// The assumed meaning of the last two numbers; `None` if the text is unambiguous.
    pub numbers: Option<Numbers>,
}

/// The meaning of the last two numbers of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// The time left on both clocks, in seconds.
    Clocks,
    /// The number of plies since the last capture, pawn move or drop, and the number of the next move.
    Counts,
}

impl Numbers {
    /// Returns the other meaning.
    pub const fn other(self) -> Self {
        match self {
            Self::Clocks => Self::Counts,
            Self::Counts => Self::Clocks,
        }
    }

    /// Returns the noun in the plural, such as `clocks`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clocks => "clocks",
            Self::Counts => "move counts",
        }
    }
}

/// How to interpret the last two numbers of a board.
#[derive(Clone, Copy)]
enum NumberInterpretation {
    /// Guess from the size of the numbers. The value is the initial time in seconds, if known.
    Guess(Option<u32>),
    /// The caller knows the meaning.
    Known(Numbers),
}

/// Something that was ignored or assumed while parsing a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BfenNote {
    #[error(
        "the position has one board; bughouse needs two, separated by “|”; board B is in the \
         starting position"
    )]
    OneBoard,
    /// A castling right without a king and rook that could castle.
    #[error("board {}: ignored castling right {right}: the king or rook is not in place", board.letter())]
    NoSuchRight { board: BoardId, right: char },
    /// An en passant square, although no pawn has just passed it.
    #[error("board {}: en passant square {square}, but there is no pawn to capture; ignored", board.letter())]
    NoEnPassant { board: BoardId, square: Square },
    #[error("board {}: invalid move counters; read as {halfmoves} {fullmoves}", board.letter())]
    Counts { board: BoardId, halfmoves: u16, fullmoves: u16 },
    #[error("board {}: missing side to move; assumed White", board.letter())]
    NoTurn { board: BoardId },
}

/// Why a text is not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("board {}: {problem}", board.letter())]
pub struct BfenError {
    pub board: BoardId,
    /// The byte offset of the error in the parsed text.
    pub at: usize,
    pub problem: Field,
}

/// An error in a field of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Field {
    #[error("missing position")]
    Missing,
    #[error("a match has only two boards")]
    ThirdBoard,
    /// A rank that is not 8 squares wide. The text begins with rank 8 and ends with rank 1.
    #[error("rank {rank} has {squares} square{}", if *squares == 1 { "" } else { "s" })]
    RankWidth { rank: u8, squares: u8 },
    #[error("{0} ranks instead of 8")]
    RankCount(u8),
    #[error("'{letter}' in rank {rank} is not a piece")]
    NoPiece { rank: u8, letter: char },
    /// A `~` that does not follow a queen, rook, bishop or knight.
    #[error("'~' in rank {rank} must follow a queen, rook, bishop or knight")]
    NoPromoted { rank: u8 },
    /// A letter that cannot be in a reserve.
    #[error("'{0}' in the reserve cannot be dropped")]
    NoDrop(char),
    #[error("missing ']' after the reserve")]
    OpenReserve,
    #[error("{color} has {count} kings")]
    Kings { color: Color, count: u8 },
    #[error("a pawn stands on {0}")]
    PawnOnBackrank(Square),
    /// A letter other than `w` and `b` as the side to move.
    #[error("the side to move must be 'w' or 'b', not '{0}'")]
    Turn(char),
    /// `white` or `black` as the side to move.
    #[error("the side to move must be '{letter}', not '{0}'", letter = .0.char())]
    TurnName(Color),
    /// Another word as the side to move; the value is its first letter.
    #[error("the side to move must be 'w' or 'b', not a word starting with '{0}'")]
    TurnWord(char),
    #[error("'{0}' is not a castling right; use KQkq, A-H, a-h or '-'")]
    Castling(char),
    /// An en passant field that is not a square of rank 3 or 6.
    #[error("the en passant field must be '-' or a square of rank 3 or 6")]
    EnPassant,
    #[error("the last two fields must be numbers or '-'")]
    Number,
    #[error("unexpected text after the position")]
    Trailing,
    /// The side that has just moved is in check.
    #[error("{0} is in check, but the other side is to move")]
    OpponentInCheck(Color),
}

impl Bfen {
    /// Parses one board, or two separated by `|`, in any of the dialects of this module. `initial_s` is the initial
    /// time in seconds, if known; it helps to distinguish clocks from move counts.
    ///
    /// # Errors
    /// The first error, with its board and offset.
    pub fn parse(text: &str, initial_s: Option<u32>) -> Result<Self, BfenError> {
        Self::read(text, NumberInterpretation::Guess(initial_s), None)
    }

    /// Like [`Bfen::parse`], but interprets the last two numbers of each board as `numbers`. After a reserve in
    /// brackets, they are always move counts.
    ///
    /// # Errors
    /// As [`Bfen::parse`].
    pub fn parse_numbers_as(text: &str, numbers: Numbers) -> Result<Self, BfenError> {
        Self::read(text, NumberInterpretation::Known(numbers), None)
    }

    /// Like [`Bfen::parse_numbers_as`], but pieces of `hidden` may be missing, even the king, as in a position of
    /// Kriegspiel of which a player knows a part. Checks are not validated, since a missing piece may block them.
    ///
    /// # Errors
    /// As [`Bfen::parse`].
    pub fn parse_without(text: &str, numbers: Numbers, hidden: Color) -> Result<Self, BfenError> {
        Self::read(text, NumberInterpretation::Known(numbers), Some(hidden))
    }

    fn read(
        text: &str,
        interpretation: NumberInterpretation,
        hidden: Option<Color>,
    ) -> Result<Self, BfenError> {
        let mut read = Self {
            position: Position::default(),
            clocks: BySeat::default(),
            notes: Vec::new(),
            numbers: None,
        };
        let mut at = 0;
        let mut boards = BoardId::ALL.into_iter();
        let mut board_count = 0;
        for part in text.split('|') {
            let Some(board) = boards.next() else {
                return Err(BfenError { board: BoardId::B, at, problem: Field::ThirdBoard });
            };
            let fields = Fields { text: part, at: blanks(part) };
            read.read_board(board, fields, interpretation, hidden)
                .map_err(|(offset, problem)| BfenError { board, at: at + offset, problem })?;
            at += part.len() + 1;
            board_count += 1;
        }
        if board_count == 1 {
            read.notes.push(BfenNote::OneBoard);
        }
        Ok(read)
    }

    fn read_board(
        &mut self,
        id: BoardId,
        mut fields: Fields<'_>,
        interpretation: NumberInterpretation,
        hidden: Option<Color>,
    ) -> Result<(), (usize, Field)> {
        let (at, pieces) = fields.next().ok_or((0, Field::Missing))?;
        let placement = Placement::parse(pieces).map_err(|(offset, e)| (at + offset, e))?;
        let turn = match fields.next() {
            Some((_, "w" | "W")) => Color::White,
            Some((_, "b" | "B")) => Color::Black,
            Some((at, other)) => return Err((at, turn_error(other))),
            None => {
                self.notes.push(BfenNote::NoTurn { board: id });
                Color::White
            }
        };
        let mut board = Board::assemble(placement.pieces, Bitboard::EMPTY, None, turn);
        board.promoted = placement.promoted;
        board.validate(hidden).map_err(|e| (at, e))?;
        if let Some((at, letters)) = fields.next() {
            self.read_castling(id, &mut board, letters).map_err(|(offset, e)| (at + offset, e))?;
        }
        if let Some((at, square)) = fields.next().filter(|&(_, field)| field != "-") {
            self.read_en_passant(id, &mut board, square).ok_or((at, Field::EnPassant))?;
        }
        let first = read_number(fields.next())?;
        let second = read_number(fields.next())?;
        if let Some((at, _)) = fields.next() {
            return Err((at, Field::Trailing));
        }
        let clocks = !placement.bracket
            && match interpretation {
                NumberInterpretation::Guess(initial_s) => {
                    numbers_are_clocks(first, second, initial_s)
                }
                NumberInterpretation::Known(numbers) => numbers == Numbers::Clocks,
            };
        if !placement.bracket && first.is_some() && second.is_some() {
            self.numbers = Some(if clocks { Numbers::Clocks } else { Numbers::Counts });
        }
        if clocks {
            self.clocks[Seat::new(id, Color::White)] = first;
            self.clocks[Seat::new(id, Color::Black)] = second;
        } else {
            let count = |ms: i32| u16::try_from(ms / 1000).ok();
            board.halfmoves = first.and_then(count).unwrap_or(0);
            board.fullmoves = second.and_then(count).unwrap_or(1).max(1);
            let is_other =
                |ms: Option<i32>, read: u16| ms.is_some_and(|ms| ms != i32::from(read) * 1000);
            if is_other(first, board.halfmoves) || is_other(second, board.fullmoves) {
                self.notes.push(BfenNote::Counts {
                    board: id,
                    halfmoves: board.halfmoves,
                    fullmoves: board.fullmoves,
                });
            }
        }
        for color in Color::ALL {
            self.position.reserves[Seat::new(id, color)] = placement.reserves[color];
        }
        self.position.boards[id] = board;
        Ok(())
    }

    fn read_castling(
        &mut self,
        id: BoardId,
        board: &mut Board,
        letters: &str,
    ) -> Result<(), (usize, Field)> {
        for (offset, letter) in letters.char_indices().filter(|&(_, c)| c != '-') {
            let color = Color::from_white(letter.is_ascii_uppercase());
            let rank = color.backrank();
            let king = board.king(color);
            let rooks =
                board.pieces.by_piece(color.rook()) & Bitboard::from(rank) & !board.promoted;
            let found = match letter.to_ascii_lowercase() {
                'k' => rooks.last().filter(|rook| rook.file() > king.file()),
                'q' => rooks.first().filter(|rook| rook.file() < king.file()),
                file @ 'a'..='h' => File::from_char(file)
                    .map(|file| Square::from_coords(file, rank))
                    .filter(|&square| rooks.contains(square)),
                _ => return Err((offset, Field::Castling(letter))),
            };
            let has_king = board.pieces.by_piece(color.king()).any() && king.rank() == rank;
            match found {
                Some(rook) if has_king => board.castling.add(rook),
                _ => self.notes.push(BfenNote::NoSuchRight { board: id, right: letter }),
            }
        }
        Ok(())
    }

    /// Sets the en passant square, or adds a note if no pawn has just passed it. Returns `None` if `field` is not a
    /// square of rank 3 or 6.
    fn read_en_passant(&mut self, id: BoardId, board: &mut Board, field: &str) -> Option<()> {
        let square = field.parse::<Square>().ok()?;
        if !matches!(square.rank(), Rank::Third | Rank::Sixth) {
            return None;
        }
        let us = board.turn;
        let pawn = square.offset(us.fold_wb(-8, 8))?;
        let origin = square.offset(us.fold_wb(8, -8))?;
        let occupied = board.pieces.occupied();
        let passed = square.rank() == us.fold_wb(Rank::Sixth, Rank::Third)
            && board.pieces.by_piece(us.other().pawn()).contains(pawn)
            && !occupied.contains(square)
            && !occupied.contains(origin);
        if passed {
            board.en_passant = Some(square);
        } else {
            self.notes.push(BfenNote::NoEnPassant { board: id, square });
        }
        Some(())
    }
}

fn turn_error(field: &str) -> Field {
    let mut letters = field.chars();
    let first = letters.next().unwrap_or(' ');
    match field.to_ascii_lowercase().parse() {
        Ok(color) => Field::TurnName(color),
        Err(_) if letters.next().is_some() => Field::TurnWord(first),
        Err(_) => Field::Turn(first),
    }
}

/// Returns the number of bytes of white space and byte order marks at the start of `text`.
fn blanks(text: &str) -> usize {
    let is_blank = |letter: char| letter == '\u{feff}' || letter.is_whitespace();
    text.len() - text.trim_start_matches(is_blank).len()
}

/// Returns whether the last two numbers of a board are clocks, not move counts. They are counts in three cases: one is
/// missing; they are `0 1`, as at the start of a match; or both are below 10 although the initial time is known to be
/// at least a minute. `first` and `second` are the written numbers times 1000, and `initial_s` is the initial time in
/// seconds.
fn numbers_are_clocks(first: Option<i32>, second: Option<i32>, initial_s: Option<u32>) -> bool {
    let (Some(first), Some(second)) = (first, second) else { return false };
    let is_small = |ms: i32| (0..10_000).contains(&ms);
    let is_long_match = initial_s.is_some_and(|s| s >= 60);
    !((first == 0 && second == 1000) || (is_small(first) && is_small(second) && is_long_match))
}

/// Parses a number and returns it times 1000, or `None` for `-` or a missing field.
fn read_number(field: Option<(usize, &str)>) -> Result<Option<i32>, (usize, Field)> {
    match field {
        None | Some((_, "-")) => Ok(None),
        Some((at, text)) => {
            let digits = text.strip_prefix('-').unwrap_or(text);
            let plain = digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
            let value = text.parse::<f64>().ok().filter(|v| plain && v.abs() < 1e6);
            #[expect(clippy::cast_possible_truncation, reason = "under a million seconds")]
            value.map(|v| Some((v * 1000.0).round() as i32)).ok_or((at, Field::Number))
        }
    }
}

/// The fields of one board, separated by white space, each with its byte offset in `text`.
struct Fields<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for Fields<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.text.get(self.at..)?;
        let field = rest.split_whitespace().next()?;
        let start = self.at + (rest.len() - rest.trim_start().len());
        self.at = start + field.len();
        Some((start, field))
    }
}

impl Board {
    /// Checks the invariant of a parsed board, on which pieces of `hidden` may be missing.
    fn validate(&self, hidden: Option<Color>) -> Result<(), Field> {
        for color in Color::ALL {
            let kings = self.pieces.by_piece(color.king());
            let is_missing = kings.is_empty() && hidden == Some(color);
            if kings.single_square().is_none() && !is_missing {
                let count = u8::try_from(kings.count()).unwrap_or(u8::MAX);
                return Err(Field::Kings { color, count });
            }
        }
        if let Some(pawn) = (self.pieces.by_role(Role::Pawn) & Bitboard::BACKRANKS).first() {
            return Err(Field::PawnOnBackrank(pawn));
        }
        let (us, them) = (self.turn, self.turn.other());
        let occupied = self.pieces.occupied();
        if hidden.is_none() && self.pieces.attackers(self.king(them), us, occupied).any() {
            return Err(Field::OpponentInCheck(them));
        }
        Ok(())
    }
}
