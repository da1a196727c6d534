//! Edits of the current record, typed or by command.

use crate::{
    app::{
        Cx, Field, Session,
        notes::{
            draft::{Draft, draft_place, drop_draft},
            field::{comment_count, glyph_field, result, written},
        },
    },
    document::{ChangeError, Changes, DocumentEdit, VariationEdit},
    notation::{TagKey as _, split_annotation},
};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// Replaces the result of the match by the one that the boards or the closing comment show. Where there was none, also
/// writes the reason, unless there is one.
pub(in crate::app) fn correct_result(cx: &mut Cx<'_>) {
    cx.commit_drafts();
    let Some(document) = cx.match_document() else { return };
    let ending = &document.played().ending;
    let Some(result) = ending.correction else { return };
    let written = document.record().reason(document.text());
    let reason = match ending.mated {
        Some(seat) if written.is_empty() => format!("{} checkmated", seat.name()),
        _ => written.into_owned(),
    };
    let edit = if ending.is_contradicted {
        DocumentEdit::Result(result)
    } else {
        DocumentEdit::Outcome { result, reason }
    };
    cx.edit(&edit);
}

/// Toggles the glyph `sign` on the current ply. Words after the glyph are kept.
pub(in crate::app) fn toggle_glyph(cx: &mut Cx<'_>, sign: &str) {
    let moment = cx.noted_moment();
    let field = glyph_field(cx);
    let old = written(cx, &field).unwrap_or_default();
    let (old_sign, words) = split_annotation(&old);
    let words = words.trim_start();
    let text = match (old_sign == sign, words.is_empty()) {
        (true, _) => words.to_owned(),
        (false, true) => sign.to_owned(),
        (false, false) => format!("{sign} {words}"),
    };
    drop_draft(cx, &field);
    cx.edit(&match field {
        Field::VariationGlyph(at) => DocumentEdit::Variation(VariationEdit::Glyph { at, text }),
        _ => DocumentEdit::Glyph { moment, text },
    });
}

/// Handles a change of the text in `field` to `text`. Most fields edit the record at every keystroke (see
/// [`Field::is_live`]). For other fields, and for invalid or unfinished text, stores the text as a draft.
pub(in crate::app) fn type_into(cx: &mut Cx<'_>, field: Field, text: String) {
    let is_cleared_between = matches!(field, Field::Comment(place)
        if text.is_empty() && place + 1 < comment_count(cx));
    if !field.is_live() || is_cleared_between {
        return keep_draft(cx, field, text, None);
    }
    let before = written(cx, &field).unwrap_or_default();
    let begins_word = before.ends_with(char::is_whitespace)
        && text.len() > before.len()
        && !text.ends_with(char::is_whitespace);
    if begins_word {
        cx.in_changes(Changes::end_word);
    }
    let mut hasher = DefaultHasher::new();
    draft_place(cx, field.clone()).hash(&mut hasher);
    let typing = hasher.finish();
    match write(cx, &field, &text, Some(typing)) {
        Ok(()) => {
            drop_draft(cx, &field);
            // A trailing space stays in the draft until the next word is typed.
            let written = written(cx, &field).unwrap_or_default();
            if written != text && written == text.trim() {
                keep_draft(cx, field, text, None);
            }
        }
        Err(error) => {
            // What was typed so far must not be saved in part.
            cx.revert(|changes, record, text| changes.revert_typing(record, typing, text));
            keep_draft(cx, field, text, Some(error));
        }
    }
}

/// Writes the draft of `field` into the record. Called when the field has lost the focus or Enter was pressed. Invalid
/// text stays a draft.
pub(in crate::app) fn leave(cx: &mut Cx<'_>, field: Field) {
    if let Some(draft) = drop_draft(cx, &field) {
        let error = match draft.error {
            None => write(cx, &field, &draft.text, None).err(),
            error => error,
        };
        if error.is_some() {
            keep_draft(cx, field, draft.text, error);
        }
    }
    cx.in_changes(Changes::end_typing);
}

/// Writes the drafts of the current record and moment into the record, before saving or navigating. Invalid drafts stay
/// drafts.
pub(in crate::app) fn commit_drafts(cx: &mut Cx<'_>) {
    let drafts = cx.drafts().iter().filter(|draft| draft.error.is_none());
    let places = drafts.map(|draft| draft.place.clone());
    let pending = places.filter(|place| *place == draft_place(cx, place.field.clone()));
    let fields: Vec<Field> = pending.map(|place| place.field).collect();
    for field in fields {
        leave(cx, field);
    }
}

fn write(
    cx: &mut Cx<'_>,
    field: &Field,
    text: &str,
    typing: Option<u64>,
) -> Result<(), ChangeError> {
    match edit_of(cx, field, text)? {
        Some(edit) => cx.try_edit(&edit, typing),
        None => Ok(()),
    }
}

fn keep_draft(cx: &mut Cx<'_>, field: Field, text: String, error: Option<ChangeError>) {
    let name = field_name(cx, &field, &text);
    drop_draft(cx, &field);
    let place = draft_place(cx, field);
    cx.add_draft(Draft { place, text, name, error });
}

/// Returns the name of what `text` in `field` changes: `comment on 12b`.
fn field_name(session: &Session, field: &Field, text: &str) -> String {
    let edit = edit_of(session, field, text).ok().flatten();
    let name = session.open.as_ref().zip(edit).map(|(open, edit)| open.content.name_of(&edit));
    name.unwrap_or_else(|| "new tag".to_owned())
}

/// Returns the edit that writes `text` to `field`; `None` if nothing is to be written.
fn edit_of(
    session: &Session,
    field: &Field,
    text: &str,
) -> Result<Option<DocumentEdit>, ChangeError> {
    let moment = session.noted_moment();
    let ply = moment.saturating_sub(1);
    let owned = text.to_owned();
    Ok(Some(match field {
        Field::Annotation => DocumentEdit::Glyph { moment, text: owned },
        Field::Comment(place) => DocumentEdit::CommentAt { moment, place: *place, text: owned },
        Field::GameVariation(place) => {
            DocumentEdit::GameVariation { moment, place: *place, text: owned }
        }
        Field::VariationGlyph(place) => {
            DocumentEdit::Variation(VariationEdit::Glyph { at: place.clone(), text: owned })
        }
        Field::VariationComment(place) => {
            DocumentEdit::Variation(VariationEdit::Comment { at: place.clone(), text: owned })
        }
        Field::TagValue(index) => DocumentEdit::TagAt {
            index: *index,
            name: written(session, &Field::TagName(*index)).unwrap_or_default(),
            value: owned,
        },
        Field::TagName(index) => DocumentEdit::TagAt {
            index: *index,
            name: owned,
            value: written(session, &Field::TagValue(*index)).unwrap_or_default(),
        },
        Field::Tag(name) => DocumentEdit::Tag { name: (*name).to_owned(), value: owned },
        Field::NewTag if text.trim().is_empty() => return Ok(None),
        Field::NewTag if has_tag(session, text.trim()) => return Err(ChangeError::TagExists),
        Field::NewTag => DocumentEdit::Tag { name: text.trim().to_owned(), value: String::new() },
        Field::Move => DocumentEdit::Move { ply, san: owned },
        Field::Clock => DocumentEdit::Clock { ply, clock: owned },
        Field::Reason => DocumentEdit::Outcome { result: result(session), reason: owned },
    }))
}

fn has_tag(session: &Session, name: &str) -> bool {
    let open = session.open.as_ref();
    open.is_some_and(|open| {
        let content = &open.content;
        name.find_in(content.tags(), content.text()).is_some()
    })
}
