//! Unsaved changes are kept against a crash.

use super::Desk;
use crate::{
    app::{Action, SavingAction, ShellAction, UnsavedWork},
    settings::{Recovery, RecoveryError, RecoveryId, RecoveryPace, RecoveryStore},
};
use std::{
    sync::mpsc::{Receiver, RecvTimeoutError},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// What the job is told.
pub(super) enum RecoveryTold {
    /// This is not saved.
    Keep(Box<UnsavedWork>),
    /// Everything is saved.
    Forget,
    /// This was taken back from another time and is now ours.
    Adopt(RecoveryId),
    /// This is no longer wanted.
    Remove(RecoveryId),
}

/// Writes what is unsaved, at its own pace.
pub(super) struct RecoveryKeeper<'d> {
    store: RecoveryStore,
    desk: &'d Desk<Action>,
    pace: RecoveryPace,
    latest: Option<Box<UnsavedWork>>,
    began: Instant,
}

impl<'d> RecoveryKeeper<'d> {
    /// Keeps in `store`, and answers at `desk`.
    pub(super) fn new(store: RecoveryStore, desk: &'d Desk<Action>) -> Self {
        Self { store, desk, pace: RecoveryPace::default(), latest: None, began: Instant::now() }
    }

    /// Offers what was kept at another time, then does what `inbox` says until the window closes.
    pub(super) fn run(mut self, inbox: &Receiver<RecoveryTold>) {
        self.look();
        self.keep(inbox);
    }

    fn look(&mut self) {
        let (found, errors) = self.store.orphans();
        for error in errors {
            self.desk.answer(Action::Shell(ShellAction::Say(error.to_string())));
        }
        if !found.is_empty() {
            self.desk.answer(Action::Saving(SavingAction::Found(found)));
        }
    }

    fn keep(&mut self, inbox: &Receiver<RecoveryTold>) {
        loop {
            let now = self.began.elapsed();
            let told = match self.pace.due() {
                Some(due) => inbox.recv_timeout(due.saturating_sub(now)),
                None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match told {
                Ok(told) => self.hear(told),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if self.pace.begin(self.began.elapsed()) {
                self.write();
            }
        }
        // The window has closed with something unsaved: it is offered at the next start.
        if self.pace.due().is_some() {
            self.write();
        }
    }

    fn hear(&mut self, told: RecoveryTold) {
        let done = match told {
            RecoveryTold::Keep(unsaved) => {
                self.latest = Some(unsaved);
                self.pace.changed(self.began.elapsed());
                Ok(())
            }
            RecoveryTold::Forget => {
                self.latest = None;
                self.pace.saved();
                self.store.forget()
            }
            RecoveryTold::Adopt(id) => self.adopt(&id),
            RecoveryTold::Remove(id) => self.store.remove(&id),
        };
        if let Err(error) = done {
            self.desk.answer(Action::Shell(ShellAction::Say(error.to_string())));
        }
    }

    /// Takes the changes `id` over. What was unsaved before stays where it is, written to its last letter.
    fn adopt(&mut self, id: &RecoveryId) -> Result<(), RecoveryError> {
        if self.pace.due().is_some() {
            self.write();
        }
        self.latest = None;
        self.pace.saved();
        self.store.adopt(id)
    }

    fn write(&mut self) {
        let Some(latest) = &self.latest else {
            return;
        };
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let recovery =
            Recovery { written_s: now.as_ref().map_or(0, Duration::as_secs), ..latest.recovery() };
        if let Err(error) = self.store.keep(&recovery) {
            self.pace.failed();
            self.desk.answer(Action::Shell(ShellAction::Say(error.to_string())));
        }
    }
}
