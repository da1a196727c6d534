//! [`Save`]: the progress of saving the open file, and the action deferred until the file is saved.

use crate::app::{DeferredAction, LineDifference};
use std::path::PathBuf;

/// The progress of saving the open file, with the action to run afterwards. A failed or cancelled save drops that
/// action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Save {
    #[default]
    Idle,
    /// The user is asked for a path, or for confirmation to replace a file.
    AskingPath {
        /// The action to run after the save, such as quitting.
        then: Option<DeferredAction>,
    },
    /// A job is writing the file.
    Saving {
        /// The action to run after the save, such as quitting.
        then: Option<DeferredAction>,
        /// The destination to save to next, if the user has chosen "Save as" during this save.
        next: Option<SaveAs>,
    },
    /// Another program has changed the file. The user is asked which version to keep.
    Conflict {
        to: PathBuf,
        /// The lines that differ between the file on the disk and the new text.
        differences: Vec<LineDifference>,
        /// The action to run after the save, such as quitting.
        then: Option<DeferredAction>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaveAs {
    pub to: PathBuf,
    /// Whether an existing file may be replaced.
    pub replace: bool,
}

impl Save {
    pub const fn is_saving(&self) -> bool {
        matches!(self, Self::Saving { .. })
    }

    /// Returns the lines that differ between the file on the disk and the new text; empty without a conflict.
    pub fn differences(&self) -> &[LineDifference] {
        match self {
            Self::Conflict { differences, .. } => differences,
            _ => &[],
        }
    }

    /// Ends a prompt (for a path or about a conflict), and returns the deferred action. A running save continues.
    pub(in crate::app) fn end_prompt(&mut self) -> Option<DeferredAction> {
        match self {
            Self::Idle | Self::Saving { .. } => None,
            Self::AskingPath { then } | Self::Conflict { then, .. } => {
                let then = then.take();
                *self = Self::Idle;
                then
            }
        }
    }

    /// Drops the deferred action, and ends a prompt.
    pub(in crate::app) fn drop_deferred_action(&mut self) {
        self.end_prompt();
        if let Self::Saving { then, .. } = self {
            *then = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deferred_action_survives_a_running_save_but_not_cancel() {
        let mut asking = Save::AskingPath { then: Some(DeferredAction::Quit) };
        assert_eq!(asking.end_prompt(), Some(DeferredAction::Quit));
        assert_eq!(asking, Save::Idle);
        let mut saving = Save::Saving { then: Some(DeferredAction::Quit), next: None };
        assert_eq!(saving.end_prompt(), None);
        assert_eq!(saving, Save::Saving { then: Some(DeferredAction::Quit), next: None });
        saving.drop_deferred_action();
        assert_eq!(saving, Save::Saving { then: None, next: None });
    }
}
