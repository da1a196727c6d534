//! [`Imported`]: the outcome of an import, with notes for the import dialog or for notices.

use super::{Cx, LoadRequest, Offer};
use crate::{
    archive::Collection,
    file::Source,
    import::{BoardFiles, ImportSummary, SkippedFiles},
    text::sentence,
};
use std::path::PathBuf;

const MAX_IMPORT_NOTICES: usize = 2;

/// The outcome of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    pub summary: ImportSummary,
    pub notes: Vec<ImportedNote>,
    /// The files of folders and archives that were not read.
    pub skipped: SkippedFiles,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedNote {
    /// The note as a sentence. A note about a file includes the file name.
    pub text: String,
    pub offer: Option<Offer>,
    /// Whether something may be wrong.
    pub is_warning: bool,
}

/// Downloaded matches that are in no file yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedList {
    /// The name under which the window shows the matches; not a path on the disk.
    pub path: PathBuf,
    /// The matches as BPGN.
    pub text: String,
    /// The position to show, in the syntax of the command line's `--at`; `None` for the start.
    pub at: Option<String>,
    pub imported: Imported,
}

impl ImportedList {
    pub(in crate::app) fn list(&self) -> Collection {
        Collection::of(Source::from_bytes(&self.path, self.text.as_str()))
    }
}

impl From<String> for ImportedNote {
    fn from(text: String) -> Self {
        Self { text, offer: None, is_warning: true }
    }
}

impl Imported {
    /// Returns the outcome of importing `boards`, which were loaded by the request `read`. Notes about archives beyond
    /// the size limits offer to repeat `read` without limits.
    pub fn of(boards: &BoardFiles, read: &LoadRequest) -> Self {
        let notes = boards.all_notes().into_iter().map(|note| {
            let words = note.note.text;
            let text = match note.file {
                Some(file) => format!("{words} ({})", file.display()),
                None => words,
            };
            let unpack = note.over_limits.and_then(|path| read.offer(path));
            ImportedNote {
                text: sentence(&text),
                offer: note.note.address.map(Offer::Copy).or(unpack),
                is_warning: true,
            }
        });
        let repeated = boards.repeated_note().map(|text| ImportedNote {
            text: sentence(&text),
            offer: None,
            is_warning: false,
        });
        Self {
            summary: boards.import.summary(),
            notes: notes.chain(repeated).collect(),
            skipped: boards.skipped.clone(),
        }
    }

    /// If `partner` is `Some`, offers to add the missing board from that file. The offer replaces offers to copy the
    /// address of the board.
    #[must_use]
    pub fn with_partner(mut self, partner: Option<PathBuf>) -> Self {
        if let Some(path) = partner {
            let name = path.file_name().unwrap_or_default().display();
            let text = format!("The other board of this match is in {name}.");
            self.notes.retain(|note| !matches!(note.offer, Some(Offer::Copy(_))));
            let offer = Some(Offer::AddBoard(path));
            self.notes.insert(0, ImportedNote { text, offer, is_warning: false });
        }
        self
    }

    /// Shows notices: the numbers of imported matches and boards, and the first notes.
    pub(in crate::app) fn report(self, cx: &mut Cx<'_>) {
        if self.summary.matches > 0 {
            cx.notify(format!("{}. Not saved yet.", self.summary));
        }
        if !self.skipped.is_empty() {
            cx.notify(sentence(&self.skipped.to_string()));
        }
        report_imported(cx, self.notes);
    }

    /// Returns the notes on an import without matches.
    pub(in crate::app) fn refusal(mut self) -> Vec<ImportedNote> {
        if self.summary.other_games > 0 {
            self.notes.insert(0, format!("{}.", self.summary).into());
        }
        if !self.skipped.is_empty() {
            self.notes.push(sentence(&self.skipped.to_string()).into());
        }
        self.notes
    }
}

/// Shows the first `MAX_IMPORT_NOTICES` of `notes` as notices.
pub(in crate::app) fn report_imported(cx: &mut Cx<'_>, notes: Vec<ImportedNote>) {
    for note in notes.into_iter().take(MAX_IMPORT_NOTICES) {
        match note.offer {
            Some(offer @ (Offer::UnpackWhole(_) | Offer::CopyDetails(_))) => {
                cx.warn_with_offer(note.text, offer);
            }
            Some(offer) => cx.notify_with_offer(note.text, offer),
            None if note.is_warning => cx.warn(note.text),
            None => cx.notify(note.text),
        }
    }
}
