//! [`OpenGame`]: a parsed and replayed game of Kriegspiel.

use super::{Document, open::OpenRecord, open_match::parse_counted_moment};
use crate::{
    kriegspiel::{
        Game,
        notation::{PlyNotes, PlyText, Problem, Record},
    },
    notation::WrittenRecord,
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

impl OpenRecord for OpenGame {
    type Ply = PlyText;
    type Problem = Problem;

    fn parse(text: &[u8], lacks_separator: bool) -> Self {
        let record = Record::parse(text);
        let mut game = Game::replay(&record, text);
        if lacks_separator {
            game.add_missing_separator_issue();
        }
        Self { record, game }
    }

    fn written(&self) -> &WrittenRecord<PlyText, Problem> {
        &self.record
    }
}

impl GameDocument {
    pub const fn record(&self) -> &Record {
        &self.content.record
    }

    pub const fn game(&self) -> &Game {
        &self.content.game
    }

    /// Returns the notes at `moment`, which belong to the ply before it.
    pub fn notes(&self, moment: Moment) -> PlyNotes {
        self.record().ply_notes(self.text(), moment)
    }

    /// Parses a moment, written as a number of plies or as `end`. Returns `None` if the game has no such moment.
    pub fn moment_named(&self, name: &str) -> Option<Moment> {
        parse_counted_moment(name, self.game().plies()).flatten()
    }

    pub fn annotation(&self, moment: Moment) -> Option<String> {
        Some(self.notes(moment).glyph_text())
    }

    pub fn comment(&self, moment: Moment, place: usize) -> Option<String> {
        let span = *self.record().comments_at(moment).get(place)?;
        Some(unix_lines(self.record().encoding.decode(span.of(self.text())).trim()))
    }

    pub fn comment_count(&self, moment: Moment) -> usize {
        self.record().comments_at(moment).len()
    }

    pub fn has_diagram(&self, moment: Moment) -> bool {
        self.notes(moment).diagram
    }

    /// Returns the name of the ply before `moment`, or `None` at the start.
    pub fn ply_name(&self, moment: Moment) -> Option<String> {
        Some(self.ply(moment)?.name.to_string())
    }
}
