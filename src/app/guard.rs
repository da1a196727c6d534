//! [`Guarded`]: the check for unsaved work before the open file is replaced or closed.
//!
//! A [`Guarded`] is required to replace the open file and to load files. Only this module creates a [`Guarded`], and
//! only in two cases: there is no unsaved work, or the user has discarded the work. The action that waits for the
//! user's answer is a [`DeferredAction`].

use crate::{
    app::{
        Action, Cx, Dialog, FileSession, ImportedList, LoadRequest, Sample, Save, SavingAction,
        Session, TabsAction, UnsavedRevision, playback,
    },
    rules::Numbers,
    settings::RecoveryId,
};
use std::path::PathBuf;

/// Proof that the open file may be replaced or closed: there is no unsaved work, or the user has discarded it.
#[derive(Debug)]
#[must_use]
pub struct Guarded(());

/// An action deferred until unsaved work is saved or discarded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeferredAction {
    Open(Vec<PathBuf>),
    /// Open a built-in record.
    Sample(Sample),
    /// Open the pasted text.
    Paste(String),
    /// Open downloaded matches.
    Imported(Box<ImportedList>),
    /// Reopen the pasted position, reading its last two numbers as clocks instead of move counters, or the reverse.
    Numbers {
        text: String,
        numbers: Numbers,
    },
    /// Show a new match, given its record.
    New(String),
    /// Show a new game of Kriegspiel, given its record.
    NewGame(String),
    /// Show a new problem of Kriegspiel, given its record.
    NewProblem(String),
    /// Reload the file from the disk.
    Reload,
    /// Reload files, some of them without limits on the unpacked size.
    UnpackWhole(LoadRequest),
    /// Recover unsaved changes from an earlier session.
    Recover(RecoveryId),
    /// Close the tab, or the file if there is a single tab.
    Close,
    /// Save the unsaved work of every tab, then quit.
    SaveAllAndQuit,
    Quit,
}

/// Returns whether the action `then` would lose unsaved work.
fn would_lose_work(session: &Session, then: &DeferredAction) -> bool {
    if *then == DeferredAction::Quit {
        return session.has_unsaved_work();
    }
    let Some(file) = session.library.file() else { return false };
    let replaces_file = match then {
        // The recovered file may be the open one.
        DeferredAction::Reload | DeferredAction::UnpackWhole(_) | DeferredAction::Recover(_) => {
            true
        }
        DeferredAction::Open(paths) => *paths == file.read.paths,
        _ => false,
    };
    let is_busy = file.path_dialog || file.save != Save::Idle;
    if !replaces_file && !is_busy && session.tabs.shows(file.opened) {
        // Another tab keeps the file open.
        return false;
    }
    let stays_available = match then {
        // The pasted position stays available: the notice that offers this action holds its text.
        DeferredAction::Numbers { .. } => true,
        DeferredAction::Reload => file.storage.can_be_read_again(),
        DeferredAction::UnpackWhole(unpack) => {
            file.storage.can_be_read_again() && unpack.paths == file.read.paths
        }
        _ => false,
    };
    if stays_available { file.is_edited() } else { file.is_unsaved() }
}

/// Returns a [`Guarded`] if `then` loses no unsaved work. Otherwise asks the user, with `then` as the deferred action,
/// and returns `None`. Also returns `None` while a typed move cannot be played.
pub(in crate::app) fn guard(cx: &mut Cx<'_>, then: &DeferredAction) -> Option<Guarded> {
    cx.commit_drafts();
    cx.drop_lone_replies();
    if !playback::commit_typed_moves(cx) {
        return None;
    }
    if would_lose_work(cx, then) {
        if *then == DeferredAction::Quit {
            cx.request(TabsAction::ShowOnlyUnsaved);
        }
        cx.open_dialog(Dialog::Unsaved(then.clone()));
        return None;
    }
    Some(Guarded(()))
}

/// Does the same as [`guard`] for files that have finished loading. `allowed` is the unsaved work when the user allowed
/// loading; `None` if the user was not asked. Does not ask again if the work is still the same and no save is running.
pub(in crate::app) fn guard_arrival(
    cx: &mut Cx<'_>,
    allowed: Option<UnsavedRevision>,
    then: &DeferredAction,
) -> Option<Guarded> {
    let is_saving = cx.library.file().is_some_and(|file| file.save.is_saving());
    if allowed == Some(cx.library.unsaved_revision()) && !is_saving {
        return Some(Guarded(()));
    }
    guard(cx, then)
}

/// Returns a [`Guarded`] if the file numbered `opened`, which a hidden tab shows, has no unsaved work. An empty tab
/// has none.
pub(in crate::app) fn guard_hidden(session: &Session, opened: Option<u64>) -> Option<Guarded> {
    let file = session.library.parked(opened);
    if file.is_some_and(FileSession::is_unsaved) { None } else { Some(Guarded(())) }
}

/// Performs `then`. If `then` would lose unsaved work, asks the user first.
pub(in crate::app) fn guarded(cx: &mut Cx<'_>, then: DeferredAction) {
    if then == DeferredAction::SaveAllAndQuit {
        return cx.request(TabsAction::SaveAll);
    }
    if let Some(guarded) = guard(cx, &then) {
        cx.request(Action::Proceed(then, guarded));
    }
}

/// Handles the user's answer about unsaved work. If `save`, saves the work before the deferred action. Otherwise
/// performs the action at once, which discards the work.
pub(in crate::app) fn resolve_unsaved(cx: &mut Cx<'_>, save: bool) {
    let Some(Dialog::Unsaved(then)) = cx.shell.dialog.clone() else { return };
    cx.close_dialog();
    match then {
        DeferredAction::Quit if save => guarded(cx, DeferredAction::SaveAllAndQuit),
        then if save => cx.request(SavingAction::SaveThen(then)),
        then => cx.request(Action::Proceed(then, Guarded(()))),
    }
}

/// Resolves a conflict between the file on the disk and the user's changes. Discards the changes and reloads the file.
pub(in crate::app) fn accept_external_change(cx: &mut Cx<'_>) {
    let Some(file) = cx.file_mut() else { return };
    if matches!(file.save, Save::Conflict { .. }) {
        file.save = Save::Idle;
        cx.request(Action::Proceed(DeferredAction::Reload, Guarded(())));
    }
}
