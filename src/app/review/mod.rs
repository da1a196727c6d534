//! The review of the open match: an estimate of the win probability at each moment, the plies that changed it most, and
//! playing on against the same search. All of it is estimated, so it is separate from exact analysis.

mod action;
mod job;
mod match_review;
mod playing;
mod rows;

pub use action::ReviewAction;
pub(in crate::app) use action::{start_review, step_mistake, update_review};
pub use job::{ChosenReply, FinishedReview, ReplyJob, ReviewJob};
pub(in crate::app) use match_review::cancel_outdated;
pub use match_review::{MatchReview, MistakeDirection, ReviewPoint};
pub use playing::{Opposition, Playing};
pub(in crate::app) use playing::{
    drop_lone_replies, play_from_here, refresh_playing, stop_playing,
};
pub use rows::{ReviewReport, TurningPointRow, review_report};
