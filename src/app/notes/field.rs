//! [`Field`]: what can be typed at a ply or into the tags, and what the record says there.

use crate::{
    app::State,
    document::{Content, GameDocument},
    kriegspiel::notation::PlyNotes,
    notation::{GameResult, Note, NoteKind, Tag, TagKey as _, unescape},
    replay::VariationPlace,
};

/// What a field shows of the match, and changes in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// The annotation of the ply.
    Annotation,
    /// A comment at the moment, by its place among them; behind the last, a new one.
    Comment(usize),
    /// A variation on the ply of a game of Kriegspiel, by its place among them; behind the last, a new one.
    GameVariation(usize),
    /// The glyph of a ply of a variation.
    VariationGlyph(VariationPlace),
    /// The comment on a ply of a variation.
    VariationComment(VariationPlace),
    /// The value of the tag at a place.
    TagValue(usize),
    /// The name of the tag at a place.
    TagName(usize),
    /// The value of a tag that the form names, whether it is there or not.
    Tag(&'static str),
    /// The name of a tag that is to be added.
    NewTag,
    /// The move of the ply.
    Move,
    /// The clock of the ply.
    Clock,
    /// Why the match ended.
    Reason,
}

impl Field {
    /// Whether every letter changes the record; else it waits until the field is left.
    pub(super) const fn is_live(&self) -> bool {
        matches!(
            self,
            Self::Annotation
                | Self::Comment(_)
                | Self::VariationGlyph(_)
                | Self::VariationComment(_)
                | Self::TagValue(_)
                | Self::Tag(_)
        )
    }

    /// Whether it belongs to a moment and not to the match.
    pub(in crate::app) const fn is_of_moment(&self) -> bool {
        matches!(
            self,
            Self::Annotation
                | Self::Comment(_)
                | Self::VariationGlyph(_)
                | Self::VariationComment(_)
                | Self::GameVariation(_)
                | Self::Move
                | Self::Clock
        )
    }
}

/// What a field shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldText {
    /// The text.
    pub text: String,
    /// Why it is not in the record.
    pub refused: String,
}

/// The signs of annotations with their keys, from 1 to 6.
pub const GLYPHS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

impl State {
    /// What `field` shows where the playhead stands.
    #[must_use]
    pub fn field(&self, field: &Field) -> FieldText {
        if let Some(draft) = self.draft(field) {
            return FieldText { text: draft.text.clone(), refused: draft.refused.clone() };
        }
        FieldText { text: self.written(field).unwrap_or_default(), refused: String::new() }
    }

    /// The comments at the moment, each a field, and an empty one behind them for another.
    #[must_use]
    pub fn comment_fields(&self) -> Vec<Field> {
        if let Some(place) = &self.attempt().variation {
            return vec![Field::VariationComment(place.clone())];
        }
        (0..=self.comment_count()).map(Field::Comment).collect()
    }

    /// The variations on the ply of a game of Kriegspiel, each a field, and an empty one behind them for another.
    #[must_use]
    pub fn game_variation_fields(&self) -> Vec<Field> {
        let count = self.game_notes().map_or(0, |notes| notes.variations.len());
        (0..=count).map(Field::GameVariation).collect()
    }

    /// What a person wrote at the moment of a game of Kriegspiel, where it may be shown.
    fn game_notes(&self) -> Option<PlyNotes> {
        // The referee's notes may tell what a player could not see.
        let document = self.game_document().filter(|_| self.shows_notes())?;
        Some(document.notes(self.moment()))
    }

    /// How many comments at the moment have a field.
    pub(super) fn comment_count(&self) -> usize {
        match self.game_document() {
            Some(document) if self.shows_notes() => document.comment_count(self.moment()),
            Some(_) => 0,
            None => self.comments().count(),
        }
    }

    /// The field of the annotation of the ply that is shown.
    #[must_use]
    pub fn glyph_field(&self) -> Field {
        match &self.attempt().variation {
            Some(place) => Field::VariationGlyph(place.clone()),
            None => Field::Annotation,
        }
    }

    /// Whether a diagram is asked for at the moment.
    #[must_use]
    pub fn has_diagram(&self) -> bool {
        match self.game_views() {
            Some(_) => self.game_notes().is_some_and(|notes| notes.diagram),
            None => self.notes(NoteKind::Diagram).next().is_some(),
        }
    }

    /// What a game of Kriegspiel says in `field`, which is none of a tag.
    fn written_in_game(&self, document: &GameDocument, field: &Field) -> Option<String> {
        match field {
            Field::Comment(place) => {
                let shown = self.shows_notes();
                shown.then(|| document.comment(self.moment(), *place))
            }
            Field::Annotation => Some(self.game_notes()?.glyph_text()),
            Field::GameVariation(place) => self.game_notes()?.variations.into_iter().nth(*place),
            Field::Reason => {
                let record = document.record();
                let reason = record.encoding.decode(record.ending.reason.of(document.text()));
                Some(reason.replace("\r\n", "\n").replace('\r', "\n"))
            }
            _ => None,
        }
    }

    /// What the record says in `field`.
    pub(super) fn written(&self, field: &Field) -> Option<String> {
        let open = &self.open.as_ref()?.content;
        let text = open.text();
        let lines = |bytes: &[u8]| {
            let text = open.record_encoding().decode(bytes);
            text.replace("\r\n", "\n").replace('\r', "\n")
        };
        let value = |tag: &Tag| unescape(open.record_encoding(), tag.value.of(text)).into_owned();
        match field {
            Field::TagValue(index) => return open.tags().get(*index).map(value),
            Field::TagName(index) => return Some(lines(open.tags().get(*index)?.name.of(text))),
            Field::Tag(name) => return name.find_in(open.tags(), text).map(value),
            Field::NewTag => return Some(String::new()),
            _ => {}
        }
        let document = match open {
            Content::Match(open) => &open.document,
            Content::Game(game) => return self.written_in_game(&game.document, field),
        };
        let record = document.record();
        let ply = || record.plies.get(self.moment().checked_sub(1)?);
        Some(match field {
            Field::Annotation => {
                let note = self.notes(NoteKind::Annotation).next()?.1;
                lines(note.text.of(text))
            }
            Field::Comment(place) => document.comment_words(self.comments().nth(*place)?.1),
            Field::VariationGlyph(place) => {
                let glyph = document.variations().ply(place)?.glyphs.first();
                glyph.map_or_else(String::new, |glyph| lines(glyph.of(text)))
            }
            Field::VariationComment(place) => document.variation_comment(place)?,
            Field::GameVariation(_) => String::new(),
            Field::TagValue(_) | Field::TagName(_) | Field::Tag(_) | Field::NewTag => return None,
            Field::Move => {
                let span = ply()?.san_span.of(text);
                lines(span)
            }
            Field::Clock => {
                let clock = lines(ply()?.clock_span.of(text));
                clock
                    .trim_matches(['{', '}', '(', ')'])
                    .trim_matches(['[', ']'])
                    .trim_start_matches("%clk")
                    .trim_start_matches("%emt")
                    .trim_start_matches("ts=")
                    .trim()
                    .to_owned()
            }
            Field::Reason => lines(record.ending.reason.of(text)),
        })
    }

    /// The notes of `kind` at the moment, with their places in the record.
    fn notes(&self, kind: NoteKind) -> impl Iterator<Item = (usize, &Note)> {
        let moment = self.moment();
        let document = self.match_document();
        let notes = document.into_iter().flat_map(|document| &document.record().notes);
        notes
            .enumerate()
            .filter(move |(_, note)| note.after as usize == moment && note.kind == kind)
    }

    pub(super) fn comments(&self) -> impl Iterator<Item = (usize, &Note)> {
        self.notes(NoteKind::Comment)
    }

    /// The result as it is written.
    #[must_use]
    pub fn result(&self) -> GameResult {
        let open = self.open.as_ref();
        open.and_then(|open| open.content.result()).unwrap_or(GameResult::Unknown)
    }
}
