//! [`BoardsRead`]: the boards read from an export, and its problems.

use super::{BoardGame, MAX_TEXT_BYTES, MoveListError, PageError};
use crate::document::shortened;

#[derive(Clone, Debug, PartialEq)]
pub struct BoardsRead {
    /// The boards, in the order of the file.
    pub boards: Vec<BoardGame>,
    /// The problems of the file, at most `MAX_PROBLEMS`.
    pub problems: Vec<BoardProblem>,
    /// The number of problems beyond `MAX_PROBLEMS`.
    pub omitted_problems: usize,
    /// The number of skipped games of other variants. A list of all games that a player played in a month often
    /// contains some.
    pub other_games: usize,
    /// The first game that is not bughouse; `None` if there is none. It becomes a problem only if the file contains no
    /// other game.
    first_other: Option<BoardProblem>,
    /// The memory of `boards`, in bytes.
    pub(in crate::import) bytes: usize,
    /// The limit on `bytes`. Further boards are dropped.
    max_bytes: usize,
    /// Whether a board was dropped because of the limit.
    is_full: bool,
}

/// The maximum number of problems stored per file.
const MAX_PROBLEMS: usize = 20;

/// The maximum length in bytes of the name of a variant in a problem.
const MAX_VARIANT_BYTES: usize = 100;

impl BoardsRead {
    /// Creates an empty list of boards that may take `max_bytes` bytes of memory.
    pub(super) const fn within(max_bytes: usize) -> Self {
        Self {
            boards: Vec::new(),
            problems: Vec::new(),
            omitted_problems: 0,
            other_games: 0,
            first_other: None,
            bytes: 0,
            max_bytes,
            is_full: false,
        }
    }

    /// Adds `board`. Leaves out its texts that are too long, and drops the whole board if there is no memory left for
    /// it; both become problems.
    pub(super) fn push(&mut self, mut board: BoardGame) {
        for name in board.remove_long_texts() {
            self.report_next(BoardProblemKind::LongText { name });
        }
        let bytes = board.memory_bytes();
        if self.is_full || self.bytes.saturating_add(bytes) > self.max_bytes {
            if !std::mem::replace(&mut self.is_full, true) {
                self.report_next(BoardProblemKind::TooManyBoards);
            }
            return;
        }
        self.bytes += bytes;
        self.boards.push(board);
    }

    /// Reports a problem of board number `board`, counted from 1. Problems beyond `MAX_PROBLEMS` are only counted. So
    /// are games of other variants, of which the first is also stored.
    pub(super) fn report(&mut self, board: usize, kind: BoardProblemKind) {
        if let BoardProblemKind::OtherVariant(variant) = kind {
            self.other_games += 1;
            self.first_other.get_or_insert_with(|| {
                let variant = shortened(variant, MAX_VARIANT_BYTES);
                BoardProblem { board, kind: BoardProblemKind::OtherVariant(variant) }
            });
        } else if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(BoardProblem { board, kind });
        } else {
            self.omitted_problems += 1;
        }
    }

    /// Reports a problem of the board that follows the boards read so far.
    pub(super) fn report_next(&mut self, kind: BoardProblemKind) {
        self.report(self.boards.len() + 1, kind);
    }

    /// Reports the game of another variant as a problem if the file contains no other game.
    pub(super) fn report_lone_variant(&mut self) {
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
    #[error(
        "line {line}, column {column}: invalid JSON ({reason}); only the part before it was read"
    )]
    Json {
        /// The number of the line, counted from 1.
        line: usize,
        /// The position in the line in bytes, counted from 1.
        column: usize,
        reason: String,
    },
    #[error("this JSON contains no board and no month of games; skipped")]
    NoBoard,
    /// An entry without the member `rules`, in a player's list of games for a month.
    #[error("this entry is not a game; skipped")]
    NoGame,
    #[error("\"{0}\" is not bughouse; skipped the game")]
    OtherVariant(String),
    #[error(
        "an import is limited to {} MB of boards; skipped this one and the following, which \
         another import can read",
        super::MAX_BOARDS_BYTES >> 20
    )]
    TooManyBoards,
    #[error("the {name} is longer than {MAX_TEXT_BYTES} bytes; left it out")]
    LongText { name: &'static str },
    #[error("a value is longer than {} MB; left it out", super::json::MAX_VALUE_BYTES >> 20)]
    LongValue,
    #[error("this game is longer than {} MB; skipped", super::pgn::MAX_RECORD_BYTES >> 20)]
    LongRecord,
    /// A move list that could only be decoded in part.
    #[error(transparent)]
    MoveList(MoveListError),
    #[error(transparent)]
    Page(#[from] PageError),
    #[error("move {ply} cannot be read; kept the moves before it")]
    UnreadablePly {
        /// The number of the ply, counted from 1.
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
