//! Taking changes back, and making them again.

use crate::{
    app::{OpenFile, State, library::Arrival},
    archive::RecordId,
    document::Changes,
    timeline::Moment,
};

impl State {
    /// Takes the last change back, with the playhead where it was.
    pub(in crate::app) fn undo(&mut self) {
        self.settle();
        self.turn_back(
            Arrival::Undo,
            |file| file.changes.last().map(|c| (c.record, c.before)),
            Changes::undo,
        );
    }

    /// Makes the change again that was taken back last.
    pub(in crate::app) fn redo(&mut self) {
        self.settle();
        self.turn_back(
            Arrival::Redo,
            |file| file.changes.next().map(|c| (c.record, c.after)),
            Changes::redo,
        );
    }

    fn turn_back(
        &mut self,
        again: Arrival,
        which: impl Fn(&OpenFile) -> Option<(RecordId, Moment)>,
        turn: impl Fn(&mut Changes, &[u8]) -> Option<Vec<u8>>,
    ) {
        let Some((record, moment)) = self.library.file().and_then(which) else {
            return;
        };
        if self.library.file().is_some_and(|file| file.chosen != record) {
            self.choose(record);
        }
        if self.awaits_record() {
            return self.arrive(again);
        }
        let (Some(open), Some(file)) = (&self.open, self.library.file_mut()) else {
            return;
        };
        if let Some(text) = turn(&mut file.changes, open.content.text()) {
            let document = open.content.with_text(text);
            self.take(document);
            self.refilter();
            if self.moment() != moment {
                self.go_to(moment);
            }
        }
    }

    /// What undo would take back and redo would make again.
    #[must_use]
    pub fn undo_names(&self) -> (Option<&str>, Option<&str>) {
        if self.exercise().is_some() {
            // They name plies of the match.
            return (None, None);
        }
        let changes = self.library.file().map(|file| &file.changes);
        (
            changes.and_then(|changes| Some(changes.last()?.name.as_str())),
            changes.and_then(|changes| Some(changes.next()?.name.as_str())),
        )
    }
}
