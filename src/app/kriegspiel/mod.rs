//! A game of Kriegspiel in the window: whose side it is seen from, where in it one stands, what is drawn and
//! what was heard.
//!
//! What is drawn from a player's side ([`GameScene`], [`HeardRow`]) is made from a
//! [`Hearing`](crate::kriegspiel::Hearing) alone, which holds nothing of the other side but what was
//! announced.

mod action;
mod entering;
mod going;
mod heard;
mod known;
mod new_game;
mod plan_moment;
mod problem;
mod scene;
mod state;
mod steps;
mod views;

pub use crate::kriegspiel::notation::said_words;
pub use action::KriegspielAction;
pub use entering::{EntryTurn, PlyEntry};
pub use heard::HeardRow;
pub use known::{Found, Heat, Known, KnownEnd, KnownPly, NarrowRow, ThinkJob, Thought};
pub use new_game::{NewGame, NewProblem};
pub use plan_moment::PlanMoment;
pub use problem::{
    ProblemState, Search, Trial, answer_words, epsilon_words, reply_words, searched, task_words,
    verdict_words,
};
pub use scene::{GameScene, Tried, game_square_words, percent};
pub use state::{GameShown, GameState};
pub use steps::{GameSteps, Step};
pub use views::{GameViews, SeatView, Side};
