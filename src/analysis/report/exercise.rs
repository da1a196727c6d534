//! Exercises from a match: positions that ask something, with exact answers.

use super::{MatchTactics, mates::turn};
use crate::{
    analysis::tactics::{BoardTactics, Mate, OneMore, Solver},
    replay::Match,
    rules::{BoardId, Move, Position, Role, Seat},
    timeline::Moment,
};

/// A position that asks something of one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// The moment at which the boards are shown.
    pub moment: Moment,
    /// Who is asked.
    pub seat: Seat,
    /// What is asked, with its answers.
    pub task: Task,
}

/// What an exercise asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// The seat mates in so many moves.
    Mate(Mate),
    /// Which piece does the seat need, and what then? There is no mate without it.
    Need(Vec<OneMore>),
    /// What must the partner of the seat not lose? Without it, its opponent has no mate.
    Keep(Vec<OneMore>),
}

/// What an answer is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is one of the best.
    Right,
    /// The piece is right, and mates only in more moves than another would.
    Slower {
        /// In how many moves.
        moves: u8,
        /// In how many another piece would.
        best: u8,
    },
    /// It achieves nothing, or not in time.
    Wrong,
}

impl Task {
    /// The mate with the piece `named`, where one has to be named.
    #[must_use]
    pub fn mate(&self, named: Option<Role>) -> Option<&Mate> {
        match self {
            Self::Mate(mate) => Some(mate),
            Self::Need(kinds) | Self::Keep(kinds) => mate_with(kinds, named?),
        }
    }

    /// The question in words.
    #[must_use]
    pub fn question(&self) -> String {
        match self {
            Self::Mate(mate) => format!("Mate in {}.", mate.moves),
            Self::Need(_) => "Which piece do you need?".to_owned(),
            Self::Keep(_) => "What must your partner not lose?".to_owned(),
        }
    }

    /// What the first move `mv` is worth, after the piece `named`, where one had to be named.
    #[must_use]
    pub fn judge_move(&self, named: Option<Role>, mv: Move) -> Verdict {
        match self.mate(named) {
            Some(mate) if mate.first.contains(&mv) => Verdict::Right,
            _ => Verdict::Wrong,
        }
    }

    /// What naming `role` is worth. Where a mate is asked for, no piece is.
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

/// The exercises of a match in the order of their moments. Of a stretch of moments at which a board asks the same, the
/// first is taken.
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

/// What both boards of `position` ask, which is shown at `moment`.
#[must_use]
pub fn exercises_of(position: &Position, moment: Moment, solver: &mut Solver) -> Vec<Exercise> {
    let mut exercises = Vec::new();
    for id in BoardId::ALL {
        let tasks = tasks(&solver.board_of(position, id)).into_iter();
        exercises.extend(tasks.map(|task| Exercise { moment, seat: position.turn(id), task }));
    }
    exercises
}

/// What a board asks of the seat to move.
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
