//! Recovery data: writing it, and recovering unsaved changes of earlier sessions.

use super::{RecoveryRequest, Saving, UnsavedWork};
use crate::{
    app::{
        Cx, DeferredAction, Dialog, Effect, FileSession, Guarded, LibraryAction, MatchRow, Offer,
        SavingAction, Session, Storage,
        action::{AdoptedRecovery, Recovered},
        guard::{guard_arrival, guarded},
        tabs,
    },
    archive::Index,
    kriegspiel::Notation,
    notation::is_unknown,
    rules::Seat,
    settings::{Recovery, RecoveryId},
};

/// Returns the work in `file` that would be lost if the program stopped now; `None` if there is no such work.
fn unsaved_work(session: &Session, file: &FileSession) -> Option<UnsavedWork> {
    if !file.is_edited() && file.storage.can_be_read_again() {
        return None;
    }
    let is_shown = session.library.file().is_some_and(|shown| shown.opened == file.opened);
    let hidden = session.tabs.place_in(file.opened);
    let (chosen, moment) = match hidden {
        Some(place) if !is_shown => place,
        _ => (file.record.id, session.moment()),
    };
    Some(UnsavedWork {
        opened: file.opened,
        list: file.list.clone(),
        paths: match file.storage {
            Storage::InPlace => file.read.paths.clone(),
            _ => Vec::new(),
        },
        changed: file.changes.shared().clone(),
        chosen,
        moment,
        drafts: file.drafts().iter().map(|draft| draft.text.clone()).collect(),
    })
}

impl Saving {
    /// Writes the recovery data of each file whose unsaved work has changed. Deletes the data of a file in which nothing
    /// is unsaved any more because it was saved or undone. If a file was replaced or closed instead, its work is
    /// discarded and can still be restored.
    pub(in crate::app) fn refresh(&mut self, cx: &mut Cx<'_>) {
        let mut effects = Vec::new();
        self.stored.retain(|opened, _| {
            let is_open = cx.library.files().any(|file| file.opened == *opened);
            if !is_open {
                effects.push(Effect::DiscardOwnRecovery(*opened));
            }
            is_open
        });
        for file in cx.library.files() {
            let stored = self.stored.get(&file.opened);
            if stored == Some(&Some(file.revision())) {
                continue;
            }
            match unsaved_work(cx, file) {
                Some(unsaved) => {
                    self.stored.insert(file.opened, Some(file.revision()));
                    effects.push(Effect::SaveRecovery(Box::new(unsaved)));
                }
                None if self.stored.remove(&file.opened).is_some() => {
                    effects.push(Effect::DeleteOwnRecovery(file.opened));
                }
                None => {}
            }
        }
        cx.run_all(effects);
    }

    /// Discards the recovery data of this session, because the user has discarded all unsaved work. It can still be
    /// restored.
    pub(in crate::app) fn discard_own(&self, cx: &mut Cx<'_>) {
        cx.run_all(self.stored.keys().copied().map(Effect::DiscardOwnRecovery));
    }

    /// Offers to recover the changes found.
    pub(in crate::app) fn offer(&mut self, cx: &mut Cx<'_>, found: Vec<(RecoveryId, Recovery)>) {
        if !found.is_empty() {
            self.recoverable = found;
            cx.open_dialog(Dialog::Recover);
        }
    }

    /// Offers the changes again whose recovery has failed.
    pub(in crate::app) fn offer_again(&mut self, cx: &mut Cx<'_>) {
        self.recovering = None;
        self.recovery_queue.clear();
        if !self.recoverable.is_empty() && cx.shell.dialog.is_none() {
            cx.open_dialog(Dialog::Recover);
        }
    }

    /// Discards the offered changes `id`. They can still be restored.
    pub(super) fn discard(&mut self, cx: &mut Cx<'_>, id: &RecoveryId) {
        let Some(index) = self.recoverable.iter().position(|(other, _)| other == id) else {
            return;
        };
        let discarded = self.recoverable.remove(index);
        let names = changed_names(&discarded.1).join(", ");
        if self.recoverable.is_empty() {
            cx.close_dialog();
        }
        cx.run(Effect::DiscardEarlierRecovery(id.clone()));
        cx.notify_with_offer(
            format!("Discarded the unsaved changes of {names}."),
            Offer::Restore(id.clone()),
        );
        self.discarded.insert(0, discarded);
    }

    /// Starts loading the files of the offered or discarded changes `id`. The changes stay there until they are shown.
    pub(in crate::app) fn read_recovery(&mut self, cx: &mut Cx<'_>, id: &RecoveryId, _: &Guarded) {
        let Some(found) = self.found(id).cloned() else { return };
        let (unsaved, tab) = (cx.library.unsaved_revision(), cx.tabs.shown());
        self.recovering = Some(RecoveryRequest { unsaved, tab });
        cx.run(Effect::Recover(Box::new(found)));
    }

    /// Shows the recovered changes, in a tab of their own unless they replace their file. If that file has unsaved work
    /// newer than the user's choice to recover, asks about that work first.
    pub(in crate::app) fn recovered(&mut self, cx: &mut Cx<'_>, recovered: Recovered) {
        let id = recovered.id.clone();
        let request = self.recovering.take();
        if !tabs::show_requesting(cx, request.map(|request| request.tab)) {
            return self.offer_again(cx);
        }
        // The answer was about the unsaved work of the tab shown then.
        let asked = request.filter(|request| request.tab == cx.tabs.shown());
        let allowed = asked.map(|request| request.unsaved);
        let replaces_file =
            recovered.on_disk && cx.library.shows_files(&recovered.recovery.opened());
        if !replaces_file && !tabs::leave_open_file(cx) {
            return self.offer_again(cx);
        }
        let Some(guarded) = guard_arrival(cx, allowed, &DeferredAction::Recover(id.clone())) else {
            return;
        };
        self.recoverable.retain(|(other, _)| *other != id);
        self.discarded.retain(|(other, _)| *other != id);
        cx.request(LibraryAction::ShowRecovered(Box::new(recovered), guarded));
        cx.request(SavingAction::RecoveryShown(id));
    }

    /// Continues the recovery data `id` of an earlier session, whose changes are shown.
    pub(super) fn adopt(&mut self, cx: &mut Cx<'_>, id: RecoveryId) {
        let Some(opened) = cx.library.file().map(|file| file.opened) else { return };
        let is_open = |number: &u64| cx.library.files().any(|file| file.opened == *number);
        let replaced = self.stored.keys().copied().find(|number| !is_open(number));
        if let Some(replaced) = replaced {
            self.stored.remove(&replaced);
        }
        // The recovery data stays on disk under the same id; from now on, this session updates it.
        cx.run(Effect::AdoptRecovery(AdoptedRecovery { id, opened, replaced }));
        self.stored.insert(opened, None);
        self.recover_next(cx);
    }

    /// Recovers all offered changes, each as [`Self::recover`] does.
    pub(super) fn recover_all(&mut self, cx: &mut Cx<'_>) {
        cx.close_dialog();
        self.recovery_queue = self.recoverable.iter().map(|(id, _)| id.clone()).collect();
        self.recover_next(cx);
    }

    /// Recovers the next changes of the queue, if any.
    fn recover_next(&mut self, cx: &mut Cx<'_>) {
        if !self.recovery_queue.is_empty() {
            let id = self.recovery_queue.remove(0);
            self.recover(cx, &id);
        }
    }

    /// Recovers the offered or discarded changes `id`: in place of their file if it is open, otherwise in a tab of their
    /// own. If the open file has unsaved work, asks the user first.
    pub(super) fn recover(&self, cx: &mut Cx<'_>, id: &RecoveryId) {
        cx.close_dialog();
        let Some((id, recovery)) = self.found(id) else { return };
        let (then, paths) = (DeferredAction::Recover(id.clone()), recovery.opened());
        tabs::show_file(cx, &paths);
        if cx.library.shows_files(&paths) {
            guarded(cx, then);
        } else {
            tabs::open_new(cx, then);
        }
    }

    /// Returns the offered or discarded changes `id`.
    fn found(&self, id: &RecoveryId) -> Option<&(RecoveryId, Recovery)> {
        self.recoverable.iter().chain(&self.discarded).find(|(other, _)| other == id)
    }
}

/// Returns the names of the files with changes; a single name for a match that was never saved, by its players.
pub fn changed_names(recovery: &Recovery) -> Vec<String> {
    let changed = recovery.changed().into_iter().filter(|(_, _, matches)| *matches > 0);
    let names: Vec<String> = changed.map(|(path, ..)| path.display().to_string()).collect();
    if !names.is_empty() {
        return names;
    }
    let path = recovery.path.as_ref().or(recovery.list.first());
    vec![path.map_or_else(|| unsaved_name(recovery), |path| path.display().to_string())]
}

/// Returns the name of the first record in `recovery`, which is in no file: its kind with its players or, if none is
/// known, with its length.
fn unsaved_name(recovery: &Recovery) -> String {
    let index = recovery.records.first().map(|record| Index::from_bytes(&record.bytes));
    let row = index.as_ref().and_then(|index| index.row(0));
    let Some(row) = row else { return "an untitled match".to_owned() };
    let kind = match row.notation {
        Notation::Bpgn => "match",
        Notation::Kriegspiel => "game of Kriegspiel",
    };
    let MatchRow { first, second, length, .. } = MatchRow::of(0, &row, "");
    if Seat::ALL.into_iter().any(|seat| !is_unknown(row.player(seat))) {
        format!("the {kind} {first} vs {second}")
    } else {
        format!("an untitled {kind} with {length}")
    }
}
