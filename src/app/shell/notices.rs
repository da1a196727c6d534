//! [`Notice`]: a message in the window.

use crate::{
    app::{Action, Command, Cx, Effect, Then, UnpackWhole, guard::guarded},
    archive::RecordId,
    document::shortened,
    rules::Numbers,
};
use std::path::{Path, PathBuf};

/// The maximum length of a notice, in bytes.
const MAX_NOTICE_BYTES: usize = 2000;

/// The maximum number of notices.
const MAX_NOTICES: usize = 4;

/// A record: the path of its file, the number of that file if its path may be another's too, and the place in it. A file
/// that is read again stays the same.
pub(in crate::app) type RecordShown = (PathBuf, Option<u64>, RecordId);

/// The notices, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Notices {
    list: Vec<Notice>,
    /// The number of notices shown in this session.
    last_number: u64,
    /// The same when the current action began.
    action_start: u64,
    /// The record that the notices are about.
    record: Option<RecordShown>,
    /// Whether there was unsaved work.
    is_unsaved: bool,
}

/// A notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The sequence number within the session.
    pub number: u64,
    /// The text, a sentence.
    pub text: String,
    /// Whether this is a warning rather than information.
    pub is_warning: bool,
    /// The offers.
    pub offers: Vec<Offer>,
}

impl Notice {
    /// Returns whether the notice expires after some seconds. Warnings and questions stay until dismissed or another
    /// match is shown.
    #[must_use]
    pub fn passes(&self) -> bool {
        !self.is_warning && self.offers.iter().all(Offer::is_passing)
    }
}

/// An action offered by a notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Interpret the numbers of a pasted position differently.
    Numbers {
        /// The position.
        text: String,
        /// The other interpretation.
        numbers: Numbers,
    },
    /// Reload a file changed on the disk.
    Reload,
    /// Unpack all of an archive that exceeds the limits.
    UnpackWhole(UnpackWhole),
    /// Open this file of matches.
    OpenMatches(PathBuf),
    /// Copy a text to the clipboard.
    Copy(String),
    /// Open a saved file with its default program.
    Open(PathBuf),
    /// Show the folder of that file.
    ShowInFolder(PathBuf),
    /// Solve the puzzles of the open file.
    SolvePuzzles,
}

impl Offer {
    /// Performs the offer.
    pub(super) fn accept(self, cx: &mut Cx<'_>) {
        match self {
            Self::Numbers { text, numbers } => guarded(cx, Then::Numbers { text, numbers }),
            Self::Reload => guarded(cx, Then::Reload),
            Self::UnpackWhole(unpack) => guarded(cx, Then::UnpackWhole(unpack)),
            Self::OpenMatches(path) => guarded(cx, Then::Open(vec![path])),
            Self::Copy(text) => cx.copy(text),
            Self::Open(path) => cx.run(Effect::ShowFile(path)),
            Self::ShowInFolder(path) => {
                let folder = path.parent().map(Path::to_path_buf);
                cx.run(Effect::ShowFile(folder.unwrap_or(path)));
            }
            Self::SolvePuzzles => cx.request(Action::Do(Command::PuzzlesOfList)),
        }
    }

    /// What stands on its button.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Numbers { numbers, .. } => format!("Read as {}", numbers.name()),
            Self::Reload => "Reload".to_owned(),
            Self::UnpackWhole(_) => "Unpack anyway".to_owned(),
            Self::OpenMatches(_) => "Open file".to_owned(),
            Self::Copy(_) => "Copy address".to_owned(),
            Self::Open(_) => "Open".to_owned(),
            Self::ShowInFolder(_) => "Show in folder".to_owned(),
            Self::SolvePuzzles => "Solve puzzles".to_owned(),
        }
    }

    /// Returns whether ignoring the offer has no consequences.
    const fn is_passing(&self) -> bool {
        matches!(self, Self::Open(_) | Self::ShowInFolder(_))
    }
}

impl std::ops::Deref for Notices {
    type Target = [Notice];

    fn deref(&self) -> &Self::Target {
        &self.list
    }
}

impl Notices {
    /// Adds a message.
    pub(in crate::app) fn push(&mut self, text: String, is_warning: bool, offers: Vec<Offer>) {
        let text = shortened(text, MAX_NOTICE_BYTES);
        self.last_number += 1;
        self.list.retain(|notice| notice.text != text);
        self.list.push(Notice { number: self.last_number, text, is_warning, offers });
        if self.list.len() > MAX_NOTICES {
            // Drops a notice that would expire rather than a warning.
            let first = self.list.iter().position(Notice::passes);
            self.list.remove(first.unwrap_or(0));
        }
    }

    /// Removes and returns all notices.
    pub(in crate::app) fn take_all(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.list)
    }

    /// Restores notices removed by `take_all`, before later ones.
    pub(in crate::app) fn restore(&mut self, stashed: Vec<Notice>) {
        self.list.splice(0..0, stashed);
    }

    /// Dismisses the notice at `index`.
    pub(in crate::app) fn close(&mut self, index: usize) {
        if index < self.list.len() {
            self.list.remove(index);
        }
    }

    /// Dismisses the notice with this number.
    pub(in crate::app) fn close_number(&mut self, number: u64) {
        self.list.retain(|notice| notice.number != number);
    }

    /// Dismisses notices with these texts, which turned out to be wrong.
    pub(in crate::app) fn dismiss_texts(&mut self, words: &[&str]) {
        self.list.retain(|notice| !words.contains(&&*notice.text));
    }

    /// Begins an action, which may outdate the notices shown until now.
    pub(in crate::app) const fn begin_action(&mut self) {
        self.action_start = self.last_number;
    }

    /// Dismisses the notices shown before this action if another `record` is open, or if all was saved.
    pub(in crate::app) fn dismiss_outdated(
        &mut self,
        record: Option<RecordShown>,
        is_unsaved: bool,
    ) {
        if record != self.record || (self.is_unsaved && !is_unsaved) {
            self.list.retain(|notice| notice.number > self.action_start);
        }
        (self.record, self.is_unsaved) = (record, is_unsaved);
    }

    /// Dismisses offers about a file that is no longer shown.
    pub(in crate::app) fn forget_offers(&mut self) {
        self.list.retain(|notice| notice.offers.is_empty());
    }
}
