//! Boards of other sites, which become matches when they are opened or pasted.

use crate::app::{Offer, State, issues::sentence};
use crate::{
    archive::Collection,
    file::Source,
    notation::one_board::{BoardRef, is_foreign},
    replay::{ImportedMatch, Importer},
};
use std::path::Path;

/// More sentences about an import than these are not shown.
const MOST_SAID: usize = 2;

impl State {
    /// Says what came of boards of another site. The first sentences are enough in a window.
    pub(in crate::app) fn say_imported(&mut self, sentences: Vec<String>) {
        self.tell("The boards became matches, which are in no file yet.".to_owned());
        for words in sentences.into_iter().take(MOST_SAID) {
            match BoardRef::in_sentence(&words) {
                Some(address) => self.offer(sentence(&words), Offer::Copy(address.to_owned())),
                None => self.say(sentence(&words)),
            }
        }
    }

    /// Shows boards of another site that were pasted, or says what to do with the address of one. Whether it was
    /// one of these.
    pub(in crate::app) fn paste_boards(&mut self, text: &str) -> bool {
        if is_foreign(text.as_bytes()) {
            let mut importer = Importer::default();
            importer.add(text.as_bytes());
            let import = importer.finish();
            let texts = import.matches.iter().map(|found| found.text.as_str());
            let list = Collection::of(Source::from_bytes("pasted.bpgn", texts.collect::<String>()));
            if list.has_matches() {
                self.show(Path::new("pasted.bpgn"), list, None, None);
            }
            let problems = import.problems.iter();
            let problems = problems.map(|problem| problem.problem.kind.to_string());
            let notes = import.matches.iter().flat_map(ImportedMatch::sentences);
            self.say_imported(problems.chain(notes).collect());
            return true;
        }
        let Some(board) = BoardRef::of_address(text.trim()) else {
            return false;
        };
        let address = board.answer_address();
        let words = format!(
            "This is the address of a match. Tandem asks no network: open {address} in a browser, and paste what it shows."
        );
        self.offer(words, Offer::Copy(address));
        true
    }
}
