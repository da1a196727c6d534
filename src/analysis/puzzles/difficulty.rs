//! [`Difficulty`]: how hard a puzzle is.

use super::Task;
use crate::rules::{Move, Position, Seat};
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
    pub fn of(position: &Position, seat: Seat, task: &Task) -> Self {
        let best_role = task.best_piece().map(|more| more.role);
        let first = task.mate(best_role).map_or(&[][..], |mate| &mate.first);
        let (mover, first) = match task {
            Task::Sit(joint, _) | Task::Deliver(joint, _) => {
                (seat.partner(), joint.first.as_slice())
            }
            _ => (seat, first),
        };
        let (checks, quiet) = alternatives(position, mover, first);
        Self { length: task.length(), kind: task.kind() as u8, checks, quiet }
    }

    /// Returns the difficulty as one number. The number of moves counts most, then the kind. Among puzzles of the same
    /// length and kind, a wrong check counts as much as ten quiet moves, since a solver considers few quiet moves.
    pub fn score(self) -> u32 {
        let alternatives = u32::from(self.checks) + u32::from(self.quiet) / 10;
        MOVE_SCORE * u32::from(self.length.saturating_sub(1))
            + KIND_SCORE * u32::from(self.kind)
            + alternatives.min(KIND_SCORE - 1)
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

/// Returns the number of legal checks of `mover`, and that of its other legal moves. The solutions `first` do not
/// count.
fn alternatives(position: &Position, mover: Seat, first: &[Move]) -> (u16, u16) {
    let board = position.board_to_move(mover);
    let (mut checks, mut quiet) = (0_u16, 0_u16);
    for mv in board.legal_moves(&position.reserves[mover]) {
        if first.contains(&mv) {
            continue;
        }
        let count = if board.after_move(mv).is_check() { &mut checks } else { &mut quiet };
        *count = count.saturating_add(1);
    }
    (checks, quiet)
}
