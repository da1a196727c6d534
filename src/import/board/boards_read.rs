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
    /// The number of skipped games of other variants. A list of all games that a player played in a month often
    /// contains some.
    pub other_games: usize,
    /// The first game that is not bughouse; `None` if there is none. It becomes a problem only if the file contains no
    /// other game.
    first_other: Option<BoardProblem>,
}

/// The maximum number of problems stored per file.
const MAX_PROBLEMS: usize = 20;

impl BoardsRead {
    /// Reports a problem of board number `board`, counted from 1. Problems beyond `MAX_PROBLEMS` are only counted. So
    /// are games of other variants, of which the first is also stored.
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
