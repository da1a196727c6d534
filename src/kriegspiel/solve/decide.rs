//! Decides whether a plan exists, without building it.
//!
//! Results are kept in a [`Table`](super::table::Table) of beliefs and positions. No plan exists for a belief if there
//! is none for a part of it, so each position is examined first as if the player saw it, and then a sample of the
//! positions.

use super::{
    plan::{Groups, Node, Search, TryFailure, evenly_spread, is_won, own_after},
    progress::{SolveProgress, Stopped},
    table::Key,
};
use crate::{
    kriegspiel::hidden::{Hidden, sorted},
    parallel::{threads, with_helpers},
    rules::{Attempt, OwnPieces},
};
use std::sync::Arc;

/// A belief with more positions is first decided for a sample of them.
const MAX_WITHOUT_SAMPLE: usize = 8;

/// The size of a sample is the number of positions divided by this.
const SAMPLE_DIVISOR: usize = 4;

/// Other threads help once the search has generated this number of positions.
const MIN_BOARDS_TO_SHARE: u64 = 200_000;

/// Other threads help to decide on mates within at least this number of plies.
const MIN_PLIES_TO_SHARE: u32 = 5;

impl Search<'_> {
    /// Returns whether a plan exists for `node`, the belief at the root. All cores search for it. Each thread makes the
    /// tries in another order, and they share the table.
    pub(super) fn is_won_at_root(&mut self, node: Node<'_>) -> Result<bool, Stopped> {
        let helpers = threads().saturating_sub(1);
        let is_long =
            node.plies_left >= MIN_PLIES_TO_SHARE && self.effort.boards() > MIN_BOARDS_TO_SHARE;
        if helpers == 0 || !is_long {
            return self.is_won(node, true);
        }
        let (rules, table) = (self.rules, Arc::clone(&self.table));
        let (share, end) = self.effort.share();
        let help = |number: usize| {
            let effort = share.helper();
            let mut search = Search::with_table(rules, effort, Arc::clone(&table), number + 1);
            if let Ok(is_won) = search.is_won(node, false) {
                search.effort.set_answer(is_won);
            }
        };
        let decided = with_helpers(helpers, help, || {
            let _end = end;
            self.is_won(node, true)
        });
        let helped = self.effort.take_answer();
        decided.or_else(|stopped| helped.ok_or(stopped))
    }

    /// Returns whether a plan exists for `node`, whose positions are sorted.
    pub(super) fn is_won(&mut self, node: Node<'_>, is_root: bool) -> Result<bool, Stopped> {
        let key = Key::of_belief(node.own, node.positions);
        if let Some(decided) = self.table.bounds(key).decide(node.plies_left) {
            return Ok(decided);
        }
        let is_won = self.has_plan(node, is_root)?;
        self.table.record(key, node.plies_left, is_won);
        Ok(is_won)
    }

    fn has_plan(&mut self, node: Node<'_>, is_root: bool) -> Result<bool, Stopped> {
        let Node { own, positions, plies_left } = node;
        if self.first_escape(node, positions)?.is_some() {
            return Ok(false);
        }
        // A short plan is found sooner than a long one.
        if plies_left > 1 && self.is_won(Node { plies_left: plies_left - 2, ..node }, false)? {
            return Ok(true);
        }
        if positions.len() > MAX_WITHOUT_SAMPLE {
            let size = positions.len() / SAMPLE_DIVISOR;
            let sample: Vec<Hidden> = evenly_spread(positions, size).copied().collect();
            if !self.is_won(Node { positions: &sample, ..node }, false)? {
                return Ok(false);
            }
        }
        let attempts = own.attempts();
        let (captures, quiet): (Vec<Attempt>, Vec<Attempt>) =
            attempts.iter().partition(|it| it.is_pawn_capture());
        let asks = self.rules.has_question() && !captures.is_empty();
        let left = self.cover(node, attempts, is_root)?;
        if left.is_empty() || !asks {
            return Ok(left.is_empty());
        }
        let left = self.cover(node, quiet, false)?;
        self.wins_by_question(Node { positions: &left, ..node }, &captures)
    }

    /// Makes all tries of `candidates` that win wherever they are legal, and returns the positions left.
    fn cover(
        &mut self,
        node: Node<'_>,
        mut candidates: Vec<Attempt>,
        is_root: bool,
    ) -> Result<Vec<Hidden>, Stopped> {
        let plies_left = node.plies_left;
        let mut remaining = node.positions.to_vec();
        self.history.sort_attempts(plies_left, &mut candidates);
        let total = candidates.len();
        if self.shift > 0 && plies_left > 1 {
            candidates.rotate_left(self.shift * total / threads().max(1) % total.max(1));
        }
        let mut index = 0;
        while let Some(&attempt) = candidates.get(index)
            && !remaining.is_empty()
        {
            if is_root {
                let judged = total - candidates.len() + index;
                let progress = SolveProgress { plies: plies_left, judged, total, boards: 0 };
                self.effort.report(progress)?;
            }
            let left = Node { positions: &remaining, ..node };
            match TryFailure::optional(self.positions_after_try(left, attempt))? {
                None => index += 1,
                Some(rest) => {
                    candidates.remove(index);
                    if rest.len() < remaining.len() {
                        self.history.add_attempt(plies_left, attempt);
                        remaining = rest;
                        index = 0;
                    }
                }
            }
        }
        Ok(remaining)
    }

    /// Returns the positions of `node` in which `attempt` is illegal. Fails if it does not win in all others.
    fn positions_after_try(
        &mut self,
        node: Node<'_>,
        attempt: Attempt,
    ) -> Result<Vec<Hidden>, TryFailure> {
        let plies_left = node.plies_left;
        let (mut legal, mut illegal) = (Vec::new(), Vec::new());
        for &hidden in node.positions {
            self.effort.add(1)?;
            let board = node.board(&hidden);
            match board.legal_move_for(attempt) {
                None => illegal.push(hidden),
                Some(mv) if plies_left > 1 => {
                    let after = board.after_move(mv);
                    if !self.wins_after(&after, plies_left)? {
                        return Err(TryFailure::Fails);
                    }
                    legal.push(hidden);
                }
                Some(mv) => {
                    if !is_won(&board.after_move(mv), self.rules.stalemate) {
                        return Err(TryFailure::Fails);
                    }
                }
            }
        }
        let has_legal = plies_left > 1 && !legal.is_empty();
        if has_legal && !self.try_wins(Node { positions: &legal, ..node }, attempt)? {
            return Err(TryFailure::Fails);
        }
        Ok(illegal)
    }

    /// Returns whether `attempt`, which must be legal in all positions of `node`, is followed by a plan after all
    /// announcements.
    pub(super) fn try_wins(&mut self, node: Node<'_>, attempt: Attempt) -> Result<bool, Stopped> {
        let grouped = TryFailure::optional(self.group(node, attempt))?;
        let Some((_, groups)) = grouped else { return Ok(false) };
        let beliefs = beliefs_after(node.own, attempt, groups);
        let is_known_lost = |(own, group): &(OwnPieces, Vec<Hidden>)| {
            let bounds = self.table.bounds(Key::of_belief(own, group));
            bounds.decide(node.plies_left - 2) == Some(false)
        };
        if beliefs.iter().any(is_known_lost) {
            return Ok(false);
        }
        for (own, group) in &beliefs {
            if !self.is_won(node.after(own, group), false)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns whether the question "Any?" can be asked with a plan after each answer. `captures` are the tries to
    /// capture with a pawn.
    fn wins_by_question(&mut self, node: Node<'_>, captures: &[Attempt]) -> Result<bool, Stopped> {
        let can_capture = |it: &Hidden| node.board(it).has_pawn_try();
        let (yes, no): (Vec<Hidden>, Vec<Hidden>) =
            node.positions.iter().copied().partition(can_capture);
        let no = Node { positions: &no, ..node };
        if !self.cover(no, node.own.attempts(), false)?.is_empty() {
            return Ok(false);
        }
        if yes.is_empty() {
            return Ok(true);
        }
        for &capture in captures {
            let yes = Node { positions: &yes, ..node };
            // Every other capture that may come first wins in the same positions, so the others need not be tried.
            if let Some(rest) = TryFailure::optional(self.positions_after_try(yes, capture))? {
                let rest = Node { positions: &rest, ..node };
                return Ok(self.cover(rest, node.own.attempts(), false)?.is_empty());
            }
        }
        Ok(false)
    }
}

/// Returns the beliefs after `attempt` and each reply, small ones first.
fn beliefs_after(
    own: &OwnPieces,
    attempt: Attempt,
    groups: Groups,
) -> Vec<(OwnPieces, Vec<Hidden>)> {
    let mut after = own.clone();
    after.play(attempt);
    let groups = groups.into_iter();
    let mut beliefs: Vec<_> =
        groups.map(|((_, reply), group)| (own_after(&after, None, reply), sorted(group))).collect();
    beliefs.sort_by_key(|(_, group)| group.len());
    beliefs
}
