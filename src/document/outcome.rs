//! Editing of the result and its reason.

use super::{ChangeError, place::RecordEditor};
use crate::{
    file::Edit,
    notation::{GameResult, KnownTag},
};

impl RecordEditor<'_> {
    /// Returns the edits that write `result` to its tag and after the moves. After the moves, `reason` precedes the
    /// result in braces, unless the reason is empty.
    pub fn set_outcome(&self, result: GameResult, reason: &str) -> Result<Vec<Edit>, ChangeError> {
        let record = self.document.record();
        let reason = self.words(reason.trim())?;
        let mut edits = self.tag(KnownTag::Result.name(), result.text())?;
        let old_reason = record.notes.iter().find(|note| record.is_reason(note));
        let ending = &record.ending;
        let brace = [b"{", reason.as_slice(), b"}"].concat();
        let has_result = !ending.result_span.is_empty();
        match old_reason {
            Some(old) if reason.is_empty() => edits.push(self.remove_span(old.span)),
            Some(old) => edits.push(Edit { span: old.text, insert: reason.clone() }),
            None if reason.is_empty() || !has_result => {}
            None => edits.push(Edit {
                span: crate::file::Span::at(ending.result_span.start),
                insert: [&brace, b" ".as_slice()].concat(),
            }),
        }
        if has_result {
            edits
                .push(Edit { span: ending.result_span, insert: result.text().as_bytes().to_vec() });
        } else {
            let words = match old_reason {
                None if !reason.is_empty() => {
                    [&brace, b" ".as_slice(), result.text().as_bytes()].concat()
                }
                _ => result.text().as_bytes().to_vec(),
            };
            edits.push(match old_reason {
                Some(old) => Edit {
                    span: crate::file::Span::at(old.span.end),
                    insert: [b" ", words.as_slice()].concat(),
                },
                None => self.insert_after_plies(&words),
            });
        }
        edits.retain(|edit| edit.span.of(self.text()) != edit.insert);
        Ok(edits)
    }
}
