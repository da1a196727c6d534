//! The fields of a moment, and the values of fields in the record.

use crate::{
    app::{Content, Field, Session},
    notation::{GameResult, Tag, TagKey as _, read_time, unescape},
    text::unix_lines,
    timeline::clock_field_text,
};

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
    (0..=game_variations(session).len()).map(Field::GameVariation).collect()
}

/// Returns the variations on the current ply of a game of Kriegspiel.
fn game_variations(session: &Session) -> Vec<String> {
    let game = shown_notes(session).and_then(Content::as_game);
    game.map_or_else(Vec::new, |game| game.document.notes(session.noted_moment()).variations)
}

/// Returns the open record, or `None` if notes are hidden: a referee's notes could reveal what a player did not see.
fn shown_notes(session: &Session) -> Option<&Content> {
    if session.shows_notes() { Some(&session.open.as_ref()?.content) } else { None }
}

/// Returns the number of comments at the current moment.
pub(in crate::app) fn comment_count(session: &Session) -> usize {
    shown_notes(session).map_or(0, |content| content.comment_count(session.noted_moment()))
}

/// Returns the field in which the glyph of the current ply is edited. In a variation, this field holds the glyph alone;
/// otherwise it holds glyph and annotation.
pub fn glyph_field(session: &Session) -> Field {
    match &session.attempt().variation {
        Some(place) => Field::VariationGlyph(place.clone()),
        None => Field::Annotation,
    }
}

/// Returns whether there is a diagram at the current moment, or at the current place in a variation.
pub fn has_diagram(session: &Session) -> bool {
    if let Some(place) = &session.attempt().variation {
        let document = session.match_document();
        return document.is_some_and(|document| document.has_variation_diagram(place));
    }
    shown_notes(session).is_some_and(|content| content.has_diagram(session.moment()))
}

/// Returns the value of `field` in the record; `None` if the record has no such value.
pub(in crate::app) fn written(session: &Session, field: &Field) -> Option<String> {
    let open = &session.open.as_ref()?.content;
    let text = open.text();
    let lines = |bytes: &[u8]| unix_lines(&open.record_encoding().decode(bytes));
    let value = |tag: &Tag| unescape(open.record_encoding(), tag.value.of(text)).into_owned();
    let document = session.match_document();
    let ply = || document?.record().plies.get(session.noted_moment().checked_sub(1)?);
    Some(match field {
        Field::TagValue(index) => value(open.tags().get(*index)?),
        Field::TagName(index) => lines(open.tags().get(*index)?.name.of(text)),
        Field::Tag(name) => value(name.find_in(open.tags(), text)?),
        Field::NewTag => String::new(),
        Field::Annotation => shown_notes(session)?.annotation(session.noted_moment())?,
        Field::Comment(place) => shown_notes(session)?.comment(session.noted_moment(), *place)?,
        Field::GameVariation(place) => game_variations(session).into_iter().nth(*place)?,
        Field::Reason => open.written_reason(),
        Field::VariationGlyph(place) => {
            let glyph = document?.variations().ply(place)?.glyphs.first();
            glyph.map_or_else(String::new, |glyph| lines(glyph.of(text)))
        }
        Field::VariationComment(place) => document?.variation_comment(place)?,
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
    })
}

/// Returns the result stored in the record; [`GameResult::Unknown`] if there is none.
pub fn result(session: &Session) -> GameResult {
    let open = session.open.as_ref();
    open.and_then(|open| open.content.result()).unwrap_or(GameResult::Unknown)
}
