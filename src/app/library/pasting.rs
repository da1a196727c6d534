//! Pasting a position, matches, or single-board exports.

use super::{
    ImportedNote, Storage,
    completing::complete_open,
    importing::{import_notes, imported},
};
use crate::{
    app::{
        Cx, Offer, Then, UnpackWhole, guard,
        guard::Guarded,
        library::{importing::say_imported, opening::show_list},
    },
    archive::Collection,
    document::{source_of_position, source_of_position_as},
    file::Source,
    import::{BoardFiles, MatchSource, board::is_foreign},
    rules::Numbers,
    text::sentence,
};
use std::path::Path;

/// The file name of pasted text.
const PASTED: &str = "pasted.bpgn";

/// The content of pasted text.
enum Pasted {
    /// A position, and the interpretation of its last two numbers.
    Position(Source, Option<Numbers>),
    /// Matches.
    Matches(Collection),
    /// Single-board exports merged into matches.
    Boards(Collection, Vec<ImportedNote>),
    /// Nothing valid.
    Nothing(Vec<ImportedNote>),
}

impl Pasted {
    fn of(text: &str) -> Self {
        if is_foreign(text.as_bytes()) {
            let boards = BoardFiles::of_text(text.as_bytes());
            let list = Collection::of(Source::from_bytes(PASTED, boards.text()));
            let notes = import_notes(&boards, &UnpackWhole::default());
            return if list.has_matches() {
                Self::Boards(list, notes)
            } else {
                Self::Nothing(notes)
            };
        }
        match MatchSource::of_link(text) {
            Some(MatchSource::Board { board, .. }) => {
                let note = format!("This is a link to match {board} on chess.com.");
                let offer = Some(Offer::Download(text.trim().to_owned()));
                return Self::Nothing(vec![ImportedNote { text: note, offer }]);
            }
            Some(MatchSource::Pychess(id)) => {
                let address = format!("https://www.pychess.org/{id}");
                let text = "pychess shows matches to browsers only.".to_owned();
                let offer = Some(Offer::Copy(address));
                return Self::Nothing(vec![ImportedNote { text, offer }]);
            }
            _ => {}
        }
        let error = match source_of_position(text) {
            Ok((source, numbers)) => return Self::Position(source, numbers),
            Err(error) => error,
        };
        let list = Collection::of(Source::from_bytes(PASTED, text));
        if list.has_matches() {
            return Self::Matches(list);
        }
        let text = format!("The clipboard holds no match or position: {error}.");
        Self::Nothing(vec![ImportedNote { text, offer: None }])
    }
}

/// Opens pasted text. Invalid text replaces nothing, and so needs no check for unsaved work.
pub(in crate::app) fn paste(cx: &mut Cx<'_>, text: &str) {
    match Pasted::of(text) {
        Pasted::Nothing(notes) => say_imported(cx, notes),
        Pasted::Boards(list, _) | Pasted::Matches(list) if complete_open(cx, &list) => {}
        pasted => {
            if let Some(guarded) = guard::guard(cx, &Then::Paste(text.to_owned())) {
                show_pasted(cx, pasted, text, guarded);
            }
        }
    }
}

/// Opens pasted text after the check for unsaved work.
pub(in crate::app) fn show_pasted_text(cx: &mut Cx<'_>, text: &str, guarded: Guarded) {
    show_pasted(cx, Pasted::of(text), text, guarded);
}

fn show_pasted(cx: &mut Cx<'_>, pasted: Pasted, text: &str, guarded: Guarded) {
    let path = Path::new(PASTED);
    match pasted {
        Pasted::Position(source, numbers) => {
            show_position(cx, source, guarded);
            if let Some(numbers) = numbers {
                let other = Offer::Numbers { text: text.to_owned(), numbers: numbers.other() };
                let taken = numbers.name();
                let words = format!("Read the last two numbers of the position as {taken}.");
                cx.notify_with_offer(words, other);
            }
        }
        Pasted::Matches(list) => show_list(cx, path, list, Storage::Nowhere, guarded),
        Pasted::Boards(list, notes) => {
            let matches = list.index.len();
            show_list(cx, path, list, Storage::Nowhere, guarded);
            cx.notify(imported(matches));
            say_imported(cx, notes);
        }
        Pasted::Nothing(notes) => say_imported(cx, notes),
    }
}

/// Shows the pasted position `text` with its numbers interpreted as `numbers`.
pub(in crate::app) fn take_numbers_for(
    cx: &mut Cx<'_>,
    text: &str,
    numbers: Numbers,
    guarded: Guarded,
) {
    match source_of_position_as(text, numbers) {
        Ok(source) => show_position(cx, source, guarded),
        Err(error) => cx.warn(sentence(&error.to_string())),
    }
}

fn show_position(cx: &mut Cx<'_>, source: Source, guarded: Guarded) {
    let path = source.path().to_owned();
    show_list(cx, &path, Collection::of(source), Storage::Nowhere, guarded);
}
