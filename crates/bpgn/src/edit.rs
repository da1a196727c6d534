//! [`Edit`] and [`EditSet`]: changes to a text, with their inverse.

use super::Span;

/// One change: `insert` replaces the bytes of `span`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The range of the removed bytes; empty for an insertion.
    pub span: Span,
    pub insert: Vec<u8>,
}

impl Edit {
    /// Creates an edit that inserts `bytes` at the offset `at`.
    pub fn insertion(at: u32, bytes: impl Into<Vec<u8>>) -> Self {
        Self { span: Span::at(at), insert: bytes.into() }
    }

    /// Creates an edit that removes the bytes of `span`.
    pub const fn removal(span: Span) -> Self {
        Self { span, insert: Vec::new() }
    }

    /// Returns an edit with the same effect on `text`. It omits the leading and trailing bytes that the old and the new
    /// bytes share.
    #[must_use]
    pub fn trimmed(mut self, text: &[u8]) -> Self {
        let old = self.span.of(text);
        let new = &self.insert;
        let same = |a: &[u8], b: &[u8]| a.iter().zip(b).take_while(|(a, b)| a == b).count();
        let head = same(old, new);
        let (old, new) = (&old[head..], &new[head..]);
        let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
        // Both counts are within a text under 4 GiB.
        let offset = |count: usize| u32::try_from(count).unwrap_or(0);
        self.span = Span::new(self.span.start + offset(head), self.span.end - offset(tail));
        self.insert = new[..new.len() - tail].to_vec();
        self
    }
}

/// Changes to one text. Invariant: the changes are sorted and disjoint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EditSet {
    edits: Vec<Edit>,
}

/// Two changes that overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("overlapping changes at byte {at}")]
pub struct EditConflict {
    /// The offset of the first byte of the overlap, from the start of the text.
    pub at: u32,
}

impl EditSet {
    /// Sorts the changes into text order. Two insertions at the same place keep their order.
    ///
    /// # Errors
    /// If two changes overlap.
    pub fn new(mut edits: Vec<Edit>) -> Result<Self, EditConflict> {
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        for pair in edits.windows(2) {
            if pair[1].span.start < pair[0].span.end {
                return Err(EditConflict { at: pair[1].span.start });
            }
        }
        Ok(Self { edits })
    }

    /// Returns whether there are no changes.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Returns the changes in text order.
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// Returns `text` with the changes applied. Changes beyond the end of `text` are applied at its end.
    pub fn apply(&self, text: &[u8]) -> Vec<u8> {
        let more: usize = self.edits.iter().map(|edit| edit.insert.len()).sum();
        let mut out = Vec::with_capacity(text.len() + more);
        let mut at = 0;
        for edit in &self.edits {
            let start = (edit.span.start as usize).min(text.len());
            out.extend_from_slice(&text[at..start]);
            out.extend_from_slice(&edit.insert);
            at = (edit.span.end as usize).min(text.len());
        }
        out.extend_from_slice(&text[at..]);
        out
    }

    /// Returns the changes that undo this set: applied to the result of [`EditSet::apply`], they restore `text`.
    pub fn invert(&self, text: &[u8]) -> Self {
        let mut shift = 0_i64;
        let edits = self
            .edits
            .iter()
            .map(|edit| {
                let start = shift_offset(edit.span.start, shift);
                let inserted_len = i64::try_from(edit.insert.len()).unwrap_or(i64::MAX);
                let removed_len = i64::try_from(edit.span.len()).unwrap_or(i64::MAX);
                shift += inserted_len - removed_len;
                Edit {
                    span: Span::new(start, shift_offset(start, inserted_len)),
                    insert: edit.span.of(text).to_vec(),
                }
            })
            .collect();
        Self { edits }
    }
}

fn shift_offset(offset: u32, by: i64) -> u32 {
    u32::try_from(i64::from(offset) + by).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn edit(start: u32, end: u32, insert: &str) -> Edit {
        Edit { span: Span::new(start, end), insert: insert.into() }
    }

    #[test]
    fn edits_apply_and_invert() {
        let text = b"1A. e4 {298} 1a. e6";
        let set = EditSet::new(vec![edit(12, 12, " {A:!}"), edit(4, 6, "d4")]).unwrap();
        let changed = set.apply(text);
        assert_eq!(changed, b"1A. d4 {298} {A:!} 1a. e6");
        assert_eq!(set.invert(text).apply(&changed), text);
    }

    #[test]
    fn overlapping_edits_are_rejected() {
        let error = EditSet::new(vec![edit(4, 8, "x"), edit(6, 9, "y")]).unwrap_err();
        assert_eq!(error.to_string(), "overlapping changes at byte 6");
    }

    proptest! {
        #[test]
        fn inverse_restores_the_text(
            text in proptest::collection::vec(any::<u8>(), 0..200),
            cuts in proptest::collection::vec((0u32..200, 0u32..20, any::<Vec<u8>>()), 0..6)
        ) {
            let len = u32::try_from(text.len()).unwrap();
            let edits = cuts.into_iter().map(|(start, size, insert)| {
                let start = start.min(len);
                Edit { span: Span::new(start, (start + size).min(len)), insert }
            });
            if let Ok(set) = EditSet::new(edits.collect()) {
                let changed = set.apply(&text);
                prop_assert_eq!(set.invert(&text).apply(&changed), text.clone());
                let outside: usize = text.len()
                    - set.edits().iter().map(|edit| edit.span.len()).sum::<usize>();
                let inserted: usize = set.edits().iter().map(|edit| edit.insert.len()).sum();
                prop_assert_eq!(changed.len(), outside + inserted);
            }
        }
    }
}
