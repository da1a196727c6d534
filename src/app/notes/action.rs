//! [`NotesAction`] and what comes of it.

use super::{Field, change};
use crate::{
    app::{
        Cx,
        notes::draft::{forget_draft, leave, type_into},
        playback,
    },
    document::DocumentEdit,
    timeline,
};

/// What a person types into the fields of the record, and other changes of it.
#[derive(Debug)]
pub enum NotesAction {
    /// A field holds this now.
    Type(Field, String),
    /// A field has the keyboard.
    Enter(Field),
    /// A field was left, or Enter was pressed in it.
    Leave(Field),
    /// What was typed into a field is given up.
    Revert(Field),
    /// A change of the match.
    Edit(DocumentEdit),
}

pub(in crate::app) fn update_notes(cx: &mut Cx<'_>, action: NotesAction) {
    match action {
        NotesAction::Type(field, text) => type_into(cx, field, text),
        NotesAction::Enter(field) => {
            // Nothing moves away under a hand that writes.
            if field.is_of_moment() {
                playback::play(cx, timeline::Command::Pause);
            }
        }
        NotesAction::Leave(field) => leave(cx, field),
        NotesAction::Revert(field) => forget_draft(cx, &field),
        NotesAction::Edit(edit) => change::edit(cx, &edit),
    }
}
