//! Undo and redo.

use crate::{
    app::{Arrival, Cx, Session, library},
    document::Changes,
};

/// Undoes the last change and returns to the moment shown before it.
pub(in crate::app) fn undo(cx: &mut Cx<'_>) {
    revert(cx, false);
}

/// Redoes the last undone change and returns to the moment shown after it.
pub(in crate::app) fn redo(cx: &mut Cx<'_>) {
    revert(cx, true);
}

fn revert(cx: &mut Cx<'_>, redo: bool) {
    // Inside a field, each word is undone on its own.
    cx.in_changes(Changes::separate_words);
    cx.commit_drafts();
    let Some(file) = cx.library.file() else { return };
    let change = if redo { file.changes.next() } else { file.changes.last() };
    let Some(change) = change else { return };
    let (record, moment) = (change.record, if redo { change.after } else { change.before });
    if file.record.id != record {
        library::choose(cx, record);
    }
    if cx.is_loading_record() {
        return library::arrive(cx, if redo { Arrival::Redo } else { Arrival::Undo });
    }
    if cx.revert(|changes, _, text| if redo { changes.redo(text) } else { changes.undo(text) }) {
        library::update_listing(cx);
        if cx.moment() != moment {
            cx.go_to(moment);
        }
    }
}

/// Returns the label of the change to undo, and the label of the change to redo. A label is `None` if there is no such
/// change. During a puzzle, both are `None`.
pub fn undo_names(session: &Session) -> (Option<&str>, Option<&str>) {
    if session.puzzle().is_some() {
        // A label may name a ply of the match, and these plies are hidden during a puzzle.
        return (None, None);
    }
    let changes = session.library.file().map(|file| &file.changes);
    (
        changes.and_then(|changes| Some(changes.last()?.name.as_str())),
        changes.and_then(|changes| Some(changes.next()?.name.as_str())),
    )
}
