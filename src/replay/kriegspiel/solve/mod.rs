//! Problems: a plan that mates in every position that is thought possible.
//!
//! A plan names moves to be tried in order. One that is illegal tells something, and the next is tried; one
//! that is legal mates, or is answered, and the plan goes on with what was announced.
//!
//! Two things make the search short. If a try wins wherever it is legal, to try it first can do no harm:
//! where it is illegal fewer positions are left, and whatever wins against more wins against fewer. So the
//! order of the tries need not be searched. And how many illegal tries the other side will make need not be
//! asked: to make none is always possible, and to hear of some only leaves fewer positions.

mod effort;
mod group;
mod plan;
mod seen;

pub use effort::{Effort, Watch};

use super::Belief;
use crate::{
    notation::kriegspiel::Response,
    rules::{Attempt, Board, San},
};
use effort::Work;
use plan::Search;

/// A longer mate is not sought, in plies. Every two plies more multiply the work, and a plan is followed by a
/// call for each of its moves.
pub const DEEPEST: u32 = 25;

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

/// Searches for a plan by which the player of `belief`, whose turn it is, mates within `depth` plies in every
/// position. `watch` ends the search by breaking.
pub fn solve(belief: &Belief, depth: u32, watch: &mut Watch<'_>) -> Solved {
    if depth > DEEPEST {
        return Solved::TooDeep;
    }
    let mut search = Search::of(belief, Work::new(watch));
    // Only an odd number of plies ends with a move of the player's.
    let left = depth.saturating_sub(1) | 1;
    let solved = search.solve(belief, left);
    solved.unwrap_or(Solved::Stopped)
}
