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
//! A third fact holds for rules with the question "Any?". It is asked as late as possible, but before any capture by a
//! pawn: after "Try!" one must be tried that was not tried before, and every other winning try may as well precede it.
//!
//! Whether a plan exists is decided first (`decide`), with a table of results that all threads share. The plan is then
//! built with the first winning try of each belief (`plan`), so that it does not depend on the order of the search. All
//! cores search from the root if a search is long, and work on the positions of a try if there are many.

mod composition;
mod decide;
mod duals;
mod full_information;
mod order;
mod plan;
mod progress;
mod table;

pub use composition::{Composition, FailedTry, SetReply, compose};
pub use duals::{Dual, LineStep};
pub use progress::{SolveProgress, Watch};

use super::Belief;
use crate::{
    kriegspiel::notation::Response,
    rules::{Attempt, Board, OwnPieces, San},
};
use plan::Search;
use progress::Effort;

/// The maximum length of a mate in plies. Every two further plies multiply the work, and walking through a plan
/// recurses once per move.
pub const MAX_SOLVE_PLIES: u32 = 25;

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
    /// The question "Any?", asked after all of `tries` were illegal.
    pub question: Option<Box<Question>>,
}

/// The question "Any?" and how the plan goes on after each answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The plan after "Try!"; its first try is a capture by a pawn. `None` if no position gives this answer.
    pub yes: Option<Plan>,
    /// The number of remaining positions with this answer.
    pub yes_positions: usize,
    /// The plan after "No"; `None` if no position gives this answer.
    pub no: Option<Plan>,
    pub no_positions: usize,
}

impl Plan {
    /// Returns the number of plies within which the plan mates.
    pub fn plies(&self) -> u32 {
        let branches = self.tries.iter().flat_map(|one| &one.branches);
        let later = branches.map(|branch| branch.plan.plies() + 2);
        let question = self.question.iter();
        let answers = question.flat_map(|it| it.yes.iter().chain(&it.no)).map(Self::plies);
        later.chain(answers).max().unwrap_or(1)
    }

    /// Returns the number of all moves of the plan, in all branches.
    pub fn total_moves(&self) -> usize {
        let branches = self.tries.iter().flat_map(|one| &one.branches);
        let later: usize = branches.map(|branch| branch.plan.total_moves()).sum();
        let question = self.question.iter();
        let answers = question.flat_map(|it| it.yes.iter().chain(&it.no));
        self.tries.len() + later + answers.map(Self::total_moves).sum::<usize>()
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

impl PlanTry {
    /// Returns a try that is illegal in all of `count` positions.
    fn illegal(own: &OwnPieces, attempt: Attempt, count: usize) -> Self {
        Self {
            attempt,
            san: own.san(attempt, true),
            legal: 0,
            illegal: count,
            mates: 0,
            branches: Vec::new(),
        }
    }
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

/// Searches for the shortest plan that mates within `depth` plies in every position of `belief`. The player must be to
/// move. An even `depth` is rounded down, and 0 counts as 1. `watch` receives the progress and can return `Break` to
/// cancel.
pub fn solve(belief: &Belief, depth: u32, watch: &mut Watch<'_>) -> Solved {
    if depth > MAX_SOLVE_PLIES {
        return Solved::TooDeep;
    }
    // A mate takes an odd number of plies.
    let max_plies = depth.saturating_sub(1) | 1;
    let mut search = Search::new(belief.rules(), Effort::new(watch), max_plies);
    search.solve(belief, max_plies).unwrap_or(Solved::Stopped)
}
