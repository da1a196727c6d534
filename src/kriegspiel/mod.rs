//! Kriegspiel: chess in which players see only their own pieces and hear the announcements of a referee.
//!
//! [`Game`] is a replayed record. A record with the moves of both players becomes a [`Referee`], which has the correct
//! announcements. A player's view shows only what a [`Hearing`] holds: the player's own moves, and the announcements of
//! the opponent's moves.

pub mod notation;

mod belief;
mod belief_walk;
mod board_end;
mod entry;
mod expand;
mod game;
mod hearing;
mod hidden;
mod lines;
mod obstacle;
mod pool;
mod problem;
mod referee;
mod rules;
mod solution_text;
mod solve;
mod uncertain;
mod variation;

pub use belief::{
    Answer, Belief, BeliefError, Limits, Narrowing, PieceProbabilities, Progress,
    Step as BeliefStep,
};
pub use belief_walk::BeliefWalk;
pub use board_end::BoardEnd;
pub use entry::{heard_line, own_line};
pub use expand::AnnouncementPart;
pub use game::{Game, View};
pub use hearing::{Heard, HeardMove, Hearing, PlayerSight};
pub use lines::{
    TagTexts, hide_end, lines_of_game, lines_of_hearing, lines_of_referee, tags, tags_and_lines,
    visible_tags,
};
pub use notation::{Line, Notation, WrittenTries, announcement_phrase, announcement_words};
pub use obstacle::{Issue, Obstacle};
pub use problem::{Part, Problem};
pub use referee::{Ply, Referee, Try, response};
pub use rules::{
    CaptureNews, CheckNews, PawnTryNews, PromotionNews, RuleSet, Rules, Stalemate, TryNews,
};
pub use solution_text::{
    MoveGroup, announcements, plan_lines, read_solution, solution_comment, solution_lines,
    stipulation,
};
pub use solve::{
    Branch, Composition, Dual, FailedTry, LineStep, MAX_SOLVE_PLIES, Plan, PlanTry, Question,
    Refutation, SetReply, SolveProgress, Solved, Watch, compose, solve,
};
pub use uncertain::{Uncertain, UncertainError};
pub use variation::VariationProblem;
