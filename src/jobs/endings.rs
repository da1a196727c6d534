//! Replaying the matches of a list, for their results and causes.

use super::{JobContext, Lane, Pace, task::Task};
use crate::{
    app::{Action, JobProgress, LibraryAction},
    archive::{Collection, Index, RowFilter, WalkError},
    file::Text,
    search::{Selection, WalkProgress, replay_endings},
    text::sentence,
};
use std::{ops::ControlFlow, time::Duration};

const REPORT_INTERVAL: Duration = Duration::from_millis(250);

/// Replays the matches of this list.
pub(super) struct ReplayEndings(pub(super) Box<Collection>);

impl Task for ReplayEndings {
    const TITLE: &'static str = "replaying the matches";
    const LANE: Lane = Lane::Latest;

    /// Replays the matches, with partial results, and caches the index with all endings.
    fn run(self, context: &JobContext<Action>) {
        let list = *self.0;
        let mut pace = Pace::after(REPORT_INTERVAL);
        let replayed = replayed(&list, |walked, index| {
            if context.is_cancelled() {
                return ControlFlow::Break(());
            }
            if pace.is_due() {
                context.send(LibraryAction::Replayed(Box::new(index.clone())));
                let detail = format!(
                    "Replaying the matches: {} %",
                    100 * walked.records / walked.total.max(1)
                );
                context.report(JobProgress::new(walked.records, walked.total, detail));
            }
            ControlFlow::Continue(())
        });
        match replayed {
            Ok(index) => {
                // A failure is ignored: without the cache, the matches are replayed again.
                let cached = Collection { index: index.clone(), ..list };
                context.send(LibraryAction::Replayed(Box::new(index)));
                context.finish(None);
                drop(cached.cache_index());
            }
            Err(WalkError::File(error)) => context.finish(Some(sentence(&error.to_string()))),
            Err(WalkError::Cancelled) => {}
        }
    }
}

/// Returns the index of `list` with the endings of all matches.
pub(super) fn replayed(
    list: &Collection,
    on_chunk: impl FnMut(WalkProgress, &Index) -> ControlFlow<()>,
) -> Result<Index, WalkError> {
    let texts: Vec<&Text> = list.files.iter().map(|file| &file.text).collect();
    let rows = list.index.filter(&RowFilter::default());
    let selection = Selection { index: &list.index, texts: &texts, rows: &rows, moves: None };
    replay_endings(&selection, on_chunk)
}
