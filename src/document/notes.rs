//! Editing of annotations, comments and diagrams.

use super::{ChangeError, Document, EditResult, EditableRecord, RecordEditor};
use crate::{
    file::{Edit, Span},
    notation::{Note, NoteKind},
    replay::{Variation, VariationPlace, VariationPly},
    timeline::Moment,
};

impl Document {
    /// Returns the number of diagrams in the match and its variations.
    pub fn diagram_count(&self) -> usize {
        let notes = self.record().notes.iter();
        let in_variations = self.variations().roots.iter().map(|root| diagrams_in(&root.variation));
        notes.filter(|note| note.kind == NoteKind::Diagram).count() + in_variations.sum::<usize>()
    }

    /// Returns whether there is a diagram at `place` in a variation.
    pub fn has_variation_diagram(&self, place: &VariationPlace) -> bool {
        self.variations().ply(place).is_some_and(VariationPly::has_diagram)
    }
}

impl<C: EditableRecord> Document<C> {
    pub fn has_diagram(&self, moment: Moment) -> bool {
        !C::diagrams_at(self, moment).is_empty()
    }
}

/// Returns the number of diagrams in `variation` and its branches.
fn diagrams_in(variation: &Variation) -> usize {
    let plies = variation.plies.iter();
    plies
        .map(|ply| {
            usize::from(ply.has_diagram()) + ply.branches.iter().map(diagrams_in).sum::<usize>()
        })
        .sum()
}

impl<C: EditableRecord> RecordEditor<'_, C> {
    /// Returns the edits that add a diagram at `moment` if `on`, or otherwise remove all diagrams there.
    pub fn diagram(&self, moment: Moment, on: bool) -> EditResult {
        let spans = C::diagrams_at(self.document, moment);
        if !on {
            return Ok(spans.into_iter().map(|span| self.remove_span(span)).collect());
        }
        if spans.is_empty() { Ok(vec![C::new_diagram(self, moment)?]) } else { Ok(Vec::new()) }
    }
}

impl RecordEditor<'_> {
    /// Returns the edits that set the text of the note of `kind` with index `place` at `moment`, or add a note if there
    /// is none with this index.
    pub fn set_note(
        &self,
        moment: Moment,
        kind: NoteKind,
        place: usize,
        words: &str,
    ) -> EditResult {
        match self.document.notes_of(kind, moment).nth(place) {
            Some(old) => self.rewrite_note(old, words),
            None => self.add_note(moment, kind, words),
        }
    }

    /// Returns the edits that add a note of `kind` with the text `words` at `moment`. Returns no edits if `words` is
    /// empty.
    pub fn add_note(&self, moment: Moment, kind: NoteKind, words: &str) -> EditResult {
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let brace = self.brace(kind, words)?;
        Ok(vec![self.insertion(moment, kind, &brace)?])
    }

    /// Returns the edits that replace the words of the note `old` with `words`. If `words` is empty, they remove the
    /// note. Variations and marks in the note stay.
    pub fn rewrite_note(&self, old: &Note, words: &str) -> EditResult {
        let non_words = self.document.non_word_spans(old);
        if !non_words.is_empty() {
            return self.replace_words(old.text, &non_words, words);
        }
        if words.is_empty() {
            return Ok(vec![self.remove_span(old.span)]);
        }
        let bytes = self.words(words)?;
        let is_sign = old.span == old.text;
        if is_sign && !bytes.iter().all(|byte| b"!?".contains(byte)) {
            // Signs can follow the move without a space, but words need braces.
            let brace = self.brace(old.kind, words)?;
            let moment = old.after as usize;
            return Ok(vec![self.remove_span(old.span), self.insertion(moment, old.kind, &brace)?]);
        }
        Ok(vec![Edit { span: old.text, insert: bytes }])
    }

    /// Returns the edits that move note `index` of the record to `moment`. Variations and marks stay with their ply.
    pub fn move_note(&self, index: usize, moment: Moment) -> EditResult {
        let notes = &self.document.record().notes;
        let note = notes.get(index).ok_or(ChangeError::NoNote)?;
        if note.after as usize == moment {
            return Ok(Vec::new());
        }
        if moment == 0 && note.kind == NoteKind::Annotation {
            return Err(ChangeError::NoPlyToAnnotate);
        }
        let non_words = self.document.non_word_spans(note);
        if !non_words.is_empty() {
            let words = self.document.comment_words(note);
            let mut edits = self.replace_words(note.text, &non_words, "")?;
            edits.extend(self.add_note(moment, note.kind, &words)?);
            return Ok(edits);
        }
        let brace = if note.span == note.text {
            [b"{A:", note.text.of(self.text()), b"}"].concat()
        } else {
            note.span.of(self.text()).to_vec()
        };
        Ok(vec![self.remove_span(note.span), self.insertion(moment, note.kind, &brace)?])
    }

    /// Returns a note of `kind` with the text `words`, in braces.
    fn brace(&self, kind: NoteKind, words: &str) -> Result<Vec<u8>, ChangeError> {
        let opening: &[u8] = match kind {
            NoteKind::Annotation => b"{A:",
            NoteKind::Comment => b"{C:",
            _ => b"{",
        };
        Ok([opening, &self.words(words)?, b"}"].concat())
    }

    /// Returns the edit that inserts `brace`, a note of `kind`, at `moment`. The note goes after the ply and after
    /// notes of earlier kinds; the order is annotation, comment, diagram. At moment 0, the note goes before the first
    /// ply, on a line of its own.
    pub fn insertion(
        &self,
        moment: Moment,
        kind: NoteKind,
        brace: &[u8],
    ) -> Result<Edit, ChangeError> {
        let record = self.document.record();
        if moment == 0 {
            return Ok(self.insertion_at_start(brace));
        }
        let ply = self.annotated_ply(moment)?;
        let is_before = |note: &Note| match kind {
            NoteKind::Annotation => matches!(note.kind, NoteKind::Annotation | NoteKind::Lag),
            NoteKind::Comment => {
                matches!(note.kind, NoteKind::Annotation | NoteKind::Lag | NoteKind::Comment)
            }
            // Unrecognised text may contain the result.
            _ => !matches!(note.kind, NoteKind::Brace | NoteKind::Stray),
        };
        let limit = match kind {
            NoteKind::Annotation | NoteKind::Comment => u32::MAX,
            _ => {
                let stray = self.document.notes_of(NoteKind::Stray, moment).next();
                let stray_start = stray.map_or(u32::MAX, |note| note.span.start);
                stray_start.min(record.start_of_ending().unwrap_or(u32::MAX))
            }
        };
        let end = self.end_of_notes(moment, |note| is_before(note) && note.span.end <= limit);
        // If the clock follows its move without a space, the new note has no space before it either.
        let has_no_space = !ply.clock_span.is_empty() && ply.clock_span.start == ply.san_span.end;
        let blank: &[u8] = if has_no_space { b"" } else { b" " };
        Ok(Edit::insertion(end, [blank, brace].concat()))
    }

    /// Returns the edit that inserts `brace` on a line of its own, after the comments on the match and before the first
    /// ply.
    fn insertion_at_start(&self, brace: &[u8]) -> Edit {
        let record = self.document.record();
        let line = self.line_end();
        let comments = self.document.notes_of(NoteKind::Comment, 0);
        if let Some(last) = comments.last() {
            return Edit { span: Span::at(last.span.end), insert: [line, brace].concat() };
        }
        let first_ply = record.plies.first().map(|ply| ply.span.start);
        let first_note = record.notes.first().map(|note| note.span.start);
        let starts = [first_ply, first_note, record.start_of_ending()];
        match starts.into_iter().flatten().min() {
            Some(first) => Edit::insertion(first, [brace, line].concat()),
            None => self.insert_after_tags(brace),
        }
    }
}
