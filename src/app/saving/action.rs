//! [`SavingAction`] and what comes of it.

use super::{SaveWhat, Then};
use crate::{
    app::{Dialog, Effect, FileAnswer, Recovered, Saved, State, Written},
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

impl State {
    pub(in crate::app) fn update_saving(&mut self, action: SavingAction) -> Vec<Effect> {
        match action {
            SavingAction::BeginMatch => return self.begin_match(),
            SavingAction::Guarded(then) => return self.guarded(then),
            SavingAction::AnswerUnsaved(save) => return self.answer_unsaved(save),
            SavingAction::PathAsked(what, answer) => match answer {
                FileAnswer::Chosen(path) => return self.save_path(what, path, true),
                FileAnswer::Cancelled => self.drop_follow_up(),
                FileAnswer::NotToBeHad => {
                    let path = self.path_beside(what).unwrap_or_default();
                    let path = path.to_string_lossy().into_owned();
                    self.shell.dialog = Some(Dialog::SavePath(what, path));
                }
            },
            SavingAction::SavePath(what, path, replace) => {
                return self.save_path(what, path, replace);
            }
            SavingAction::KeepMine => return self.keep_mine(),
            SavingAction::TakeTheirs => return self.take_theirs(),
            SavingAction::Saved(saved) => return self.saved(*saved),
            SavingAction::Written(written) => self.written_elsewhere(*written),
            SavingAction::Found(found) => self.found(found),
            SavingAction::Recover(index, take) => return self.recover(index, take),
            SavingAction::Recovered(recovered) => return self.recovered(*recovered),
        }
        Vec::new()
    }
}
