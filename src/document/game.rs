//! [`OpenGame`]: a parsed and replayed game of Kriegspiel.

use super::{Document, open::Tagged, open_match::parse_counted_moment};
use crate::{
    file::Encoding,
    kriegspiel::{
        Game,
        notation::{PlyNotes, PlyText, Record},
    },
    notation::Tag,
    text::unix_lines,
    timeline::Moment,
};

#[derive(Clone, Debug)]
pub struct OpenGame {
    record: Record,
    game: Game,
}

/// An open record that is a game of Kriegspiel.
pub type GameDocument = Document<OpenGame>;

impl Tagged for OpenGame {
    fn parse(text: &[u8], lacks_separator: bool) -> Self {
        let record = Record::parse(text);
        let mut game = Game::replay(&record, text);
        if lacks_separator {
            game.add_missing_separator_issue();
        }
        Self { record, game }
    }

    fn tags(&self) -> &[Tag] {
        &self.record.tags
    }

    fn encoding(&self) -> Encoding {
        self.record.encoding
    }
}

impl GameDocument {
    pub const fn record(&self) -> &Record {
        &self.content.record
    }

    pub const fn game(&self) -> &Game {
        &self.content.game
    }

    /// Returns the ply before `moment`, or `None` at the start.
    pub(super) fn ply(&self, moment: Moment) -> Option<&PlyText> {
        self.record().plies.get(moment.checked_sub(1)?)
    }

    /// Returns the notes at `moment`, which belong to the ply before it.
    pub fn notes(&self, moment: Moment) -> PlyNotes {
        self.record().ply_notes(self.text(), moment)
    }

    /// Returns the comment with index `place` at `moment`, or an empty string if there is none.
    pub fn comment(&self, moment: Moment, place: usize) -> String {
        let spans = self.record().comments_at(moment);
        let span = spans.get(place).copied().unwrap_or_default();
        let words = self.record().encoding.decode(span.of(self.text()));
        unix_lines(words.trim())
    }

    pub fn comment_count(&self, moment: Moment) -> usize {
        self.record().comments_at(moment).len()
    }

    /// Parses a moment, written as a number of plies or as `end`. Returns `None` if the game has no such moment.
    pub fn moment_named(&self, name: &str) -> Option<Moment> {
        parse_counted_moment(name, self.game().plies()).flatten()
    }

    /// Returns the name of the ply before `moment`, or `None` at the start.
    pub fn ply_name(&self, moment: Moment) -> Option<String> {
        Some(self.ply(moment)?.name.to_string())
    }
}
