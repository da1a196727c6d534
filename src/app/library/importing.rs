//! Boards of other sites, which become matches when they are opened or pasted.

use super::UnpackWhole;
use crate::{
    app::{Cx, Offer, issues::sentence},
    import::BoardFiles,
};

/// What is said of boards that became matches.
pub(super) const IMPORTED: &str = "The boards became matches, which are in no file yet.";

/// More sentences about an import than these are not shown.
const MOST_SAID: usize = 2;

/// Something about boards that were read which a person should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedNote {
    /// A sentence, with the name of the file.
    pub text: String,
    /// What can be done about it.
    pub offer: Option<Offer>,
}

/// What is to be told of boards that were read as `read` says.
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

/// Says what came of boards of another site. The first sentences are enough in a window.
pub(in crate::app) fn say_imported(cx: &mut Cx<'_>, notes: Vec<ImportedNote>) {
    for note in notes.into_iter().take(MOST_SAID) {
        match note.offer {
            Some(offer @ Offer::UnpackWhole(_)) => cx.say_and_offer(note.text, offer),
            Some(offer) => cx.offer(note.text, offer),
            None => cx.say(note.text),
        }
    }
}
