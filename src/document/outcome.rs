//! Editing of the result and its reason.

use super::{EditResult, place::RecordEditor};
use crate::{
    file::Edit,
    notation::{GameResult, KnownTag},
};

impl RecordEditor<'_> {
    /// Returns the edits that write `result` to its tag and after the moves. After the moves, `reason` precedes the
    /// result in braces, unless the reason is empty.
    pub fn set_outcome(&self, result: GameResult, reason: &str) -> EditResult {
        let record = self.document.record();
        let reason = self.words(reason.trim())?;
        let mut edits = self.tag(KnownTag::Result.name(), result.text())?;
        let old_reason = record.notes.iter().find(|note| record.is_reason(note));
        let result_span = record.ending.result_span;
        let has_result = !result_span.is_empty();
        let brace =
            if reason.is_empty() { Vec::new() } else { [b"{", reason.as_slice(), b"} "].concat() };
        let result = result.text().as_bytes();
        let result = match old_reason {
            _ if has_result => Edit { span: result_span, insert: result.to_vec() },
            Some(old) => Edit::insertion(old.span.end, [b" ", result].concat()),
            None => self.insert_after_plies(&[brace.as_slice(), result].concat()),
        };
        match old_reason {
            Some(old) if reason.is_empty() => edits.push(self.remove_span(old.span)),
            Some(old) => edits.push(Edit { span: old.text, insert: reason }),
            None if has_result => edits.push(Edit::insertion(result_span.start, brace)),
            None => {}
        }
        edits.push(result);
        edits.retain(|edit| edit.span.of(self.text()) != edit.insert);
        Ok(edits)
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
