//! [`read_boards`]: detects the format of single-board exports and reads them.

use super::{BoardGame, MoveListError, PageError, json, page, pgn};
use crate::notation::GameResult;

/// The maximum valid clock in milliseconds. Times derived from such clocks fit into `i32`.
pub(super) const MAX_CLOCK_MS: i32 = 24 * 60 * 60 * 1000;

/// The boards of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardsRead {
    /// The boards in the order of the file.
    pub boards: Vec<BoardGame>,
    /// The problems of the file, up to a limit.
    pub problems: Vec<BoardProblem>,
    /// The number of problems above the limit.
    pub omitted_problems: usize,
    /// The number of skipped games of other variants, which are usual in a player's month.
    pub other_games: usize,
    /// The first game of another variant. It is a problem only if the file has no other games.
    first_other: Option<BoardProblem>,
}

/// The maximum number of problems stored per file.
const MAX_PROBLEMS: usize = 20;

impl BoardsRead {
    /// Reports a problem of the board with number `board`, counted from 1.
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

    /// Reports the game of another variant if the file has no other games.
    fn report_lone_variant(&mut self) {
        let other = self.first_other.take();
        if self.boards.is_empty() && self.other_games == 1 {
            self.other_games = 0;
            self.problems.extend(other);
        }
    }
}

/// A problem in a file of single-board exports.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardProblem {
    /// The number of the board in its file, starting at 1.
    pub board: usize,
    pub kind: BoardProblemKind,
}

/// The kind of a [`BoardProblem`].
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BoardProblemKind {
    /// Truncated or invalid JSON.
    #[error("line {line}, column {column}: invalid JSON ({reason}); read everything before it")]
    Json {
        /// The line, starting at 1.
        line: usize,
        /// The column in bytes, starting at 1.
        column: usize,
        reason: String,
    },
    /// The JSON contains no boards.
    #[error("this JSON contains no board and no month of games; skipped")]
    NoBoard,
    /// An entry of a month does not name its rules.
    #[error("this entry is not a game; skipped")]
    NoGame,
    /// The game is of another kind.
    #[error("\"{0}\" is not bughouse; skipped the game")]
    OtherVariant(String),
    /// The files have more boards than an import accepts.
    #[error("an import is limited to {0} boards; import the others separately")]
    TooManyBoards(usize),
    /// A move list could be decoded only in part.
    #[error(transparent)]
    MoveList(MoveListError),
    /// A page of pychess contains no match, or only a part of one.
    #[error(transparent)]
    Page(#[from] PageError),
    /// A ply in PGN is unreadable.
    #[error("move {ply} cannot be read; kept the moves before it")]
    UnreadablePly {
        /// The number of the ply, starting at 1.
        ply: usize,
    },
    /// A clock is invalid.
    #[error("clock {ply} is invalid (\"{text}\"); moves from there on have no clocks")]
    NoClock {
        /// The number of the ply, starting at 1.
        ply: usize,
        /// The text in place of the clock.
        text: String,
    },
    /// There are fewer clocks than plies.
    #[error("{clocks} clocks for {plies} moves; the remaining moves have none")]
    FewClocks {
        /// The number of clocks.
        clocks: usize,
        /// The number of plies.
        plies: usize,
    },
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

/// Reads all boards in `text`. Never fails: what cannot be read is reported as a problem.
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

/// Returns whether a text that begins with `[` is a JSON list rather than a PGN tag.
fn is_json_list(text: &[u8]) -> bool {
    let next = text[1..].iter().find(|byte| !byte.is_ascii_whitespace());
    matches!(next, Some(b'{' | b'[' | b']'))
}

/// Returns whether JSON text contains boards. Only searches for the names of members, since the text may be truncated.
fn is_json_of_boards(text: &[u8]) -> bool {
    let has = |name: &[u8]| memchr::memmem::find(text, name).is_some();
    has(b"\"moveList\"") || (has(b"\"games\"") && has(b"\"rules\""))
}

/// Returns `text` without its byte order mark and leading blanks.
fn strip_byte_order_mark(text: &[u8]) -> &[u8] {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    text.trim_ascii_start()
}

/// Parses a decided result. Returns `None` for `*` and anything else.
pub(super) fn game_result(text: &str) -> Option<GameResult> {
    GameResult::parse(text.as_bytes()).filter(|result| result.is_decided())
}
