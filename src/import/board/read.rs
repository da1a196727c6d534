//! [`read_boards`]: detects the format of single-board exports and reads them.

use super::{BoardGame, MoveListError, PageError, json, page, pgn};
use crate::notation::GameResult;

/// The maximum clock in milliseconds; larger ones are invalid. Times computed from clocks up to it fit into `i32`.
pub(super) const MAX_CLOCK_MS: i32 = 24 * 60 * 60 * 1000;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardsRead {
    /// In the order of the file.
    pub boards: Vec<BoardGame>,
    /// The problems of the file, at most `MAX_PROBLEMS`.
    pub problems: Vec<BoardProblem>,
    /// The number of problems beyond `MAX_PROBLEMS`.
    pub omitted_problems: usize,
    /// The number of skipped games of other variants, which are common in a player's month.
    pub other_games: usize,
    /// The first game of another variant, which is a problem only if it is the sole game of the file.
    first_other: Option<BoardProblem>,
}

/// The maximum number of problems stored per file.
const MAX_PROBLEMS: usize = 20;

impl BoardsRead {
    /// Reports a problem of board number `board`, counted from 1.
    pub(super) fn report(&mut self, board: usize, kind: BoardProblemKind) {
        let problem = BoardProblem { board, kind };
        if matches!(problem.kind, BoardProblemKind::OtherVariant(_)) {
            self.other_games += 1;
            self.first_other.get_or_insert(problem);
        } else if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(problem);
        } else {
            self.omitted_problems += 1;
        }
    }

    /// Reports the game of another variant if it is the sole game of the file.
    fn report_lone_variant(&mut self) {
        let other = self.first_other.take();
        if self.boards.is_empty() && self.other_games == 1 {
            self.other_games = 0;
            self.problems.extend(other);
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct BoardProblem {
    /// The number of the board in its file, counted from 1.
    pub board: usize,
    pub kind: BoardProblemKind,
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BoardProblemKind {
    /// Truncated or otherwise invalid JSON.
    #[error("line {line}, column {column}: invalid JSON ({reason}); read everything before it")]
    Json {
        /// Counted from 1.
        line: usize,
        /// In bytes, counted from 1.
        column: usize,
        reason: String,
    },
    #[error("this JSON contains no board and no month of games; skipped")]
    NoBoard,
    /// An entry of a month that does not name its rules.
    #[error("this entry is not a game; skipped")]
    NoGame,
    #[error("\"{0}\" is not bughouse; skipped the game")]
    OtherVariant(String),
    #[error("an import is limited to {0} boards; import the others separately")]
    TooManyBoards(usize),
    /// A move list that could only be decoded in part.
    #[error(transparent)]
    MoveList(MoveListError),
    #[error(transparent)]
    Page(#[from] PageError),
    #[error("move {ply} cannot be read; kept the moves before it")]
    UnreadablePly {
        /// Counted from 1.
        ply: usize,
    },
    #[error("clock {ply} is invalid (\"{text}\"); moves from there on have no clocks")]
    NoClock {
        /// The number of the ply, counted from 1.
        ply: usize,
        /// The text in place of the clock.
        text: String,
    },
    #[error("{clocks} clocks for {plies} moves; the remaining moves have none")]
    FewClocks { clocks: usize, plies: usize },
}

/// Returns whether `text` looks like a single-board export.
#[must_use]
pub fn is_foreign(text: &[u8]) -> bool {
    let text = strip_byte_order_mark(text);
    match text.first() {
        Some(b'{') => is_json_of_boards(text),
        Some(b'[') if is_json_list(text) => is_json_of_boards(text),
        Some(b'<') => page::is_page(text),
        _ => pgn::is_pgn(text),
    }
}

/// Reads all boards in `text`. Never fails, but reports unreadable parts as problems.
#[must_use]
pub fn read_boards(text: &[u8]) -> BoardsRead {
    let text = strip_byte_order_mark(text);
    let mut read = BoardsRead::default();
    let json = match text.first() {
        Some(b'{') => true,
        Some(b'[') => is_json_list(text),
        _ => false,
    };
    if json {
        json::read(text, &mut read);
    } else if page::is_page(text) {
        page::read(text, &mut read);
    } else {
        let mut games = Vec::new();
        pgn::read(text, &mut games, &mut |kind| read.report(1, kind));
        read.boards = games;
    }
    read.report_lone_variant();
    read
}

/// Returns whether `text`, which begins with `[`, is a JSON list and not a PGN tag.
fn is_json_list(text: &[u8]) -> bool {
    let next = text[1..].iter().find(|byte| !byte.is_ascii_whitespace());
    matches!(next, Some(b'{' | b'[' | b']'))
}

/// Returns whether JSON text contains boards. Only searches for member names, since `text` may be truncated.
fn is_json_of_boards(text: &[u8]) -> bool {
    let has = |name: &[u8]| memchr::memmem::find(text, name).is_some();
    has(b"\"moveList\"") || (has(b"\"games\"") && has(b"\"rules\""))
}

/// Removes a byte order mark and leading blanks.
fn strip_byte_order_mark(text: &[u8]) -> &[u8] {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    text.trim_ascii_start()
}

/// Parses a decided result; anything else, such as `*`, gives `None`.
pub(super) fn game_result(text: &str) -> Option<GameResult> {
    GameResult::parse(text.as_bytes()).filter(|result| result.is_decided())
}
