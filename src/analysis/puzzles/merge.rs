//! Merges near-duplicate puzzles. A *danger* here is the subject of a question, such as a mate that a seat can force. A
//! danger may last several moments, but becomes one puzzle.

use super::{Puzzle, Task, origin::PuzzleSource, task::mate_with};
use crate::{
    analysis::{
        ledger::{Ledger, MatchTactics},
        tactics::{BoardTactics, Solver},
    },
    replay::Ply,
    rules::{BoardId, ByBoard, Move, Position, Seat},
    timeline::Moment,
};
use std::mem::discriminant;

/// If a danger was parried and returns after at most this number of plies on its board, it is still the same danger.
const MAX_GAP: usize = 8;

struct Danger {
    /// The index of the puzzle of this danger.
    index: usize,
    seat: Seat,
    /// The task at `moment`.
    task: Task,
    /// The last moment of the danger so far. The collector keeps that of each puzzle.
    moment: usize,
    /// The number of plies that were played before `moment` on the board of the danger.
    plies: usize,
    /// Whether the first move of a solution has been played.
    is_begun: bool,
}

pub(super) struct PuzzleCollector<'m> {
    source: &'m PuzzleSource,
    dangers: ByBoard<Vec<Danger>>,
    /// The number of plies played on each board so far.
    plies: ByBoard<usize>,
    puzzles: Vec<Puzzle>,
    /// The last moment of the danger of each puzzle.
    last_moments: Vec<Moment>,
    /// The number of near-duplicates merged so far.
    merged: usize,
}

/// Returns the puzzles of a match in the order of their moments, and the number of near-duplicates that were merged.
pub(super) fn merged_puzzles(
    source: &PuzzleSource,
    tactics: &MatchTactics,
    solver: &mut Solver,
) -> (Vec<Puzzle>, usize) {
    let mut collector = PuzzleCollector {
        source,
        dangers: ByBoard::default(),
        plies: ByBoard::default(),
        puzzles: Vec::new(),
        last_moments: Vec::new(),
        merged: 0,
    };
    let PuzzleSource { played, timeline, .. } = source;
    let positions = played.positions(0..=played.plies.len());
    for ((moment, position), both) in positions.zip(&tactics.moments) {
        for id in BoardId::ALL {
            collector.add_moment(moment, &position, id, both, solver);
        }
        if let Some(ply) = played.plies.get(moment) {
            collector.add_ply(moment, ply);
        }
    }
    let PuzzleCollector { mut puzzles, last_moments, merged, .. } = collector;
    let ledger = Ledger::of(played, timeline, tactics, solver);
    for (puzzle, last) in puzzles.iter_mut().zip(last_moments) {
        puzzle.add_finding(&ledger, last);
    }
    puzzles.retain(Puzzle::is_asked);
    ask_whether_to_sit(&mut puzzles, tactics);
    let near = remove_near_copies(&mut puzzles);
    (puzzles, merged + near)
}

/// Turns as many joint wins as mates into the question "Move or sit?", so that neither answer is the usual one. Considers
/// only mates in positions in which the partner is also to move and has no mate: elsewhere, sitting cannot be right.
fn ask_whether_to_sit(puzzles: &mut [Puzzle], tactics: &MatchTactics) {
    let is_move = |puzzle: &Puzzle| {
        let partner = puzzle.seat.partner();
        let has_mate = tactics.moments[puzzle.moment][partner.board()].mate.is_some();
        matches!(puzzle.task, Task::Mate(_))
            && puzzle.position.turn(partner.board()) == partner
            && !has_mate
    };
    let is_sit = |puzzle: &Puzzle| matches!(puzzle.task, Task::Deliver(..));
    let indices = |is: &dyn Fn(&Puzzle) -> bool| -> Vec<usize> {
        (0..puzzles.len()).filter(|&index| is(&puzzles[index])).collect()
    };
    let pairs: Vec<(usize, usize)> = indices(&is_move).into_iter().zip(indices(&is_sit)).collect();
    for index in pairs.into_iter().flat_map(|(one, other)| [one, other]) {
        puzzles[index].ask_whether_to_sit();
    }
}

/// Two puzzles of a match can be near-copies within this number of plies, which is about three moves on each board.
const NEAR_PLIES: usize = 10;

/// Removes the near-copies of earlier puzzles from `puzzles`, which are of one match and in the order of their moments, and
/// returns their number. A near-copy asks the same seat, at most [`NEAR_PLIES`] later, the same question or for the same
/// combination: most pieces still stand where they stood, so that one answer gives away much of the other.
pub(super) fn remove_near_copies(puzzles: &mut Vec<Puzzle>) -> usize {
    let before = puzzles.len();
    let mut kept: Vec<Puzzle> = Vec::with_capacity(before);
    for puzzle in puzzles.drain(..) {
        if !kept.iter().any(|earlier| puzzle.is_near_copy_of(earlier)) {
            kept.push(puzzle);
        }
    }
    *puzzles = kept;
    before - puzzles.len()
}

impl Puzzle {
    fn is_near_copy_of(&self, earlier: &Self) -> bool {
        self.seat == earlier.seat
            && self.moment <= earlier.moment + NEAR_PLIES
            && (self.task.question() == earlier.task.question()
                || self.task.shares_combination(&earlier.task))
    }
}

impl PuzzleCollector<'_> {
    fn add_moment(
        &mut self,
        moment: usize,
        position: &Position,
        id: BoardId,
        both: &ByBoard<BoardTactics>,
        solver: &mut Solver,
    ) {
        let seat = position.turn(id);
        let plies = self.plies[id];
        self.dangers[id].retain(|danger| plies <= danger.plies + MAX_GAP);
        for task in Task::tasks_of(&both[id], position, seat, solver) {
            let same_danger =
                self.dangers[id].iter_mut().find(|danger| danger.is_same(seat, &task));
            if let Some(danger) = same_danger {
                self.merged += usize::from(danger.task != task);
                (danger.task, danger.plies, danger.moment) = (task, plies, moment);
                self.last_moments[danger.index] = moment;
                continue;
            }
            let index = self.puzzles.len();
            let puzzle = Puzzle::at(self.source, moment, position.clone(), seat, task.clone());
            self.puzzles.push(puzzle);
            self.last_moments.push(moment);
            self.dangers[id].push(Danger { index, seat, task, moment, plies, is_begun: false });
        }
    }

    /// Updates the dangers of `moment` after `ply` was played there. This ply may begin a solution.
    fn add_ply(&mut self, moment: usize, ply: &Ply) {
        for id in BoardId::ALL {
            let dangers = self.dangers[id].iter_mut();
            for danger in dangers.filter(|danger| danger.moment == moment) {
                let (mover, first): (Seat, &[Move]) = match &danger.task {
                    Task::Mate(mate) | Task::Move(mate) => (danger.seat, &mate.first),
                    Task::Sit(joint, _) | Task::Deliver(joint, _) => {
                        (danger.seat.partner(), &joint.first)
                    }
                    Task::Need(_) | Task::Keep(_) => continue,
                };
                danger.is_begun |= ply.seat == mover && first.contains(&ply.mv);
            }
        }
        self.plies[ply.seat.board()] += 1;
    }
}

impl Danger {
    /// Returns whether `task` of `seat` is this danger at a later moment. Such a task shares a first move with the
    /// danger, or continues a solution that has begun.
    fn is_same(&self, seat: Seat, task: &Task) -> bool {
        if self.seat != seat || discriminant(&self.task) != discriminant(task) {
            return false;
        }
        let shares_move = |one: &[Move], other: &[Move]| one.iter().any(|mv| other.contains(mv));
        match (&self.task, task) {
            (Task::Mate(before), Task::Mate(now)) => {
                shares_move(&before.first, &now.first) || self.is_begun && now.moves < before.moves
            }
            (Task::Keep(before), Task::Keep(now)) => {
                now.iter().any(|more| mate_with(before, more.role).is_some())
            }
            (Task::Need(before), Task::Need(now)) => now.iter().any(|more| {
                mate_with(before, more.role)
                    .is_some_and(|mate| shares_move(&mate.first, &more.mate.first))
            }),
            (Task::Deliver(before, _), Task::Deliver(now, _)) => {
                shares_move(&before.first, &now.first) || self.is_begun && now.moves <= before.moves
            }
            _ => false,
        }
    }
}
