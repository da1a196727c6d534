//! Undo and redo.

use crate::{
    app::{
        Cx, FileSession, Session, library,
        library::Arrival,
        notes::{commit_drafts, replace_document},
        playback,
    },
    archive::RecordId,
    document::Changes,
    timeline::Moment,
};

/// Undoes the last change and returns to the moment shown before it.
pub(in crate::app) fn undo(cx: &mut Cx<'_>) {
    commit_drafts(cx);
    revert(
        cx,
        Arrival::Undo,
        |file| file.changes.last().map(|change| (change.record, change.before)),
        Changes::undo,
    );
}

pub(in crate::app) fn redo(cx: &mut Cx<'_>) {
    commit_drafts(cx);
    revert(
        cx,
        Arrival::Redo,
        |file| file.changes.next().map(|change| (change.record, change.after)),
        Changes::redo,
    );
}

fn revert(
    cx: &mut Cx<'_>,
    arrival: Arrival,
    record_and_moment: impl Fn(&FileSession) -> Option<(RecordId, Moment)>,
    apply: impl Fn(&mut Changes, &[u8]) -> Option<Vec<u8>>,
) {
    let Some((record, moment)) = cx.library.file().and_then(record_and_moment) else { return };
    if cx.library.file().is_some_and(|file| file.record.id != record) {
        library::choose(cx, record);
    }
    if cx.is_loading_record() {
        return library::arrive(cx, arrival);
    }
    let session = &mut *cx.session;
    let (Some(open), Some(file)) = (&session.open, session.library.file_mut()) else { return };
    if let Some(text) = apply(&mut file.changes, open.content.text()) {
        let document = open.content.with_text(text);
        replace_document(cx, document);
        library::update_listing(cx);
        if cx.moment() != moment {
            playback::go_to(cx, moment);
        }
    }
}

/// Returns the label of the change to undo, and the label of the change to redo. A label is `None` if there is no such
/// change. During a puzzle, both are `None`.
#[must_use]
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
