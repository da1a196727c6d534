//! What is pasted into the window: a position, matches, or boards of another site.

use super::{
    ImportedNote, Storage, UnpackWhole,
    importing::{IMPORTED, import_notes},
};
use crate::{
    app::{Effect, Offer, State, Then, issues::sentence, saving::Guarded},
    archive::Collection,
    document::{source_of_position, source_of_position_as},
    file::Source,
    import::{
        BoardFiles,
        board::{BoardRef, is_foreign},
    },
    rules::Numbers,
};
use std::path::Path;

/// The name of what was pasted.
const PASTED: &str = "pasted.bpgn";

/// What a pasted text holds.
enum Pasted {
    /// A position, and what its last two numbers were taken for.
    Position(Source, Option<Numbers>),
    /// Matches.
    Matches(Collection),
    /// Boards of another site, which became matches.
    Boards(Collection, Vec<ImportedNote>),
    /// Nothing that can be shown.
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
        if let Some(board) = BoardRef::of_address(text.trim()) {
            let address = board.answer_address();
            let text = format!(
                "This is the address of a match. Tandem asks no network: open {address} in a browser, and paste what it shows."
            );
            return Self::Nothing(vec![ImportedNote { text, offer: Some(Offer::Copy(address)) }]);
        }
        let error = match source_of_position(text) {
            Ok((source, numbers)) => return Self::Position(source, numbers),
            Err(error) => error,
        };
        let list = Collection::of(Source::from_bytes(PASTED, text));
        if list.has_matches() {
            return Self::Matches(list);
        }
        let text = format!("What was pasted is neither a match nor a position: {error}.");
        Self::Nothing(vec![ImportedNote { text, offer: None }])
    }
}

impl State {
    /// Opens what was pasted. What cannot be shown replaces nothing, so that nothing is asked.
    pub(in crate::app) fn paste(&mut self, text: &str) -> Vec<Effect> {
        match Pasted::of(text) {
            Pasted::Nothing(notes) => self.say_imported(notes),
            Pasted::Boards(list, _) | Pasted::Matches(list) if self.complete_open(&list) => {}
            pasted => {
                if let Some(guarded) = self.guard(&Then::Paste(text.to_owned())) {
                    self.show_pasted(pasted, text, guarded);
                }
            }
        }
        Vec::new()
    }

    /// Opens what was pasted, once the user has answered.
    pub(in crate::app) fn show_pasted_text(&mut self, text: &str, guarded: Guarded) {
        self.show_pasted(Pasted::of(text), text, guarded);
    }

    fn show_pasted(&mut self, pasted: Pasted, text: &str, guarded: Guarded) {
        let path = Path::new(PASTED);
        match pasted {
            Pasted::Position(source, numbers) => {
                self.show_position(source, guarded);
                if let Some(numbers) = numbers {
                    let other = Offer::Numbers { text: text.to_owned(), numbers: numbers.other() };
                    let taken = numbers.name();
                    let words =
                        format!("The last two numbers of the position were taken for {taken}.");
                    self.offer(words, other);
                }
            }
            Pasted::Matches(list) => self.show_list(path, list, Storage::Nowhere, guarded),
            Pasted::Boards(list, notes) => {
                self.show_list(path, list, Storage::Nowhere, guarded);
                self.tell(IMPORTED.to_owned());
                self.say_imported(notes);
            }
            Pasted::Nothing(notes) => self.say_imported(notes),
        }
    }

    /// Shows the pasted position `text` with its numbers taken for `numbers`.
    pub(in crate::app) fn take_numbers_for(
        &mut self,
        text: &str,
        numbers: Numbers,
        guarded: Guarded,
    ) {
        match source_of_position_as(text, numbers) {
            Ok(source) => self.show_position(source, guarded),
            Err(error) => self.say(sentence(&error.to_string())),
        }
    }

    fn show_position(&mut self, source: Source, guarded: Guarded) {
        let path = source.path().to_owned();
        self.show_list(&path, Collection::of(source), Storage::Nowhere, guarded);
    }
}
