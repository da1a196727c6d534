//! [`OpenGame`]: a record that is Kriegspiel, read and replayed; and how what a person wrote of its plies is
//! changed.

use super::{ChangeError, Document, place::Place};
use crate::{
    file::{Edit, EditSet, Span},
    notation::{
        NoteKind,
        kriegspiel::{PlyText, Record},
    },
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
    fn ply(&self, moment: Moment) -> Option<&PlyText> {
        self.record.plies.get(moment.checked_sub(1)?)
    }

    /// Where the comment stands that can be edited at `moment`: behind the announcement of the ply before, or
    /// else in the first braces of their own; at 0, those before the first ply.
    fn comment_span(&self, moment: Moment) -> Option<Span> {
        let announced = self.ply(moment).and_then(|ply| ply.announcement.as_ref());
        let behind = announced
            .map(|it| it.comment)
            .filter(|span| !span.is_empty());
        let reason = self.record.ending.reason;
        let mut notes = self.record.notes.iter();
        let own = notes.find(|note| {
            note.after as usize == moment
                && note.kind == NoteKind::Brace
                && (reason.is_empty() || note.text != reason)
        });
        behind.or(own.map(|note| note.text))
    }

    /// What a person wrote at `moment`, after the ply before it, and can change; empty if nothing.
    #[must_use]
    pub fn comment(&self, text: &[u8], moment: Moment) -> String {
        let span = self.comment_span(moment).unwrap_or_default();
        let words = self.record.encoding.decode(span.of(text));
        words.trim().replace("\r\n", "\n").replace('\r', "\n")
    }
}

impl Place<'_> {
    /// Writes `words` as the comment at `moment`: where one stands, behind the announcement, or in braces of
    /// its own, whichever is read back as it was meant.
    pub fn game_comment(&self, moment: Moment, words: &str) -> Result<Vec<Edit>, ChangeError> {
        let game = self.document.game().ok_or(ChangeError::NoPly(moment))?;
        if moment > game.record.plies.len() || game.record.plies.is_empty() {
            return Err(ChangeError::NoPly(moment));
        }
        let words = words.trim();
        if game.comment(self.text(), moment) == words {
            return Ok(Vec::new());
        }
        let bytes = self.words(words)?;
        for edit in self.places_of_comment(game, moment, &bytes) {
            let Ok(set) = EditSet::new(vec![edit.clone()]) else {
                continue;
            };
            let text = set.apply(self.text());
            let after = OpenGame::of(&text, false);
            if says_the_same(game, self.text(), &after, &text, moment)
                && after.comment(&text, moment) == words
            {
                return Ok(vec![edit]);
            }
        }
        Err(ChangeError::Misread)
    }

    fn places_of_comment(&self, game: &OpenGame, moment: Moment, words: &[u8]) -> Vec<Edit> {
        if let Some(old) = game.comment_span(moment) {
            let mut notes = game.record.notes.iter();
            let note = notes.find(|note| note.text == old);
            return match (words.is_empty(), note) {
                // Braces without words go.
                (true, Some(note)) => vec![self.removal_with_blanks(note.span)],
                (true, None) => vec![self.removal_with_blanks(old)],
                (false, _) => vec![Edit {
                    span: old,
                    insert: words.to_vec(),
                }],
            };
        }
        let brace = [b"{", words, b"}"].concat();
        let Some(ply) = game.ply(moment) else {
            let first = game.record.plies[0].span.start;
            return vec![Edit {
                span: Span::at(first),
                insert: [&brace, self.line_end()].concat(),
            }];
        };
        let end = ply.announcement.as_ref().map(|it| it.span.end);
        let behind = end.map(|end| Edit {
            span: Span::at(end),
            insert: [b" ", words].concat(),
        });
        // Behind the braces of the announcement, if it stands in some.
        let rest = &self.text()[end.unwrap_or(ply.span.end) as usize..];
        let blanks = rest.len() - rest.trim_ascii_start().len();
        let closes = end.is_some() && rest.get(blanks) == Some(&b'}');
        #[expect(clippy::cast_possible_truncation, reason = "a record is under 4 GiB")]
        let at = end.unwrap_or(ply.span.end) + if closes { blanks as u32 + 1 } else { 0 };
        let apart = Edit {
            span: Span::at(at),
            insert: [b" ", brace.as_slice()].concat(),
        };
        behind.into_iter().chain([apart]).collect()
    }
}

/// Whether two games say the same but for what a person wrote at `moment`.
fn says_the_same(a: &OpenGame, of_a: &[u8], b: &OpenGame, of_b: &[u8], moment: Moment) -> bool {
    let announced = |game: &OpenGame, text: &[u8]| -> Vec<_> {
        let plies = game.record.plies.iter();
        plies
            .map(|ply| {
                let said = ply.announcement.as_ref();
                let said = said.map(|it| it.span.of(text).to_vec());
                (ply.name, ply.mv, said)
            })
            .collect()
    };
    let others = |game: &OpenGame, text: &[u8]| -> Vec<_> {
        let moments = (0..=game.record.plies.len()).filter(|at| *at != moment);
        moments.map(|at| game.comment(text, at)).collect()
    };
    announced(a, of_a) == announced(b, of_b)
        && others(a, of_a) == others(b, of_b)
        && a.record.ending.result == b.record.ending.result
        && a.record.tags.len() == b.record.tags.len()
}

impl Document {
    /// The ply of Kriegspiel before `moment` as a person names it.
    pub(super) fn game_ply_name(&self, moment: Moment) -> Option<String> {
        Some(self.game()?.ply(moment)?.name.to_string())
    }
}
