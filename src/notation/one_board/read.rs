//! Which form a text has, and the boards in it.

use super::{BoardGame, MoveListError, answer, month, pgn};
use crate::notation::GameResult;
use serde_json::{Deserializer, Value};

/// No clock shows more; `i32` milliseconds could not hold the times that are worked out from it.
pub(super) const LARGEST_CLOCK_MS: i32 = 24 * 60 * 60 * 1000;

/// What was read from a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardsRead {
    /// The boards in the order of the file.
    pub boards: Vec<BoardGame>,
    /// What stands against the file.
    pub problems: Vec<BoardProblem>,
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
        read_json(text, &mut read);
    } else {
        let problems = &mut read.problems;
        let mut games = Vec::new();
        pgn::read(text, &mut games, &mut |kind| {
            problems.push(BoardProblem { board: 1, kind });
        });
        read.boards = games;
    }
    read
}

/// Reads values one after the other, so that what stands before a torn end is kept.
fn read_json(text: &[u8], read: &mut BoardsRead) {
    for value in Deserializer::from_slice(text).into_iter::<Value>() {
        match value {
            Ok(value) => read_value(&value, read),
            Err(error) => {
                let problem = BoardProblem {
                    board: read.boards.len() + 1,
                    kind: BoardProblemKind::Json {
                        line: error.line(),
                        column: error.column(),
                        reason: reason(&error),
                    },
                };
                return read.problems.push(problem);
            }
        }
    }
}

fn read_value(value: &Value, read: &mut BoardsRead) {
    let board = read.boards.len() + 1;
    let problems = &mut read.problems;
    let mut problem = |kind| problems.push(BoardProblem { board, kind });
    if answer::is_answer(value) {
        read.boards.extend(answer::read(value, &mut problem));
    } else if let Some(games) = month::games(value) {
        for game in games {
            let board = read.boards.len() + 1;
            let problems = &mut read.problems;
            let mut problem = |kind| problems.push(BoardProblem { board, kind });
            read.boards.extend(month::read(game, &mut problem));
        }
    } else if let Value::Array(values) = value {
        for value in values {
            // A list in a list is no form that is known, and would not end.
            if value.is_array() {
                let kind = BoardProblemKind::NoBoard;
                read.problems.push(BoardProblem { board, kind });
            } else {
                read_value(value, read);
            }
        }
    } else {
        problem(BoardProblemKind::NoBoard);
    }
}

/// What serde says, without the place, which is told apart.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let said = text.rsplit_once(" at line ");
    said.map_or(text.as_str(), |(said, _)| said).to_owned()
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
