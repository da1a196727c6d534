//! [`MatchReview`]: the review of the open match, once it is complete.

use super::{FinishedReview, ReviewJob};
use crate::{
    analysis::review::{CERTAIN, Estimate, Review, rating_lead},
    app::{Cx, Effect, JobKind, Track},
    document::Document,
    engine::MatchScores,
    replay::Match,
    rules::{BoardId, ByBoard, Seat},
    text::to_u32,
    timeline::{MatchTime, Moment},
};
use std::sync::Arc;

/// The review of a match. A change of the plies, times or ratings resets it.
#[derive(Clone, Debug, Default)]
pub struct MatchReview {
    /// The latest job; `None` before the first one.
    job: Option<Arc<ReviewJob>>,
    pub(super) review: Option<Arc<Review>>,
    /// The boards whose numbers are those of an engine.
    by_engine: ByBoard<bool>,
}

/// A point of the curve of the review, for the first team; all from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReviewPoint {
    pub time: MatchTime,
    pub probability: f32,
    /// The ends of the band of uncertainty.
    pub low: f32,
    pub high: f32,
}

impl MatchReview {
    pub const fn is_complete(&self) -> bool {
        self.review.is_some()
    }

    /// Returns whether the review was started, or is complete.
    pub const fn is_started(&self) -> bool {
        self.job.is_some()
    }

    /// Returns the boards whose numbers are those of the engine of `scores`: the user has chosen so, and the engine has
    /// evaluated the whole match.
    pub fn by_engine(&self, scores: &MatchScores) -> ByBoard<bool> {
        let is_complete = self.job.as_ref().is_some_and(|job| scores.is_complete(&job.played));
        ByBoard::from_fn(|id| is_complete && self.by_engine[id])
    }

    pub(super) fn toggle_engine(&mut self, id: BoardId) {
        self.by_engine[id] = !self.by_engine[id];
    }

    /// Returns the estimate at `moment`, with the numbers of `scores` where the user has chosen so; `None` without a review.
    pub fn at(&self, moment: Moment, scores: &MatchScores) -> Option<Estimate> {
        let review = self.review.as_ref()?;
        Some(estimate_by(review, moment, &self.by_engine(scores), scores))
    }

    /// Returns the points of the curve, one for each moment, with the numbers of `scores` where the user has chosen so. The
    /// times come from the timeline data `track`, and the curve ends with it.
    pub fn curve(&self, track: &Track, scores: &MatchScores) -> Vec<ReviewPoint> {
        let Some(review) = &self.review else { return Vec::new() };
        let by_engine = self.by_engine(scores);
        let times = std::iter::once(0).chain(track.ticks.iter().map(|tick| tick.time));
        let point = |(moment, time): (usize, MatchTime)| {
            let estimate = estimate_by(review, moment, &by_engine, scores);
            let part = |value: u16| f32::from(value) / f32::from(CERTAIN);
            ReviewPoint {
                time,
                probability: part(estimate.probability),
                low: part(estimate.low),
                high: part(estimate.high),
            }
        };
        times.enumerate().map(point).collect()
    }

    /// Returns the nearest mistake after `moment`, or before it if not `forward`, as the moment before the mistaken ply.
    /// Considers only the plies of `seats`.
    pub(super) fn mistake_beside(
        &self,
        played: &Match,
        moment: Moment,
        direction: MistakeDirection,
        seats: &[Seat],
    ) -> Option<Moment> {
        let review = self.review.as_ref()?;
        let mut mistakes = review.mistakes().filter(|ply| seats.contains(&played.plies[*ply].seat));
        match direction {
            MistakeDirection::Next => mistakes.find(|ply| *ply > moment),
            MistakeDirection::Previous => mistakes.take_while(|ply| *ply < moment).last(),
        }
    }

    /// Returns `self` if it is the review of the match of `document` with its times and ratings, otherwise an empty
    /// review.
    #[must_use]
    pub(in crate::app) fn changed(self, document: &Document) -> Self {
        let is_same = |job: &Arc<ReviewJob>| {
            job.played.has_same_plies(document.played())
                && job.timeline == *document.timeline()
                && job.rating_lead == rating_lead(document.record(), document.text())
        };
        if self.job.as_ref().is_some_and(is_same) { self } else { Self::default() }
    }
}

/// Returns the estimate of `review` at `moment`, with the numbers of `scores` on the boards of `by_engine`.
fn estimate_by(
    review: &Review,
    moment: Moment,
    by_engine: &ByBoard<bool>,
    scores: &MatchScores,
) -> Estimate {
    let Some(scores) = scores.moments.get(moment) else { return review.at(moment) };
    let chance = |id: BoardId| {
        if !by_engine[id] {
            return None;
        }
        let chance = scores[id].chance_of_first(id)?;
        u16::try_from(to_u32((chance * f64::from(CERTAIN)).round())).ok()
    };
    review.at_by(moment, &ByBoard::from_fn(chance))
}

/// In which direction to look for a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MistakeDirection {
    Next,
    Previous,
}

/// Starts the review of the open match, unless it is complete.
pub(super) fn start(cx: &mut Cx<'_>) {
    let is_running = cx.jobs.is_running(JobKind::Review);
    let Some(open) = cx.match_state() else { return };
    if open.review.is_complete() || (is_running && open.review.is_started()) {
        return;
    }
    let job = Arc::new(ReviewJob {
        played: open.document.played().clone(),
        timeline: open.document.timeline().clone(),
        rating_lead: rating_lead(open.document.record(), open.document.text()),
        uses_cache: cx.settings.keep_mb > 0,
    });
    cx.in_review(|review| review.job = Some(Arc::clone(&job)));
    cx.run(Effect::Review(job));
}

/// Cancels a review whose match was changed or closed.
pub(in crate::app) fn cancel_outdated(cx: &mut Cx<'_>) {
    let is_awaited = cx.match_state().is_some_and(|open| open.review.is_started());
    if cx.jobs.is_running(JobKind::Review) && !is_awaited {
        cx.cancel([JobKind::Review]);
    }
}

pub(super) fn stop(cx: &mut Cx<'_>) {
    cx.in_review(|review| {
        if !review.is_complete() {
            *review = MatchReview::default();
        }
    });
    cx.cancel([JobKind::Review]);
}

/// Applies a completed review, unless it is of another match.
pub(super) fn apply(cx: &mut Cx<'_>, finished: FinishedReview) {
    cx.in_review(|review| {
        if review.job.as_ref().is_some_and(|job| Arc::ptr_eq(job, &finished.job)) {
            review.review = Some(Arc::new(finished.review));
        }
    });
}
