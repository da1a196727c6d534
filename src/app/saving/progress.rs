//! [`Save`]: how far saving the open file has come, and what follows it.

use crate::app::{LineDifference, Then};
use std::path::PathBuf;

/// How far saving the open file has come.
///
/// Invariant: what follows a save is part of its state, so that it is dropped with a save that fails or is cancelled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Save {
    /// Nothing is being saved.
    #[default]
    Idle,
    /// The user is asked for a path, or whether the file there may be replaced.
    AskingPath {
        /// What follows when everything has been saved.
        then: Option<Then>,
    },
    /// A job writes the file.
    Saving {
        /// What follows when everything has been saved.
        then: Option<Then>,
        /// The path that the file is saved to after that.
        next: Option<SaveAs>,
    },
    /// Another program has changed the file, and the user is asked which version to keep.
    Conflict {
        /// The file.
        to: PathBuf,
        /// The lines that differ between the file on the disk and what would be saved.
        differences: Vec<LineDifference>,
        /// What follows when everything has been saved.
        then: Option<Then>,
    },
}

/// A path to save the open file to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaveAs {
    /// The path.
    pub to: PathBuf,
    /// Whether a file there may be replaced.
    pub replace: bool,
}

impl Save {
    /// Whether a job writes the file.
    #[must_use]
    pub const fn is_saving(&self) -> bool {
        matches!(self, Self::Saving { .. })
    }

    /// The lines that differ between the file on the disk and what would be saved.
    #[must_use]
    pub fn differences(&self) -> &[LineDifference] {
        match self {
            Self::Conflict { differences, .. } => differences,
            _ => &[],
        }
    }

    /// Ends the question that is open, if any, and returns what was to follow its answer. A job that writes goes on.
    pub(in crate::app) fn end_question(&mut self) -> Option<Then> {
        match self {
            Self::Idle | Self::Saving { .. } => None,
            Self::AskingPath { then } | Self::Conflict { then, .. } => {
                let then = then.take();
                *self = Self::Idle;
                then
            }
        }
    }

    /// Drops what was to follow, and the question that is open.
    pub(in crate::app) fn drop_follow_up(&mut self) {
        self.end_question();
        if let Self::Saving { then, .. } = self {
            *then = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_ends_with_the_question_and_outlives_a_running_save() {
        let mut asking = Save::AskingPath { then: Some(Then::Quit) };
        assert_eq!(asking.end_question(), Some(Then::Quit));
        assert_eq!(asking, Save::Idle);
        let mut saving = Save::Saving { then: Some(Then::Quit), next: None };
        assert_eq!(saving.end_question(), None);
        assert_eq!(saving, Save::Saving { then: Some(Then::Quit), next: None });
        saving.drop_follow_up();
        assert_eq!(saving, Save::Saving { then: None, next: None });
    }
}
