//! [`Search`]: the search for a plan.
//!
//! The search recurses once for every two plies left. [`MAX_SOLVE_PLIES`](super::MAX_SOLVE_PLIES) limits the depth.

use super::{
    Branch, Plan, PlanTry, Refutation, Solved,
    first_result::run_up_to_first,
    full_information::FullInformation,
    progress::{NodeCounter, SolveProgress, Stopped},
};
use crate::{
    kriegspiel::{
        Belief, Rules, hidden::Hidden, notation::Response, referee::capture_square, response,
    },
    rules::{Attempt, Color, OwnPieces},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::ControlFlow,
};

/// Before the slower search for a plan, this number of positions is checked one by one for a forced mate.
const FIRST_POSITIONS: usize = 24;

/// The sizes of the subsets on which a try is checked before the whole set. A try that fails on a subset fails on the
/// whole.
const SUBSET_SIZES: [usize; 2] = [64, 2048];

/// Returns how many positions are examined at most in search of one without a forced mate within `plies_left` plies. A
/// search of more than three plies is slow, so its limit is lower.
const fn max_escape_sample(plies_left: u32) -> usize {
    if plies_left > 3 { 50 } else { 2000 }
}

/// A smaller number of positions is not divided among threads.
const MIN_POSITIONS_TO_DIVIDE: usize = 512;

/// A search for a plan, or the part of it that runs on one thread.
pub(super) struct Search<'s> {
    seat: Color,
    rules: Rules,
    work: NodeCounter<'s>,
    /// Whether the next call of [`Search::plan`] is at the root, where the tries count as progress.
    is_root: bool,
    threads: usize,
}

/// The positions by announcements.
type Groups = BTreeMap<(Response, Response), BTreeSet<Hidden>>;

/// The positions in which a try is legal.
#[derive(Default)]
struct LegalPositions {
    /// The number of positions.
    count: usize,
    /// The number of positions in which the try captures nothing.
    quiet: usize,
    /// The positions. Empty if only one ply is left: the try must then mate at once, and the numbers suffice.
    positions: Vec<Hidden>,
}

enum TryOutcome {
    /// The try wins wherever it is legal.
    Wins(PlanTry),
    /// The try is legal in no position.
    NeverLegal,
    /// The try fails in this position. `None` if the try fails only in several positions together.
    Fails(Option<Hidden>),
}

/// A move to try, and a position in which it is known to fail, if any.
struct Candidate {
    attempt: Attempt,
    fails: Option<Hidden>,
}

impl<'s> Search<'s> {
    pub(super) const fn of(belief: &Belief, work: NodeCounter<'s>, threads: usize) -> Self {
        Self { seat: belief.seat(), rules: belief.rules(), work, is_root: true, threads }
    }

    /// Returns the shortest plan that mates within `max_plies` plies in every position of `belief`, or a refutation.
    pub(super) fn solve(&mut self, belief: &Belief, max_plies: u32) -> Result<Solved, Stopped> {
        let own = belief.own().clone();
        match self.shortest(&own, belief.positions(), max_plies)? {
            Ok(plan) => Ok(Solved::Forced(plan)),
            Err(remaining) => {
                Ok(Solved::NotForced(self.find_refutation(&own, &remaining, max_plies)?))
            }
        }
    }

    /// Returns the shortest plan within `max_plies` plies, by iterative deepening of [`Self::plan`]. A shallow search
    /// costs little compared with the next deeper one.
    fn shortest(
        &mut self,
        own: &OwnPieces,
        remaining: &[Hidden],
        max_plies: u32,
    ) -> Result<Result<Plan, Vec<Hidden>>, Stopped> {
        let is_root = self.is_root;
        let mut plies_left = 1;
        loop {
            self.is_root = is_root;
            let plan = self.plan(own, remaining.to_vec(), plies_left)?;
            if plan.is_ok() || plies_left >= max_plies {
                return Ok(plan);
            }
            plies_left += 2;
        }
    }

    fn find_refutation(
        &mut self,
        own: &OwnPieces,
        remaining: &[Hidden],
        plies_left: u32,
    ) -> Result<Refutation, Stopped> {
        let us = own.color();
        let sample = &remaining[..remaining.len().min(max_escape_sample(plies_left))];
        let forced = self.are_mates_forced(own, sample, plies_left)?;
        let even_seen = forced.last() == Some(&false);
        // The position without a forced mate is the last one examined.
        let index = if even_seen { forced.len() - 1 } else { 0 };
        let board = remaining.get(index).map(|hidden| hidden.board(own, us));
        Ok(Refutation { even_seen, board: board.unwrap_or_default(), left: remaining.len() })
    }

    /// Returns, for each position of `sample` in order, whether a player who sees the position can force mate. Stops
    /// after the first position without a forced mate.
    fn are_mates_forced(
        &self,
        own: &OwnPieces,
        sample: &[Hidden],
        plies_left: u32,
    ) -> Result<Vec<bool>, Stopped> {
        let us = self.seat;
        let forced = |mut work: NodeCounter<'_>, hidden: &Hidden| {
            FullInformation::of(&mut work).is_mate_forced(&hidden.board(own, us), plies_left)
        };
        run_up_to_first(self.threads, &self.work, sample, |forced| !forced, forced)
    }

    /// Returns a plan for all positions of `remaining` within `plies_left` plies. If there is none, returns the
    /// positions left after all tries that win wherever they are legal.
    fn plan(
        &mut self,
        own: &OwnPieces,
        mut remaining: Vec<Hidden>,
        plies_left: u32,
    ) -> Result<Result<Plan, Vec<Hidden>>, Stopped> {
        let is_root = std::mem::take(&mut self.is_root);
        let us = self.seat;
        let mut plan = Plan::default();
        if plies_left > 1 {
            // No plan exists if there is a position in which even a player who sees it cannot force mate.
            let few: Vec<Hidden> = evenly_spread(&remaining, FIRST_POSITIONS).copied().collect();
            if self.are_mates_forced(own, &few, plies_left)?.last() == Some(&false) {
                return Ok(Err(remaining));
            }
        }
        let mut candidates: Vec<Candidate> =
            own.attempts().into_iter().map(|attempt| Candidate { attempt, fails: None }).collect();
        let all = candidates.len();
        while !remaining.is_empty() {
            let total = is_root.then_some(all);
            let found =
                self.first_winning_attempt(own, &remaining, &mut candidates, plies_left, total)?;
            let Some(tried) = found else { return Ok(Err(remaining)) };
            let mut left_over = Vec::new();
            let legal =
                |hidden: &Hidden| hidden.board(own, us).legal_move_for(tried.attempt).is_some();
            for &hidden in &remaining {
                self.work.add(1)?;
                if !legal(&hidden) {
                    left_over.push(hidden);
                }
            }
            remaining = left_over;
            for candidate in &mut candidates {
                candidate.fails = candidate.fails.filter(|hidden| !legal(hidden));
            }
            plan.tries.push(tried);
        }
        Ok(Ok(plan))
    }

    /// Returns the first of `candidates` that wins wherever it is legal in `remaining`, or `None` if no candidate does.
    /// Removes that candidate, and all candidates that are legal nowhere. At the root, `total` is the number of all
    /// tries and progress is reported; elsewhere, `total` is `None`.
    fn first_winning_attempt(
        &mut self,
        own: &OwnPieces,
        remaining: &[Hidden],
        candidates: &mut Vec<Candidate>,
        plies_left: u32,
        total: Option<usize>,
    ) -> Result<Option<PlanTry>, Stopped> {
        // Threads do not pay off in a shallow search. A large set is divided by positions instead, since parallel work
        // on tries after the winning one would be wasted.
        let threads = if plies_left == 1 || remaining.len() >= MIN_POSITIONS_TO_DIVIDE {
            1
        } else {
            self.threads
        };
        let open = (0..candidates.len()).filter(|&index| candidates[index].fails.is_none());
        let open: Vec<usize> = open.collect();
        let before = total.map(|total| total - candidates.len());
        let judge = |mut work: NodeCounter<'_>, index: &usize| {
            if let (Some(before), Some(of)) = (before, total) {
                work.report(SolveProgress {
                    plies: plies_left,
                    judged: before + index,
                    total: of,
                    boards: 0,
                })?;
            }
            let mut search = self.with(work);
            search.try_attempt(own, remaining, candidates[*index].attempt, plies_left)
        };
        let wins = |tried: &TryOutcome| matches!(tried, TryOutcome::Wins(_));
        let judged = run_up_to_first(threads, &self.work, &open, wins, judge)?;
        let (mut won, mut refuted) = (None, Vec::new());
        for (index, tried) in open.into_iter().zip(judged) {
            match tried {
                TryOutcome::Wins(tried) => {
                    won = Some(tried);
                    refuted.push(index);
                }
                TryOutcome::NeverLegal => refuted.push(index),
                TryOutcome::Fails(hidden) => candidates[index].fails = hidden,
            }
        }
        for index in refuted.into_iter().rev() {
            candidates.remove(index);
        }
        Ok(won)
    }

    /// Returns a search with the same settings for use on another thread.
    const fn with<'t>(&self, work: NodeCounter<'t>) -> Search<'t> {
        Search { seat: self.seat, rules: self.rules, work, is_root: false, threads: self.threads }
    }

    /// Runs `work` on all positions. A large number of positions is divided into parts, one per thread. Returns one
    /// result per part in order, up to the first that satisfies `ends`.
    fn run_in_parts<T: Send>(
        &self,
        all: &[Hidden],
        ends: impl Fn(&T) -> bool + Sync,
        work: impl Fn(NodeCounter<'_>, &[Hidden]) -> Result<T, Stopped> + Sync,
    ) -> Result<Vec<T>, Stopped> {
        let threads = if all.len() < MIN_POSITIONS_TO_DIVIDE { 1 } else { self.threads };
        let parts: Vec<&[Hidden]> = all.chunks(all.len().div_ceil(threads).max(1)).collect();
        run_up_to_first(threads, &self.work, &parts, ends, |counter, part| work(counter, part))
    }

    fn try_attempt(
        &mut self,
        own: &OwnPieces,
        remaining: &[Hidden],
        attempt: Attempt,
        plies_left: u32,
    ) -> Result<TryOutcome, Stopped> {
        let us = self.seat;
        let legal = match self.find_legal_positions(own, remaining, attempt, plies_left)? {
            Ok(legal) => legal,
            Err(hidden) => return Ok(TryOutcome::Fails(Some(hidden))),
        };
        if legal.count == 0 {
            return Ok(TryOutcome::NeverLegal);
        }
        let mut tried = PlanTry {
            attempt,
            san: own.san(attempt, legal.quiet == 0),
            legal: legal.count,
            illegal: remaining.len() - legal.count,
            mates: 0,
            branches: Vec::new(),
        };
        if plies_left == 1 {
            tried.mates = tried.legal;
            return Ok(TryOutcome::Wins(tried));
        }
        let legal = legal.positions;
        let few: Vec<Hidden> = evenly_spread(&legal, FIRST_POSITIONS).copied().collect();
        let wins = |mut work: NodeCounter<'_>, hidden: &Hidden| {
            let mut after = hidden.board(own, us);
            let Some(mv) = after.legal_move_for(attempt) else { return Ok(true) };
            after.play(mv);
            FullInformation::of(&mut work).wins_after(&after, plies_left)
        };
        let won = run_up_to_first(self.threads, &self.work, &few, |wins| !wins, wins)?;
        if won.last() == Some(&false) {
            return Ok(TryOutcome::Fails(Some(few[won.len() - 1])));
        }
        for part in SUBSET_SIZES.into_iter().filter(|&part| part < legal.len()) {
            let sample: Vec<Hidden> = evenly_spread(&legal, part).copied().collect();
            if self.plan_replies(own, &sample, attempt, plies_left)?.is_none() {
                return Ok(TryOutcome::Fails(None));
            }
        }
        Ok(match self.plan_replies(own, &legal, attempt, plies_left)? {
            Some((mates, branches)) => TryOutcome::Wins(PlanTry { mates, branches, ..tried }),
            None => TryOutcome::Fails(None),
        })
    }

    /// Returns the positions of `remaining` in which `attempt` is legal. If only one ply is left, `attempt` must mate.
    /// The error is a position in which `attempt` is legal but does not mate.
    fn find_legal_positions(
        &mut self,
        own: &OwnPieces,
        remaining: &[Hidden],
        attempt: Attempt,
        plies_left: u32,
    ) -> Result<Result<LegalPositions, Hidden>, Stopped> {
        let us = self.seat;
        let find_legal = |mut work: NodeCounter<'_>, part: &[Hidden]| {
            let mut legal = LegalPositions::default();
            for &hidden in part {
                work.add(1)?;
                let board = hidden.board(own, us);
                let Some(mv) = board.legal_move_for(attempt) else { continue };
                legal.count += 1;
                legal.quiet += usize::from(capture_square(&board, mv).is_none());
                if plies_left == 1 {
                    let mut after = board;
                    after.play(mv);
                    if !after.is_chess_mate() {
                        return Ok(Err(hidden));
                    }
                } else {
                    legal.positions.push(hidden);
                }
            }
            Ok(Ok(legal))
        };
        let mut all = LegalPositions::default();
        for part in self.run_in_parts(remaining, Result::is_err, find_legal)? {
            match part {
                Ok(legal) => {
                    all.count += legal.count;
                    all.quiet += legal.quiet;
                    all.positions.extend(legal.positions);
                }
                Err(hidden) => return Ok(Err(hidden)),
            }
        }
        Ok(Ok(all))
    }

    /// Returns how the plan continues after `attempt`, which must be legal in all positions of `legal`: the number of
    /// mates, and a branch for each pair of announcements. Returns `None` if one of the branches has no plan.
    fn plan_replies(
        &mut self,
        own: &OwnPieces,
        legal: &[Hidden],
        attempt: Attempt,
        plies_left: u32,
    ) -> Result<Option<(usize, Vec<Branch>)>, Stopped> {
        let mut mates = 0;
        let mut groups = Groups::new();
        let group = |work: NodeCounter<'_>, part: &[Hidden]| {
            self.with(work).group_replies(own, part, attempt)
        };
        for part in self.run_in_parts(legal, Option::is_none, group)? {
            let Some((mated, part_groups)) = part else { return Ok(None) };
            mates += mated;
            for (announcements, mut group) in part_groups {
                groups.entry(announcements).or_default().append(&mut group);
            }
        }
        let mut after = own.clone();
        after.play(attempt);
        let groups = groups.into_iter().map(|(heard, group)| (heard, group.into_iter().collect()));
        let mut groups: Vec<((Response, Response), Vec<Hidden>)> = groups.collect();
        groups.sort_by_key(|(_, group)| group.len());
        let plan = |work: NodeCounter<'_>, (heard, group): &((Response, Response), Vec<Hidden>)| {
            let (announcement, reply) = *heard;
            let mut own = after.clone();
            if let Some(square) = reply.capture {
                own.remove_captured(square);
            }
            let plan = self.with(work).shortest(&own, group, plies_left - 2)?;
            Ok(plan.ok().map(|plan| Branch { announcement, reply, positions: group.len(), plan }))
        };
        let found = run_up_to_first(self.threads, &self.work, &groups, Option::is_none, plan)?;
        let branches: Option<Vec<Branch>> = found.into_iter().collect();
        let Some(mut branches) = branches else { return Ok(None) };
        branches.sort_by_key(|branch| (branch.announcement, branch.reply));
        Ok(Some((mates, branches)))
    }

    /// Plays `attempt`, which must be legal in all positions of `legal`, and every reply. Returns the number of mates,
    /// and the resulting positions by announcements. Returns `None` if `attempt` stalemates the opponent in one of the
    /// positions.
    fn group_replies(
        &mut self,
        own: &OwnPieces,
        legal: &[Hidden],
        attempt: Attempt,
    ) -> Result<Option<(usize, Groups)>, Stopped> {
        let (us, them) = (self.seat, self.seat.other());
        let mut mates = 0;
        let mut groups = Groups::new();
        for hidden in legal {
            let before = hidden.board(own, us);
            let Some(mv) = before.legal_move_for(attempt) else { continue };
            let after = before.after_move(mv);
            let announcement = response(&before, mv, &after, self.rules).as_mover_hears();
            let mut replies = 0_u32;
            let _ = after.for_each_move(|mv| {
                replies += 1;
                let next = after.after_move(mv);
                let reply = response(&after, mv, &next, self.rules);
                let group = groups.entry((announcement, reply)).or_default();
                group.insert(Hidden::of(&next, them));
                ControlFlow::Continue(())
            });
            self.work.add(1 + replies)?;
            if replies == 0 {
                if !after.is_check() {
                    return Ok(None);
                }
                mates += 1;
            }
        }
        Ok(Some((mates, groups)))
    }
}

/// Iterates over at most `count` positions, taken from `all` at regular intervals.
fn evenly_spread(all: &[Hidden], count: usize) -> impl Iterator<Item = &Hidden> {
    all.iter().step_by(all.len().div_ceil(count).max(1))
}
