//! Problems: a plan that mates in every position that is thought possible.
//!
//! A plan names moves to be tried in order. One that is illegal tells something, and the next is tried; one
//! that is legal mates, or is answered, and the plan goes on with what was announced.
//!
//! Two things make the search short. If a try wins wherever it is legal, to try it first can do no harm:
//! where it is illegal fewer positions are left, and whatever wins against more wins against fewer. So the
//! order of the tries need not be searched. And how many illegal tries the other side will make need not be
//! asked: to make none is always possible, and to hear of some only leaves fewer positions.

use super::{Belief, Rules, hidden::Hidden, referee::captured_on, response};
use crate::{
    notation::kriegspiel::Response,
    rules::{Attempt, Board, Color, OwnPieces, San},
};
use std::{collections::BTreeMap, ops::ControlFlow};

/// What is told while a problem is solved: how many of how many first tries have been judged; 0 while one of
/// them is being looked into.
pub type Watch<'w> = dyn FnMut(usize, usize) -> ControlFlow<()> + 'w;

/// What became of a problem.
#[derive(Clone, Debug, PartialEq)]
pub enum Solved {
    /// A plan that mates in every position.
    Forced(Plan),
    /// There is none.
    NotForced(Escape),
    /// It was asked to stop.
    Stopped,
}

/// Moves to be tried one after the other until one is legal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// The moves, in order.
    pub tries: Vec<PlanTry>,
}

/// One of them.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanTry {
    /// The move.
    pub attempt: Attempt,
    /// How it is written; as a capture if it is one wherever it is legal.
    pub san: San,
    /// In how many of the positions that are left it is legal.
    pub legal: usize,
    /// In how many it is illegal, so that the next is tried.
    pub illegal: usize,
    /// In how many it mates.
    pub mates: usize,
    /// How the plan goes on where it is legal and does not mate.
    pub branches: Vec<Branch>,
}

/// What is heard after a move of the plan, and what is done then.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// What was announced of the move.
    pub said: Response,
    /// What was announced of the reply.
    pub reply: Response,
    /// How many positions are thought possible then.
    pub positions: usize,
    /// What is done.
    pub plan: Plan,
}

/// Why no plan mates.
#[derive(Clone, Debug, PartialEq)]
pub struct Escape {
    /// A position that escapes.
    pub board: Board,
    /// How many positions are left after every try that could do no harm.
    pub left: usize,
    /// Whether no mate is forced in `board` even by one who sees it.
    pub even_seen: bool,
}

/// How many positions are looked at one by one before they are all looked at together.
const FEW: usize = 24;

/// A try that fails with some of the positions fails with all; so many are asked first.
const PARTS: [usize; 2] = [64, 2048];

/// How many positions are searched for one in which no mate is forced even by one who sees it: many where
/// the search is short.
const fn escapes(left: u32) -> usize {
    if left > 3 { 50 } else { 2000 }
}

/// Searches for a plan by which the player of `belief`, whose turn it is, mates within `depth` plies in every
/// position. `watch` ends the search by breaking.
pub fn solve(belief: &Belief, depth: u32, watch: &mut Watch<'_>) -> Solved {
    let mut search = Search {
        seat: belief.seat(),
        rules: belief.rules(),
        watch,
        top: true,
    };
    // Only an odd number of plies ends with a move of the player's.
    let left = depth.saturating_sub(1) | 1;
    let own = belief.own().clone();
    match search.plan(&own, belief.positions().to_vec(), left) {
        Ok(Ok(plan)) => Solved::Forced(plan),
        Ok(Err(alive)) => match search.escape(&own, &alive, left) {
            Ok(escape) => Solved::NotForced(escape),
            Err(Stopped) => Solved::Stopped,
        },
        Err(Stopped) => Solved::Stopped,
    }
}

/// A search by one who sees everything. It can take long where many plies are left, and so it asks too whether
/// it shall go on.
struct Seen<'w, 'f> {
    watch: &'w mut Watch<'f>,
    /// How many positions have been looked at since it asked last.
    looked: u32,
}

/// So many positions are looked at before it is asked whether to go on.
const BETWEEN: u32 = 4096;

impl Seen<'_, '_> {
    /// Whether the side to move can force mate within `left` plies.
    fn is_mate_forced(&mut self, board: &Board, left: u32) -> Result<bool, Stopped> {
        self.looked += 1;
        if self.looked >= BETWEEN {
            self.looked = 0;
            if (self.watch)(0, 0).is_break() {
                return Err(Stopped);
            }
        }
        let mut stopped = false;
        let search = board.each_move(|mv| {
            let mut after = board.clone();
            after.play(mv);
            // Nearly all of the work is done here, at the leaves.
            let wins = if left == 1 {
                Ok(after.is_chess_mate())
            } else {
                self.wins_after(&after, left)
            };
            match wins {
                Ok(false) => ControlFlow::Continue(()),
                wins => {
                    stopped = wins.is_err();
                    ControlFlow::Break(())
                }
            }
        });
        if stopped {
            Err(Stopped)
        } else {
            Ok(search.is_break())
        }
    }

    /// Whether the side that has just moved to `after` has mated or forces mate in what is left of `left`
    /// plies.
    fn wins_after(&mut self, after: &Board, left: u32) -> Result<bool, Stopped> {
        let mut replies = 0_u32;
        let mut stopped = false;
        let search = after.each_move(|mv| {
            replies += 1;
            if left < 3 {
                return ControlFlow::Break(());
            }
            let mut next = after.clone();
            next.play(mv);
            match self.is_mate_forced(&next, left - 2) {
                Ok(true) => ControlFlow::Continue(()),
                forced => {
                    stopped = forced.is_err();
                    ControlFlow::Break(())
                }
            }
        });
        if stopped {
            return Err(Stopped);
        }
        Ok(search.is_continue() && (replies > 0 || after.is_check()))
    }
}

/// The search was ended.
struct Stopped;

struct Search<'w, 'f> {
    seat: Color,
    rules: Rules,
    watch: &'w mut Watch<'f>,
    /// Whether the first tries are being judged, of which `watch` is told.
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

impl<'f> Search<'_, 'f> {
    /// The search by one who sees everything, which asks the same watch.
    fn seen(&mut self) -> Seen<'_, 'f> {
        Seen {
            watch: self.watch,
            looked: 0,
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
                if (self.watch)(
                    if top {
                        all - candidates.len() + index
                    } else {
                        0
                    },
                    all,
                )
                .is_break()
                {
                    return Err(Stopped);
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
            alive.retain(|hidden| !legal(hidden));
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
            let said = response(&before, mv, &after, self.rules);
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

/// Positions in which the same is heard; each is kept once, and those that come again are not let pile up.
#[derive(Default)]
struct Group {
    positions: Vec<Hidden>,
    /// How many of them are known to be different.
    different: usize,
}

impl Group {
    fn push(&mut self, hidden: Hidden) {
        if self.positions.len() > 2 * self.different + 4096 {
            self.sift();
        }
        self.positions.push(hidden);
    }

    fn sift(&mut self) {
        self.positions.sort_unstable();
        self.positions.dedup();
        self.different = self.positions.len();
    }

    fn finish(mut self) -> Vec<Hidden> {
        self.sift();
        self.positions
    }
}
