//! The review of a match: an estimate of who was winning, and the plies that decided it.
//!
//! Unlike all other findings of [`crate::analysis`], these are estimates. Each board is searched by alpha-beta with the
//! reserves that its players hold. A captured piece is paid at the price that it has on the other board. A logistic
//! model turns both scores, the clocks and the ratings into the probability that a team wins. Mates are claimed only if
//! [`super::tactics`] proves them, and the estimate never contradicts a proof.
//!
//! A ply is judged against the best move in the same position, with the same reserves and clocks, so moves on the
//! other board cost a player nothing. The effort is a number of positions, not a time, and all arithmetic is in integers.
//! So the result is the same on every platform and with any number of threads.

mod cache;
mod evaluate;
mod exchange;
mod judge;
mod match_review;
mod order;
mod player;
mod probability;
mod reason;
mod replies;
mod reviewed;
mod search;
mod states;
mod table;

pub use cache::REVIEW_FOLDER;
pub use exchange::Exchange;
pub use match_review::{
    Choice, Effort, MISTAKE, PlyEstimate, ProvedMate, Review, ReviewInput, TurningPoint,
};
pub use player::choose;
pub use probability::{CERTAIN, Estimate, Features, WEIGHTS, Weights, logistic, rating_lead};
pub use reason::Reason;
pub use search::CancelCheck;
