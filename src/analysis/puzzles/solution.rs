//! [`SolutionState`], [`SolutionStep`]: the solution of a puzzle as a tree.
//!
//! The tree is not stored. [`SolutionState::branches`] computes the possible steps: the best moves of the winning side,
//! or every defence.

use super::{Puzzle, Reply, Task};
use crate::{
    analysis::{
        report::replies,
        tactics::{Mate, Solver, is_underpromotion},
    },
    rules::{BoardId, Move, Position, Role, Seat},
};
use std::cmp::Reverse;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolutionStep {
    /// The seat sits while its partner plays.
    Sit(Seat),
    /// The seat receives a piece that it does not have in the match.
    Gain(Seat, Role),
    Play(Seat, Move),
    /// The seat waits for a piece and drops it. This defence is possible only if the seat's partner captures such
    /// a piece.
    PlayLater(Seat, Move),
}

impl SolutionStep {
    /// Returns the move of the step, if it has one.
    pub const fn ply(self) -> Option<(Seat, Move)> {
        match self {
            Self::Play(seat, mv) | Self::PlayLater(seat, mv) => Some((seat, mv)),
            Self::Sit(_) | Self::Gain(..) => None,
        }
    }
}

/// The task that remains in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Answer the question of the puzzle.
    Answer,
    /// The seat is to move and mates in this number of moves.
    Attack(Seat, u8),
    /// The opponent of the seat is in check and replies. Then the seat mates in at most this number of moves.
    Defend(Seat, u8),
    /// The opponent of the seat plays any legal move. Then the seat mates in at most this number of moves.
    Await(Seat, u8),
    /// The seat sits. Its partner is to move and wins a piece in this number of moves.
    Deliver(Seat, u8),
    /// The seat sits. The partner's opponent is in check and replies. Then the partner wins a piece in at most this
    /// number of moves.
    Resist(Seat, u8),
    /// Nothing: the seat has mated.
    Mated(Seat),
    /// Nothing: the partner's opponent is in check without a legal reply, and receives no piece as long as the seat
    /// sits.
    Frozen(Seat),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionState {
    pub position: Position,
    pub goal: Goal,
}

/// Returns the seat that moves next if it is on the winning side, otherwise `None`.
pub const fn winner(goal: Goal) -> Option<Seat> {
    match goal {
        Goal::Attack(seat, _) => Some(seat),
        Goal::Deliver(seat, _) => Some(seat.partner()),
        Goal::Answer
        | Goal::Defend(..)
        | Goal::Await(..)
        | Goal::Resist(..)
        | Goal::Mated(_)
        | Goal::Frozen(_) => None,
    }
}

pub type Branch = (SolutionStep, SolutionState);

impl SolutionState {
    pub fn of(puzzle: &Puzzle) -> Self {
        let goal = match &puzzle.task {
            Task::Mate(mate) | Task::Move(mate) => Goal::Attack(puzzle.seat, mate.moves),
            Task::Deliver(joint, _) => Goal::Deliver(puzzle.seat, joint.moves),
            Task::Need(_) | Task::Keep(_) | Task::Sit(..) => Goal::Answer,
        };
        Self { position: puzzle.position.clone(), goal }
    }

    /// Returns the number of moves in which the winning side, which is to move, mates; `u8::MAX` in other states.
    pub(super) const fn moves_to_mate(&self) -> u8 {
        match self.goal {
            Goal::Attack(_, moves) => moves,
            _ => u8::MAX,
        }
    }

    pub const fn is_end(&self) -> bool {
        matches!(self.goal, Goal::Mated(_) | Goal::Frozen(_))
    }

    /// Returns the steps from this state: all best moves of the winning side, or every defence of the other side.
    /// Defences against a mate are sorted by the length of the resistance, the longest first. Returns no steps at the
    /// end of the solution, or if a search exceeds its budget.
    pub fn branches(&self, puzzle: &Puzzle, solver: &mut Solver) -> Vec<Branch> {
        match self.goal {
            Goal::Answer => self.answers(puzzle),
            Goal::Attack(seat, _) => {
                let mate = solver.mate_of(&self.position, seat);
                let mut branches = mate.map_or_else(Vec::new, |mate| self.attacks(seat, &mate));
                branches.sort_by_key(promotes_to_less);
                branches
            }
            Goal::Defend(seat, _) => self.defences(seat, solver),
            Goal::Await(seat, _) => self.moves_before_mate(seat, solver),
            Goal::Deliver(seat, _) => self.deliveries(seat, solver),
            Goal::Resist(seat, moves) => self.opponent_replies(seat, moves),
            Goal::Mated(_) | Goal::Frozen(_) => Vec::new(),
        }
    }

    fn answers(&self, puzzle: &Puzzle) -> Vec<Branch> {
        let (seat, mut branches) = (puzzle.seat, Vec::new());
        if let Task::Sit(joint, _) = &puzzle.task {
            let goal = Goal::Deliver(seat, joint.moves);
            return vec![(SolutionStep::Sit(seat), Self { goal, ..self.clone() })];
        }
        let is_keep = matches!(puzzle.task, Task::Keep(_));
        let mover = if is_keep { seat.opponent() } else { seat };
        let mut pieces: Vec<_> = puzzle.task.answers().collect();
        pieces.sort_by_key(|more| more.mate.moves);
        for more in pieces {
            let mut position = self.position.clone();
            position.lend(mover, more.role);
            let moves = more.mate.moves;
            let goal = if is_keep { Goal::Await(mover, moves) } else { Goal::Attack(mover, moves) };
            branches.push((SolutionStep::Gain(mover, more.role), Self { position, goal }));
        }
        branches
    }

    /// Returns the steps in which `seat` plays the first moves of `mate`.
    fn attacks(&self, seat: Seat, mate: &Mate) -> Vec<Branch> {
        let step = |&mv: &Move| {
            let position = self.position.after_move(seat, mv);
            let goal = match position.board_of(seat).is_checkmate() {
                true => Goal::Mated(seat),
                false => Goal::Defend(seat, mate.moves.saturating_sub(1)),
            };
            (SolutionStep::Play(seat, mv), Self { position, goal })
        };
        mate.first.iter().map(step).collect()
    }

    /// Returns every defence against a check by `seat`, including drops of pieces that are not yet in reserve.
    fn defences(&self, seat: Seat, solver: &mut Solver) -> Vec<Branch> {
        let defender = seat.opponent();
        let mut branches: Vec<Branch> = Vec::new();
        for (Reply { mv, in_hand }, position) in after_replies(&self.position, seat) {
            let Some(mate) = solver.mate_of(&position, seat) else { continue };
            let step = if in_hand { SolutionStep::Play } else { SolutionStep::PlayLater };
            let goal = Goal::Attack(seat, mate.moves);
            branches.push((step(defender, mv), Self { position, goal }));
        }
        branches.sort_by_key(|(step, state)| {
            (Reverse(state.moves_to_mate()), matches!(step, SolutionStep::PlayLater(..)))
        });
        branches
    }

    /// Returns every legal move of the opponent of `seat`, those that delay the mate longest first.
    fn moves_before_mate(&self, seat: Seat, solver: &mut Solver) -> Vec<Branch> {
        let defender = seat.opponent();
        let mut branches: Vec<Branch> = Vec::new();
        for mv in self.position.legal_moves(defender) {
            let position = self.position.after_move(defender, mv);
            let Some(mate) = solver.mate_of(&position, seat) else { continue };
            let goal = Goal::Attack(seat, mate.moves);
            branches.push((SolutionStep::Play(defender, mv), Self { position, goal }));
        }
        branches.sort_by_key(|(_, state)| Reverse(state.moves_to_mate()));
        branches
    }

    /// Returns the moves by which the partner of `seat` wins a piece by force. If `seat` or its partner already has a
    /// forced mate, returns the first moves of that mate instead.
    fn deliveries(&self, seat: Seat, solver: &mut Solver) -> Vec<Branch> {
        let partner = seat.partner();
        for mover in [seat, partner] {
            if let Some(mate) = solver.mate_of(&self.position, mover) {
                return self.attacks(mover, &mate);
            }
        }
        let Some(joint) = solver.both(&self.position)[seat.board()].joint.clone() else {
            return Vec::new();
        };
        let mut branches: Vec<Branch> = joint
            .first
            .iter()
            .filter_map(|&mv| {
                let position = self.position.after_move(partner, mv);
                let goal = self.after_delivery(&position, seat, joint.moves, solver)?;
                Some((SolutionStep::Play(partner, mv), Self { position, goal }))
            })
            .collect();
        branches.sort_by_key(|branch| {
            (matches!(branch.1.goal, Goal::Resist(..)), promotes_to_less(branch))
        });
        branches
    }

    /// Returns the goal in `position`, after a move of the partner of `seat`. Before the move, the partner needed
    /// `moves` moves to win a piece. Returns `None` if the move neither gives check nor wins.
    fn after_delivery(
        &self,
        position: &Position,
        seat: Seat,
        moves: u8,
        solver: &mut Solver,
    ) -> Option<Goal> {
        let partner_board: BoardId = seat.partner().board();
        let board = &position.boards[partner_board];
        if let Some(mate) = solver.mate_of(position, seat) {
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

    /// Returns every legal reply of the partner's opponent, who receives no piece while `seat` sits.
    fn opponent_replies(&self, seat: Seat, moves: u8) -> Vec<Branch> {
        let defender = seat.partner().opponent();
        let replies = self.position.legal_moves(defender).into_iter();
        replies
            .map(|mv| {
                let position = self.position.after_move(defender, mv);
                let goal = Goal::Deliver(seat, moves);
                (SolutionStep::Play(defender, mv), Self { position, goal })
            })
            .collect()
    }
}

/// Returns every reply to a check by `seat`, with the position after it.
fn after_replies(position: &Position, seat: Seat) -> impl Iterator<Item = (Reply, Position)> {
    let defender = seat.opponent();
    let all = replies(position.board_of(seat), &position.reserves[defender]);
    all.into_iter().map(move |reply| {
        let mut after = position.clone();
        if let (Move::Drop { role, .. }, false) = (reply.mv, reply.in_hand) {
            after.lend(defender, role);
        }
        after.play(defender, reply.mv);
        (reply, after)
    })
}

/// Returns whether `seat`, which has a joint win, may also give a check first: one against which no piece helps that the
/// opponent may get, and after every reply `seat` has a forced mate or a joint win again. Only the clocks can then decide
/// whether to sit.
pub(super) fn may_check_first(position: &Position, seat: Seat, solver: &mut Solver) -> bool {
    position.legal_moves(seat).into_iter().any(|mv| {
        let after = position.after_move(seat, mv);
        after.board_of(seat).is_check()
            && after_replies(&after, seat).all(|(reply, position)| {
                let tactics = &solver.both(&position)[seat.board()];
                reply.in_hand && (tactics.mate.is_some() || tactics.joint.is_some())
            })
    })
}

/// Returns whether the step promotes to a piece other than a queen. Such steps come last, since a queen usually wins
/// too.
fn promotes_to_less((step, _): &Branch) -> bool {
    step.ply().is_some_and(|(_, mv)| is_underpromotion(mv))
}

/// Returns the main line from `state`: the first step in each state, at most `max_steps` steps.
pub fn main_line(puzzle: &Puzzle, state: &SolutionState, max_steps: usize) -> Vec<Branch> {
    let mut solver = Solver::default();
    let mut line: Vec<Branch> = Vec::new();
    while line.len() < max_steps {
        let state = line.last().map_or(state, |(_, state)| state);
        let Some(next) = state.branches(puzzle, &mut solver).into_iter().next() else { break };
        line.push(next);
    }
    line
}
