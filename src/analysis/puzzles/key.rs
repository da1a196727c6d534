//! [`PuzzleKey`]: identifies a puzzle.

use super::{Kind, Puzzle, Task};
use crate::{
    analysis::tactics::Solver,
    rules::{Bfen, BoardId, Position, Seat},
};

/// The position, seat and kind of question of a puzzle. The puzzle can be rebuilt from these.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PuzzleKey {
    /// Both boards in BFEN 0.1, separated by ` | `.
    pub position: String,
    pub seat: char,
    pub kind: Kind,
}

impl PuzzleKey {
    pub(super) fn of(puzzle: &Puzzle) -> Self {
        let boards = BoardId::ALL.map(|id| puzzle.position.bfen_without_counters(id));
        Self { position: boards.join(" | "), seat: puzzle.seat.letter(), kind: puzzle.task.kind() }
    }

    /// Returns a hash of the key and `salt`. Sorting puzzles by this hash shuffles them reproducibly.
    pub fn shuffled(&self, salt: u32) -> u32 {
        let mut hash = crc32fast::Hasher::new();
        hash.update(&salt.to_le_bytes());
        hash.update(self.position.as_bytes());
        hash.update(&[self.seat as u8, self.kind as u8]);
        hash.finalize()
    }

    /// Returns the position, seat and task of the puzzle, or `None` if the position is invalid or has no such puzzle.
    pub fn pose(&self, solver: &mut Solver) -> Option<(Position, Seat, Task)> {
        let position = Bfen::parse(&self.position, None).ok()?.position;
        let seat = Seat::ALL.into_iter().find(|seat| seat.letter() == self.seat)?;
        let task = find_task(&position, seat, self.kind, solver)?;
        Some((position, seat, task))
    }
}

/// Returns the task of kind `kind` for `seat` in `position`. Returns `None` if there is no such task or `seat` is not
/// to move.
pub(super) fn find_task(
    position: &Position,
    seat: Seat,
    kind: Kind,
    solver: &mut Solver,
) -> Option<Task> {
    if position.turn(seat.board()) != seat {
        return None;
    }
    let tasks = Task::tasks_of(&solver.both(position)[seat.board()], position, seat, solver);
    tasks.into_iter().find_map(|task| match task {
        task @ (Task::Mate(_) | Task::Deliver(..)) if kind == Kind::MoveOrSit => {
            Some(task.asking_whether_to_sit())
        }
        task => (task.kind() == kind).then_some(task),
    })
}
