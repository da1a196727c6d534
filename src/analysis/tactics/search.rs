//! [`Search`]: whether a mate can be forced by checks alone.

use super::{
    answers::{each_answer, is_answer},
    checks::add_checks,
    hand::{Defence, Hand},
    mates::each_mate,
    proven::Proven,
};
use crate::rules::{Board, Move};
use std::ops::ControlFlow;

/// The search ran into its budget, so that nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OutOfNodes;

/// The state of a search, kept for the next one: memory, and what is proven of positions met before.
#[derive(Debug, Default)]
pub(super) struct Search {
    proven: Proven,
    /// The checks still to be tried, those of the position looked at last.
    checks: Vec<Move>,
    /// The answer that met a check last, by how many moves were left.
    met: Vec<Option<Move>>,
    nodes_left: u32,
    /// Positions looked at since they were counted last, but for those of the question that goes on.
    looked: u64,
    /// What the question that goes on may look at.
    granted: u32,
}

/// Who attacks with what, and what the defender may drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Means {
    pub(super) hand: Hand,
    pub(super) defence: Defence,
}

impl Search {
    /// Begins a question that may look at `nodes` positions.
    pub(super) fn begin(&mut self, nodes: u32) {
        self.looked += u64::from(self.granted - self.nodes_left);
        (self.granted, self.nodes_left) = (nodes, nodes);
        self.checks.clear();
    }

    /// Returns how many positions the questions have looked at that ended since the last call.
    pub(super) fn take_looked(&mut self) -> u64 {
        std::mem::take(&mut self.looked)
    }

    /// Forgets what is proven, before another board is looked at.
    pub(super) fn forget(&mut self) {
        self.proven.clear();
    }

    /// Whether the side to move mates within `moves`, which is at least 1.
    pub(super) fn mates_within(
        &mut self,
        board: &Board,
        means: Means,
        moves: u8,
    ) -> Result<bool, OutOfNodes> {
        self.count()?;
        if each_mate(board, means.hand, |_| ControlFlow::Break(())).is_break() {
            return Ok(true);
        }
        if moves == 1 {
            return Ok(false);
        }
        if let Some(known) = self.proven.get(board, means, moves) {
            return Ok(known);
        }
        let from = self.checks.len();
        add_checks(board, means.hand, &mut self.checks);
        let mut mates = false;
        for index in from..self.checks.len() {
            if self.forces(board, self.checks[index], means, moves)? {
                mates = true;
                break;
            }
        }
        self.checks.truncate(from);
        self.proven.set(board, means, moves, mates);
        Ok(mates)
    }

    /// All moves of the side to move with which it mates within `moves`, which is at least 1.
    pub(super) fn first_moves(
        &mut self,
        board: &Board,
        means: Means,
        moves: u8,
    ) -> Result<Vec<Move>, OutOfNodes> {
        self.count()?;
        let mut first = Vec::new();
        if moves == 1 {
            let _ = each_mate(board, means.hand, |mv| {
                first.push(mv);
                ControlFlow::Continue(())
            });
            return Ok(first);
        }
        let mut checks = Vec::new();
        add_checks(board, means.hand, &mut checks);
        for mv in checks {
            if self.forces(board, mv, means, moves)? {
                first.push(mv);
            }
        }
        Ok(first)
    }

    /// Whether the check `mv` leads to mate within `moves` of the attacker, `mv` among them; two at least.
    fn forces(
        &mut self,
        board: &Board,
        mv: Move,
        means: Means,
        moves: u8,
    ) -> Result<bool, OutOfNodes> {
        let mut after = board.clone();
        after.play(mv);
        let mut means = means;
        if let Move::Drop { role, .. } = mv {
            means.hand = means.hand.without(role);
        }
        self.loses(&after, means, moves - 1)
    }

    /// Whether the side to move, which is in check, is mated within `moves` more of the attacker whatever it answers.
    fn loses(&mut self, board: &Board, means: Means, moves: u8) -> Result<bool, OutOfNodes> {
        self.count()?;
        let depth = usize::from(moves);
        if self.met.len() <= depth {
            self.met.resize(depth + 1, None);
        }
        // Most often what met the check before meets this one as well.
        let again = self.met[depth].filter(|&mv| is_answer(board, mv, means.defence, moves));
        if let Some(answer) = again
            && self.meets(board, answer, means, moves)?
        {
            return Ok(false);
        }
        let mut any = again.is_some();
        let met = each_answer(board, means.defence, moves, |answer| {
            if again == Some(answer) {
                return ControlFlow::Continue(());
            }
            any = true;
            match self.meets(board, answer, means, moves) {
                Ok(false) => ControlFlow::Continue(()),
                Ok(true) => {
                    self.met[depth] = Some(answer);
                    ControlFlow::Break(Ok(()))
                }
                Err(out) => ControlFlow::Break(Err(out)),
            }
        });
        match met {
            ControlFlow::Break(met) => met.map(|()| false),
            // Whoever has no answer but could have one is not mated and waits.
            ControlFlow::Continue(()) => Ok(any || board.is_checkmate()),
        }
    }

    /// Whether the attacker does not mate within `moves` after `answer`.
    fn meets(
        &mut self,
        board: &Board,
        answer: Move,
        means: Means,
        moves: u8,
    ) -> Result<bool, OutOfNodes> {
        let mut after = board.clone();
        after.play(answer);
        let mut means = means;
        if let Move::Drop { role, .. } = answer {
            means.defence = means.defence.without(role);
        }
        Ok(!self.mates_within(&after, means, moves)?)
    }

    fn count(&mut self) -> Result<(), OutOfNodes> {
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(OutOfNodes)?;
        Ok(())
    }
}
