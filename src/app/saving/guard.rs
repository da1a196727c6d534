//! [`Guarded`]: the one check that stands before the open file is replaced or closed.
//!
//! [`Library::replace`](crate::app::Library) and the reading of files take a [`Guarded`], which the functions of this
//! module alone can make: because nothing unsaved is open, or because the user has discarded it. [`Then`] is what waits
//! for the user's answer.

use crate::{
    app::{Dialog, Effect, Save, State, Storage, UnpackWhole},
    rules::Numbers,
    settings::RecoveryId,
};
use std::path::{Path, PathBuf};

/// Proof that the open file may be replaced or closed: nothing is lost by it, or the user has discarded what is.
#[derive(Debug)]
#[must_use]
pub(in crate::app) struct Guarded(());

/// What waits for the answer to the question about unsaved work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Then {
    /// Open a file.
    Open(Vec<PathBuf>),
    /// Open what was pasted.
    Paste(String),
    /// Take the numbers of the pasted position for something else.
    Numbers {
        /// The position.
        text: String,
        /// What they are taken for.
        numbers: Numbers,
    },
    /// Begin a new match: its record.
    New(String),
    /// Begin a new game of Kriegspiel: its record.
    NewGame(String),
    /// Show a problem of Kriegspiel that has just been made: its record.
    NewProblem(String),
    /// Show the file as it now is on the disk.
    Reload,
    /// Read files again, and unpack all of some of them, whatever the limits are.
    UnpackWhole(UnpackWhole),
    /// Recover unsaved changes from an earlier session.
    Recover(RecoveryId),
    /// Close the window.
    Quit,
}

impl State {
    /// Whether closing the window would lose something: a change, typed words, or matches that are in no file.
    #[must_use]
    pub fn is_unsaved(&self) -> bool {
        self.is_edited() || self.library.file().is_some_and(|file| !file.storage.is_in_file())
    }

    /// Whether something has been changed or typed since the file was opened or saved.
    #[must_use]
    pub fn is_edited(&self) -> bool {
        let file = self.library.file();
        file.is_some_and(|file| !file.changes.is_clean() || !file.drafts.is_empty())
    }

    /// Whether `then` would lose unsaved work.
    fn loses(&self, then: &Then) -> bool {
        let Some(file) = self.library.file() else {
            return false;
        };
        let comes_back = match then {
            // The offer holds the position.
            Then::Numbers { .. } => true,
            Then::Reload => file.storage.can_be_read_again(),
            Then::UnpackWhole(unpack) => {
                file.storage.can_be_read_again() && unpack.paths == file.paths
            }
            _ => false,
        };
        if comes_back { self.is_edited() } else { self.is_unsaved() }
    }

    /// The proof that `then` loses nothing. Where it would, the user is asked, and `then` waits for the answer.
    pub(in crate::app) fn guard(&mut self, then: &Then) -> Option<Guarded> {
        self.settle();
        if self.loses(then) {
            self.shell.dialog = Some(Dialog::Unsaved(then.clone()));
            return None;
        }
        Some(Guarded(()))
    }

    /// The same for what was asked for when `touched` had this value, was allowed then, and has now been read. The user
    /// is asked once more where something has been changed, typed or saved meanwhile.
    pub(in crate::app) fn guard_arrival(
        &mut self,
        touched: Option<u64>,
        then: &Then,
    ) -> Option<Guarded> {
        let is_saving = self.library.file().is_some_and(|file| file.save.is_saving());
        if touched == Some(self.saving.touched) && !is_saving {
            return Some(Guarded(()));
        }
        self.guard(then)
    }

    /// Does `then` at once where nothing would be lost by it; otherwise asks the user.
    pub(in crate::app) fn guarded(&mut self, then: Then) -> Vec<Effect> {
        match self.guard(&then) {
            Some(guarded) => self.go_on(then, guarded),
            None => Vec::new(),
        }
    }

    /// The user's answer to the question about unsaved work.
    pub(in crate::app) fn answer_unsaved(&mut self, save: bool) -> Vec<Effect> {
        match self.shell.dialog.take() {
            Some(Dialog::Unsaved(then)) if save => self.save_then(Some(then)),
            Some(Dialog::Unsaved(then)) => self.go_on(then, Guarded(())),
            other => {
                self.shell.dialog = other;
                Vec::new()
            }
        }
    }

    /// The user's answer to a conflict: the file as it is on the disk, without the changes made here.
    pub(in crate::app) fn take_theirs(&mut self) -> Vec<Effect> {
        match self.library.file_mut().map(|file| std::mem::take(&mut file.save)) {
            Some(Save::Conflict { .. }) => self.go_on(Then::Reload, Guarded(())),
            Some(other) => {
                if let Some(file) = self.library.file_mut() {
                    file.save = other;
                }
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    /// Does `then`.
    fn go_on(&mut self, then: Then, guarded: Guarded) -> Vec<Effect> {
        self.shell.dialog = None;
        match then {
            Then::Open(paths) => return vec![self.read(paths, None, None, Some(&guarded))],
            Then::Paste(text) => self.show_pasted_text(&text, guarded),
            Then::Numbers { text, numbers } => self.take_numbers_for(&text, numbers, guarded),
            Then::New(text) => self.show_new_match(text, guarded),
            Then::NewGame(text) => self.show_new_game(text, guarded),
            Then::NewProblem(text) => self.show_new_problem(text, guarded),
            Then::Reload => {
                let file = self.library.file();
                if let Some((read, game)) = file.map(|file| (file.as_read(), file.chosen + 1)) {
                    return vec![self.read_again(read, Some(game), &guarded)];
                }
            }
            Then::UnpackWhole(unpack) => return vec![self.read_again(unpack, None, &guarded)],
            Then::Recover(id) => return self.read_recovery(&id, &guarded),
            Then::Quit => {
                self.shell.quits = true;
                // What is discarded knowingly is not offered at the next start.
                return vec![Effect::ForgetRecovery, Effect::Quit];
            }
        }
        Vec::new()
    }

    /// Drops the question about a save, and what was to follow it.
    pub(in crate::app) fn drop_follow_up(&mut self) {
        if let Some(file) = self.library.file_mut() {
            file.save.drop_follow_up();
        }
    }

    /// Shows `text` as a file of that name which is not on the disk.
    pub(in crate::app) fn show_unsaved(&mut self, name: &str, text: String, guarded: Guarded) {
        let source = crate::file::Source::from_bytes(Path::new(name), text);
        let list = crate::archive::Collection::of(source);
        self.show_list(Path::new(name), list, Storage::Nowhere, guarded);
    }

    /// Shows the record of a match without plies.
    fn show_new_match(&mut self, text: String, guarded: Guarded) {
        self.show_unsaved("new match.bpgn", text, guarded);
        if let Some(file) = self.library.file_mut() {
            file.entering = true;
        }
    }
}
