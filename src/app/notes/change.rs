//! Applies edits to the current record.

use super::Field;
use crate::{
    app::{
        Cx, Session,
        notes::{
            draft::{commit_drafts, forget_draft},
            field::{glyph_field, written},
        },
    },
    document::{ChangeError, Content, Document, DocumentEdit, VariationEdit},
    file::EditSet,
    notation::NoteKind,
    replay::Point,
    text::sentence,
    timeline::Moment,
};

/// Applies `edit`, or shows the reason why it is impossible.
pub(in crate::app) fn edit(cx: &mut Cx<'_>, edit: &DocumentEdit) {
    if let Err(error) = change(cx, edit, None) {
        cx.warn(sentence(&error.to_string()));
    }
}

/// Toggles the glyph `sign` on the current ply. Words after the glyph stay.
pub(in crate::app) fn toggle_glyph(cx: &mut Cx<'_>, sign: &str) {
    let moment = cx.moment();
    let field = glyph_field(cx);
    let old = written(cx, &field).unwrap_or_default();
    let words = old.trim_start_matches(['!', '?']);
    let had = old.strip_suffix(words) == Some(sign);
    let words = words.trim_start();
    let text = match (had, words.is_empty()) {
        (true, _) => words.to_owned(),
        (false, true) => sign.to_owned(),
        (false, false) => format!("{sign} {words}"),
    };
    forget_draft(cx, &field);
    edit(
        cx,
        &match field {
            Field::VariationGlyph(at) => DocumentEdit::Variation(VariationEdit::Glyph { at, text }),
            _ => DocumentEdit::Glyph { moment, text },
        },
    );
}

pub(in crate::app) fn change(
    cx: &mut Cx<'_>,
    edit: &DocumentEdit,
    typing: Option<u64>,
) -> Result<(), ChangeError> {
    let before = cx.moment();
    let session = &mut *cx.session;
    let (Some(open), Some(file)) = (&session.open, session.library.file_mut()) else {
        return Ok(());
    };
    if !open.content.is_scanned() {
        return Err(ChangeError::Unread);
    }
    let (document, set) = open.content.changed(std::slice::from_ref(edit))?;
    if set.is_empty() {
        return Ok(());
    }
    let document_before = open.content.as_match().map(|open| &open.document);
    let ply_without_clock = document_before
        .and_then(|document| first_comment_without_clock(edit, document))
        .filter(|_| !std::mem::replace(&mut file.has_warned_clockless, true));
    let lost = match (document_before, document.as_match()) {
        (Some(before), Some(after)) => count_broken_variations(edit, before, after),
        _ => 0,
    };
    let after = moment_after(edit, before);
    let name = open.content.name_of(edit);
    let text = open.content.text();
    file.changes.note(file.record.id, text, set, name, (before, after), typing);
    replace_document(cx, document);
    match lost {
        0 => {}
        1 => cx.notify("1 variation is no longer playable; kept as text.".to_owned()),
        _ => {
            cx.notify(format!("{lost} variations are no longer playable; kept as text."));
        }
    }
    if let Some(ply) = ply_without_clock {
        cx.notify(format!(
            "{ply} has no clock time. Some programs can’t read a comment on such a move."
        ));
    }
    let plies = played_plies(cx);
    if after != before || before > plies {
        commit_drafts(cx);
        cx.go_to(after);
    }
    Ok(())
}

/// Shows `document`, which `set` has changed; `name` is the undo label.
pub(in crate::app) fn apply_edit(cx: &mut Cx<'_>, document: Content, set: EditSet, name: String) {
    let moment = cx.moment();
    let session = &mut *cx.session;
    let (Some(open), Some(file)) = (&session.open, session.library.file_mut()) else { return };
    if set.is_empty() {
        return;
    }
    let text = open.content.text();
    file.changes.note(file.record.id, text, set, name, (moment, moment), None);
    replace_document(cx, document);
}

/// Shows `document`, the current record with new bytes.
pub(in crate::app) fn replace_document(cx: &mut Cx<'_>, document: Content) {
    let Some(file) = cx.library.file_mut() else { return };
    let id = file.record.id;
    file.changes.keep(id, document.text(), &file.record.original);
    if file.changes.text(id).is_some() {
        file.edited.insert(id, document.text());
    } else {
        file.edited.remove(id);
    }
    cx.show_document(document);
    cx.revision += 1;
    cx.touch();
}

/// Returns the number of legal plies of the match.
fn played_plies(session: &Session) -> usize {
    let open = session.open.as_ref();
    open.map_or(0, |open| open.content.played_plies())
}

/// Returns the number of variations that are unplayable since `edit` changed `before` to `after`. Edits of comments are
/// not counted: a variation typed there may be unfinished.
fn count_broken_variations(edit: &DocumentEdit, before: &Document, after: &Document) -> usize {
    match edit {
        DocumentEdit::Move { .. } | DocumentEdit::DeleteFrom { .. } | DocumentEdit::Tag { .. } => {
            let refused = |document: &Document| document.variations().unplayable.len();
            refused(after).saturating_sub(refused(before))
        }
        _ => 0,
    }
}

/// Returns the name of the ply that `edit` gives its first comment, if that ply has no clock but other plies in the
/// match do.
fn first_comment_without_clock(edit: &DocumentEdit, document: &Document) -> Option<String> {
    let played = document.played().plies.len();
    let moment = match edit {
        DocumentEdit::Comment { moment, .. }
        | DocumentEdit::AddComment { moment, .. }
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
    (ply.clock_span.is_empty() && has_clocks && !commented)
        .then(|| document.ply_name(moment))
        .flatten()
}

/// Returns the moment to show after `edit` was applied at `moment`.
fn moment_after(edit: &DocumentEdit, moment: Moment) -> Moment {
    match edit {
        DocumentEdit::DeleteFrom { ply } => moment.min(*ply),
        // The added ply is the last one; the moment after it is shown.
        DocumentEdit::AddPly { .. } | DocumentEdit::AddGamePly(_) => Moment::MAX,
        DocumentEdit::MoveNote { to, .. } => *to,
        _ => moment,
    }
}
