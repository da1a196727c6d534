//! Replaces the current record by its changed text.

use crate::{
    app::{Cx, Session},
    archive::Index,
    document::{Content, Document, DocumentEdit, VariationEdit},
    file::EditSet,
    notation::NoteKind,
    replay::Point,
    timeline::Moment,
};

/// Shows `document`, which is the result of the edits `set`. Records the edits for undo, with the label `name`. Does
/// nothing if `set` is empty.
pub(in crate::app) fn apply_edit(cx: &mut Cx<'_>, document: Content, set: EditSet, name: String) {
    let moment = cx.moment();
    let Some((open, file)) = cx.open_and_file_mut() else { return };
    if set.is_empty() {
        return;
    }
    let text = open.content.text();
    file.changes.push_step(file.record.id, text, set, name, (moment, moment), None);
    replace_document(cx, document);
}

/// Shows `document`, the current record with new bytes.
pub(in crate::app) fn replace_document(cx: &mut Cx<'_>, document: Content) {
    let Some(file) = cx.file_mut() else { return };
    let id = file.record.id;
    file.changes.set_text(id, document.text(), &file.record.original);
    if file.changes.text(id).is_some() {
        file.edited.insert(id, Index::replayed(document.text()));
    } else {
        file.edited.remove(&id);
    }
    cx.show_document(document);
}

/// Returns the number of legal plies of the open record; 0 without an open record.
pub(super) fn played_plies(session: &Session) -> usize {
    let open = session.open.as_ref();
    open.map_or(0, |open| open.content.played_plies())
}

/// Returns the number of variations that became unplayable when `edit` changed `before` to `after`. Only changes of
/// moves and tags are checked. All other edits give 0; for example, a variation that is being typed in a comment may be
/// unfinished.
pub(super) fn count_broken_variations(
    edit: &DocumentEdit,
    before: &Document,
    after: &Document,
) -> usize {
    match edit {
        DocumentEdit::Move { .. }
        | DocumentEdit::InsertPly { .. }
        | DocumentEdit::DeleteFrom { .. }
        | DocumentEdit::Tag { .. } => {
            let unplayable_count = |document: &Document| document.variations().unplayable.len();
            unplayable_count(after).saturating_sub(unplayable_count(before))
        }
        _ => 0,
    }
}

/// Returns the name of the ply to which `edit` adds a first comment if that ply has no clock, but other plies of the
/// match have clocks. Otherwise returns `None`.
pub(super) fn first_comment_without_clock(
    edit: &DocumentEdit,
    document: &Document,
) -> Option<String> {
    let played = document.played().plies.len();
    let moment = match edit {
        DocumentEdit::Comment { moment, .. }
        | DocumentEdit::CommentAt { moment, .. }
        | DocumentEdit::Marks { at: Point::Match(moment), .. } => *moment,
        DocumentEdit::Variation(VariationEdit::Play { from: Point::Match(moment), .. }) => {
            (moment + 1).min(played)
        }
        _ => return None,
    };
    let record = document.record();
    let ply = record.plies.get(moment.checked_sub(1)?)?;
    let has_clocks = record.plies.iter().any(|ply| !ply.clock_span.is_empty());
    let commented = record
        .notes
        .iter()
        .any(|note| note.after as usize == moment && note.kind == NoteKind::Comment);
    let lacks_clock = ply.clock_span.is_empty() && has_clocks && !commented;
    if lacks_clock { document.ply_name(moment) } else { None }
}

/// Returns the moment to show after `edit` was applied at `moment`.
pub(super) fn moment_after(edit: &DocumentEdit, moment: Moment) -> Moment {
    match edit {
        DocumentEdit::DeleteFrom { ply } => moment.min(*ply),
        // The added ply is the last ply of the match, so the last moment is shown.
        DocumentEdit::AddPly { .. } | DocumentEdit::AddGamePly(_) => Moment::MAX,
        DocumentEdit::InsertPly { ply, .. } => ply + 1,
        DocumentEdit::MoveNote { to, .. } => *to,
        _ => moment,
    }
}
