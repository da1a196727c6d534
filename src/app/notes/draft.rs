//! [`Draft`]: typed text that is not in the record yet.

use super::Field;
use crate::{
    app::{
        Cx, Session,
        notes::{
            change::change,
            field::{comment_count, comments, result, written},
        },
    },
    archive::RecordId,
    document::{ChangeError, DocumentEdit, VariationEdit},
    notation::TagKey as _,
    text::sentence,
    timeline::Moment,
};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    pub record: RecordId,
    /// The moment; 0 if the field does not belong to one.
    pub moment: Moment,
    pub field: Field,
    pub text: String,
    /// The reason why the text is invalid; empty while it is merely unfinished.
    pub refused: String,
}

fn draft_place(session: &Session, field: &Field) -> (RecordId, Moment) {
    let record = session.library.file().map_or(0, |file| file.record.id);
    let moment = if field.is_of_moment() { session.moment() } else { 0 };
    (record, moment)
}

/// Returns whether `field` has text that is not in the record.
#[must_use]
pub fn has_draft(session: &Session, field: &Field) -> bool {
    draft(session, field).is_some()
}

pub(in crate::app) fn draft<'a>(session: &'a Session, field: &Field) -> Option<&'a Draft> {
    let place = draft_place(session, field);
    let here = |draft: &&Draft| (draft.record, draft.moment) == place && draft.field == *field;
    session.drafts().iter().find(here)
}

fn drop_draft(cx: &mut Cx<'_>, field: &Field) -> Option<Draft> {
    let place = draft_place(cx, field);
    let at = cx
        .drafts()
        .iter()
        .position(|draft| (draft.record, draft.moment) == place && draft.field == *field)?;
    cx.touch();
    let file = cx.library.file_mut()?;
    Some(file.drafts.remove(at))
}

fn save_draft(cx: &mut Cx<'_>, field: Field, text: String, refused: String) {
    drop_draft(cx, &field);
    let (record, moment) = draft_place(cx, &field);
    cx.touch();
    if let Some(file) = cx.library.file_mut() {
        file.drafts.push(Draft { record, moment, field, text, refused });
    }
}

/// Handles a change of the text in `field`: edits the record, or keeps the text as a draft.
pub(in crate::app) fn type_into(cx: &mut Cx<'_>, field: Field, text: String) {
    let cleared_in_between = matches!(field, Field::Comment(place)
        if text.is_empty() && place + 1 < comment_count(cx));
    if !field.is_live() || cleared_in_between {
        return save_draft(cx, field, text, String::new());
    }
    let before = written(cx, &field).unwrap_or_default();
    let word_ended = before.ends_with(char::is_whitespace)
        && text.len() > before.len()
        && !text.ends_with(char::is_whitespace);
    if word_ended && let Some(file) = cx.library.file_mut() {
        file.changes.end_typing();
    }
    let mut hasher = DefaultHasher::new();
    (&field, draft_place(cx, &field)).hash(&mut hasher);
    match write(cx, &field, &text, Some(hasher.finish())) {
        Ok(()) => {
            drop_draft(cx, &field);
            // A trailing space is written only with the next word.
            let written = written(cx, &field).unwrap_or_default();
            if written != text && written == text.trim() {
                save_draft(cx, field, text, String::new());
            }
        }
        Err(error) => save_draft(cx, field, text, sentence(&error.to_string())),
    }
}

/// Writes the draft of `field` into the record, after the field has lost the focus or Enter was pressed.
pub(in crate::app) fn leave(cx: &mut Cx<'_>, field: Field) {
    if let Some(draft) = drop_draft(cx, &field) {
        let written = draft.refused.is_empty().then(|| write(cx, &field, &draft.text, None));
        match written {
            Some(Ok(())) => {}
            Some(Err(error)) => {
                save_draft(cx, field, draft.text, sentence(&error.to_string()));
            }
            None => save_draft(cx, field, draft.text, draft.refused),
        }
    }
    cx.in_file(|file| file.changes.end_typing());
}

/// Writes the drafts of the visible fields into the record, before saving or navigating.
pub(in crate::app) fn commit_drafts(cx: &mut Cx<'_>) {
    let waiting = |draft: &&Draft| {
        draft.refused.is_empty() && (draft.record, draft.moment) == draft_place(cx, &draft.field)
    };
    let fields: Vec<Field> =
        cx.drafts().iter().filter(waiting).map(|draft| draft.field.clone()).collect();
    for field in fields {
        leave(cx, field);
    }
}

pub(in crate::app) fn forget_draft(cx: &mut Cx<'_>, field: &Field) {
    drop_draft(cx, field);
}

fn write(
    cx: &mut Cx<'_>,
    field: &Field,
    text: &str,
    typing: Option<u64>,
) -> Result<(), ChangeError> {
    let moment = cx.moment();
    let ply = moment.saturating_sub(1);
    let owned = text.to_owned();
    let edit = match field {
        Field::Annotation => DocumentEdit::Glyph { moment, text: owned },
        Field::Comment(place) if cx.game_views().is_some() => {
            DocumentEdit::GameComment { moment, place: *place, text: owned }
        }
        Field::GameVariation(place) => {
            DocumentEdit::GameVariation { moment, place: *place, text: owned }
        }
        Field::VariationGlyph(place) => {
            DocumentEdit::Variation(VariationEdit::Glyph { at: place.clone(), text: owned })
        }
        Field::VariationComment(place) => {
            DocumentEdit::Variation(VariationEdit::Comment { at: place.clone(), text: owned })
        }
        Field::Comment(place) => match comments(cx).nth(*place) {
            Some((note, _)) => DocumentEdit::Note { note, text: owned },
            None => DocumentEdit::AddComment { moment, text: owned },
        },
        Field::TagValue(index) => DocumentEdit::TagAt {
            index: *index,
            name: written(cx, &Field::TagName(*index)).unwrap_or_default(),
            value: owned,
        },
        Field::TagName(index) => DocumentEdit::TagAt {
            index: *index,
            name: owned,
            value: written(cx, &Field::TagValue(*index)).unwrap_or_default(),
        },
        Field::Tag(name) => DocumentEdit::Tag { name: (*name).to_owned(), value: owned },
        Field::NewTag if text.trim().is_empty() => return Ok(()),
        Field::NewTag if has_tag(cx, text.trim()) => return Err(ChangeError::TagExists),
        Field::NewTag => DocumentEdit::Tag { name: text.trim().to_owned(), value: String::new() },
        Field::Move => DocumentEdit::Move { ply, san: owned },
        Field::Clock => DocumentEdit::Clock { ply, clock: owned },
        Field::Reason => DocumentEdit::Outcome { result: result(cx), reason: owned },
    };
    change(cx, &edit, typing)
}

fn has_tag(session: &Session, name: &str) -> bool {
    let open = session.open.as_ref();
    open.is_some_and(|open| {
        let content = &open.content;
        name.find_in(content.tags(), content.text()).is_some()
    })
}
