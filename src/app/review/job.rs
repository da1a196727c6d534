//! Review jobs: [`ReviewJob`] and [`ReplyJob`].

use crate::{
    analysis::review::{Choice, Review, ReviewInput},
    replay::Match,
    rules::{BySeat, Position, Seat},
    timeline::Timeline,
};
use std::sync::Arc;

/// The review of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewJob {
    pub played: Match,
    pub timeline: Timeline,
    pub rating_lead: i32,
    /// Whether the review is cached for later sessions.
    pub uses_cache: bool,
}

impl ReviewJob {
    pub const fn input(&self) -> ReviewInput<'_> {
        let Self { played, timeline, rating_lead, .. } = self;
        ReviewInput { played, timeline, rating_lead: *rating_lead }
    }
}

/// A completed review.
#[derive(Debug)]
pub struct FinishedReview {
    pub job: Arc<ReviewJob>,
    pub review: Review,
}

/// The search for the move of a seat for which the program plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyJob {
    pub position: Position,
    pub seat: Seat,
    /// The clocks in milliseconds; `None` where that is unknown. Without clocks, a seat sits only if it must.
    pub clocks: BySeat<Option<i32>>,
}

/// The result of a [`ReplyJob`].
#[derive(Debug)]
pub struct ChosenReply {
    pub job: Arc<ReplyJob>,
    pub choice: Choice,
}
