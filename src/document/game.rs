//! [`OpenGame`]: a record that is Kriegspiel, read and replayed.

use super::Document;
use crate::{
    notation::kriegspiel::{PlyNotes, PlyText, Record},
    replay::kriegspiel::Game,
    timeline::Moment,
};

/// A game of Kriegspiel in its record.
#[derive(Clone, Debug)]
pub struct OpenGame {
    /// What the bytes say.
    pub record: Record,
    /// What was played.
    pub game: Game,
}

impl OpenGame {
    pub(super) fn of(text: &[u8], glued: bool) -> Self {
        let record = Record::parse(text);
        let mut game = Game::replay(&record, text);
        if glued {
            game.note_glued();
        }
        Self { record, game }
    }

    /// The ply before `moment`.
    pub(super) fn ply(&self, moment: Moment) -> Option<&PlyText> {
        self.record.plies.get(moment.checked_sub(1)?)
    }

    /// What a person wrote at `moment`, after the ply before it.
    #[must_use]
    pub fn notes(&self, text: &[u8], moment: Moment) -> PlyNotes {
        self.record.ply_notes(text, moment)
    }

    /// The comment at `place` among those at `moment` that can be changed; empty where there is none.
    #[must_use]
    pub fn comment(&self, text: &[u8], moment: Moment, place: usize) -> String {
        let spans = self.record.comments_at(moment);
        let span = spans.get(place).copied().unwrap_or_default();
        let words = self.record.encoding.decode(span.of(text));
        words.trim().replace("\r\n", "\n").replace('\r', "\n")
    }

    /// How many comments stand at `moment` that can be changed.
    #[must_use]
    pub fn comment_count(&self, moment: Moment) -> usize {
        self.record.comments_at(moment).len()
    }
}

impl Document {
    /// The ply of Kriegspiel before `moment` as a person names it.
    pub(super) fn game_ply_name(&self, moment: Moment) -> Option<String> {
        Some(self.game()?.ply(moment)?.name.to_string())
    }
}
