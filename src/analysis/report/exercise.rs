//! Puzzles from a match: positions with a question and its exact answers.

use super::{MatchTactics, mates::turn};
use crate::{
    analysis::tactics::{BoardTactics, Mate, OneMore, Solver},
    replay::Match,
    rules::{BoardId, Move, Position, Role, Seat},
    timeline::Moment,
};

/// A puzzle for one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// The moment of the position.
    pub moment: Moment,
    /// The seat to solve it.
    pub seat: Seat,
    /// The question with its answers.
    pub task: Task,
}

/// The question of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// Mate in a given number of moves.
    Mate(Mate),
    /// Name the piece that would mate, then mate with it. There is no mate without it.
    Need(Vec<OneMore>),
    /// Name the piece that the partner must not lose. Without it the opponent has no mate.
    Keep(Vec<OneMore>),
}

/// The verdict on an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// One of the best answers.
    Right,
    /// A piece that mates, but in more moves than another.
    Slower {
        /// The number of moves with this piece.
        moves: u8,
        /// The number of moves with the best piece.
        best: u8,
    },
    /// The answer does not mate, or not in time.
    Wrong,
}

impl Task {
    /// Returns the mate, with the piece `named` if the puzzle asks for a piece.
    #[must_use]
    pub fn mate(&self, named: Option<Role>) -> Option<&Mate> {
        match self {
            Self::Mate(mate) => Some(mate),
            Self::Need(kinds) | Self::Keep(kinds) => mate_with(kinds, named?),
        }
    }

    /// Returns the question in words.
    #[must_use]
    pub fn question(&self) -> String {
        match self {
            Self::Mate(mate) => format!("Mate in {}.", mate.moves),
            Self::Need(_) => "Which piece would mate?".to_owned(),
            Self::Keep(_) => "What must your partner not lose?".to_owned(),
        }
    }

    /// Judges the first move `mv`, after the piece `named` if the puzzle asks for a piece.
    #[must_use]
    pub fn judge_move(&self, named: Option<Role>, mv: Move) -> Verdict {
        match self.mate(named) {
            Some(mate) if mate.first.contains(&mv) => Verdict::Right,
            _ => Verdict::Wrong,
        }
    }

    /// Judges the piece `role`; always wrong for a mate puzzle.
    #[must_use]
    pub fn judge_piece(&self, role: Role) -> Verdict {
        let kinds = match self {
            Self::Mate(_) => return Verdict::Wrong,
            Self::Need(kinds) | Self::Keep(kinds) => kinds,
        };
        let best = kinds.iter().map(|more| more.mate.moves).min();
        match (mate_with(kinds, role), best) {
            (Some(mate), Some(best)) if mate.moves > best => {
                Verdict::Slower { moves: mate.moves, best }
            }
            (Some(_), _) => Verdict::Right,
            (None, _) => Verdict::Wrong,
        }
    }
}

fn mate_with(kinds: &[OneMore], role: Role) -> Option<&Mate> {
    let more = kinds.iter().find(|more| more.role == role)?;
    Some(&more.mate)
}

/// Returns the puzzles of a match, by moment. Of consecutive moments with the same puzzle on a board, only the first is
/// used.
#[must_use]
pub fn exercises(played: &Match, tactics: &MatchTactics) -> Vec<Exercise> {
    let mut exercises = Vec::new();
    for id in BoardId::ALL {
        let mut before: Vec<Task> = Vec::new();
        for (moment, both) in tactics.moments.iter().enumerate() {
            let seat = turn(played, moment, id);
            let tasks = tasks(&both[id]);
            let new = tasks.iter().filter(|task| !before.contains(task));
            exercises.extend(new.map(|task| Exercise { moment, seat, task: task.clone() }));
            before = tasks;
        }
    }
    exercises.sort_by_key(|exercise| exercise.moment);
    exercises
}

/// Returns the puzzles of both boards of `position`, which is the position at `moment`.
#[must_use]
pub fn exercises_of(position: &Position, moment: Moment, solver: &mut Solver) -> Vec<Exercise> {
    let mut exercises = Vec::new();
    for id in BoardId::ALL {
        let tasks = tasks(&solver.board_of(position, id)).into_iter();
        exercises.extend(tasks.map(|task| Exercise { moment, seat: position.turn(id), task }));
    }
    exercises
}

/// Returns the questions that a board has for the seat to move.
fn tasks(said: &BoardTactics) -> Vec<Task> {
    let mut tasks = Vec::new();
    tasks.extend(said.mate.clone().map(Task::Mate));
    if !said.wanted.is_empty() {
        tasks.push(Task::Need(said.wanted.clone()));
    }
    if !said.danger.is_empty() {
        tasks.push(Task::Keep(said.danger.clone()));
    }
    tasks
}
