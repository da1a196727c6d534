//! Reviews a match, and chooses the moves of the program when a position is played on.

use super::{JobContext, Pace};
use crate::{
    analysis::review::{Effort, MAX_REVIEW_BYTES, Review, choose},
    app::{Action, ChosenReply, FinishedReview, JobProgress, ReplyJob, ReviewAction, ReviewJob},
    file::CacheFolder,
};
use std::{path::PathBuf, sync::Arc, time::Duration};

const INTERVAL: Duration = Duration::from_millis(60);

/// Loads the review of the match from the cache in `folder`, or computes it and stores it there.
pub(super) fn review(job: &Arc<ReviewJob>, folder: Option<PathBuf>, context: &JobContext<Action>) {
    let effort = Effort::default();
    let cache = folder.map(|folder| CacheFolder::new(folder, MAX_REVIEW_BYTES));
    let cached = cache.as_ref().and_then(|cache| Review::load(cache, &job.played, effort));
    let is_cached = cached.is_some();
    let Some(review) = cached.or_else(|| compute(job, effort, context)) else { return };
    if !is_cached && let Some(cache) = &cache {
        // If storing fails, the review is merely computed again next time.
        let _ = review.store(cache, &job.played, effort);
    }
    let finished = FinishedReview { job: Arc::clone(job), review };
    context.send(ReviewAction::Finished(Box::new(finished)));
    context.finish(None);
}

fn compute(job: &ReviewJob, effort: Effort, context: &JobContext<Action>) -> Option<Review> {
    let mut pace = Pace::every(INTERVAL);
    let cancel = context.cancel();
    let on_progress = |searched, all| {
        if pace.is_due() {
            let words = format!("{searched} of {all} positions");
            context.report(JobProgress::new(searched, all, words));
        }
        cancel.flow()
    };
    Review::of(&job.played, &job.timeline, effort, on_progress, &|| cancel.flow())
}

/// Chooses the move of a seat for which the program plays.
pub(super) fn reply(job: &Arc<ReplyJob>, context: &JobContext<Action>) {
    let cancel = context.cancel();
    let effort = Effort::default();
    let choice = choose(&job.position, job.seat, &job.clocks, effort, &|| cancel.flow());
    if let Some(choice) = choice {
        let reply = ChosenReply { job: Arc::clone(job), choice };
        context.send(ReviewAction::Chosen(Box::new(reply)));
        context.finish(None);
    }
}
