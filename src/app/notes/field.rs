//! [`Field`]: an editable field of a moment or of the record, and its value.

use crate::{
    app::Session,
    document::{Content, GameDocument},
    kriegspiel::notation::PlyNotes,
    notation::{GameResult, Note, NoteKind, Tag, TagKey as _, read_time, unescape},
    replay::VariationPlace,
    text::unix_lines,
    timeline::clock_field_text,
};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// The glyph and annotation of the current ply.
    Annotation,
    /// The comment with this index at the current moment. The index after the last comment stands for a new comment.
    Comment(usize),
    /// The variation with this index on the current ply of a game of Kriegspiel. The index after the last variation
    /// stands for a new variation.
    GameVariation(usize),
    /// The glyph of a ply of a variation.
    VariationGlyph(VariationPlace),
    /// The comment on a ply of a variation.
    VariationComment(VariationPlace),
    /// The value of the tag with this index.
    TagValue(usize),
    /// The name of the tag with this index.
    TagName(usize),
    /// The value of the tag with this name. The record need not have such a tag.
    Tag(&'static str),
    /// The name of a new tag.
    NewTag,
    /// The move of the current ply.
    Move,
    /// The clock of the current ply.
    Clock,
    /// The reason for the result.
    Reason,
}

impl Field {
    /// Returns whether every keystroke in the field changes the record. In other fields, typed text stays a draft until
    /// the field is left.
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

    /// Returns whether the field belongs to the current moment rather than to the whole record.
    pub(in crate::app) const fn is_of_moment(&self) -> bool {
        use Field::{NewTag, Reason, Tag, TagName, TagValue};
        !matches!(self, TagValue(_) | TagName(_) | Tag(_) | NewTag | Reason)
    }
}

/// Returns a field for each comment at the current moment, and an empty field for a new comment. In a variation,
/// returns the field for the comment on the current ply.
pub fn comment_fields(session: &Session) -> Vec<Field> {
    if let Some(place) = &session.attempt().variation {
        return vec![Field::VariationComment(place.clone())];
    }
    (0..=comment_count(session)).map(Field::Comment).collect()
}

/// Returns a field for each variation on the current ply of a game of Kriegspiel, and an empty field for a new
/// variation.
pub fn game_variation_fields(session: &Session) -> Vec<Field> {
    let count = game_notes(session).map_or(0, |notes| notes.variations.len());
    (0..=count).map(Field::GameVariation).collect()
}

/// Returns the notes at the current moment in a game of Kriegspiel; `None` if notes are hidden.
fn game_notes(session: &Session) -> Option<PlyNotes> {
    // A referee's notes could reveal what a player did not see.
    if !session.shows_notes() {
        return None;
    }
    Some(session.game_document()?.notes(session.moment()))
}

/// Returns the number of comments at the current moment.
pub(in crate::app) fn comment_count(session: &Session) -> usize {
    match session.game_document() {
        Some(document) if session.shows_notes() => document.comment_count(session.moment()),
        Some(_) => 0,
        None => comments(session).count(),
    }
}

/// Returns the field in which the glyph of the current ply is edited. In a variation, this field holds the glyph alone;
/// otherwise it holds glyph and annotation.
pub fn glyph_field(session: &Session) -> Field {
    match &session.attempt().variation {
        Some(place) => Field::VariationGlyph(place.clone()),
        None => Field::Annotation,
    }
}

/// Returns whether there is a diagram at the current moment.
pub fn has_diagram(session: &Session) -> bool {
    match session.game_views() {
        Some(_) => game_notes(session).is_some_and(|notes| notes.diagram),
        None => notes(session, NoteKind::Diagram).next().is_some(),
    }
}

/// Returns the value of `field` in the record of a game of Kriegspiel; `None` if there is no value. Also returns `None`
/// for tags, which [`written`] handles.
fn written_in_game(session: &Session, document: &GameDocument, field: &Field) -> Option<String> {
    match field {
        Field::Comment(place) => {
            if !session.shows_notes() {
                return None;
            }
            Some(document.comment(session.moment(), *place))
        }
        Field::Annotation => Some(game_notes(session)?.glyph_text()),
        Field::GameVariation(place) => game_notes(session)?.variations.into_iter().nth(*place),
        Field::Reason => {
            let record = document.record();
            let reason = record.encoding.decode(record.ending.reason.of(document.text()));
            Some(unix_lines(&reason))
        }
        _ => None,
    }
}

/// Returns the value of `field` in the record; `None` if the record has no such value.
pub(in crate::app) fn written(session: &Session, field: &Field) -> Option<String> {
    let open = &session.open.as_ref()?.content;
    let text = open.text();
    let lines = |bytes: &[u8]| unix_lines(&open.record_encoding().decode(bytes));
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
        Content::Game(game) => return written_in_game(session, &game.document, field),
    };
    let record = document.record();
    let ply = || record.plies.get(session.moment().checked_sub(1)?);
    Some(match field {
        Field::Annotation => {
            let note = notes(session, NoteKind::Annotation).next()?.1;
            lines(note.text.of(text))
        }
        Field::Comment(place) => document.comment_words(comments(session).nth(*place)?.1),
        Field::VariationGlyph(place) => {
            let glyph = document.variations().ply(place)?.glyphs.first();
            glyph.map_or_else(String::new, |glyph| lines(glyph.of(text)))
        }
        Field::VariationComment(place) => document.variation_comment(place)?,
        Field::GameVariation(_) => String::new(),
        Field::TagValue(_) | Field::TagName(_) | Field::Tag(_) | Field::NewTag => return None,
        Field::Move => lines(ply()?.san_span.of(text)),
        Field::Clock => {
            let clock = lines(ply()?.clock_span.of(text));
            let clock = clock
                .trim_matches(['{', '}', '(', ')'])
                .trim_matches(['[', ']'])
                .trim_start_matches("%clk")
                .trim_start_matches("%emt")
                .trim_start_matches("ts=")
                .trim();
            match read_time(clock.as_bytes()) {
                Some((ms, _)) => clock_field_text(ms),
                None => clock.to_owned(),
            }
        }
        Field::Reason => lines(record.ending.reason.of(text)),
    })
}

/// Returns the notes of `kind` at the current moment of the match, each with its index in the record.
fn notes(session: &Session, kind: NoteKind) -> impl Iterator<Item = (usize, &Note)> {
    let moment = session.moment();
    let document = session.match_document();
    let notes = document.into_iter().flat_map(|document| &document.record().notes);
    notes.enumerate().filter(move |(_, note)| note.after as usize == moment && note.kind == kind)
}

pub(in crate::app) fn comments(session: &Session) -> impl Iterator<Item = (usize, &Note)> {
    notes(session, NoteKind::Comment)
}

/// Returns the result stored in the record; [`GameResult::Unknown`] if there is none.
pub fn result(session: &Session) -> GameResult {
    let open = session.open.as_ref();
    open.and_then(|open| open.content.result()).unwrap_or(GameResult::Unknown)
}
