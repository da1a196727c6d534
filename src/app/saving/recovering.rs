//! Recovery data: writing it, and recovering unsaved changes of earlier sessions.

use super::{Saving, UnsavedWork};
use crate::{
    app::{
        Cx, DeferredAction, Dialog, Effect, Guarded, OpenedFiles, Session, Storage, UnpackWhole,
        action::Recovered,
        guard::{guard_arrival, guarded},
        library,
        library::Arrival,
    },
    archive::{Collection, Index, RecordId},
    file::FileRange,
    settings::{Recovery, RecoveryId},
    text::plural,
};
use std::path::Path;

/// Returns the work that would be lost if the program stopped now; `None` if there is no such work.
fn unsaved_work(session: &Session) -> Option<UnsavedWork> {
    let file = session.library.file()?;
    if !session.is_edited() && file.storage.can_be_read_again() {
        return None;
    }
    Some(UnsavedWork {
        list: file.list.clone(),
        paths: match file.storage {
            Storage::InPlace => file.read.paths.clone(),
            _ => Vec::new(),
        },
        changed: file.changes.shared().clone(),
        chosen: file.record.id,
        moment: session.moment(),
        drafts: file.drafts.iter().map(|draft| draft.text.clone()).collect(),
    })
}

impl Saving {
    /// Writes recovery data if unsaved work has changed, or deletes it if nothing is unsaved any more.
    pub(in crate::app) fn refresh(&mut self, cx: &mut Cx<'_>) {
        if self.saved_revision == cx.unsaved_revision {
            return;
        }
        self.saved_revision = cx.unsaved_revision;
        let unsaved = unsaved_work(cx);
        let had_data = std::mem::replace(&mut self.has_recovery_data, unsaved.is_some());
        match unsaved {
            Some(unsaved) => cx.run(Effect::SaveRecovery(Box::new(unsaved))),
            None if had_data => cx.run(Effect::DeleteOwnRecovery),
            None => {}
        }
    }

    /// Offers to recover the changes found.
    pub(in crate::app) fn offer(&mut self, cx: &mut Cx<'_>, found: Vec<(RecoveryId, Recovery)>) {
        if !found.is_empty() {
            self.recoverable = found;
            cx.shell.dialog = Some(Dialog::Recover);
        }
    }

    /// Offers the changes again whose recovery has failed.
    pub(in crate::app) fn offer_again(&mut self, cx: &mut Cx<'_>) {
        self.recovering = None;
        if !self.recoverable.is_empty() && cx.shell.dialog.is_none() {
            cx.shell.dialog = Some(Dialog::Recover);
        }
    }

    /// Recovers the offered changes at `index` if `take`, otherwise removes them.
    pub(in crate::app) fn recover(&mut self, cx: &mut Cx<'_>, index: usize, take: bool) {
        let recoverable = &mut self.recoverable;
        if index >= recoverable.len() {
            return;
        }
        if take {
            let id = recoverable[index].0.clone();
            cx.shell.dialog = None;
            return guarded(cx, DeferredAction::Recover(id));
        }
        let (id, _) = recoverable.remove(index);
        if recoverable.is_empty() {
            cx.shell.dialog = None;
        }
        cx.run(Effect::DeleteEarlierRecovery(id));
    }

    /// Starts loading the files of the offered changes `id`. The changes stay offered until they are shown.
    pub(in crate::app) fn read_recovery(&mut self, cx: &mut Cx<'_>, id: &RecoveryId, _: &Guarded) {
        let found = self.recoverable.iter().find(|(other, _)| other == id).cloned();
        let Some(found) = found else { return };
        self.recovering = Some(cx.unsaved_revision);
        cx.run(Effect::Recover(Box::new(found)));
    }

    /// Shows the recovered changes. If there is unsaved work newer than the user's choice to recover, asks about that
    /// work first.
    pub(in crate::app) fn recovered(&mut self, cx: &mut Cx<'_>, recovered: Recovered) {
        let id = recovered.id.clone();
        let request = self.recovering.take();
        let Some(guarded) = guard_arrival(cx, request, &DeferredAction::Recover(id.clone())) else {
            return;
        };
        self.recoverable.retain(|(other, _)| *other != id);
        show_recovered(cx, recovered, guarded);
        // The recovery data stays on disk under the same id; from now on, this session updates it.
        cx.run(Effect::AdoptRecovery(id));
    }
}

fn show_recovered(cx: &mut Cx<'_>, recovered: Recovered, guarded: Guarded) {
    let Recovered { list, recovery, on_disk, changed_files, originals, .. } = recovered;
    let opened = OpenedFiles {
        read: UnpackWhole::of(if on_disk {
            recovery.opened()
        } else {
            vec!["recovered.bpgn".into()]
        }),
        ..OpenedFiles::complete("", Collection::default())
    };
    let storage = if on_disk { Storage::InPlace } else { Storage::NoFile };
    library::show_opened(cx, &opened, list, storage, guarded);
    let (mut shown_record, mut first_changed) = (None, None);
    if let Some(file) = cx.library.file_mut() {
        let changed = recovery.changed();
        let records = recovery.records.iter();
        // If files have changed on disk, `on_disk` is false. The list then contains only the records that the user has
        // changed, in order.
        let place = |(number, range): (usize, FileRange)| match changed.get(number) {
            Some((path, ..)) if on_disk => find_record(&file.list, path, range),
            _ => records.clone().position(|it| (it.file, it.range) == (number, range)),
        };
        let places: Vec<_> = records.clone().map(|it| place((it.file, it.range))).collect();
        shown_record = match recovery.shown_at {
            Some(at) => place(at),
            None if on_disk => recovery.shown.checked_sub(1),
            None => None,
        };
        // If the record that was open no longer exists, the first changed record is shown.
        first_changed = places.first().copied().flatten();
        let records = records.zip(places).zip(&originals);
        for ((record, place), original) in records.filter(|_| on_disk) {
            if let Some(id) = place {
                file.changes.set_text(id, &record.bytes, original);
                file.edited.insert(id, Index::from_bytes(&record.bytes));
            }
        }
    }
    library::choose(cx, shown_record.or(first_changed).unwrap_or(0));
    if shown_record.is_some() {
        library::arrive(cx, Arrival::Moment(recovery.moment));
    }
    cx.touch();
    let names: Vec<String> = changed_files.iter().map(|it| it.display().to_string()).collect();
    if !names.is_empty() {
        let have = plural(names.len(), "has", "have");
        let names = names.join(", ");
        cx.warn(format!("{names} {have} changed on disk. Showing only your edited matches."));
    }
    for draft in &recovery.drafts {
        cx.warn(format!("Unfinished entry: {draft}"));
    }
    library::update_listing(cx);
}

/// Returns the index of the record at `range` in the file at `path`.
fn find_record(list: &Collection, path: &Path, range: FileRange) -> Option<RecordId> {
    let is_at_path = |file: usize| list.files.get(file).is_some_and(|file| file.path == path);
    list.index.rows().position(|row| row.range == range && is_at_path(row.file))
}
