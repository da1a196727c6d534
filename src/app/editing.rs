//! Editing the open record: methods of [`Cx`].

use super::{Cx, notes, review};
use crate::{
    archive::{Index, RecordId},
    document::{ChangeError, Changes, Content, Document, DocumentEdit, VariationEdit},
    file::EditSet,
    replay::Point,
    text::{count_text, sentence},
    timeline::Moment,
};

impl Cx<'_> {
    /// Applies `edit` to the open record, or shows the reason why it is impossible.
    pub(in crate::app) fn edit(&mut self, edit: &DocumentEdit) {
        if let Err(error) = self.try_edit(edit, None) {
            self.warn(sentence(&error.to_string()));
        }
    }

    /// Applies `edit` to the open record as an undoable change, and shows notices about its side effects. Does nothing
    /// without an open record. `typing` identifies the text field of the edit, if any: consecutive changes in one field
    /// are undone together.
    ///
    /// # Errors
    /// If `edit` is impossible, or if the record is not completely scanned.
    pub(in crate::app) fn try_edit(
        &mut self,
        edit: &DocumentEdit,
        typing: Option<u64>,
    ) -> Result<(), ChangeError> {
        let before = self.moment();
        let Some((open, file)) = self.open_and_file_mut() else { return Ok(()) };
        if !open.content.is_scanned() {
            return Err(ChangeError::Unread);
        }
        let (document, set) = open.content.changed(std::slice::from_ref(edit))?;
        if set.is_empty() {
            return Ok(());
        }
        let document_before = open.content.as_match().map(|open| &open.document);
        let mut ply_without_clock =
            document_before.and_then(|document| first_comment_without_clock(edit, document));
        if ply_without_clock.is_some() && std::mem::replace(&mut file.has_warned_clockless, true) {
            ply_without_clock = None;
        }
        let broken_variations = match (document_before, document.as_match()) {
            (Some(before), Some(after)) => count_broken_variations(edit, before, after),
            _ => 0,
        };
        let after = moment_after(edit, before);
        let name = open.content.name_of(edit);
        let text = open.content.text();
        file.changes.push_step(file.record.id, text, set, name, (before, after), typing);
        self.replace_document(document);
        if broken_variations > 0 {
            let variations = count_text(broken_variations, "variation is", "variations are");
            self.notify(format!("{variations} no longer playable; kept as text."));
        }
        if let Some(ply) = ply_without_clock {
            self.notify(format!(
                "{ply} has no clock time. Some programs can’t read a comment on such a move."
            ));
        }
        let played_plies = self.open.as_ref().map_or(0, |open| open.content.played_plies());
        if after != before || before > played_plies {
            self.go_to(after);
        }
        Ok(())
    }

    /// Replaces the open match by the result of `change`, as one undoable change with the label `name`. Does nothing
    /// without an open match, and if `change` leaves it as it is.
    ///
    /// # Errors
    /// That of `change`, or if the record is not completely scanned.
    pub(in crate::app) fn change_match(
        &mut self,
        name: &str,
        change: impl FnOnce(&Document) -> Result<Document, ChangeError>,
    ) -> Result<(), ChangeError> {
        let Some(document) = self.match_document() else { return Ok(()) };
        if !document.is_scanned() {
            return Err(ChangeError::Unread);
        }
        let changed = change(document)?;
        if changed.text() == document.text() {
            return Ok(());
        }
        let set = document.diff_to(&changed);
        self.apply_edit(changed.into(), set, name.to_owned());
        Ok(())
    }

    /// Shows `document`, which is the result of the edits `set`. Records the edits for undo, with the label `name`. Does
    /// nothing if `set` is empty.
    pub(in crate::app) fn apply_edit(&mut self, document: Content, set: EditSet, name: String) {
        let moment = self.moment();
        let Some((open, file)) = self.open_and_file_mut() else { return };
        if set.is_empty() {
            return;
        }
        let text = open.content.text();
        file.changes.push_step(file.record.id, text, set, name, (moment, moment), None);
        self.replace_document(document);
    }

    /// Changes the record to the bytes that `undo` returns, which gets the undo steps, the record and its bytes. Returns
    /// whether `undo` returned any.
    pub(in crate::app) fn revert(
        &mut self,
        undo: impl FnOnce(&mut Changes, RecordId, &[u8]) -> Option<Vec<u8>>,
    ) -> bool {
        let Some((open, file)) = self.open_and_file_mut() else { return false };
        let Some(text) = undo(&mut file.changes, file.record.id, open.content.text()) else {
            return false;
        };
        let document = open.content.with_text(text);
        self.replace_document(document);
        true
    }

    /// Shows `document`, the current record with new bytes.
    pub(in crate::app) fn replace_document(&mut self, document: Content) {
        let Some(file) = self.file_mut() else { return };
        let id = file.record.id;
        file.changes.set_text(id, document.text(), &file.record.original);
        if file.changes.text(id).is_some() {
            file.edited.insert(id, Index::replayed(document.text()));
        } else {
            file.edited.remove(&id);
        }
        self.show_document(document);
    }

    /// Takes the moves of the program out of the record, before saving or leaving it, unless the user has played too.
    pub(in crate::app) fn drop_lone_replies(&mut self) {
        review::drop_lone_replies(self);
    }

    /// Writes the drafts of the current record and moment into the record, before saving or navigating. Invalid drafts
    /// stay drafts.
    pub(in crate::app) fn commit_drafts(&mut self) {
        notes::commit_drafts(self);
    }
}

/// Returns the number of variations that became unplayable when `edit` changed `before` to `after`. Only changes of
/// moves and tags are checked. All other edits give 0; for example, a variation that is being typed in a comment may be
/// unfinished.
fn count_broken_variations(edit: &DocumentEdit, before: &Document, after: &Document) -> usize {
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
fn first_comment_without_clock(edit: &DocumentEdit, document: &Document) -> Option<String> {
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
    let is_commented = document.comment_count(moment) > 0;
    let lacks_clock = ply.clock_span.is_empty() && has_clocks && !is_commented;
    if lacks_clock { document.ply_name(moment) } else { None }
}

/// Returns the moment to show after `edit` was applied at `moment`.
fn moment_after(edit: &DocumentEdit, moment: Moment) -> Moment {
    match edit {
        DocumentEdit::DeleteFrom { ply } => moment.min(*ply),
        // The added ply is the last ply of the match, so the last moment is shown.
        DocumentEdit::AddPly { .. } | DocumentEdit::AddGamePly(_) => Moment::MAX,
        DocumentEdit::InsertPly { ply, .. } => ply + 1,
        DocumentEdit::MoveNote { to, .. } => *to,
        _ => moment,
    }
}
