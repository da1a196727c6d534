//! Reviews a match, and chooses the moves of the program when a position is played on.

use super::{JobContext, Lane, Pace, task::Task};
use crate::{
    analysis::review::{Effort, Review, choose},
    app::{Action, ChosenReply, FinishedReview, JobProgress, ReplyJob, ReviewAction, ReviewJob},
};
use std::{path::PathBuf, sync::Arc, time::Duration};

const INTERVAL: Duration = Duration::from_millis(60);

pub(super) struct ReviewMatch {
    pub(super) job: Arc<ReviewJob>,
    /// The folder of cached reviews, if the cache is in use.
    pub(super) folder: Option<PathBuf>,
}

impl Task for ReviewMatch {
    const TITLE: &'static str = "the review of this match";
    const LANE: Lane = Lane::Latest;

    /// Loads the review of the match from the cache, or computes it and stores it there.
    fn run(self, context: &JobContext<Action>) {
        let Self { job, folder } = self;
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
            let finished = FinishedReview { job, review };
            context.send(ReviewAction::Finished(Box::new(finished)));
            context.finish(None);
        }
    }
}

impl Task for Arc<ReplyJob> {
    const TITLE: &'static str = "the search for a move";
    const LANE: Lane = Lane::Latest;

    /// Chooses the move of a seat for which the program plays.
    fn run(self, context: &JobContext<Action>) {
        let cancel = context.cancel();
        let effort = Effort::default();
        let choice = choose(&self.position, self.seat, &self.clocks, effort, &|| cancel.flow());
        if let Some(choice) = choice {
            let reply = ChosenReply { job: self, choice };
            context.send(ReviewAction::Chosen(Box::new(reply)));
            context.finish(None);
        }
    }
}
