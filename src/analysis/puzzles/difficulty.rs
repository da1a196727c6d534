//! [`Difficulty`]: how hard a puzzle is.

use super::{Task, task::value};
use crate::rules::{Board, Move, Position, Reserve, Seat, Square};
use serde::{Deserialize, Serialize};

/// The counts from which the difficulty of a puzzle is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Difficulty {
    /// The number of moves to mate.
    pub length: u8,
    /// The index of the kind in [`Kind::ALL`](super::Kind::ALL). Puzzles of later kinds count as harder.
    pub kind: u8,
    /// The number of legal checks that are not solutions.
    pub checks: u16,
    /// The number of legal moves without check that are not solutions.
    pub quiet: u16,
    /// Whether a solution begins with an obvious capture: of an undefended piece, of a piece worth more than the one that
    /// takes it, or the only recapture. Such a puzzle is never [`Level::Hard`].
    pub is_obvious: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Level {
    /// Puzzles of the kinds "Mate" and "Which piece?" with a mate in one.
    Easy,
    /// Puzzles of the kinds "Mate" and "Which piece?" with a mate in two, and all other kinds with a length of one
    /// move.
    Medium,
    Hard,
}

impl Level {
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "Easy",
            Self::Medium => "Medium",
            Self::Hard => "Hard",
        }
    }
}

impl Difficulty {
    /// Returns the difficulty of `task`. `last_capture` is the square on which the last ply of the board of the first
    /// move has captured; `None` if that ply is unknown or captured nothing.
    pub fn of(position: &Position, seat: Seat, task: &Task, last_capture: Option<Square>) -> Self {
        let mover = first_mover(seat, task);
        let first = match task {
            Task::Sit(joint, _) | Task::Deliver(joint, _) => joint.first.as_slice(),
            _ => {
                let best_role = task.best_piece().map(|more| more.role);
                task.mate(best_role).map_or(&[][..], |mate| &mate.first)
            }
        };
        let board = position.board_to_move(mover);
        let moves = board.legal_moves(&position.reserves[mover]);
        let (checks, quiet) = alternatives(&board, &moves, first);
        // The mate of a piece that must not be lost is the opponent's.
        let is_own = !matches!(task, Task::Keep(_));
        let is_obvious = is_own
            && first.iter().any(|&mv| {
                takes_undefended(&board, mv)
                    || takes_more_valuable(&board, mv)
                    || is_only_recapture(&board, &moves, mv, last_capture)
            });
        Self { length: task.length(), kind: task.kind() as u8, checks, quiet, is_obvious }
    }

    /// Returns the difficulty as one number. The number of moves counts most, then the kind. Among puzzles of the same
    /// length and kind, a wrong check counts as much as ten quiet moves, since a solver considers few quiet moves. An obvious
    /// capture limits the score to the medium level.
    pub fn score(self) -> u32 {
        let alternatives = u32::from(self.checks) + u32::from(self.quiet) / 10;
        let score = MOVE_SCORE * u32::from(self.length.saturating_sub(1))
            + KIND_SCORE * u32::from(self.kind)
            + alternatives.min(KIND_SCORE - 1);
        if self.is_obvious { score.min(HARD_SCORE - 1) } else { score }
    }

    pub fn level(self) -> Level {
        match self.score() {
            ..MEDIUM_SCORE => Level::Easy,
            MEDIUM_SCORE..HARD_SCORE => Level::Medium,
            HARD_SCORE.. => Level::Hard,
        }
    }
}

/// The score for each move of the solution after the first.
const MOVE_SCORE: u32 = 5 * KIND_SCORE;
/// The score for each step of a kind's index: the first kind scores 0, the next one 40, and so on.
const KIND_SCORE: u32 = 40;

/// The minimum score of the medium level.
const MEDIUM_SCORE: u32 = 2 * KIND_SCORE;
/// The minimum score of the hard level.
const HARD_SCORE: u32 = MOVE_SCORE + MEDIUM_SCORE;

/// Returns the seat that plays the first move of the solution.
pub(super) const fn first_mover(seat: Seat, task: &Task) -> Seat {
    match task {
        Task::Sit(..) | Task::Deliver(..) => seat.partner(),
        _ => seat,
    }
}

/// Returns whether `mv` takes a piece that cannot be taken back.
fn takes_undefended(board: &Board, mv: Move) -> bool {
    if board.captured_by(mv).is_none() {
        return false;
    }
    let replies = board.after_move(mv).legal_moves(&Reserve::default());
    !replies.iter().any(|reply| reply.to() == mv.to())
}

/// Returns whether `mv` takes a piece that is worth more than the one that moves.
fn takes_more_valuable(board: &Board, mv: Move) -> bool {
    let mover = mv.from().and_then(|from| board.piece_at(from));
    let values = (board.captured_by(mv).map(value), mover.map(|piece| value(piece.role)));
    matches!(values, (Some(taken), Some(mover)) if taken > mover)
}

/// Returns whether `mv` is the only one of the legal `moves` that takes the piece on `last_capture`.
fn is_only_recapture(
    board: &Board,
    moves: &[Move],
    mv: Move,
    last_capture: Option<Square>,
) -> bool {
    let Some(square) = last_capture else { return false };
    let recaptures = |mv: Move| board.captured_by(mv).is_some() && mv.capture_square() == square;
    recaptures(mv) && moves.iter().filter(|&&other| recaptures(other)).count() == 1
}

/// Returns how many of the legal `moves` give check, and how many do not. The solutions `first` do not count.
fn alternatives(board: &Board, moves: &[Move], first: &[Move]) -> (u16, u16) {
    let (mut checks, mut quiet) = (0_u16, 0_u16);
    for &mv in moves {
        if first.contains(&mv) {
            continue;
        }
        let count = if board.after_move(mv).is_check() { &mut checks } else { &mut quiet };
        *count = count.saturating_add(1);
    }
    (checks, quiet)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        analysis::puzzles::{FoundPuzzles, Kind, puzzles_of_record},
        analysis::tactics::Solver,
    };

    fn puzzles(board_b: &str, plies: &str) -> FoundPuzzles {
        let board_a = "k7/8/1K6/8/8/8/7R/8[] w - - 0 1";
        let text = format!("[SetUp \"1\"]\n[FEN \"{board_a} | {board_b}\"]\n\n{plies} *\n");
        puzzles_of_record(0, text.as_bytes(), None, &mut Solver::default())
    }

    /// Returns the levels of the joint wins by a capture of the queen on c5.
    fn levels(board_b: &str, plies: &str) -> Vec<Level> {
        let mut levels = Vec::new();
        for puzzle in puzzles(board_b, plies).puzzles {
            if puzzle.task.kind() == Kind::JointWin {
                levels.push(puzzle.difficulty.level());
            }
        }
        levels
    }

    #[test]
    fn obvious_captures_are_not_hard() {
        // The pawn takes an undefended queen.
        assert_eq!(levels("k7/8/3p4/2Q5/8/8/8/K7[] b - - 0 1", ""), [Level::Medium]);
        // A pawn defends the queen, but the pawn that takes it is worth less.
        assert_eq!(levels("k7/8/3p4/2Q5/1P6/8/8/K7[] b - - 0 1", ""), [Level::Medium]);
        // A queen for a queen is an exchange.
        assert_eq!(levels("k7/8/3q4/2Q5/1P6/8/8/K7[] b - - 0 1", ""), [Level::Hard]);
        // The queen has just taken a knight, and only the queen can take back.
        let knight = "k7/8/3q4/2n5/1P6/8/8/K1Q5[] w - - 0 1";
        assert_eq!(levels(knight, "1B. Qxc5"), [Level::Medium]);
        // So can another queen.
        let queen = "k1q5/8/3q4/2n5/1P6/8/8/K1Q5[] w - - 0 1";
        assert_eq!(levels(queen, "1B. Qxc5"), [Level::Hard]);
    }
}
