//! [`NotesAction`] and what comes of it.

use super::Field;
use crate::{app::State, document::DocumentEdit, timeline};

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

impl State {
    pub(in crate::app) fn update_notes(&mut self, action: NotesAction) {
        match action {
            NotesAction::Type(field, text) => self.type_into(field, text),
            NotesAction::Enter(field) => {
                // Nothing moves away under a hand that writes.
                if field.is_of_moment() {
                    self.play(timeline::Command::Pause);
                }
            }
            NotesAction::Leave(field) => self.leave(field),
            NotesAction::Revert(field) => self.forget_draft(&field),
            NotesAction::Edit(edit) => self.edit(&edit),
        }
    }
}
