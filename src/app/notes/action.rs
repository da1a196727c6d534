//! [`NotesAction`]: input into the fields of the record, and other changes of it.

use super::{Field, change};
use crate::{
    app::{
        Cx,
        notes::draft::{commit_drafts, forget_draft, leave, type_into},
    },
    document::DocumentEdit,
    timeline,
};

/// An input into a field of the record, or an edit of the record.
#[derive(Debug)]
pub enum NotesAction {
    /// The text of a field has changed.
    Type(Field, String),
    /// A field got the focus.
    Enter(Field),
    /// A field lost the focus, or Enter was pressed in it.
    Leave(Field),
    /// Discards the text typed into a field.
    Revert(Field),
    /// Changes the record.
    Edit(DocumentEdit),
}

pub(in crate::app) fn update_notes(cx: &mut Cx<'_>, action: NotesAction) {
    match action {
        NotesAction::Type(field, text) => type_into(cx, field, text),
        NotesAction::Enter(field) => {
            // During playback the field's moment would change while the user types.
            if field.is_of_moment() {
                commit_drafts(cx);
                cx.in_match(|open| open.run(timeline::Command::Pause));
            }
        }
        NotesAction::Leave(field) => leave(cx, field),
        NotesAction::Revert(field) => forget_draft(cx, &field),
        NotesAction::Edit(edit) => change::edit(cx, &edit),
    }
}
