//! [`Save`]: the progress of saving the open file, and the action deferred until the file is saved; [`SaveTarget`]: the
//! purpose of a save dialog.

use crate::{
    app::{DeferredAction, LineDifference, Side},
    rules::Color,
};
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

/// The purpose of a save dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveTarget {
    /// The whole file. After the save, the file at the new path is open.
    File,
    /// A copy of the current match.
    Match,
    /// The current match, appended to another file.
    Append,
    /// The current game of Kriegspiel, in one view.
    Heard(Side),
    Matches,
    /// The user's puzzle progress.
    Progress,
    Puzzles,
    /// The set of puzzles on pages.
    PuzzleSheet,
    /// The book of mistakes.
    Book,
    /// Downloaded matches, added to a file.
    Downloaded,
}

impl SaveTarget {
    pub const fn title(self) -> &'static str {
        match self {
            Self::File => "Save as",
            Self::Match => "Save a copy of this match",
            Self::Append => "Append match to file",
            Self::Heard(Side::Referee) => "Export referee’s view",
            Self::Heard(Side::Seat(Color::White)) => "Export White’s view",
            Self::Heard(Side::Seat(Color::Black)) => "Export Black’s view",
            Self::Matches => "Export listed matches",
            Self::Progress => "Export puzzle progress",
            Self::Puzzles => "Export puzzle set",
            Self::PuzzleSheet => "Print puzzle set",
            Self::Book => "Export book of mistakes",
            Self::Downloaded => "Add matches to file",
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
