//! Changes that are kept against a crash, and how they come back.

use super::{Guarded, Then, UnsavedWork};
use crate::app::{Dialog, Effect, Opened, State, Storage, action::Recovered, library::Arrival};
use crate::{
    archive::{Collection, RecordId},
    file::FileRange,
    settings::{Recovery, RecoveryId},
};
use std::path::Path;

impl State {
    /// What would be lost if the program stopped now; `None` where it can all be read again.
    pub(in crate::app) fn unsaved_work(&self) -> Option<UnsavedWork> {
        let file = self.library.file()?;
        if !self.is_edited() && file.storage.can_be_read_again() {
            return None;
        }
        Some(UnsavedWork {
            list: file.list.clone(),
            paths: match file.storage {
                Storage::InPlace => file.paths.clone(),
                _ => Vec::new(),
            },
            changed: file.changes.shared().clone(),
            chosen: file.chosen,
            moment: self.moment(),
            drafts: file.drafts.iter().map(|draft| draft.text.clone()).collect(),
        })
    }

    /// Changes of another time were found: they are offered.
    pub(in crate::app) fn found(&mut self, found: Vec<(RecoveryId, Recovery)>) {
        if !found.is_empty() {
            self.saving.recoverable = found;
            self.shell.dialog = Some(Dialog::Recover);
        }
    }

    /// Recovers what is at `index` of the offered changes, or has it removed.
    pub(in crate::app) fn recover(&mut self, index: usize, take: bool) -> Vec<Effect> {
        let recoverable = &mut self.saving.recoverable;
        if index >= recoverable.len() {
            return Vec::new();
        }
        if take {
            let id = recoverable[index].0.clone();
            self.shell.dialog = None;
            return self.guarded(Then::Recover(id));
        }
        let (id, _) = recoverable.remove(index);
        if recoverable.is_empty() {
            self.shell.dialog = None;
        }
        vec![Effect::RemoveRecovery(id)]
    }

    /// Reads what goes with the offered changes `id`, which stay offered until they are shown.
    pub(super) fn read_recovery(&mut self, id: &RecoveryId, _: &Guarded) -> Vec<Effect> {
        let found = self.saving.recoverable.iter().find(|(other, _)| other == id).cloned();
        let Some(found) = found else {
            return Vec::new();
        };
        self.saving.recovering = Some(self.saving.touched);
        vec![Effect::Recover(Box::new(found))]
    }

    /// Changes to recover have been read: they are shown, unless something else has become unsaved meanwhile.
    pub(in crate::app) fn recovered(&mut self, recovered: Recovered) -> Vec<Effect> {
        let id = recovered.id.clone();
        let asked = self.saving.recovering.take();
        let Some(guarded) = self.guard_arrival(asked, &Then::Recover(id.clone())) else {
            return Vec::new();
        };
        self.saving.recoverable.retain(|(other, _)| *other != id);
        self.show_recovered(recovered, guarded);
        // What was kept before is left to be found; what is shown now is kept under the same name from here on.
        vec![Effect::AdoptRecovery(id)]
    }

    fn show_recovered(&mut self, recovered: Recovered, guarded: Guarded) {
        let Recovered { list, recovery, on_disk, others, originals, .. } = recovered;
        let opened = Opened {
            paths: if on_disk { recovery.opened() } else { vec!["recovered.bpgn".into()] },
            ..Opened::whole("", Collection::default())
        };
        let storage = if on_disk { Storage::InPlace } else { Storage::Nowhere };
        self.show_opened(&opened, list, storage, guarded);
        let (mut shown, mut first) = (None, None);
        if let Some(file) = self.library.file_mut() {
            let changed = recovery.changed();
            let records = recovery.records.iter();
            // By themselves they stand one behind the other.
            let place = |(number, range): (usize, FileRange)| match changed.get(number) {
                Some((path, ..)) if on_disk => find(&file.list, path, range),
                _ => records.clone().position(|it| (it.file, it.range) == (number, range)),
            };
            let places: Vec<_> = records.clone().map(|it| place((it.file, it.range))).collect();
            shown = match recovery.shown_at {
                Some(at) => place(at),
                None if on_disk => recovery.shown.checked_sub(1),
                None => None,
            };
            // Where that is no longer to be found, the first that was changed.
            first = places.first().copied().flatten();
            let records = records.zip(places).zip(&originals);
            for ((record, place), original) in records.filter(|_| on_disk) {
                if let Some(id) = place {
                    file.changes.keep(id, &record.bytes, original);
                    file.edited.insert(id, &record.bytes);
                }
            }
        }
        self.choose(shown.or(first).unwrap_or(0));
        if shown.is_some() {
            self.arrive(Arrival::Moment(recovery.moment));
        }
        self.saving.touched += 1;
        let names: Vec<String> = others.iter().map(|it| it.display().to_string()).collect();
        let are = match names.as_slice() {
            [] => None,
            [_] => Some("is no longer what it was"),
            _ => Some("are no longer what they were"),
        };
        if let Some(are) = are {
            self.say(format!(
                "{} {are}; the matches that were changed are shown by themselves.",
                names.join(", ")
            ));
        }
        for draft in &recovery.drafts {
            self.say(format!("This was typed and not written: {draft}"));
        }
        self.refilter();
    }
}

/// The record of `list` that stands at `range` in the file at `path`.
fn find(list: &Collection, path: &Path, range: FileRange) -> Option<RecordId> {
    let is_there = |file: usize| list.files.get(file).is_some_and(|file| file.path == path);
    list.index.rows().position(|row| row.range == range && is_there(row.file))
}
