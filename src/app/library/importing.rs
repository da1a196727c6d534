//! Single-board exports of other sites, merged into matches when opened or pasted.

use crate::text::sentence;

use crate::{
    app::{Cx, Offer, UnpackWhole},
    import::{BoardFiles, fetch::FetchError},
    text::count_words,
};

/// Returns the notice for merged boards.
pub(super) fn imported(matches: usize) -> String {
    format!("Imported {}. Not saved yet.", count_words(matches, "match", "matches"))
}

/// The maximum number of notices per import.
const MAX_NOTICES: usize = 2;

/// A note on imported boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedNote {
    /// A sentence with the name of the file.
    pub text: String,
    /// An offered action.
    pub offer: Option<Offer>,
}

/// Returns the note on a download that failed, at least in part.
#[must_use]
pub fn download_note(error: &FetchError) -> ImportedNote {
    ImportedNote { text: sentence(&error.to_string()), offer: None }
}

/// Returns the notes on boards that were loaded by the request `read`.
#[must_use]
pub fn import_notes(boards: &BoardFiles, read: &UnpackWhole) -> Vec<ImportedNote> {
    let notes = boards.all_notes().into_iter();
    notes
        .map(|note| {
            let words = note.note.text;
            let text = match note.file {
                Some(file) => format!("{words} ({})", file.display()),
                None => words,
            };
            let unpack = note.over_limits.and_then(|path| read.offer(path));
            ImportedNote {
                text: sentence(&text),
                offer: note.note.address.map(Offer::Copy).or(unpack),
            }
        })
        .collect()
}

/// Shows the first notes on imported boards.
pub(in crate::app) fn say_imported(cx: &mut Cx<'_>, notes: Vec<ImportedNote>) {
    for note in notes.into_iter().take(MAX_NOTICES) {
        match note.offer {
            Some(offer @ Offer::UnpackWhole(_)) => cx.warn_with_offer(note.text, offer),
            Some(offer) => cx.notify_with_offer(note.text, offer),
            None => cx.warn(note.text),
        }
    }
}
