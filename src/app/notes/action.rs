//! [`NotesAction`]: typing into the fields of the record, and other edits of the record.

use super::DraftPlace;
use crate::{
    app::{
        Cx, DraftTask, Field, Focus, invalid_draft,
        notes::{
            draft::{drop_draft, has_draft},
            edit::{leave, type_into},
        },
    },
    document::DocumentEdit,
};

#[derive(Debug)]
pub enum NotesAction {
    /// The text of a field has changed.
    Type(Field, String),
    /// A field got the focus.
    Enter(Field),
    /// A field lost the focus, or Enter was pressed in it.
    Leave(Field),
    /// Enter was pressed in the clock field. Continue with the clock of the next ply.
    NextClock,
    /// Shift+Enter was pressed in the clock field. Continue with the clock of the previous ply.
    PreviousClock,
    /// Discard the text typed into a field.
    Revert(Field),
    /// Go to the field of a draft, and perform this task there.
    GoToDraft(Box<DraftPlace>, DraftTask),
    Edit(DocumentEdit),
}

pub(in crate::app) fn update_notes(cx: &mut Cx<'_>, action: NotesAction) {
    match action {
        NotesAction::Type(field, text) => type_into(cx, field, text),
        NotesAction::Enter(field) => {
            // Without the pause, playback would leave the field's moment while the user types.
            if field.is_of_moment() {
                cx.commit_drafts();
                cx.pause();
            }
        }
        NotesAction::Leave(field) => leave(cx, field),
        NotesAction::NextClock => focus_next_clock(cx, true),
        NotesAction::PreviousClock => focus_next_clock(cx, false),
        NotesAction::Revert(field) => {
            drop_draft(cx, &field);
        }
        NotesAction::GoToDraft(place, task) => invalid_draft::go_to_draft(cx, *place, task),
        NotesAction::Edit(edit) => cx.edit(&edit),
    }
}

/// Goes to the next (`forward`) or previous ply of the match, and focuses the clock field. Stays at the current ply if
/// the clock typed for that ply is invalid. Does nothing if there is no next or previous ply.
fn focus_next_clock(cx: &mut Cx<'_>, forward: bool) {
    if !has_draft(cx, &Field::Clock) {
        let moment = cx.noted_moment();
        let to = if forward { moment + 1 } else { moment.saturating_sub(1) };
        let plies = cx.match_document().map_or(0, |document| document.played().plies.len());
        if !(1..=plies).contains(&to) {
            return;
        }
        cx.go_to(to);
    }
    cx.focus(Focus::Field(Field::Clock));
}
