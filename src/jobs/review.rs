//! Reviews a match, and chooses the moves of the program when a position is played on.

use super::{JobContext, Pace};
use crate::{
    analysis::review::{Effort, Review, choose},
    app::{Action, ChosenReply, FinishedReview, JobProgress, ReplyJob, ReviewAction, ReviewJob},
};
use std::{path::PathBuf, sync::Arc, time::Duration};

const INTERVAL: Duration = Duration::from_millis(60);

/// Loads the review of the match from the cache in `folder`, or computes it and stores it there.
pub(super) fn review(job: &Arc<ReviewJob>, folder: Option<PathBuf>, context: &JobContext<Action>) {
    let mut pace = Pace::every(INTERVAL);
    let cancel = context.cancel();
    let on_progress = |searched, all| {
        if pace.is_due() {
            let words = format!("{searched} of {all} positions");
            context.report(JobProgress::new(searched, all, words));
        }
        cancel.flow()
    };
    let review = Review::cached(folder, job.input(), on_progress, &|| cancel.flow());
    if let Some(review) = review {
        let finished = FinishedReview { job: Arc::clone(job), review };
        context.send(ReviewAction::Finished(Box::new(finished)));
        context.finish(None);
    }
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
