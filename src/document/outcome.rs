//! Editing of the result and its reason.

use super::{EditResult, EditableRecord, RecordEditor};
use crate::{
    file::Edit,
    notation::{GameResult, KnownTag, Note},
};

impl<'d, C: EditableRecord> RecordEditor<'d, C> {
    /// Returns the edits that write `result` to its tag and after the plies. After the plies, `reason` precedes the
    /// result in braces, unless the reason is empty.
    pub fn set_outcome(&self, result: GameResult, reason: &str) -> EditResult {
        let reason = self.words(reason.trim())?;
        let mut edits = self.tag(KnownTag::Result.name(), result.text())?;
        edits.extend(C::ending(self, result, &reason));
        edits.retain(|edit| edit.span.of(self.text()) != edit.insert);
        Ok(edits)
    }

    /// Returns the reason for the result, in its brace.
    pub fn reason_note(&self) -> Option<&'d Note> {
        let record = self.document.content.written();
        record.notes.iter().find(|note| record.is_reason(note))
    }
}

/// Returns `reason` as it is written before a result: in braces, or nothing if it is empty.
pub(super) fn reason_brace(reason: &[u8]) -> Vec<u8> {
    if reason.is_empty() { Vec::new() } else { [b"{", reason, b"} "].concat() }
}

impl RecordEditor<'_> {
    /// Returns the edits that write `reason` and `result` after the plies of a match.
    pub fn match_ending(&self, result: GameResult, reason: &[u8]) -> Vec<Edit> {
        let result_span = self.document.record().ending.result_span;
        let has_result = !result_span.is_empty();
        let old_reason = self.reason_note();
        let brace = reason_brace(reason);
        let result = result.text().as_bytes();
        let result = match old_reason {
            _ if has_result => Edit { span: result_span, insert: result.to_vec() },
            Some(old) => Edit::insertion(old.span.end, [b" ", result].concat()),
            None => self.insert_after_plies(&[brace.as_slice(), result].concat()),
        };
        let reason = match old_reason {
            Some(old) if reason.is_empty() => self.remove_span(old.span),
            Some(old) => Edit { span: old.text, insert: reason.to_vec() },
            None if has_result => Edit::insertion(result_span.start, brace),
            None => return vec![result],
        };
        vec![reason, result]
    }

    /// Returns the edits that replace a wrong result by `result`: in the tag, and after the moves if they end with
    /// another decided result.
    pub fn correct_result(&self, result: GameResult) -> EditResult {
        let record = self.document.record();
        let is_wrong = |written: GameResult| written.is_decided() && written != result;
        let mut edits = Vec::new();
        if record.find_tag(self.text(), KnownTag::Result).is_some() {
            edits.extend(self.tag(KnownTag::Result.name(), result.text())?);
        }
        if record.ending.result.is_some_and(is_wrong) {
            let insert = result.text().as_bytes().to_vec();
            edits.push(Edit { span: record.ending.result_span, insert });
        }
        Ok(edits)
    }
}
