//! [`Difficulty`]: how hard a puzzle is.

use super::Task;
use crate::rules::{BoardId, Move, Position, Role, Seat};

/// The counts from which the difficulty of a puzzle is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Difficulty {
    /// The number of moves to mate.
    pub length: u8,
    /// The number of legal checks that are not solutions.
    pub checks: u16,
    /// The number of legal moves without check that are not solutions.
    pub quiet: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// A score below 40.
    Easy,
    /// A score from 40 to 119.
    Medium,
    /// A score of 120 or more.
    Hard,
}

impl Level {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "Easy",
            Self::Medium => "Medium",
            Self::Hard => "Hard",
        }
    }
}

impl Difficulty {
    #[must_use]
    pub fn of(position: &Position, seat: Seat, task: &Task) -> Self {
        let (mover, first) = match task {
            Task::Sit(joint, _) => (seat.partner(), &joint.first),
            Task::Keep(_) => (seat.opponent(), first_of(task)),
            _ => (seat, first_of(task)),
        };
        let (checks, quiet) = alternatives(position, mover, first);
        Self { length: task.length(), checks, quiet }
    }

    /// Returns the difficulty as one number. Each further move to mate counts as much as ten wrong checks, and a wrong
    /// check as much as ten quiet moves, few of which are worth considering.
    #[must_use]
    pub fn score(self) -> u32 {
        60 * u32::from(self.length.saturating_sub(1))
            + 6 * u32::from(self.checks)
            + u32::from(self.quiet) * 6 / 10
    }

    #[must_use]
    pub fn level(self) -> Level {
        match self.score() {
            ..40 => Level::Easy,
            40..120 => Level::Medium,
            120.. => Level::Hard,
        }
    }
}

const NO_MOVES: &Vec<Move> = &Vec::new();

/// Returns the first moves of the shortest mate in `task`.
fn first_of(task: &Task) -> &Vec<Move> {
    let named: Option<Role> = task.best_piece().map(|more| more.role);
    task.mate(named).map_or(NO_MOVES, |mate| &mate.first)
}

/// Returns the numbers of checks and of quiet moves of `mover`, apart from the solutions `first`.
fn alternatives(position: &Position, mover: Seat, first: &[Move]) -> (u16, u16) {
    let id: BoardId = mover.board();
    let after_null_move = (position.turn(id) != mover).then(|| position.boards[id].null_move());
    let board = after_null_move.flatten().unwrap_or_else(|| position.boards[id].clone());
    let (mut checks, mut quiet) = (0_u16, 0_u16);
    for mv in board.legal_moves(&position.reserves[mover]) {
        if first.contains(&mv) {
            continue;
        }
        let mut after = board.clone();
        after.play(mv);
        let count = if after.is_check() { &mut checks } else { &mut quiet };
        *count = count.saturating_add(1);
    }
    (checks, quiet)
}
