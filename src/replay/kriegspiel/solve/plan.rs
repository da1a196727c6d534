//! [`Search`]: the search for a plan.
//!
//! It calls itself once for every two plies that are left, of which there are few: see [`DEEPEST`](super::DEEPEST).

use super::{
    Branch, Escape, Plan, PlanTry, Solved,
    effort::{Stopped, Work},
    group::Group,
    seen::Seen,
};
use crate::{
    notation::kriegspiel::Response,
    replay::kriegspiel::{Belief, Rules, hidden::Hidden, referee::captured_on, response},
    rules::{Attempt, Color, OwnPieces},
};
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

/// A search for a plan.
pub(super) struct Search<'w, 'f> {
    seat: Color,
    rules: Rules,
    work: Work<'w, 'f>,
    /// Whether the first tries are being judged, of which is told.
    top: bool,
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

impl<'w, 'f> Search<'w, 'f> {
    pub(super) const fn of(belief: &Belief, work: Work<'w, 'f>) -> Self {
        Self {
            seat: belief.seat(),
            rules: belief.rules(),
            work,
            top: true,
        }
    }

    /// A plan that mates within `left` plies in every position of `belief`, or why there is none.
    pub(super) fn solve(&mut self, belief: &Belief, left: u32) -> Result<Solved, Stopped> {
        let own = belief.own().clone();
        match self.plan(&own, belief.positions().to_vec(), left)? {
            Ok(plan) => Ok(Solved::Forced(plan)),
            Err(alive) => Ok(Solved::NotForced(self.escape(&own, &alive, left)?)),
        }
    }

    /// The search by one who sees everything, whose work is counted with this one's.
    const fn seen(&mut self) -> Seen<'_, 'w, 'f> {
        Seen {
            work: &mut self.work,
        }
    }

    fn escape(&mut self, own: &OwnPieces, alive: &[Hidden], left: u32) -> Result<Escape, Stopped> {
        let us = own.color();
        let mut seen = self.seen();
        let mut found = None;
        for hidden in alive.iter().take(escapes(left)) {
            let board = hidden.board(own, us);
            if !seen.is_mate_forced(&board, left)? {
                found = Some(board);
                break;
            }
        }
        let first = alive.first().map(|hidden| hidden.board(own, us));
        Ok(Escape {
            even_seen: found.is_some(),
            board: found.or(first).unwrap_or_default(),
            left: alive.len(),
        })
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
            let mut seen = self.seen();
            let mut escapes = false;
            for hidden in spread(&alive, FEW) {
                escapes = !seen.is_mate_forced(&hidden.board(own, us), left)?;
                if escapes {
                    break;
                }
            }
            if escapes {
                return Ok(Err(alive));
            }
        }
        let mut candidates: Vec<Candidate> = own
            .attempts()
            .into_iter()
            .map(|attempt| Candidate {
                attempt,
                fails: None,
            })
            .collect();
        let all = candidates.len();
        while !alive.is_empty() {
            let mut found = None;
            let mut index = 0;
            while index < candidates.len() {
                if top {
                    self.work.tell(all - candidates.len() + index, all)?;
                }
                if candidates[index].fails.is_some() {
                    index += 1;
                    continue;
                }
                let attempt = candidates[index].attempt;
                match self.try_one(own, &alive, attempt, left)? {
                    Tried::Wins(tried) => {
                        found = Some(tried);
                        candidates.remove(index);
                        break;
                    }
                    Tried::Nowhere => {
                        candidates.remove(index);
                    }
                    Tried::Fails(hidden) => {
                        candidates[index].fails = hidden;
                        index += 1;
                    }
                }
            }
            let Some(tried) = found else {
                return Ok(Err(alive));
            };
            let legal = |hidden: &Hidden| hidden.board(own, us).allow(tried.attempt).is_some();
            let mut left_over = Vec::new();
            for hidden in alive {
                self.work.add(1)?;
                if !legal(&hidden) {
                    left_over.push(hidden);
                }
            }
            alive = left_over;
            for candidate in &mut candidates {
                candidate.fails = candidate.fails.filter(|hidden| !legal(hidden));
            }
            plan.tries.push(tried);
        }
        Ok(Ok(plan))
    }

    fn try_one(
        &mut self,
        own: &OwnPieces,
        alive: &[Hidden],
        attempt: Attempt,
        left: u32,
    ) -> Result<Tried, Stopped> {
        let us = self.seat;
        let mut quiet = 0_usize;
        let mut tried = PlanTry {
            attempt,
            san: own.san(attempt, true),
            legal: 0,
            illegal: 0,
            mates: 0,
            branches: Vec::new(),
        };
        let mut legal = Vec::new();
        for &hidden in alive {
            self.work.add(1)?;
            let board = hidden.board(own, us);
            let Some(mv) = board.allow(attempt) else {
                continue;
            };
            tried.legal += 1;
            quiet += usize::from(captured_on(&board, mv).is_none());
            if left == 1 {
                let mut after = board;
                after.play(mv);
                if !after.is_chess_mate() {
                    return Ok(Tried::Fails(Some(hidden)));
                }
            } else {
                legal.push(hidden);
            }
        }
        tried.illegal = alive.len() - tried.legal;
        if tried.legal == 0 {
            return Ok(Tried::Nowhere);
        }
        if quiet > 0 {
            tried.san = own.san(attempt, false);
        }
        if left == 1 {
            tried.mates = tried.legal;
            return Ok(Tried::Wins(tried));
        }
        let mut seen = self.seen();
        for hidden in spread(&legal, FEW) {
            let mut after = hidden.board(own, us);
            if let Some(mv) = after.allow(attempt) {
                after.play(mv);
                if !seen.wins_after(&after, left)? {
                    return Ok(Tried::Fails(Some(*hidden)));
                }
            }
        }
        for part in PARTS.into_iter().filter(|&part| part < legal.len()) {
            let some: Vec<Hidden> = spread(&legal, part).copied().collect();
            if self.go_on(own, &some, attempt, left)?.is_none() {
                return Ok(Tried::Fails(None));
            }
        }
        Ok(match self.go_on(own, &legal, attempt, left)? {
            Some((mates, branches)) => Tried::Wins(PlanTry {
                mates,
                branches,
                ..tried
            }),
            None => Tried::Fails(None),
        })
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
        let (us, them) = (self.seat, self.seat.other());
        let mut mates = 0;
        let mut groups: BTreeMap<(Response, Response), Group> = BTreeMap::new();
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
        let mut after = own.clone();
        after.play(attempt);
        let mut groups: Vec<_> = groups
            .into_iter()
            .map(|(heard, group)| (heard, group.finish()))
            .collect();
        groups.sort_by_key(|(_, group)| group.len());
        let mut branches = Vec::with_capacity(groups.len());
        for ((said, reply), group) in groups {
            let mut own = after.clone();
            if let Some(square) = reply.capture {
                own.lose(square);
            }
            let positions = group.len();
            match self.plan(&own, group, left - 2)? {
                Ok(plan) => branches.push(Branch {
                    said,
                    reply,
                    positions,
                    plan,
                }),
                Err(_) => return Ok(None),
            }
        }
        branches.sort_by_key(|branch| (branch.said, branch.reply));
        Ok(Some((mates, branches)))
    }
}

/// At most `count` of `all`, spread over the whole.
fn spread(all: &[Hidden], count: usize) -> impl Iterator<Item = &Hidden> {
    all.iter().step_by(all.len().div_ceil(count).max(1))
}
