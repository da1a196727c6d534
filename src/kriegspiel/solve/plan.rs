//! [`Search`]: the search for a plan.
//!
//! It calls itself once for every two plies that are left, of which there are few: see [`DEEPEST`](super::DEEPEST).

use super::{
    Branch, Escape, Plan, PlanTry, Solved,
    effort::{Effort, Part, Stopped, Work},
    group::Group,
    seen::Seen,
    side_by_side::up_to_first,
};
use crate::{
    kriegspiel::{
        Belief, Rules, hidden::Hidden, notation::Response, referee::captured_on, response,
    },
    rules::{Attempt, Color, OwnPieces},
};
use rayon::prelude::*;
use std::{collections::BTreeMap, ops::ControlFlow};

/// How many positions are looked at one by one before they are all looked at together.
const FEW: usize = 24;

/// A try that fails with some of the positions fails with all; so many are asked first.
const PARTS: [usize; 2] = [64, 2048];

/// How many positions are searched for one in which no mate is forced even by one who sees it: many where
/// the search is short.
const fn escapes(left: u32) -> usize {
    if left > 3 { 50 } else { 2000 }
}

/// Fewer positions than so many are not divided among threads.
const MANY: usize = 512;

/// A search for a plan, or a part of one that a thread of its own does.
pub(super) struct Search<'s> {
    seat: Color,
    rules: Rules,
    work: Work<'s>,
    /// Whether the first tries are judged next, of which is told.
    top: bool,
    /// How many threads there are.
    threads: usize,
}

/// Positions by what is heard.
type Groups = BTreeMap<(Response, Response), Group>;

/// In how many of some positions a try is legal, and takes nothing; and those that must be looked into.
#[derive(Default)]
struct Legal {
    count: usize,
    quiet: usize,
    positions: Vec<Hidden>,
}

/// What became of one try.
enum Tried {
    /// It wins wherever it is legal.
    Wins(PlanTry),
    /// It is legal nowhere.
    Nowhere,
    /// It fails; where one position alone is enough for that, which.
    Fails(Option<Hidden>),
}

/// A move that may be tried, and the position because of which it fails.
struct Candidate {
    attempt: Attempt,
    fails: Option<Hidden>,
}

impl<'s> Search<'s> {
    pub(super) const fn of(belief: &Belief, work: Work<'s>, threads: usize) -> Self {
        Self { seat: belief.seat(), rules: belief.rules(), work, top: true, threads }
    }

    /// The shortest plan that mates within `most` plies in every position of `belief`, or why there is none.
    pub(super) fn solve(&mut self, belief: &Belief, most: u32) -> Result<Solved, Stopped> {
        let own = belief.own().clone();
        match self.shortest(&own, belief.positions(), most)? {
            Ok(plan) => Ok(Solved::Forced(plan)),
            Err(alive) => Ok(Solved::NotForced(self.escape(&own, &alive, most)?)),
        }
    }

    /// As [`Self::plan`], a plan of fewer plies before a longer one. A search for fewer costs little beside the next.
    fn shortest(
        &mut self,
        own: &OwnPieces,
        alive: &[Hidden],
        most: u32,
    ) -> Result<Result<Plan, Vec<Hidden>>, Stopped> {
        let top = self.top;
        let mut left = 1;
        loop {
            self.top = top;
            let plan = self.plan(own, alive.to_vec(), left)?;
            if plan.is_ok() || left >= most {
                return Ok(plan);
            }
            left += 2;
        }
    }

    fn escape(&mut self, own: &OwnPieces, alive: &[Hidden], left: u32) -> Result<Escape, Stopped> {
        let us = own.color();
        let some = &alive[..alive.len().min(escapes(left))];
        let forced = self.are_mates_forced(own, some, left)?;
        let even_seen = forced.last() == Some(&false);
        // The one that was looked at last, or else the first.
        let place = if even_seen { forced.len() - 1 } else { 0 };
        let board = alive.get(place).map(|hidden| hidden.board(own, us));
        Ok(Escape { even_seen, board: board.unwrap_or_default(), left: alive.len() })
    }

    /// Whether one who sees it can force mate in each of `some`, up to and with the first in which not.
    fn are_mates_forced(
        &self,
        own: &OwnPieces,
        some: &[Hidden],
        left: u32,
    ) -> Result<Vec<bool>, Stopped> {
        let us = self.seat;
        let inner = self.threads_for(some.len());
        let forced = |mut work: Work<'_>, hidden: &Hidden| {
            Seen::of(&mut work, inner).is_mate_forced(&hidden.board(own, us), left)
        };
        up_to_first(self.threads, &self.work, some, |forced| !forced, forced)
    }

    /// How many threads each of `parts` searches may have that are made side by side.
    const fn threads_for(&self, parts: usize) -> usize {
        if parts > 2 * self.threads { 1 } else { self.threads }
    }

    /// A plan for all of `alive`, or those of them that are left after every try that wins wherever it is
    /// legal.
    fn plan(
        &mut self,
        own: &OwnPieces,
        mut alive: Vec<Hidden>,
        left: u32,
    ) -> Result<Result<Plan, Vec<Hidden>>, Stopped> {
        let top = std::mem::take(&mut self.top);
        let us = self.seat;
        let mut plan = Plan::default();
        if left > 1 {
            // One in which no mate is forced even by one who sees it settles it.
            let few: Vec<Hidden> = spread(&alive, FEW).copied().collect();
            if self.are_mates_forced(own, &few, left)?.last() == Some(&false) {
                return Ok(Err(alive));
            }
        }
        let mut candidates: Vec<Candidate> =
            own.attempts().into_iter().map(|attempt| Candidate { attempt, fails: None }).collect();
        let all = candidates.len();
        while !alive.is_empty() {
            let of = top.then_some(all);
            let found = self.first_that_wins(own, &alive, &mut candidates, left, of)?;
            let Some(tried) = found else {
                return Ok(Err(alive));
            };
            let legal = |hidden: &Hidden| hidden.board(own, us).allow(tried.attempt).is_some();
            let parts = self.in_parts(&alive, |search, part| {
                let mut left_over = Vec::new();
                for hidden in part {
                    search.work.add(1)?;
                    if !legal(hidden) {
                        left_over.push(*hidden);
                    }
                }
                Ok(left_over)
            })?;
            alive = parts.concat();
            for candidate in &mut candidates {
                candidate.fails = candidate.fails.filter(|hidden| !legal(hidden));
            }
            plan.tries.push(tried);
        }
        Ok(Ok(plan))
    }

    /// The first of `candidates` that wins wherever it is legal in `alive`. It is taken out, and so are those that are
    /// legal nowhere. Of the first tries, of which there were `of`, it is told how many have been judged.
    fn first_that_wins(
        &mut self,
        own: &OwnPieces,
        alive: &[Hidden],
        candidates: &mut Vec<Candidate>,
        left: u32,
        of: Option<usize>,
    ) -> Result<Option<PlanTry>, Stopped> {
        // A short look is not worth another thread, and many positions are divided: what is judged beside a try that
        // wins is lost.
        let threads = if left == 1 || alive.len() >= MANY { 1 } else { self.threads };
        let open = (0..candidates.len()).filter(|&place| candidates[place].fails.is_none());
        let open: Vec<usize> = open.collect();
        let before = of.map(|of| of - candidates.len());
        let judge = |mut work: Work<'_>, place: &usize| {
            if let (Some(before), Some(of)) = (before, of) {
                work.tell(Effort { plies: left, judged: before + place, of, boards: 0 })?;
            }
            let mut search = self.with(work);
            search.try_one(own, alive, candidates[*place].attempt, left)
        };
        let wins = |tried: &Tried| matches!(tried, Tried::Wins(_));
        let judged = up_to_first(threads, &self.work, &open, wins, judge)?;
        let (mut won, mut gone) = (None, Vec::new());
        for (place, tried) in open.into_iter().zip(judged) {
            match tried {
                Tried::Wins(tried) => {
                    won = Some(tried);
                    gone.push(place);
                }
                Tried::Nowhere => gone.push(place),
                Tried::Fails(hidden) => candidates[place].fails = hidden,
            }
        }
        for place in gone.into_iter().rev() {
            candidates.remove(place);
        }
        Ok(won)
    }

    /// The same search on another thread, for `part` of what this one does.
    const fn fork<'t>(&self, part: &'t Part<'t>) -> Search<'t>
    where
        's: 't,
    {
        self.with(self.work.fork(part))
    }

    /// The same search, of which `work` is done.
    const fn with<'t>(&self, work: Work<'t>) -> Search<'t> {
        Search { seat: self.seat, rules: self.rules, work, top: false, threads: self.threads }
    }

    /// Does `work` on all of `all`, divided among the threads where they are many; what came of each part, in order.
    fn in_parts<T: Send>(
        &mut self,
        all: &[Hidden],
        work: impl Fn(&mut Search<'_>, &[Hidden]) -> Result<T, Stopped> + Sync,
    ) -> Result<Vec<T>, Stopped> {
        let whole = Part::of(Some(self.work.part()));
        let threads = if all.len() < MANY { 1 } else { self.threads };
        let size = all.len().div_ceil(threads).max(1);
        if threads == 1 {
            return Ok(vec![work(&mut self.fork(&whole), all)?]);
        }
        let parts = all.par_chunks(size);
        parts.map(|part| work(&mut self.fork(&whole), part)).collect()
    }

    fn try_one(
        &mut self,
        own: &OwnPieces,
        alive: &[Hidden],
        attempt: Attempt,
        left: u32,
    ) -> Result<Tried, Stopped> {
        let us = self.seat;
        let legal = match self.legal(own, alive, attempt, left)? {
            Ok(legal) => legal,
            Err(hidden) => return Ok(Tried::Fails(Some(hidden))),
        };
        if legal.count == 0 {
            return Ok(Tried::Nowhere);
        }
        let mut tried = PlanTry {
            attempt,
            san: own.san(attempt, legal.quiet == 0),
            legal: legal.count,
            illegal: alive.len() - legal.count,
            mates: 0,
            branches: Vec::new(),
        };
        if left == 1 {
            tried.mates = tried.legal;
            return Ok(Tried::Wins(tried));
        }
        let legal = legal.positions;
        let few: Vec<Hidden> = spread(&legal, FEW).copied().collect();
        let inner = self.threads_for(few.len());
        let wins = |mut work: Work<'_>, hidden: &Hidden| {
            let mut after = hidden.board(own, us);
            let Some(mv) = after.allow(attempt) else {
                return Ok(true);
            };
            after.play(mv);
            Seen::of(&mut work, inner).wins_after(&after, left)
        };
        let won = up_to_first(self.threads, &self.work, &few, |wins| !wins, wins)?;
        if won.last() == Some(&false) {
            return Ok(Tried::Fails(Some(few[won.len() - 1])));
        }
        for part in PARTS.into_iter().filter(|&part| part < legal.len()) {
            let some: Vec<Hidden> = spread(&legal, part).copied().collect();
            if self.go_on(own, &some, attempt, left)?.is_none() {
                return Ok(Tried::Fails(None));
            }
        }
        Ok(match self.go_on(own, &legal, attempt, left)? {
            Some((mates, branches)) => Tried::Wins(PlanTry { mates, branches, ..tried }),
            None => Tried::Fails(None),
        })
    }

    /// Where `attempt` is legal; with one ply left a position, any, in which it is legal and does not mate.
    fn legal(
        &mut self,
        own: &OwnPieces,
        alive: &[Hidden],
        attempt: Attempt,
        left: u32,
    ) -> Result<Result<Legal, Hidden>, Stopped> {
        let us = self.seat;
        let look = |search: &mut Search<'_>, part: &[Hidden]| {
            let mut legal = Legal::default();
            for &hidden in part {
                search.work.add(1)?;
                let board = hidden.board(own, us);
                let Some(mv) = board.allow(attempt) else {
                    continue;
                };
                legal.count += 1;
                legal.quiet += usize::from(captured_on(&board, mv).is_none());
                if left == 1 {
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
        // What fails mostly fails soon, before it is divided.
        let (first, rest) = alive.split_at(alive.len().min(if left == 1 { MANY } else { 0 }));
        let mut all = match look(&mut self.fork(&Part::of(Some(self.work.part()))), first)? {
            Ok(legal) => legal,
            Err(hidden) => return Ok(Err(hidden)),
        };
        for part in self.in_parts(rest, look)? {
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

    /// How the plan goes on after `attempt`, which is legal in all of `legal`: in how many it mates, and a
    /// branch for everything that can be heard where it does not. `None` if one of them has no plan.
    fn go_on(
        &mut self,
        own: &OwnPieces,
        legal: &[Hidden],
        attempt: Attempt,
        left: u32,
    ) -> Result<Option<(usize, Vec<Branch>)>, Stopped> {
        let mut mates = 0;
        let mut groups = Groups::new();
        let heard = |search: &mut Search<'_>, part: &[Hidden]| search.heard(own, part, attempt);
        for part in self.in_parts(legal, heard)? {
            let Some((mated, heard)) = part else {
                return Ok(None);
            };
            mates += mated;
            for (what, group) in heard {
                groups.entry(what).or_default().extend(group);
            }
        }
        let mut after = own.clone();
        after.play(attempt);
        let groups: Vec<_> = groups.into_iter().collect();
        let finished = groups.into_par_iter().map(|(heard, group)| (heard, group.finish()));
        let mut groups: Vec<_> = finished.collect();
        groups.sort_by_key(|(_, group)| group.len());
        let plan = |work: Work<'_>, (heard, group): &((Response, Response), Vec<Hidden>)| {
            let (said, reply) = *heard;
            let mut own = after.clone();
            if let Some(square) = reply.capture {
                own.lose(square);
            }
            let plan = self.with(work).shortest(&own, group, left - 2)?;
            Ok(plan.ok().map(|plan| Branch { said, reply, positions: group.len(), plan }))
        };
        let found = up_to_first(self.threads, &self.work, &groups, Option::is_none, plan)?;
        let branches: Option<Vec<Branch>> = found.into_iter().collect();
        let Some(mut branches) = branches else {
            return Ok(None);
        };
        branches.sort_by_key(|branch| (branch.said, branch.reply));
        Ok(Some((mates, branches)))
    }

    /// What can be heard of `attempt`, which is legal in all of `legal`, and of the replies: in how many it mates, and
    /// the positions by what is heard. `None` if one of them is a stalemate.
    fn heard(
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
            let Some(mv) = before.allow(attempt) else {
                continue;
            };
            let mut after = before.clone();
            after.play(mv);
            let said = response(&before, mv, &after, self.rules).as_mover_hears();
            let mut replies = 0_u32;
            let _ = after.each_move(|mv| {
                replies += 1;
                let mut next = after.clone();
                next.play(mv);
                let reply = response(&after, mv, &next, self.rules);
                let group = groups.entry((said, reply)).or_default();
                group.push(Hidden::of(&next, them));
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
        // Here each thread does it for what it has found.
        groups.values_mut().for_each(Group::sift);
        Ok(Some((mates, groups)))
    }
}

/// At most `count` of `all`, spread over the whole.
fn spread(all: &[Hidden], count: usize) -> impl Iterator<Item = &Hidden> {
    all.iter().step_by(all.len().div_ceil(count).max(1))
}
