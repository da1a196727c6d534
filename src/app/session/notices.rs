//! [`Notice`]: a message in the window.

use crate::{
    app::{
        AnalysisAction, Command, Cx, DeferredAction, DraftPlace, DraftTask, Effect, EngineAction,
        JobKind, LibraryAction, LoadRequest, NotesAction, SavingAction, SearchAction, TabsAction,
        copied::Copied, guard::guarded,
    },
    archive::RecordId,
    document::{shortened, shortened_in_middle},
    rules::Numbers,
    settings::RecoveryId,
    text::capital,
};
use std::{
    borrow::Cow,
    path::{Path, PathBuf},
};

/// The maximum length of a notice, in bytes.
const MAX_NOTICE_BYTES: usize = 2000;

const MAX_NOTICES: usize = 4;

/// The maximum length of a path in a notice, in characters, unless the name of the file is long.
const MAX_PATH_CHARACTERS: usize = 40;

/// The minimum length to which a folder is shortened, in characters.
const MIN_FOLDER_CHARACTERS: usize = 8;

/// The identity of the open record: the path of the file, the sequence number of the file if the path is not unique,
/// and the record's index in the list. Reloading the file keeps the identity.
pub(in crate::app) type RecordShown = (PathBuf, Option<u64>, RecordId);

/// The notices, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Notices {
    list: Vec<Notice>,
    /// The number of notices shown in this session.
    last_number: u64,
    /// The value of `last_number` before the current action.
    action_start: u64,
    /// The record that was open after the last action.
    record: Option<RecordShown>,
    /// Whether there was unsaved work after the last action.
    is_unsaved: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The sequence number within the session.
    pub number: u64,
    /// The text, a sentence.
    pub text: String,
    /// Whether this is a warning rather than information.
    pub is_warning: bool,
    pub offers: Vec<Offer>,
}

impl Notice {
    /// Returns the text for a narrow place: of a written file, and of a path after the reason, only the file name.
    pub fn brief(&self) -> Cow<'_, str> {
        if let Some(path) = self.written_file()
            && let Some(name) = path.file_name()
        {
            let whole = path.display().to_string();
            return Cow::Owned(self.text.replace(&whole, &name.display().to_string()));
        }
        let (first, rest) = first_sentence(&self.text);
        let Some((reason, path)) = first.rsplit_once(": ") else {
            return Cow::Borrowed(&self.text);
        };
        match Path::new(path).file_name() {
            Some(name) if Path::new(path).is_absolute() => {
                Cow::Owned(format!("{reason}: {}{rest}", name.display()))
            }
            _ => Cow::Borrowed(&self.text),
        }
    }

    /// Returns the path of the file that was written, which the notice offers to show.
    fn written_file(&self) -> Option<&Path> {
        self.offers.iter().find_map(|offer| match offer {
            Offer::ShowInFolder(path) => Some(path.as_path()),
            _ => None,
        })
    }

    /// Returns whether the notice offers to copy text that is nowhere else, such as unfinished entries.
    fn has_only_copy(&self) -> bool {
        self.offers.iter().any(|offer| matches!(offer, Offer::CopyText(_)))
    }

    /// Returns whether the notice expires after some seconds. Warnings and most offers stay until they are dismissed or
    /// outdated.
    pub fn expires(&self) -> bool {
        let may_expire = |it: &Offer| matches!(it, Offer::Open(_) | Offer::ShowInFolder(_));
        !self.is_warning && self.offers.iter().all(may_expire)
    }
}

/// Returns `path` for a notice, whose text would otherwise be cut. Shortens the folder in its middle, and keeps the name.
pub(in crate::app) fn short_path(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().display().to_string();
    let whole = path.display().to_string();
    let Some(folder) = whole.strip_suffix(&name) else { return whole };
    let room = MAX_PATH_CHARACTERS.saturating_sub(name.chars().count());
    format!("{}{name}", shortened_in_middle(folder, room.max(MIN_FOLDER_CHARACTERS)))
}

/// Moves a path at the start of a message behind the reason, because the place for a notice may be narrow.
fn reason_first(text: String) -> String {
    let (first, rest) = first_sentence(&text);
    match first.split_once(": ") {
        Some((path, reason)) if Path::new(path).is_absolute() => {
            format!("{}: {path}{rest}", capital(reason))
        }
        _ => text,
    }
}

/// Splits `text` into its first sentence without full stop, and the rest.
fn first_sentence(text: &str) -> (&str, &str) {
    let end = text.find(". ").unwrap_or(text.len() - usize::from(text.ends_with('.')));
    text.split_at(end)
}

/// An action offered by a notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Reopen a pasted position, reading its last two numbers as clocks instead of move counters, or the reverse.
    Numbers {
        text: String,
        /// The interpretation that the offer applies.
        numbers: Numbers,
    },
    /// Reload a file changed on the disk.
    Reload,
    /// Unpack an archive without limits on the unpacked size.
    UnpackWhole(LoadRequest),
    /// Open this file of matches.
    OpenMatches(PathBuf),
    /// Open each of these files in a tab of its own.
    OpenInTabs(Vec<PathBuf>),
    /// Complete the open match with its missing board from this file.
    AddBoard(PathBuf),
    /// Copy an address to the clipboard.
    Copy(String),
    /// Copy a text to the clipboard.
    CopyText(String),
    /// Copy the technical reason of a failure to the clipboard.
    CopyDetails(String),
    /// Go to the field of this draft.
    ShowDraft(Box<DraftPlace>),
    /// Replace the braces in this draft, and write the text into the record.
    ReplaceBraces(Box<DraftPlace>),
    /// Restore these discarded changes.
    Restore(RecoveryId),
    /// Save the open file under another name.
    SaveAs,
    /// Open a saved file with its default program.
    Open(PathBuf),
    /// Show the folder of a saved file.
    ShowInFolder(PathBuf),
    /// Solve the puzzles of the open file.
    SolvePuzzles,
    /// Cancel the export whose progress the notice shows.
    CancelExport,
    /// Start the analysis again that a panic has stopped.
    RestartAnalysis,
    /// Look for installed engines again.
    DetectEngines,
    /// Return to the puzzles that were left to look at a match.
    ResumePuzzles,
    /// Run the query of the visible search page again.
    RefreshSearch,
}

impl Offer {
    pub(in crate::app) fn accept(self, cx: &mut Cx<'_>) {
        match self {
            Self::Numbers { text, numbers } => {
                guarded(cx, DeferredAction::Numbers { text, numbers });
            }
            Self::Reload => guarded(cx, DeferredAction::Reload),
            Self::UnpackWhole(unpack) => guarded(cx, DeferredAction::UnpackWhole(unpack)),
            Self::OpenInTabs(paths) => cx.request(TabsAction::OpenFiles(paths)),
            Self::OpenMatches(path) | Self::AddBoard(path) => {
                cx.request(LibraryAction::Open(path));
            }
            Self::Copy(text) | Self::CopyText(text) | Self::CopyDetails(text) => {
                cx.copy(text, Copied::Text);
            }
            Self::ShowDraft(place) => cx.request(NotesAction::GoToDraft(place, DraftTask::Show)),
            Self::ReplaceBraces(place) => {
                cx.request(NotesAction::GoToDraft(place, DraftTask::ReplaceBraces));
            }
            Self::Restore(id) => cx.request(SavingAction::Recover(id)),
            Self::SaveAs => cx.request(Command::SaveAs),
            Self::Open(path) => cx.run(Effect::ShowFile(path)),
            Self::ShowInFolder(path) => {
                let folder = path.parent().map(Path::to_path_buf);
                cx.run(Effect::ShowFile(folder.unwrap_or(path)));
            }
            Self::SolvePuzzles => cx.request(Command::PuzzlesOfList),
            Self::CancelExport => cx.cancel([JobKind::Export]),
            Self::RestartAnalysis => cx.request(AnalysisAction::Restart),
            Self::DetectEngines => cx.request(EngineAction::DetectAgain),
            Self::ResumePuzzles => cx.request(Command::ResumePuzzles),
            Self::RefreshSearch => cx.request(SearchAction::MarkOutdated),
        }
    }

    pub fn name(&self) -> String {
        match self {
            Self::Numbers { numbers, .. } => format!("Read as {}", numbers.name()),
            Self::Reload => "Reload".to_owned(),
            Self::UnpackWhole(_) => "Unpack anyway".to_owned(),
            Self::OpenMatches(_) => "Open file".to_owned(),
            Self::OpenInTabs(_) => "Open in tabs".to_owned(),
            Self::AddBoard(_) => "Add board".to_owned(),
            Self::Copy(_) => "Copy address".to_owned(),
            Self::CopyText(_) => "Copy".to_owned(),
            Self::CopyDetails(_) => "Copy details".to_owned(),
            Self::ShowDraft(_) => "Show".to_owned(),
            Self::ReplaceBraces(_) => "Replace".to_owned(),
            Self::Restore(_) => "Restore".to_owned(),
            Self::SaveAs => "Save as…".to_owned(),
            Self::Open(_) => "Open".to_owned(),
            Self::ShowInFolder(_) => "Show in folder".to_owned(),
            Self::SolvePuzzles => "Solve puzzles".to_owned(),
            Self::ResumePuzzles => "Back to puzzles".to_owned(),
            Self::CancelExport => "Cancel export".to_owned(),
            Self::RestartAnalysis | Self::DetectEngines | Self::RefreshSearch => {
                "Try again".to_owned()
            }
        }
    }
}

impl std::ops::Deref for Notices {
    type Target = [Notice];

    fn deref(&self) -> &Self::Target {
        &self.list
    }
}

impl Notices {
    pub(in crate::app) fn push(&mut self, text: String, is_warning: bool, offers: Vec<Offer>) {
        let text = shortened(reason_first(text), MAX_NOTICE_BYTES);
        self.last_number += 1;
        self.list.retain(|notice| notice.text != text);
        self.list.push(Notice { number: self.last_number, text, is_warning, offers });
        if self.list.len() > MAX_NOTICES {
            // A notice that would expire anyway is removed rather than a warning.
            let first = self.list.iter().position(Notice::expires);
            self.list.remove(first.unwrap_or(0));
        }
    }

    pub(in crate::app) fn take_all(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.list)
    }

    /// Puts back notices removed by `take_all`, ahead of notices added since then.
    pub(in crate::app) fn restore(&mut self, stashed: Vec<Notice>) {
        self.list.splice(0..0, stashed);
    }

    /// Shows `text`, the progress of an export, in the notice of that export. The first report (`is_first`) creates the
    /// notice. A later report does nothing if the user has dismissed the notice.
    pub(in crate::app) fn show_progress(&mut self, text: String, is_first: bool) {
        match self.list.iter_mut().find(|notice| notice.offers.contains(&Offer::CancelExport)) {
            Some(notice) => notice.text = text,
            None if is_first => self.push(text, false, vec![Offer::CancelExport]),
            None => {}
        }
    }

    /// Dismisses the notice with the progress of an export.
    pub(in crate::app) fn end_progress(&mut self) {
        self.list.retain(|notice| !notice.offers.contains(&Offer::CancelExport));
    }

    pub(in crate::app) fn close(&mut self, number: u64) {
        self.list.retain(|notice| notice.number != number);
    }

    /// Dismisses notices with these texts, because their statements have turned out to be wrong.
    pub(in crate::app) fn dismiss_texts(&mut self, words: &[&str]) {
        self.list.retain(|notice| !words.contains(&&*notice.text));
    }

    /// Dismisses the notices that neither warn nor offer anything.
    pub(in crate::app) fn dismiss_informing(&mut self) {
        self.list.retain(|notice| notice.is_warning || !notice.offers.is_empty());
    }

    /// Marks the start of an action. The action may outdate earlier notices.
    pub(in crate::app) const fn begin_action(&mut self) {
        self.action_start = self.last_number;
    }

    /// Dismisses the notices from before the current action if the action has opened another record, or has saved or
    /// undone the last unsaved work. `record` and `is_unsaved` are the state after the action.
    pub(in crate::app) fn dismiss_outdated(
        &mut self,
        record: Option<RecordShown>,
        is_unsaved: bool,
    ) {
        if record != self.record || (self.is_unsaved && !is_unsaved) {
            self.dismiss_earlier();
        }
        (self.record, self.is_unsaved) = (record, is_unsaved);
    }

    /// Dismisses the notices from before the current action, because they are about another file or an earlier attempt.
    pub(in crate::app) fn dismiss_earlier(&mut self) {
        self.list.retain(|notice| notice.number > self.action_start || notice.has_only_copy());
    }

    /// Dismisses notices with offers, because the offers are about a file that is no longer shown. Keeps those that
    /// offer to copy text, which is nowhere else.
    pub(in crate::app) fn forget_offers(&mut self) {
        self.list.retain(|notice| notice.offers.is_empty() || notice.has_only_copy());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_path_keeps_the_name_of_the_file() {
        let short = |path: &str| short_path(Path::new(path));
        assert_eq!(short("/home/è/club.bpgn"), "/home/è/club.bpgn");
        let long = format!("/home/{}/club evening.bpgn", "games/".repeat(9));
        assert_eq!(short(&long), "/home…mes/games/games//club evening.bpgn");
        let name = format!("{}.bpgn", "Anna and Ben ".repeat(5));
        assert_eq!(short(&format!("/home/anna/{name}")), format!("/h…anna/{name}"));
        assert_eq!(short("/"), "/");
    }
}
