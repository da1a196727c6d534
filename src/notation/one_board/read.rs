//! Which form a text has, and the boards in it.

use super::{BoardGame, MoveListError, json, pgn};
use crate::notation::GameResult;

/// No clock shows more; `i32` milliseconds could not hold the times that are worked out from it.
pub(super) const LARGEST_CLOCK_MS: i32 = 24 * 60 * 60 * 1000;

/// What was read from a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardsRead {
    /// The boards in the order of the file.
    pub boards: Vec<BoardGame>,
    /// What stands against the file; the first of many.
    pub problems: Vec<BoardProblem>,
    /// How many more there are.
    pub more_problems: usize,
}

/// So many problems of a file are held.
const MAX_PROBLEMS: usize = 20;

impl BoardsRead {
    /// Adds what stands against board `board`, counted from 1.
    pub(super) fn tell(&mut self, board: usize, kind: BoardProblemKind) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(BoardProblem { board, kind });
        } else {
            self.more_problems += 1;
        }
    }
}

/// Something that stands against a file of boards.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardProblem {
    /// The number of the board in its file, from 1.
    pub board: usize,
    /// What it is.
    pub kind: BoardProblemKind,
}

/// The kinds of [`BoardProblem`].
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BoardProblemKind {
    /// The JSON breaks off or is none.
    #[error(
        "line {line}, column {column}: this is not JSON ({reason}); what stands before it was read"
    )]
    Json {
        /// The line, from 1.
        line: usize,
        /// The column in bytes, from 1.
        column: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// JSON of something else.
    #[error("this JSON holds no board and no month of games; it was left out")]
    NoBoard,
    /// Another kind of game.
    #[error("\"{0}\" is another variant than bughouse; the game was left out")]
    OtherVariant(String),
    /// There are more boards than an import takes.
    #[error("an import takes {0} boards; import the other boards by themselves")]
    TooManyBoards(usize),
    /// The moves break off.
    #[error(transparent)]
    MoveList(MoveListError),
    /// A ply of PGN that cannot be read.
    #[error("ply {ply} cannot be read; the plies before it are kept")]
    UnreadablePly {
        /// Which, from 1.
        ply: usize,
    },
    /// Something that is no clock.
    #[error("clock {ply} is none (\"{text}\"); the plies from there on have no clocks")]
    NoClock {
        /// Which, from 1.
        ply: usize,
        /// What stands there.
        text: String,
    },
    /// Fewer clocks than plies.
    #[error("there are {clocks} clocks for {plies} plies; the plies after them have none")]
    FewClocks {
        /// How many clocks.
        clocks: usize,
        /// How many plies.
        plies: usize,
    },
}

/// Whether `text` is one of the forms in which sites give out one board at a time. Told by the content.
#[must_use]
pub fn is_foreign(text: &[u8]) -> bool {
    let text = without_mark(text);
    match text.first() {
        Some(b'{') => is_json_of_boards(text),
        Some(b'[') if is_json_list(text) => is_json_of_boards(text),
        _ => pgn::is_pgn(text),
    }
}

/// Reads all boards of `text`. Never fails: what cannot be read is a problem.
#[must_use]
pub fn read_boards(text: &[u8]) -> BoardsRead {
    let text = without_mark(text);
    let mut read = BoardsRead::default();
    let json = match text.first() {
        Some(b'{') => true,
        Some(b'[') => is_json_list(text),
        _ => false,
    };
    if json {
        json::read(text, &mut read);
    } else {
        let mut games = Vec::new();
        pgn::read(text, &mut games, &mut |kind| read.tell(1, kind));
        read.boards = games;
    }
    read
}

/// Whether a text that begins with `[` is JSON and no tag: a value or the end of the list comes next.
fn is_json_list(text: &[u8]) -> bool {
    let next = text[1..].iter().find(|byte| !byte.is_ascii_whitespace());
    matches!(next, Some(b'{' | b'[' | b']'))
}

/// Whether JSON speaks of boards. Only names are looked for, as a torn file cannot be parsed.
fn is_json_of_boards(text: &[u8]) -> bool {
    let has = |name: &[u8]| memchr::memmem::find(text, name).is_some();
    has(b"\"moveList\"") || (has(b"\"games\"") && has(b"\"rules\""))
}

/// The text without a byte order mark and blanks before it.
fn without_mark(text: &[u8]) -> &[u8] {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    text.trim_ascii_start()
}

/// A decided result; `None` for `*` and everything else.
pub(super) fn game_result(text: &str) -> Option<GameResult> {
    GameResult::parse(text.as_bytes()).filter(|result| result.is_decided())
}
