//! Input into the fields of the record, and other edits of it: [`NotesAction`].

use super::{Field, change};
use crate::{
    app::{
        Cx,
        notes::draft::{commit_drafts, forget_draft, leave, type_into},
    },
    document::DocumentEdit,
    timeline,
};

#[derive(Debug)]
pub enum NotesAction {
    /// The text of a field has changed.
    Type(Field, String),
    /// A field got the focus.
    Enter(Field),
    /// A field lost the focus, or Enter was pressed in it.
    Leave(Field),
    /// Discard the text typed into a field.
    Revert(Field),
    Edit(DocumentEdit),
}

pub(in crate::app) fn update_notes(cx: &mut Cx<'_>, action: NotesAction) {
    match action {
        NotesAction::Type(field, text) => type_into(cx, field, text),
        NotesAction::Enter(field) => {
            // Playback would change the field's moment while the user types.
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
