//! Saving and recovery: [`SavingAction`], the user actions and the results of jobs.

use super::{Saving, drop_deferred_action};
use crate::{
    app::{
        Cx, DeferredAction, Dialog, FileAnswer, Offer, Recovered, SaveTarget, Saved, Session,
        Written,
        guard::{accept_external_change, resolve_unsaved},
        saving::{
            copy::{apply_written, save_path},
            destination::{show_path_prompt, suggested_path},
            save::{finish_save, overwrite_external_change, save_then},
        },
    },
    settings::{Recovery, RecoveryId},
};
use std::path::PathBuf;

#[derive(Debug)]
pub enum SavingAction {
    /// Open the system's save dialog, without checks of the open record.
    AskForPath(SaveTarget),
    /// Save the file in place.
    Save,
    /// Save the file, then perform this action.
    SaveThen(DeferredAction),
    /// Save the unsaved work that the dialog asks about, then perform the deferred action.
    SaveUnsaved,
    /// Discard the unsaved work that the dialog asks about, and perform the deferred action.
    DiscardUnsaved,
    /// The save dialog was closed.
    SaveDialogClosed(SaveTarget, FileAnswer),
    /// Save to this typed path, after asking if the file exists.
    SavePath(SaveTarget, PathBuf),
    /// Save to this path, and replace an existing file.
    ReplacePath(SaveTarget, PathBuf),
    /// Overwrite the changes that another program has made to the file.
    KeepMine,
    /// Reload the file from the disk and discard the changes.
    TakeTheirs,
    /// Saving has succeeded or failed.
    Saved(Box<Saved>),
    /// Writing to another file has succeeded or failed.
    Written(Box<Written>),
    /// These unsaved changes of earlier sessions were found.
    RecoveryFound(Vec<(RecoveryId, Recovery)>),
    /// These changes were discarded in this session or the last one.
    DiscardedFound(Vec<(RecoveryId, Recovery)>),
    /// Recover these changes, which are offered or discarded.
    Recover(RecoveryId),
    /// Recover all offered changes.
    RecoverAll,
    /// Discard these offered changes.
    Discard(RecoveryId),
    /// The changes to recover were loaded with their files.
    Recovered(Box<Recovered>),
    /// The changes with this number are shown: continue their recovery data.
    RecoveryShown(RecoveryId),
}

impl Saving {
    pub(in crate::app) fn update(&mut self, action: SavingAction, cx: &mut Cx<'_>) {
        match action {
            SavingAction::AskForPath(what) => show_path_prompt(cx, what),
            SavingAction::Save => save_then(cx, None),
            SavingAction::SaveThen(then) => save_then(cx, Some(then)),
            SavingAction::SaveUnsaved => resolve_unsaved(cx, true),
            SavingAction::DiscardUnsaved => resolve_unsaved(cx, false),
            SavingAction::SaveDialogClosed(what, answer) => {
                cx.in_file(|file| {
                    file.path_dialog = false;
                    file.typed_save = None;
                });
                match answer {
                    FileAnswer::Chosen(path) => save_path(cx, what, path, true),
                    FileAnswer::Cancelled => drop_deferred_action(cx),
                    FileAnswer::Unavailable => {
                        let suggested = suggested_path(cx, what).unwrap_or_default();
                        let path = suggested.to_string_lossy().into_owned();
                        cx.open_dialog(Dialog::SavePath(what, path, None));
                    }
                }
            }
            SavingAction::SavePath(what, path) => {
                let names_existing = matches!(what, SaveTarget::Append | SaveTarget::Downloaded);
                cx.in_file(|file| file.typed_save = Some(path.clone()));
                save_path(cx, what, path, names_existing);
            }
            SavingAction::ReplacePath(what, path) => save_path(cx, what, path, true),
            SavingAction::KeepMine => overwrite_external_change(cx),
            SavingAction::TakeTheirs => {
                self.reloaded_over = cx.library.file().map(|file| file.read.clone());
                accept_external_change(cx);
            }
            SavingAction::Saved(saved) => {
                finish_save(cx, *saved);
                // Before a deferred action replaces the file, since saved work is not discarded.
                self.refresh(cx);
            }
            SavingAction::Written(written) => apply_written(cx, *written),
            SavingAction::RecoveryFound(found) => self.offer(cx, found),
            SavingAction::DiscardedFound(found) => {
                if let Some((id, name)) = self.discarded_by_reload(cx, &found) {
                    self.reloaded_over = None;
                    cx.notify_with_offer(
                        format!(
                            "Reloaded {name} and discarded your changes. File › Restore discarded \
                             changes… keeps them."
                        ),
                        Offer::Restore(id),
                    );
                }
                self.discarded.splice(0..0, found);
            }
            SavingAction::Recover(id) => {
                // No others that were chosen before.
                self.recovery_queue.clear();
                self.recover(cx, &id);
            }
            SavingAction::RecoverAll => self.recover_all(cx),
            SavingAction::Discard(id) => self.discard(cx, &id),
            SavingAction::Recovered(recovered) => self.recovered(cx, *recovered),
            SavingAction::RecoveryShown(id) => self.adopt(cx, id),
        }
    }

    /// Returns which of the changes in `found` were discarded for the version on disk, and the name of their file, if it
    /// is still open.
    fn discarded_by_reload(
        &self,
        session: &Session,
        found: &[(RecoveryId, Recovery)],
    ) -> Option<(RecoveryId, String)> {
        let read = self.reloaded_over.as_ref()?;
        let file = session.library.files().find(|file| file.read == *read)?;
        let is_of_file =
            |recovery: &Recovery| recovery.path.iter().chain(&recovery.list).eq(&read.paths);
        let (id, _) = found.iter().find(|(_, recovery)| is_of_file(recovery))?;
        Some((id.clone(), file.name()))
    }
}
