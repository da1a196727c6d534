//! [`SavingAction`] and what comes of it.

use super::{SaveWhat, Saving, drop_follow_up};
use crate::{
    app::{
        Cx, Dialog, FileAnswer, Recovered, Saved, Then, Written,
        guard::{answer_unsaved, guarded, take_theirs},
        new_match,
        saving::{
            copy::{save_path, written_elsewhere},
            destination::path_beside,
            save::{finish_save, keep_mine, save_then},
        },
    },
    settings::{Recovery, RecoveryId},
};
use std::path::PathBuf;

/// Saving, what must be asked before, and changes of another time.
#[derive(Debug)]
pub enum SavingAction {
    /// Begin the match of the sheet.
    BeginMatch,
    /// Something that would lose what is not saved.
    Guarded(Then),
    /// Save the file under its name.
    Save,
    /// Save the file, then do this.
    SaveThen(Then),
    /// The answer about what is not saved: whether to save it.
    AnswerUnsaved(bool),
    /// The dialog for a path to save to was closed.
    PathAsked(SaveWhat, FileAnswer),
    /// A path to save to was typed, and whether what stands there may be replaced.
    SavePath(SaveWhat, PathBuf, bool),
    /// Save over what another program has written.
    KeepMine,
    /// Show the file as it now is on the disk; what was changed is given up.
    TakeTheirs,
    /// The file has been saved, or why it has not.
    Saved(Box<Saved>),
    /// A match has been written elsewhere, or why it has not.
    Written(Box<Written>),
    /// Changes that were not saved at another time.
    Found(Vec<(RecoveryId, Recovery)>),
    /// Take back what is at this place of them, or have it removed.
    Recover(usize, bool),
    /// What was taken back has been read.
    Recovered(Box<Recovered>),
}

impl Saving {
    pub(in crate::app) fn update(&mut self, action: SavingAction, cx: &mut Cx<'_>) {
        match action {
            SavingAction::BeginMatch => new_match::begin_match(cx),
            SavingAction::Guarded(then) => guarded(cx, then),
            SavingAction::Save => save_then(cx, None),
            SavingAction::SaveThen(then) => save_then(cx, Some(then)),
            SavingAction::AnswerUnsaved(save) => answer_unsaved(cx, save),
            SavingAction::PathAsked(what, answer) => match answer {
                FileAnswer::Chosen(path) => save_path(cx, what, path, true),
                FileAnswer::Cancelled => drop_follow_up(cx),
                FileAnswer::NotToBeHad => {
                    let path = path_beside(cx, what).unwrap_or_default();
                    let path = path.to_string_lossy().into_owned();
                    cx.shell.dialog = Some(Dialog::SavePath(what, path));
                }
            },
            SavingAction::SavePath(what, path, replace) => {
                save_path(cx, what, path, replace);
            }
            SavingAction::KeepMine => keep_mine(cx),
            SavingAction::TakeTheirs => take_theirs(cx),
            SavingAction::Saved(saved) => finish_save(cx, *saved),
            SavingAction::Written(written) => written_elsewhere(cx, *written),
            SavingAction::Found(found) => self.found(cx, found),
            SavingAction::Recover(index, take) => self.recover(cx, index, take),
            SavingAction::Recovered(recovered) => self.recovered(cx, *recovered),
        }
    }
}
