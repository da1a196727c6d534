//! The job that writes recovery data: unsaved changes, on disk in case of a crash.

use super::JobContext;
use crate::{
    app::{Action, SavingAction, ShellAction, UnsavedWork},
    clock::{Instant, SystemTime, UNIX_EPOCH},
    settings::{Recovery, RecoveryError, RecoveryId, RecoveryPace, RecoveryStore},
};
#[cfg(not(target_arch = "wasm32"))]
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

pub(super) enum RecoveryMessage {
    /// Store these unsaved changes.
    Save(Box<UnsavedWork>),
    /// Everything is saved: delete the recovery data.
    DeleteOwn,
    /// Move the recovery data to the discarded changes.
    DiscardOwn,
    /// Make these changes, which were discarded or are from an earlier session, this window's own.
    Adopt(RecoveryId),
    /// Move these changes of an earlier session to the discarded ones.
    Discard(RecoveryId),
}

/// Writes recovery data at a limited rate.
pub(super) struct RecoveryKeeper<'d> {
    store: &'d mut RecoveryStore,
    context: &'d JobContext<Action>,
    pace: RecoveryPace,
    /// The latest unsaved changes; `None` if there are none.
    latest: Option<Box<UnsavedWork>>,
    start: Instant,
}

impl<'d> RecoveryKeeper<'d> {
    pub(super) fn new(store: &'d mut RecoveryStore, context: &'d JobContext<Action>) -> Self {
        Self { store, context, pace: RecoveryPace::default(), latest: None, start: Instant::now() }
    }

    /// Handles the messages in `inbox` until the window closes.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn run(mut self, inbox: &Receiver<RecoveryMessage>) {
        loop {
            let now = self.start.elapsed();
            let message = match self.pace.due() {
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
        if self.pace.due().is_some() {
            self.write();
        }
    }

    /// Offers the changes of earlier sessions, and reports those discarded in the last one.
    pub(super) fn offer_orphans(&mut self) {
        self.report_discarded(self.store.discarded());
        let (found, errors) = self.store.orphans();
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
                self.latest = Some(unsaved);
                self.pace.changed(self.start.elapsed());
                Ok(())
            }
            RecoveryMessage::DeleteOwn => {
                self.latest = None;
                self.pace.saved();
                self.store.delete_own()
            }
            RecoveryMessage::DiscardOwn => self.discard_own(),
            RecoveryMessage::Adopt(id) => self.adopt(&id),
            RecoveryMessage::Discard(id) => self.store.discard(&id),
        };
        self.report(done);
        self.write_if_due();
    }

    fn write_if_due(&mut self) {
        if self.pace.begin(self.start.elapsed()) {
            self.write();
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

    /// Moves the recovery data of this window to the discarded changes. Pending changes are written first.
    fn discard_own(&mut self) -> Result<(), RecoveryError> {
        if self.pace.due().is_some() {
            self.write();
        }
        self.latest = None;
        self.pace.saved();
        let discarded = self.store.discard_own()?;
        self.report_discarded(discarded.into_iter().collect());
        Ok(())
    }

    /// Takes over the changes with this `id`, so that they belong to this window. Pending changes of this session are
    /// written first.
    fn adopt(&mut self, id: &RecoveryId) -> Result<(), RecoveryError> {
        if self.pace.due().is_some() {
            self.write();
        }
        self.latest = None;
        self.pace.saved();
        self.store.adopt(id)
    }

    fn write(&mut self) {
        let Some(latest) = &self.latest else { return };
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let recovery =
            Recovery { written_s: now.as_ref().map_or(0, Duration::as_secs), ..latest.recovery() };
        let saved = self.store.save(&recovery);
        if saved.is_err() {
            self.pace.failed();
        }
        self.report(saved);
    }
}
