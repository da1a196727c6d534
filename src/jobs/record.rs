//! Loading one record of a file that is not in memory.

use super::{JobContext, Lane, task::Task};
use crate::{
    app::{Action, LibraryAction, RecordJob, RecordRead},
    document::Content,
};

impl Task for RecordJob {
    const TITLE: &'static str = "loading the match";
    const LANE: Lane = Lane::Latest;

    /// Loads a record and reports it. Then scans the rest of the file, since a record can be edited only after that
    /// scan.
    fn run(self, context: &JobContext<Action>) {
        let document = Content::read(&self.file.text, self.range).inspect(|document| {
            // The line numbers of issues count from the start of the file, so the file is scanned first.
            if document.has_issues() {
                document.scan();
            }
        });
        let to_scan = document.as_ref().ok().cloned();
        let read = RecordRead { id: self.id, document, unchanged: self.file.is_unchanged() };
        context.send(LibraryAction::RecordRead(Box::new(read)));
        if let Some(document) = to_scan
            && !context.is_cancelled()
        {
            document.scan();
        }
        context.finish(None);
    }
}
