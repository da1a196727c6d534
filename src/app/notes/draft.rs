//! [`Draft`]: typed text that is not in the record yet, and the text that a field shows.

use crate::{
    app::{Cx, Field, Session, notes::field::written},
    archive::RecordId,
    document::ChangeError,
    text::sentence,
    timeline::Moment,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    pub place: DraftPlace,
    pub text: String,
    /// The name of what the text was typed for: `comment on 12b`.
    pub name: String,
    /// The reason why the text is invalid; `None` if the text is merely unfinished.
    pub error: Option<ChangeError>,
}

/// The field that a [`Draft`] was typed in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DraftPlace {
    pub record: RecordId,
    /// The moment that the field belongs to; 0 for a field of the whole record.
    pub moment: Moment,
    pub field: Field,
}

impl Draft {
    /// Returns the reason why the text cannot be saved, with the remedy: `replace “}”`. Returns `None` if the text is
    /// merely unfinished.
    pub fn remedy(&self) -> Option<String> {
        Some(match self.error? {
            ChangeError::ClosingBrace => "replace “}”".to_owned(),
            error => error.to_string(),
        })
    }

    /// Returns the sentence that the text is not in the record: `31a: Ke7 was not accepted`.
    pub fn unaccepted(&self) -> String {
        let Self { name, text, .. } = self;
        match (&self.place.field, name.strip_prefix("move ")) {
            (Field::Move, Some(ply)) => format!("{ply}: {text} was not accepted"),
            _ => format!("The {name} was not accepted: “{text}”"),
        }
    }

    /// Returns whether the text becomes valid if its braces are replaced.
    pub(in crate::app) const fn has_brace(&self) -> bool {
        matches!(self.error, Some(ChangeError::ClosingBrace))
    }
}

/// Returns the name of the draft: `comment on 12b`, with the match if the draft is of another one than the shown.
pub fn draft_name(session: &Session, draft: &Draft) -> String {
    let record = draft.place.record;
    if session.library.file().is_some_and(|file| file.record.id != record) {
        format!("{} of match {}", draft.name, record + 1)
    } else {
        draft.name.clone()
    }
}

pub(super) fn draft_place(session: &Session, field: Field) -> DraftPlace {
    let record = session.library.file().map_or(0, |file| file.record.id);
    let moment = if field.is_of_moment() { session.noted_moment() } else { 0 };
    DraftPlace { record, moment, field }
}

/// Returns whether `field` has text that is not in the record.
pub fn has_draft(session: &Session, field: &Field) -> bool {
    draft(session, field).is_some()
}

pub(in crate::app) fn draft<'a>(session: &'a Session, field: &Field) -> Option<&'a Draft> {
    Some(&session.drafts()[draft_index(session, field)?])
}

fn draft_index(session: &Session, field: &Field) -> Option<usize> {
    let place = draft_place(session, field.clone());
    session.drafts().iter().position(|draft| draft.place == place)
}

pub(super) fn drop_draft(cx: &mut Cx<'_>, field: &Field) -> Option<Draft> {
    let at = draft_index(cx, field)?;
    cx.take_draft(at)
}

/// The text that a field shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldText {
    pub text: String,
    /// The reason why the text is invalid and therefore not in the record; empty for valid or unfinished text.
    pub error: String,
}

/// Returns the text that `field` shows at the current moment.
pub fn field(session: &Session, field: &Field) -> FieldText {
    if let Some(draft) = draft(session, field) {
        let error = draft.error.map(|error| sentence(&error.to_string()));
        return FieldText { text: draft.text.clone(), error: error.unwrap_or_default() };
    }
    FieldText { text: written(session, field).unwrap_or_default(), error: String::new() }
}
