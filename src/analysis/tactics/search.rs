//! [`Search`]: the search for mates that are forced by checks alone.

use super::{
    checks::add_checks,
    mates::for_each_mate,
    proof_table::{AttackResources, ProofTable},
    replies::{for_each_reply, is_reply},
};
use crate::rules::{Board, Move};
use std::ops::ControlFlow;

/// The search has exceeded its budget, so its result is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfNodes;

/// A search. The next query reuses its buffers and proved positions.
#[derive(Debug, Default)]
pub(super) struct Search {
    proven: ProofTable,
    /// A stack of the checks that remain to be tried, those of the deepest position on top.
    checks: Vec<Move>,
    /// The reply that last refuted a check, indexed by the number of moves left. The search tries this reply first
    /// (killer heuristic).
    killers: Vec<Option<Move>>,
    nodes_left: u32,
    /// The number of positions that finished queries have examined since the last call of [`Self::take_examined`].
    examined: u64,
    /// The number of positions that the current query may examine.
    node_budget: u32,
}

impl Search {
    /// Starts a query that may examine `nodes` positions.
    pub(super) fn begin(&mut self, nodes: u32) {
        self.examined += u64::from(self.node_budget - self.nodes_left);
        (self.node_budget, self.nodes_left) = (nodes, nodes);
        self.checks.clear();
    }

    /// Returns the number of positions that finished queries have examined since the last call.
    pub(super) fn take_examined(&mut self) -> u64 {
        std::mem::take(&mut self.examined)
    }

    /// Clears the proved positions, which are of no use on another board.
    pub(super) fn clear_proofs(&mut self) {
        self.proven.clear();
    }

    /// Returns whether the side to move mates within `moves` moves. `moves` is at least 1.
    pub(super) fn mates_within(
        &mut self,
        board: &Board,
        resources: AttackResources,
        moves: u8,
    ) -> Result<bool, OutOfNodes> {
        self.count_node()?;
        if for_each_mate(board, resources.hand, |_| ControlFlow::Break(())).is_break() {
            return Ok(true);
        }
        if moves == 1 {
            return Ok(false);
        }
        if let Some(proved) = self.proven.get(board, resources, moves) {
            return Ok(proved);
        }
        let start = self.checks.len();
        add_checks(board, resources.hand, moves - 1, &mut self.checks);
        let mut mates = false;
        for index in start..self.checks.len() {
            if self.forces(board, self.checks[index], resources, moves)? {
                mates = true;
                break;
            }
        }
        self.checks.truncate(start);
        self.proven.set(board, resources, moves, mates);
        Ok(mates)
    }

    /// Returns all moves that begin a mate within `moves` moves. `moves` is at least 1.
    pub(super) fn first_moves(
        &mut self,
        board: &Board,
        resources: AttackResources,
        moves: u8,
    ) -> Result<Vec<Move>, OutOfNodes> {
        self.count_node()?;
        let mut first = Vec::new();
        if moves == 1 {
            let _ = for_each_mate(board, resources.hand, |mv| {
                first.push(mv);
                ControlFlow::Continue(())
            });
            return Ok(first);
        }
        let mut checks = Vec::new();
        add_checks(board, resources.hand, moves - 1, &mut checks);
        for mv in checks {
            if self.forces(board, mv, resources, moves)? {
                first.push(mv);
            }
        }
        Ok(first)
    }

    /// Returns whether the check `mv`, the first of `moves` moves, forces mate. `moves` must be at least 2.
    pub(super) fn forces(
        &mut self,
        board: &Board,
        mv: Move,
        mut resources: AttackResources,
        moves: u8,
    ) -> Result<bool, OutOfNodes> {
        if let Move::Drop { role, .. } = mv {
            resources.hand = resources.hand.without(role);
        }
        self.loses(&board.after_move(mv), resources, moves - 1)
    }

    /// Returns whether the side to move, which is in check, is mated within `moves` further moves of the attacker,
    /// whatever the reply.
    fn loses(
        &mut self,
        board: &Board,
        resources: AttackResources,
        moves: u8,
    ) -> Result<bool, OutOfNodes> {
        self.count_node()?;
        let depth = usize::from(moves);
        if self.killers.len() <= depth {
            self.killers.resize(depth + 1, None);
        }
        // The reply that refuted the previous check often refutes this one too.
        let killer =
            self.killers[depth].filter(|&mv| is_reply(board, mv, resources.defence, moves));
        if let Some(answer) = killer
            && self.is_defended_by(board, answer, resources, moves)?
        {
            return Ok(false);
        }
        let mut has_reply = killer.is_some();
        let refutation = for_each_reply(board, resources.defence, moves, |answer| {
            if killer == Some(answer) {
                return ControlFlow::Continue(());
            }
            has_reply = true;
            match self.is_defended_by(board, answer, resources, moves) {
                Ok(false) => ControlFlow::Continue(()),
                Ok(true) => {
                    self.killers[depth] = Some(answer);
                    ControlFlow::Break(Ok(()))
                }
                Err(out) => ControlFlow::Break(Err(out)),
            }
        });
        match refutation {
            ControlFlow::Break(refutation) => refutation.map(|()| false),
            // A defender without a reply is not mated if a piece could still arrive: the defender waits.
            ControlFlow::Continue(()) => Ok(has_reply || board.is_checkmate()),
        }
    }

    /// Returns whether the reply `answer` avoids mate within `moves` further moves of the attacker.
    fn is_defended_by(
        &mut self,
        board: &Board,
        answer: Move,
        mut resources: AttackResources,
        moves: u8,
    ) -> Result<bool, OutOfNodes> {
        if let Move::Drop { role, .. } = answer {
            resources.defence = resources.defence.without(role);
        }
        Ok(!self.mates_within(&board.after_move(answer), resources, moves)?)
    }

    /// Counts an examined position.
    fn count_node(&mut self) -> Result<(), OutOfNodes> {
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(OutOfNodes)?;
        Ok(())
    }
}
