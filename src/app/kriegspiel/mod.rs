//! A game of Kriegspiel as the window shows it: its views, navigation, board and announcements.
//!
//! In Kriegspiel, players see only their own pieces. A move is first a *try*: the referee announces whether it is
//! legal, and which captures and checks follow. A player's *belief* is the set of positions consistent with the
//! announcements that the player heard. The solution of a problem is a *plan*: the tries to make, depending on the
//! referee's answers.
//!
//! A player's view ([`GameScene`], [`HeardRow`]) is derived from a [`Hearing`](crate::kriegspiel::Hearing) alone: the
//! player's own moves and the announcements.

mod action;
mod answer;
mod composer;
mod entering;
mod heard;
mod navigation;
mod new_game;
mod plan_moment;
mod player_belief;
mod problem;
mod scene;
mod state;
mod steps;
mod views;

pub use crate::kriegspiel::notation::{announcement_phrase, announcement_words};
pub use action::KriegspielAction;
pub(in crate::app) use action::update_kriegspiel;
pub use answer::problem_score;
pub use composer::{
    ComposeOutcome, Composer, ComposerSheet, HIDDEN_ROLES, MAX_VERSIONS, ProblemSketch, Solution,
    Stipulation, collected_text, is_composing,
};
pub(in crate::app) use composer::{
    cancel_closed_composer, edit_problem, open_composer, open_sketch, stop_composing,
};
pub use entering::{EntryTurn, PlyEntry};
pub use heard::HeardRow;
pub use navigation::game_scene;
pub(in crate::app) use navigation::{go_in_game, has_side, show_side, step_try};
pub use new_game::{NewProblem, new_game_error};
pub(in crate::app) use new_game::{
    begin_entry, check_new_problem, new_problem, open_new_game_dialog, open_problem_dialog,
};
pub use plan_moment::PlanMoment;
pub use player_belief::{BeliefStatus, HeatMap, KriegspielJob, PlayerBelief, PlyBelief};
pub(in crate::app) use player_belief::{belief_failed, start_belief};
pub use problem::{
    EPSILON_QUESTION, ProblemState, Search, Trial, answer_text, epsilon_text, next_problem,
    reply_text, task_text, verdict_text, with_stalemate,
};
pub(in crate::app) use problem::{drop_search, drop_trial, solve, start_problem_jobs, type_move};
pub use scene::{GameScene, game_square_text, percent};
pub use state::{GameForm, GameMomentView, GameState};
pub use steps::{GameSteps, Step};
pub use views::{GameViews, SeatView, Side};
