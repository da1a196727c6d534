//! [`Draft`]: typed text that is not in the record yet, and the text that a field shows.

use super::Field;
use crate::{
    app::{Cx, Session, notes::field::written},
    archive::RecordId,
    timeline::Moment,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    pub record: RecordId,
    /// The moment that the field belongs to; 0 for a field of the whole record.
    pub moment: Moment,
    pub field: Field,
    pub text: String,
    /// The reason why the text is invalid; empty if the text is merely unfinished.
    pub error: String,
}

pub(super) fn draft_place(session: &Session, field: &Field) -> (RecordId, Moment) {
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
    Some(&session.drafts()[draft_index(session, field)?])
}

fn draft_index(session: &Session, field: &Field) -> Option<usize> {
    let place = draft_place(session, field);
    let is_of_field =
        |draft: &Draft| (draft.record, draft.moment) == place && draft.field == *field;
    session.drafts().iter().position(is_of_field)
}

pub(super) fn drop_draft(cx: &mut Cx<'_>, field: &Field) -> Option<Draft> {
    let at = draft_index(cx, field)?;
    cx.touch();
    let file = cx.library.file_mut()?;
    Some(file.drafts.remove(at))
}

pub(super) fn save_draft(cx: &mut Cx<'_>, field: Field, text: String, error: String) {
    drop_draft(cx, &field);
    let (record, moment) = draft_place(cx, &field);
    cx.touch();
    if let Some(file) = cx.library.file_mut() {
        file.drafts.push(Draft { record, moment, field, text, error });
    }
}

/// The text that a field shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldText {
    pub text: String,
    /// The reason why the text is invalid and therefore not in the record; empty for valid or unfinished text.
    pub error: String,
}

/// Returns the text that `field` shows at the current moment.
#[must_use]
pub fn field(session: &Session, field: &Field) -> FieldText {
    if let Some(draft) = draft(session, field) {
        return FieldText { text: draft.text.clone(), error: draft.error.clone() };
    }
    FieldText { text: written(session, field).unwrap_or_default(), error: String::new() }
}
