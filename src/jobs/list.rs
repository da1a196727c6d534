//! Filtering and sorting of a long list.

use super::{JobContext, Lane, task::Task};
use crate::app::{Action, LibraryAction, ListJob};

impl Task for ListJob {
    const TITLE: &'static str = "sorting the list";
    const LANE: Lane = Lane::Sorting;

    fn run(self, context: &JobContext<Action>) {
        context.send(LibraryAction::Listed(self.listing.rows(&self.index, &self.edited)));
        context.finish(None);
    }
}
