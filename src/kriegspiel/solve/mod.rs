//! Problems: a plan that mates in every possible position.
//!
//! A plan is a sequence of tries. An illegal try gives information and the next one follows; a legal one mates, or is
//! answered, and the plan continues according to the announcements.
//!
//! Two facts keep the search short. A try that wins wherever it is legal can be tried first without harm: where it is
//! illegal, fewer positions remain, and a plan that wins against more positions wins against fewer. So the order of
//! tries need not be searched. And the number of the opponent's illegal tries can be ignored: making none is always
//! possible, and hearing of some only leaves fewer positions.
//!
//! Tries, announcements and positions are processed on all cores. The result does not depend on timing: the first
//! winning try in order is chosen.

mod announcement_group;
mod first_result;
mod full_information;
mod plan;
mod progress;

pub use progress::{SolveProgress, Watch};

use super::Belief;
use crate::{
    kriegspiel::notation::Response,
    parallel::{self, assert_may_wait},
    platform,
    rules::{Attempt, Board, San},
};
use plan::Search;
use progress::{NodeCounter, Shared, SubSearch};

/// The maximum length of a mate to search for, in plies. The work multiplies with every two further plies, and walking
/// a plan recurses one level per move.
pub const MAX_SOLVE_PLIES: u32 = 25;

/// The stack of a search thread in bytes. A thread that waits for a task runs others meanwhile, so the calls of several
/// plans may be on its stack.
const STACK_BYTES: usize = 8 << 20;

/// The result of solving a problem.
#[derive(Clone, Debug, PartialEq)]
pub enum Solved {
    /// A plan that mates in every position.
    Forced(Plan),
    /// No plan exists.
    NotForced(Refutation),
    /// Cancelled by the caller.
    Stopped,
    /// The requested depth exceeds [`MAX_SOLVE_PLIES`].
    TooDeep,
}

impl Solved {
    /// Returns whether a plan mates with a probability arbitrarily close to 1, or `None` if unknown. A forced mate has
    /// probability 1; if a position has no forced mate even for a player who sees it, no plan
    /// comes close.
    #[must_use]
    pub const fn epsilon(&self) -> Option<bool> {
        match self {
            Self::Forced(_) => Some(true),
            Self::NotForced(Refutation { even_seen: true, .. }) => Some(false),
            _ => None,
        }
    }
}

/// Moves to try one after the other until one is legal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// The tries in order.
    pub tries: Vec<PlanTry>,
}

impl Plan {
    /// Returns the number of plies within which the plan mates.
    #[must_use]
    pub fn plies(&self) -> u32 {
        let branches = self.tries.iter().flat_map(|one| &one.branches);
        let later = branches.map(|branch| branch.plan.plies() + 2);
        later.max().unwrap_or(1)
    }
}

/// One try of a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanTry {
    /// The move.
    pub attempt: Attempt,
    /// The move in notation; written as a capture if it captures wherever it is legal.
    pub san: San,
    /// The number of remaining positions in which it is legal.
    pub legal: usize,
    /// The number of remaining positions in which it is illegal, so that the next try follows.
    pub illegal: usize,
    /// The number of positions in which it mates.
    pub mates: usize,
    /// The continuations if it is legal and does not mate.
    pub branches: Vec<Branch>,
}

/// The continuation of a plan after certain announcements.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// The announcement of the move.
    pub announcement: Response,
    /// The announcement of the reply.
    pub reply: Response,
    /// The number of possible positions after them.
    pub positions: usize,
    /// The plan for these positions.
    pub plan: Plan,
}

/// The reason why no plan mates.
#[derive(Clone, Debug, PartialEq)]
pub struct Refutation {
    /// A position in which the mate is avoided.
    pub board: Board,
    /// The number of positions left after all tries that win wherever they are legal.
    pub left: usize,
    /// Whether no mate is forced in `board` even for a player who sees it.
    pub even_seen: bool,
}

/// Searches on all cores for the shortest plan with which the player of `belief`, who must be to move, mates within
/// `depth` plies in every position. `watch` receives the progress and cancels by breaking.
pub fn solve(belief: &Belief, depth: u32, watch: &mut Watch<'_>) -> Solved {
    solve_on(0, belief, depth, watch)
}

/// Like [`solve`] on `threads` threads; 0 stands for one per core. The result does not depend on the number.
pub fn solve_on(threads: usize, belief: &Belief, depth: u32, watch: &mut Watch<'_>) -> Solved {
    if depth > MAX_SOLVE_PLIES {
        return Solved::TooDeep;
    }
    // Only odd depths end with a move of the player.
    let left = depth.saturating_sub(1) | 1;
    let (shared, receiver) = Shared::new();
    let mut solved = Solved::Stopped;
    let found = &mut solved;
    let search = move |threads: usize| {
        // Dropped with the search, which ends the progress reports.
        let shared = shared;
        let whole = SubSearch::of(None);
        let mut search = Search::of(belief, NodeCounter::new(&shared, &whole), threads);
        *found = search.solve(belief, left).unwrap_or(Solved::Stopped);
    };
    if !platform::HAS_THREADS {
        // Without a receiver, sending the progress fails, which cancels the search.
        drop(receiver);
        search(1);
        return solved;
    }
    assert_may_wait();
    let pool = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK_BYTES);
        pool.thread_name(|_| "solve".to_owned()).build()
    };
    let threads = if threads == 0 { parallel::threads() } else { threads };
    // One thread where the system does not give as many.
    let Ok(pool) = pool(threads).or_else(|_| pool(1)) else { return Solved::Stopped };
    let heard = pool.in_place_scope(|scope| {
        let threads = pool.current_num_threads();
        scope.spawn(move |_| search(threads));
        receiver.forward(watch)
    });
    // The search may have finished before it noticed the cancellation.
    if heard.is_break() {
        solved = Solved::Stopped;
    }
    solved
}
