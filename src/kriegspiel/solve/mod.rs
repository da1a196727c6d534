//! Solves problems: searches for a plan that mates in every possible position.
//!
//! A plan is a sequence of tries. If a try is illegal, the next try follows. If it is legal, it mates, or the opponent
//! replies and the plan branches by what the player hears.
//!
//! Two facts reduce the search. First, the order of tries does not matter. If a try wins wherever it is legal, making
//! it first does no harm: if it turns out to be illegal, fewer positions remain, and a plan for a set of positions
//! works for every subset. Second, the opponent's illegal tries can be ignored. The opponent need not make any, and
//! hearing of them only leaves fewer positions.
//!
//! All cores work on the tries, announcements and positions. The first winning try in order is chosen, so the result
//! does not depend on timing.

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

/// The maximum length of a mate in plies. Every two further plies multiply the work, and walking through a plan
/// recurses once per move.
pub const MAX_SOLVE_PLIES: u32 = 25;

/// The size in bytes of the stack of a search thread. A thread that waits for a task runs other tasks meanwhile, so one
/// stack holds the calls of several plans.
const STACK_BYTES: usize = 8 << 20;

#[derive(Clone, Debug, PartialEq)]
pub enum Solved {
    /// This plan mates in every position.
    Forced(Plan),
    /// No plan exists.
    NotForced(Refutation),
    Stopped,
    /// The requested depth exceeds [`MAX_SOLVE_PLIES`].
    TooDeep,
}

impl Solved {
    /// Returns whether a plan mates with a probability arbitrarily close to 1. Returns `true` if a plan mates in every
    /// position, `false` if there is a position in which even a player who sees it cannot force mate, and `None` if
    /// unknown.
    #[must_use]
    pub const fn epsilon(&self) -> Option<bool> {
        match self {
            Self::Forced(_) => Some(true),
            Self::NotForced(Refutation { even_seen: true, .. }) => Some(false),
            _ => None,
        }
    }
}

/// A sequence of tries, each made if all earlier ones were illegal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// In order.
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

/// One try of a plan, made in the positions that remain after the earlier tries.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanTry {
    pub attempt: Attempt,
    /// The move. It is written as a capture only if it captures in every position in which it is legal.
    pub san: San,
    /// The number of remaining positions in which the move is legal.
    pub legal: usize,
    /// The number of remaining positions in which the move is illegal, so that the next try follows.
    pub illegal: usize,
    /// The number of positions in which the move mates.
    pub mates: usize,
    /// How the plan continues if the move does not mate: one branch for each pair of announcements of the move and the
    /// reply.
    pub branches: Vec<Branch>,
}

/// The continuation of a plan if its move and the opponent's reply get particular announcements.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    pub announcement: Response,
    pub reply: Response,
    /// The number of positions that are consistent with the announcements of the move and the reply.
    pub positions: usize,
    /// The plan for these positions.
    pub plan: Plan,
}

/// Why no plan mates.
#[derive(Clone, Debug, PartialEq)]
pub struct Refutation {
    /// If `even_seen`, a position in which the opponent escapes. Otherwise, one of the positions that `left` counts.
    pub board: Board,
    /// The number of positions left after all tries that win wherever they are legal. No plan mates in all of these.
    pub left: usize,
    /// Whether even a player who sees `board` cannot force mate there.
    pub even_seen: bool,
}

/// Searches on all cores for the shortest plan that mates within `depth` plies in every position of `belief`. The
/// player must be to move. An even `depth` is rounded down, and 0 counts as 1. `watch` receives the progress and can
/// return `Break` to cancel.
pub fn solve(belief: &Belief, depth: u32, watch: &mut Watch<'_>) -> Solved {
    solve_on(0, belief, depth, watch)
}

/// Like [`solve`], on `threads` threads; 0 means one per core. The number of threads does not affect the result.
pub fn solve_on(threads: usize, belief: &Belief, depth: u32, watch: &mut Watch<'_>) -> Solved {
    if depth > MAX_SOLVE_PLIES {
        return Solved::TooDeep;
    }
    // A mate takes an odd number of plies.
    let max_plies = depth.saturating_sub(1) | 1;
    let (shared, receiver) = Shared::new();
    let mut solved = Solved::Stopped;
    let result = &mut solved;
    let search = move |threads: usize| {
        // Move the sender into the closure: dropping it at the end of the search ends the progress reports.
        let shared = shared;
        let whole = SubSearch::of(None);
        let mut search = Search::of(belief, NodeCounter::new(&shared, &whole), threads);
        *result = search.solve(belief, max_plies).unwrap_or(Solved::Stopped);
    };
    if !platform::HAS_THREADS {
        // The only thread runs the search, so it cannot receive progress. `Shared` yields to the event loop instead.
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
    // The system may refuse to create that many threads.
    let Ok(pool) = pool(threads).or_else(|_| pool(1)) else { return Solved::Stopped };
    let outcome = pool.in_place_scope(|scope| {
        let threads = pool.current_num_threads();
        scope.spawn(move |_| search(threads));
        receiver.forward(watch)
    });
    // The search may have finished before it noticed the cancellation.
    if outcome.is_break() {
        solved = Solved::Stopped;
    }
    solved
}
