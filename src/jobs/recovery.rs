//! The job that writes recovery data: unsaved changes, on disk in case of a crash.

use super::JobContext;
use crate::{
    app::{Action, AdoptedRecovery, SavingAction, ShellAction, UnsavedWork},
    clock::{Instant, SystemTime, UNIX_EPOCH},
    settings::{Recovery, RecoveryError, RecoveryId, RecoveryPace, RecoveryStore},
};
#[cfg(not(target_arch = "wasm32"))]
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::{collections::BTreeMap, time::Duration};

pub(super) enum RecoveryMessage {
    /// Store these unsaved changes.
    Save(Box<UnsavedWork>),
    /// Everything in the file with this number is saved: delete its recovery data.
    DeleteOwn(u64),
    /// Move the recovery data of the file with this number to the discarded changes.
    DiscardOwn(u64),
    /// Make these changes, which were discarded or are from an earlier session, those of an open file.
    Adopt(AdoptedRecovery),
    /// Move these changes of an earlier session to the discarded ones.
    Discard(RecoveryId),
}

/// The recovery data of all files of a window.
pub(super) struct RecoveryStores {
    /// Finds the data of earlier sessions.
    earlier: RecoveryStore,
    /// The data of each open file with unsaved changes, by the number of the file.
    files: BTreeMap<u64, RecoveryStore>,
}

impl RecoveryStores {
    pub(super) const fn new(earlier: RecoveryStore) -> Self {
        Self { earlier, files: BTreeMap::new() }
    }

    fn of_file(&mut self, opened: u64) -> &mut RecoveryStore {
        self.files.entry(opened).or_insert_with(|| self.earlier.another())
    }
}

/// The unsaved changes of a file, and when to write them.
#[derive(Default)]
struct PendingRecovery {
    pace: RecoveryPace,
    /// The latest unsaved changes; `None` if there are none.
    latest: Option<Box<UnsavedWork>>,
}

/// Writes recovery data at a limited rate.
pub(super) struct RecoveryKeeper<'d> {
    stores: &'d mut RecoveryStores,
    context: &'d JobContext<Action>,
    /// The unsaved changes, by the number of the file.
    pending: BTreeMap<u64, PendingRecovery>,
    start: Instant,
}

impl<'d> RecoveryKeeper<'d> {
    pub(super) fn new(stores: &'d mut RecoveryStores, context: &'d JobContext<Action>) -> Self {
        Self { stores, context, pending: BTreeMap::new(), start: Instant::now() }
    }

    /// Handles the messages in `inbox` until the window closes.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn run(mut self, inbox: &Receiver<RecoveryMessage>) {
        loop {
            let now = self.start.elapsed();
            let due = self.pending.values().filter_map(|pending| pending.pace.due()).min();
            let message = match due {
                Some(due) => inbox.recv_timeout(due.saturating_sub(now)),
                None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match message {
                Ok(message) => self.handle(message),
                Err(RecvTimeoutError::Timeout) => self.write_if_due(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        // The window closed with unsaved changes; the next start offers them.
        let files: Vec<u64> = self.pending.keys().copied().collect();
        for opened in files {
            self.write_pending(opened);
        }
    }

    /// Offers the changes of earlier sessions, and reports those discarded in the last one.
    pub(super) fn offer_orphans(&mut self) {
        self.report_discarded(self.stores.earlier.discarded());
        let (found, errors) = self.stores.earlier.orphans();
        errors.into_iter().for_each(|error| self.report(Err(error)));
        if !found.is_empty() {
            self.context.send(Action::Saving(SavingAction::RecoveryFound(found)));
        }
    }

    /// Handles one message, and then writes the pending changes if that is due.
    pub(super) fn handle(&mut self, message: RecoveryMessage) {
        self.context.panic_if_requested();
        let done = match message {
            RecoveryMessage::Save(unsaved) => {
                let pending = self.pending.entry(unsaved.opened).or_default();
                pending.latest = Some(unsaved);
                pending.pace.changed(self.start.elapsed());
                Ok(())
            }
            RecoveryMessage::DeleteOwn(opened) => {
                self.pending.remove(&opened);
                let store = self.stores.files.remove(&opened);
                store.map_or(Ok(()), |mut store| store.delete_own())
            }
            RecoveryMessage::DiscardOwn(opened) => self.discard_own(opened),
            RecoveryMessage::Adopt(adopted) => self.adopt(&adopted),
            RecoveryMessage::Discard(id) => self.stores.earlier.discard(&id),
        };
        self.report(done);
        self.write_if_due();
    }

    fn write_if_due(&mut self) {
        let now = self.start.elapsed();
        let pending = self.pending.iter_mut();
        let is_due = pending
            .filter_map(|(opened, it)| if it.pace.begin(now) { Some(*opened) } else { None });
        let due: Vec<u64> = is_due.collect();
        for opened in due {
            self.write(opened);
        }
    }

    /// Writes the changes of the file `opened` that are not written yet.
    fn write_pending(&mut self, opened: u64) {
        if self.pending.get(&opened).is_some_and(|pending| pending.pace.due().is_some()) {
            self.write(opened);
        }
    }

    fn report(&self, done: Result<(), RecoveryError>) {
        if let Err(error) = done {
            self.context.send(Action::Shell(ShellAction::ShowError(error.to_string())));
        }
    }

    fn report_discarded(&self, discarded: Vec<(RecoveryId, Recovery)>) {
        if !discarded.is_empty() {
            self.context.send(Action::Saving(SavingAction::DiscardedFound(discarded)));
        }
    }

    /// Moves the recovery data of the file `opened` to the discarded changes. Pending changes are written first.
    fn discard_own(&mut self, opened: u64) -> Result<(), RecoveryError> {
        self.write_pending(opened);
        self.pending.remove(&opened);
        let Some(mut store) = self.stores.files.remove(&opened) else { return Ok(()) };
        let discarded = store.discard_own()?;
        self.report_discarded(discarded.into_iter().collect());
        Ok(())
    }

    /// Takes over changes, so that they belong to an open file. Pending changes of the file that it has replaced are
    /// written first, and kept for recovery.
    fn adopt(&mut self, adopted: &AdoptedRecovery) -> Result<(), RecoveryError> {
        if let Some(replaced) = adopted.replaced {
            self.write_pending(replaced);
            self.pending.remove(&replaced);
            self.stores.files.remove(&replaced);
        }
        self.stores.of_file(adopted.opened).adopt(&adopted.id)
    }

    fn write(&mut self, opened: u64) {
        let Some(pending) = self.pending.get_mut(&opened) else { return };
        let Some(latest) = &pending.latest else { return };
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let recovery =
            Recovery { written_s: now.as_ref().map_or(0, Duration::as_secs), ..latest.recovery() };
        let saved = self.stores.of_file(opened).save(&recovery);
        if saved.is_err() {
            pending.pace.failed();
        }
        self.report(saved);
    }
}
