//! Saving and exporting, and recovery of unsaved changes.

mod action;
mod copy;
mod destination;
mod recovering;
mod save;
mod unsaved_work;

pub use action::SavingAction;
pub use unsaved_work::UnsavedWork;

use crate::{
    app::{Cx, Dialog, LoadRequest, Offer, Save, SaveTarget, UnsavedRevision},
    settings::{Recovery, RecoveryId},
};
use std::collections::BTreeMap;

/// The state of the recovery data of this session and of earlier ones.
#[derive(Clone, Debug, Default)]
pub struct Saving {
    /// The open files with recovery data of this session: the revision that was stored last, by the number of the file.
    /// `None` if an earlier session stored them.
    stored: BTreeMap<u64, Option<u64>>,
    /// The unsaved changes to recover next, each in a tab of its own.
    recovery_queue: Vec<RecoveryId>,
    /// Unsaved changes from earlier sessions, until they are recovered or discarded.
    pub recoverable: Vec<(RecoveryId, Recovery)>,
    /// Changes discarded in this session or the last one, latest first, until they are recovered.
    pub discarded: Vec<(RecoveryId, Recovery)>,
    /// The request for the file whose changes were discarded for the version on disk, until they can be restored.
    reloaded_over: Option<LoadRequest>,
    /// While a job loads the recovered files, the state when the user chose to recover. Otherwise `None`.
    recovering: Option<RecoveryRequest>,
}

/// The user's choice to recover changes, until they are shown.
#[derive(Clone, Copy, Debug)]
struct RecoveryRequest {
    unsaved: UnsavedRevision,
    /// The number of the shown tab.
    tab: u64,
}

pub use destination::save_elsewhere_reason;
pub(in crate::app) use destination::{prompt_path, show_path_prompt};
pub use recovering::changed_names;

/// Ends any question to the user about saving, and drops the action that waits for the save.
pub(in crate::app) fn drop_deferred_action(cx: &mut Cx<'_>) {
    cx.in_file(|file| file.save.drop_deferred_action());
}

/// Stops waiting for a save, after a panic in its job.
pub(in crate::app) fn stop_saving(cx: &mut Cx<'_>) {
    cx.in_file(|file| file.save = Save::Idle);
}

/// Stops waiting for the answer to the dialog for a path, after a panic in its job.
pub(in crate::app) fn drop_path_dialog(cx: &mut Cx<'_>) {
    cx.in_file(|file| file.path_dialog = false);
    drop_deferred_action(cx);
}

/// Reports why `what` was not saved: in the dialog if its path was typed there, otherwise as a notice.
pub(in crate::app) fn report_failure(cx: &mut Cx<'_>, what: SaveTarget, words: String) {
    match cx.file_mut().and_then(|file| file.typed_save.take()) {
        Some(path) => {
            let path = path.to_string_lossy().into_owned();
            cx.open_dialog(Dialog::SavePath(what, path, Some(words)));
        }
        None if what == SaveTarget::File => cx.warn_with_offer(words, Offer::SaveAs),
        None => cx.warn(words),
    }
}
