//! [`BoardsRead`]: the boards read from an export, and its problems.

use super::{BoardGame, MoveListError, PageError};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardsRead {
    /// The boards, in the order of the file.
    pub boards: Vec<BoardGame>,
    /// The problems of the file, at most `MAX_PROBLEMS`.
    pub problems: Vec<BoardProblem>,
    /// The number of problems beyond `MAX_PROBLEMS`.
    pub omitted_problems: usize,
    /// The number of skipped games of other variants. A player's month often contains such games.
    pub other_games: usize,
    /// The first game that is not bughouse. It is a problem only if it is the only game in the file.
    first_other: Option<BoardProblem>,
}

/// The maximum number of problems stored per file.
const MAX_PROBLEMS: usize = 20;

impl BoardsRead {
    /// Reports a problem of board number `board`, counted from 1. Games of other variants and problems beyond
    /// `MAX_PROBLEMS` are only counted; the first game of another variant is stored, too.
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
    /// An entry of a player's month without `rules`.
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
