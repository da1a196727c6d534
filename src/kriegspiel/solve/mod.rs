//! Problems: a plan that mates in every position that is thought possible.
//!
//! A plan names moves to be tried in order. One that is illegal tells something, and the next is tried; one
//! that is legal mates, or is answered, and the plan goes on with what was announced.
//!
//! Two things make the search short. If a try wins wherever it is legal, to try it first can do no harm:
//! where it is illegal fewer positions are left, and whatever wins against more wins against fewer. So the
//! order of the tries need not be searched. And how many illegal tries the other side will make need not be
//! asked: to make none is always possible, and to hear of some only leaves fewer positions.
//!
//! Tries, what may be heard and positions are judged by all cores at once. Which try is taken next does not depend on
//! who was faster: it is the first one, in order, that wins.

mod effort;
mod group;
mod plan;
mod seen;
mod side_by_side;

pub use effort::{Effort, Watch};

use super::Belief;
use crate::{
    kriegspiel::notation::Response,
    rules::{Attempt, Board, San},
};
use effort::{Part, Shared, Work};
use plan::Search;

/// A longer mate is not sought, in plies. Every two plies more multiply the work, and a plan is followed by a
/// call for each of its moves.
pub const DEEPEST: u32 = 25;

/// The stack of a thread of the search, in bytes. While a thread waits for a part it begins another one, so that more
/// calls than those of one plan may lie on its stack.
const STACK: usize = 8 << 20;

/// What became of a problem.
#[derive(Clone, Debug, PartialEq)]
pub enum Solved {
    /// A plan that mates in every position.
    Forced(Plan),
    /// There is none.
    NotForced(Escape),
    /// It was asked to stop.
    Stopped,
    /// More plies are asked for than [`DEEPEST`].
    TooDeep,
}

impl Solved {
    /// Whether a plan mates with a chance as near to 1 as one likes: `None` where that was not found out. What is forced
    /// is certain; and where one of the positions escapes even from one who sees it, no plan comes near.
    #[must_use]
    pub const fn epsilon(&self) -> Option<bool> {
        match self {
            Self::Forced(_) => Some(true),
            Self::NotForced(Escape { even_seen: true, .. }) => Some(false),
            _ => None,
        }
    }
}

/// Moves to be tried one after the other until one is legal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// The moves, in order.
    pub tries: Vec<PlanTry>,
}

impl Plan {
    /// Within how many plies it mates.
    #[must_use]
    pub fn plies(&self) -> u32 {
        let branches = self.tries.iter().flat_map(|one| &one.branches);
        let later = branches.map(|branch| branch.plan.plies() + 2);
        later.max().unwrap_or(1)
    }
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

/// Searches for the shortest plan by which the player of `belief`, whose turn it is, mates within `depth` plies in every
/// position, on all cores. `watch` ends the search by breaking.
pub fn solve(belief: &Belief, depth: u32, watch: &mut Watch<'_>) -> Solved {
    solve_on(0, belief, depth, watch)
}

/// The same on so many threads, on as many as there are cores where that is 0. The plan is the same on any number.
pub fn solve_on(threads: usize, belief: &Belief, depth: u32, watch: &mut Watch<'_>) -> Solved {
    if depth > DEEPEST {
        return Solved::TooDeep;
    }
    // Only an odd number of plies ends with a move of the player's.
    let left = depth.saturating_sub(1) | 1;
    let (shared, told) = Shared::new();
    let mut solved = Solved::Stopped;
    let found = &mut solved;
    let search = move |threads: usize| {
        // It ends with the search, and with it what is told.
        let shared = shared;
        let whole = Part::of(None);
        let mut search = Search::of(belief, Work::new(&shared, &whole), threads);
        *found = search.solve(belief, left).unwrap_or(Solved::Stopped);
    };
    // A search may take long, and lists are filtered by the threads that all share.
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK)
        .thread_name(|_| "solve".to_owned())
        .build();
    let heard = match pool {
        Ok(pool) => pool.in_place_scope(|scope| {
            let threads = pool.current_num_threads();
            scope.spawn(move |_| search(threads));
            told.pass_on(watch)
        }),
        // Where the system gives no threads of its own, it takes one of those.
        Err(_) => rayon::in_place_scope(|scope| {
            scope.spawn(move |_| search(1));
            told.pass_on(watch)
        }),
    };
    // It may have come to its end before it heard that nobody waits for it.
    if heard.is_break() {
        solved = Solved::Stopped;
    }
    solved
}
