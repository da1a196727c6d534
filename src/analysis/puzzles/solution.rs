//! The solution of a puzzle as a tree: [`SolutionState`], [`SolutionStep`].
//!
//! The tree is not stored. A state gives its steps when asked, each with the next state: the best moves of the side that
//! wins, and every defence.

use super::{Puzzle, Reply, Task};
use crate::{
    analysis::{
        report::replies,
        tactics::{Limits, Mate, Solver},
    },
    rules::{BoardId, Move, Position, Role, Seat},
};
use std::cmp::Reverse;

/// A step of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolutionStep {
    /// The seat sits while its partner plays.
    Sit(Seat),
    /// The seat gets a piece that it does not have in the match, and is to move.
    Gain(Seat, Role),
    /// The seat plays a move.
    Play(Seat, Move),
    /// The seat waits for a piece, gets it and drops it: a defence that is possible only if the partner delivers.
    PlayLater(Seat, Move),
}

impl SolutionStep {
    /// Returns the move on the boards, if any.
    #[must_use]
    pub const fn ply(self) -> Option<(Seat, Move)> {
        match self {
            Self::Play(seat, mv) | Self::PlayLater(seat, mv) => Some((seat, mv)),
            Self::Sit(_) | Self::Gain(..) => None,
        }
    }
}

/// What is to be done in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Nothing is decided yet: the state is the puzzle.
    Answer,
    /// The seat mates in this number of moves.
    Attack(Seat, u8),
    /// The opponent of the seat answers a check; the seat then mates in at most this number of moves.
    Defend(Seat, u8),
    /// The seat sits; its partner wins a piece in this number of moves.
    Deliver(Seat, u8),
    /// The seat sits; the partner's opponent answers a check, and the partner has this number of moves left.
    Resist(Seat, u8),
    /// The seat has mated.
    Mated(Seat),
    /// The seat sits, and the partner's opponent cannot answer a check while it does.
    Frozen(Seat),
}

/// A node of the solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionState {
    /// Both boards.
    pub position: Position,
    /// What is to be done.
    pub goal: Goal,
}

/// Returns the seat that is to play the solution on; `None` if the other side is to answer, or the solution is complete.
#[must_use]
pub const fn winner(goal: Goal) -> Option<Seat> {
    match goal {
        Goal::Attack(seat, _) => Some(seat),
        Goal::Deliver(seat, _) => Some(seat.partner()),
        Goal::Answer | Goal::Defend(..) | Goal::Resist(..) | Goal::Mated(_) | Goal::Frozen(_) => {
            None
        }
    }
}

/// A step with the state after it.
pub type Branch = (SolutionStep, SolutionState);

impl SolutionState {
    /// Returns the root of the solution of `puzzle`.
    #[must_use]
    pub fn of(puzzle: &Puzzle) -> Self {
        let goal = match &puzzle.task {
            Task::Mate(mate) | Task::Move(mate) => Goal::Attack(puzzle.seat, mate.moves),
            Task::Need(_) | Task::Keep(_) | Task::Sit(..) => Goal::Answer,
        };
        Self { position: puzzle.position.clone(), goal }
    }

    /// Returns whether the solution ends here.
    #[must_use]
    pub const fn is_end(&self) -> bool {
        matches!(self.goal, Goal::Mated(_) | Goal::Frozen(_))
    }

    /// Returns the steps from here: of the side that wins all best ones, of the other side every defence, the most
    /// stubborn first. There are none at an end, or where a search exceeds its budget.
    #[must_use]
    pub fn branches(&self, puzzle: &Puzzle, solver: &mut Solver) -> Vec<Branch> {
        match self.goal {
            Goal::Answer => self.answers(puzzle),
            Goal::Attack(seat, _) => {
                let mate = forced(&self.position, seat, solver);
                let first = mate
                    .into_iter()
                    .flat_map(|mate| mate.first.into_iter().map(move |mv| (mv, mate.moves)));
                let mut branches: Vec<Branch> =
                    first.map(|(mv, moves)| self.attack_branch(seat, mv, moves)).collect();
                branches.sort_by_key(is_underpromotion);
                branches
            }
            Goal::Defend(seat, _) => self.defences(seat, solver),
            Goal::Deliver(seat, _) => self.deliveries(seat, solver),
            Goal::Resist(seat, moves) => self.opponent_replies(seat, moves),
            Goal::Mated(_) | Goal::Frozen(_) => Vec::new(),
        }
    }

    /// Returns the branches of the puzzle itself.
    fn answers(&self, puzzle: &Puzzle) -> Vec<Branch> {
        let (seat, mut branches) = (puzzle.seat, Vec::new());
        if let Task::Sit(joint, _) = &puzzle.task {
            let goal = Goal::Deliver(seat, joint.moves);
            return vec![(SolutionStep::Sit(seat), Self { goal, ..self.clone() })];
        }
        let is_keep = matches!(puzzle.task, Task::Keep(_));
        let mover = if is_keep { seat.opponent() } else { seat };
        let mut pieces: Vec<_> = puzzle.task.pieces().iter().collect();
        pieces.sort_by_key(|more| more.mate.moves);
        for more in pieces {
            if let Some(position) = self.position.with_gain(mover, more.role) {
                let goal = Goal::Attack(mover, more.mate.moves);
                branches.push((SolutionStep::Gain(mover, more.role), Self { position, goal }));
            }
        }
        branches
    }

    /// Returns the branch of `mv`, with which `seat` mates in `moves` moves.
    fn attack_branch(&self, seat: Seat, mv: Move, moves: u8) -> Branch {
        let mut position = self.position.clone();
        position.play(seat, mv);
        let goal = match position.board_of(seat).is_checkmate() {
            true => Goal::Mated(seat),
            false => Goal::Defend(seat, moves.saturating_sub(1)),
        };
        (SolutionStep::Play(seat, mv), Self { position, goal })
    }

    /// Returns every defence against the check of `seat`, with drops of pieces that may still come.
    fn defences(&self, seat: Seat, solver: &mut Solver) -> Vec<Branch> {
        let defender = seat.opponent();
        let all = replies(self.position.board_of(seat), &self.position.reserves[defender]);
        let mut branches: Vec<(u8, bool, Branch)> = Vec::new();
        for Reply { mv, in_hand } in all {
            let mut position = self.position.clone();
            if let (Move::Drop { role, .. }, false) = (mv, in_hand) {
                position.lend(defender, role);
            }
            position.play(defender, mv);
            let Some(mate) = forced(&position, seat, solver) else {
                continue;
            };
            let step = match in_hand {
                true => SolutionStep::Play(defender, mv),
                false => SolutionStep::PlayLater(defender, mv),
            };
            let goal = Goal::Attack(seat, mate.moves);
            branches.push((mate.moves, in_hand, (step, Self { position, goal })));
        }
        branches.sort_by_key(|(moves, in_hand, _)| (Reverse(*moves), !in_hand));
        branches.into_iter().map(|(_, _, branch)| branch).collect()
    }

    /// Returns the moves with which the partner of `seat` wins a piece, or the mate that is there already.
    fn deliveries(&self, seat: Seat, solver: &mut Solver) -> Vec<Branch> {
        let partner = seat.partner();
        for mover in [seat, partner] {
            if let Some(mate) = forced(&self.position, mover, solver) {
                let goal = Goal::Attack(mover, mate.moves);
                return Self { goal, ..self.clone() }.attacks(mover, &mate);
            }
        }
        let Some(joint) = solver.both(&self.position)[seat.board()].joint.clone() else {
            return Vec::new();
        };
        let mut branches: Vec<Branch> = joint
            .first
            .iter()
            .filter_map(|&mv| {
                let mut position = self.position.clone();
                position.play(partner, mv);
                let goal = self.after_delivery(&position, seat, joint.moves, solver)?;
                Some((SolutionStep::Play(partner, mv), Self { position, goal }))
            })
            .collect();
        branches.sort_by_key(|branch| {
            (matches!(branch.1.goal, Goal::Resist(..)), is_underpromotion(branch))
        });
        branches
    }

    /// Returns what is to be done after a move of the partner of `seat`.
    fn after_delivery(
        &self,
        position: &Position,
        seat: Seat,
        moves: u8,
        solver: &mut Solver,
    ) -> Option<Goal> {
        let there: BoardId = seat.partner().board();
        let board = &position.boards[there];
        if let Some(mate) = forced(position, seat, solver) {
            return Some(Goal::Attack(seat, mate.moves));
        }
        if board.is_checkmate() {
            return Some(Goal::Mated(seat.partner()));
        }
        let defender = seat.partner().opponent();
        if board.is_check() && position.legal_moves(defender).is_empty() {
            return Some(Goal::Frozen(seat));
        }
        board.is_check().then(|| Goal::Resist(seat, moves.saturating_sub(1)))
    }

    /// Returns every answer of the partner's opponent, who receives nothing while `seat` sits.
    fn opponent_replies(&self, seat: Seat, moves: u8) -> Vec<Branch> {
        let defender = seat.partner().opponent();
        let answers = self.position.legal_moves(defender).into_iter();
        answers
            .map(|mv| {
                let mut position = self.position.clone();
                position.play(defender, mv);
                let goal = Goal::Deliver(seat, moves);
                (SolutionStep::Play(defender, mv), Self { position, goal })
            })
            .collect()
    }

    fn attacks(&self, seat: Seat, mate: &Mate) -> Vec<Branch> {
        mate.first.iter().map(|&mv| self.attack_branch(seat, mv, mate.moves)).collect()
    }
}

/// Returns whether the step promotes to another piece than a queen, although a queen may do as well.
fn is_underpromotion((step, _): &Branch) -> bool {
    let promotion = match step.ply() {
        Some((_, Move::Normal { promotion, .. })) => promotion,
        _ => None,
    };
    promotion.is_some_and(|role| role != Role::Queen)
}

/// Returns the shortest mate of `seat`, which may have to wait for its turn; `None` if it is not to move.
fn forced(position: &Position, seat: Seat, solver: &mut Solver) -> Option<Mate> {
    if position.turn(seat.board()) != seat {
        return None;
    }
    solver.forced_mate(position.board_of(seat), position.reserves[seat])
}

impl Position {
    /// Returns the position with one more piece in the reserve of `seat`, which is to move; `None` if it is not, and its
    /// opponent is in check.
    fn with_gain(&self, seat: Seat, role: Role) -> Option<Self> {
        let mut position = self.clone();
        let id = seat.board();
        if position.turn(id) != seat {
            position.boards[id] = position.boards[id].null_move()?;
        }
        position.lend(seat, role);
        Some(position)
    }
}

/// Returns the main line from `state`: the first branch each time, up to `most` steps.
#[must_use]
pub fn main_line(puzzle: &Puzzle, state: &SolutionState, most: usize) -> Vec<Branch> {
    let mut solver = Solver::new(Limits::default());
    let mut line: Vec<Branch> = Vec::new();
    while line.len() < most {
        let at = line.last().map_or(state, |(_, state)| state);
        let Some(next) = at.branches(puzzle, &mut solver).into_iter().next() else {
            break;
        };
        line.push(next);
    }
    line
}
