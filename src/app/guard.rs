//! [`Guarded`]: the one check that stands before the open file is replaced or closed.
//!
//! [`Library::replace`](crate::app::Library) and the reading of files take a [`Guarded`], which the functions of this
//! module alone can make: because nothing unsaved is open, or because the user has discarded it. [`Then`] is what waits
//! for the user's answer.

use crate::{
    app::{Action, Cx, Dialog, Save, SavingAction, Session, UnpackWhole, notes},
    rules::Numbers,
    settings::RecoveryId,
};
use std::path::PathBuf;

/// Proof that the open file may be replaced or closed: nothing is lost by it, or the user has discarded what is.
#[derive(Debug)]
#[must_use]
pub struct Guarded(());

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

/// Whether `then` would lose unsaved work.
fn loses(session: &Session, then: &Then) -> bool {
    let Some(file) = session.library.file() else {
        return false;
    };
    let comes_back = match then {
        // The offer holds the position.
        Then::Numbers { .. } => true,
        Then::Reload => file.storage.can_be_read_again(),
        Then::UnpackWhole(unpack) => file.storage.can_be_read_again() && unpack.paths == file.paths,
        _ => false,
    };
    if comes_back { session.is_edited() } else { session.is_unsaved() }
}

/// The proof that `then` loses nothing. Where it would, the user is asked, and `then` waits for the answer.
pub(in crate::app) fn guard(cx: &mut Cx<'_>, then: &Then) -> Option<Guarded> {
    notes::settle(cx);
    if loses(cx, then) {
        cx.shell.dialog = Some(Dialog::Unsaved(then.clone()));
        return None;
    }
    Some(Guarded(()))
}

/// The same for what was asked for when `touched` had this value, was allowed then, and has now been read. The user
/// is asked once more where something has been changed, typed or saved meanwhile.
pub(in crate::app) fn guard_arrival(
    cx: &mut Cx<'_>,
    touched: Option<u64>,
    then: &Then,
) -> Option<Guarded> {
    let is_saving = cx.library.file().is_some_and(|file| file.save.is_saving());
    if touched == Some(cx.touched) && !is_saving {
        return Some(Guarded(()));
    }
    guard(cx, then)
}

/// Does `then` at once where nothing would be lost by it; otherwise asks the user.
pub(in crate::app) fn guarded(cx: &mut Cx<'_>, then: Then) {
    if let Some(guarded) = guard(cx, &then) {
        cx.request(Action::Proceed(then, guarded));
    }
}

/// The user's answer to the question about unsaved work.
pub(in crate::app) fn answer_unsaved(cx: &mut Cx<'_>, save: bool) {
    match cx.shell.dialog.take() {
        Some(Dialog::Unsaved(then)) if save => {
            cx.request(Action::Saving(SavingAction::SaveThen(then)))
        }
        Some(Dialog::Unsaved(then)) => cx.request(Action::Proceed(then, Guarded(()))),
        other => {
            cx.shell.dialog = other;
        }
    }
}

/// The user's answer to a conflict: the file as it is on the disk, without the changes made here.
pub(in crate::app) fn take_theirs(cx: &mut Cx<'_>) {
    let Some(file) = cx.library.file_mut() else { return };
    if matches!(file.save, Save::Conflict { .. }) {
        file.save = Save::Idle;
        cx.request(Action::Proceed(Then::Reload, Guarded(())));
    }
}
