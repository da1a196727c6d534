//! Changes to the variations of a record, as edits of its bytes.

use super::{
    VariationForm,
    variation_form::{glyph_text, with_leading_blank},
};
use crate::{
    document::{ChangeError, EditResult, place::RecordEditor},
    file::{Edit, Span},
    notation::{DIAGRAM_NAG, NoteKind, mark_spans},
    replay::{Variation, VariationPath, VariationPlace, VariationPly},
    timeline::Moment,
};

impl<'d> RecordEditor<'d> {
    pub fn variation(&self, path: &VariationPath) -> Result<&'d Variation, ChangeError> {
        let variation = self.document.variations().get(path);
        variation.ok_or(ChangeError::NoVariation)
    }

    fn variation_ply(&self, place: &VariationPlace) -> Result<&'d VariationPly, ChangeError> {
        let ply = self.document.variations().ply(place);
        ply.ok_or(ChangeError::NoVariation)
    }

    /// Returns the start of ply `index` of `variation`. Comments before the first ply belong to that ply.
    pub fn start_of(&self, variation: &Variation, index: usize) -> u32 {
        let ply = &variation.plies[index];
        let first = ply.comments.first().map(|first| self.with_braces(*first).start);
        first.map_or(ply.span.start, |first| first.min(ply.span.start))
    }

    /// Returns the end of ply `index` of `variation`, including its glyphs, comments and branches. After a line
    /// comment, the end is the start of the next line.
    pub fn end_of(&self, variation: &Variation, index: usize) -> u32 {
        let next = variation.plies.get(index + 1).map(|next| next.span.start);
        let until =
            next.or(variation.result.map(|result| result.start)).unwrap_or(variation.span.end - 1);
        let before = &self.text()[..until as usize];
        let end = u32::try_from(before.trim_ascii_end().len()).unwrap_or(until);
        let mut comments = variation.plies[index].comments.iter();
        if comments.any(|comment| comment.end == end && self.document.is_line_comment(*comment)) {
            let line = &self.text()[end as usize..until as usize];
            let line_length = memchr::memchr2(b'\n', b'\r', line).map_or(0, |at| at + 1);
            return end + u32::try_from(line_length).unwrap_or(0);
        }
        end
    }

    /// Returns the edit that inserts `group` at the end of the comment on the ply before `moment`, or in a new comment.
    pub fn insert_on_ply(&self, moment: Moment, group: &[u8]) -> Result<Edit, ChangeError> {
        let Some(note) = self.document.notes_of(NoteKind::Comment, moment).next() else {
            let brace = [b"{C:", group, b"}"].concat();
            return self.insertion(moment, NoteKind::Comment, &brace);
        };
        let words = note.text.of(self.text()).trim_ascii_end();
        let end = note.text.start + u32::try_from(words.len()).unwrap_or(0);
        let blank: &[u8] = if words.is_empty() { b"" } else { b" " };
        Ok(Edit::insertion(end, [blank, group].concat()))
    }

    /// Returns the edits that set the first glyph of the ply before `at` to `sign`. If there is no glyph, they add
    /// `sign`.
    pub fn variation_glyph(&self, at: &VariationPlace, sign: &str) -> EditResult {
        let ply = self.variation_ply(at)?;
        check_glyph(sign)?;
        let old = ply.glyphs.first().map(|&old| self.remove_span(self.with_braces(old)));
        let mut edits = Vec::from_iter(old);
        if !sign.is_empty() {
            edits.push(Edit::insertion(ply.san_span.end, glyph_text(sign.as_bytes())));
        }
        Ok(edits)
    }

    /// Returns the edits that add a diagram after the ply before `at`; none if it has one.
    pub fn add_variation_diagram(&self, at: &VariationPlace) -> EditResult {
        let ply = self.variation_ply(at)?;
        if ply.has_diagram() {
            return Ok(Vec::new());
        }
        Ok(vec![self.diagram_insertion(ply)])
    }

    /// Returns the edit that adds a diagram to `ply`. Braces would end a comment, so the diagram is written as a NAG.
    pub fn diagram_insertion(&self, ply: &VariationPly) -> Edit {
        Edit::insertion(self.end_of_glyphs(ply), glyph_text(DIAGRAM_NAG.as_bytes()))
    }

    /// Returns the edits that remove all diagrams after the ply before `at`.
    pub fn remove_variation_diagram(&self, at: &VariationPlace) -> EditResult {
        let diagrams = self.variation_ply(at)?.diagrams.iter();
        Ok(diagrams.map(|diagram| self.remove_span(self.with_braces(*diagram))).collect())
    }

    /// Returns the end of the move of `ply` with its glyphs and diagrams.
    fn end_of_glyphs(&self, ply: &VariationPly) -> u32 {
        let signs = ply.glyphs.iter().chain(&ply.diagrams);
        let ends = signs.map(|sign| self.with_braces(*sign).end);
        ends.fold(ply.san_span.end, u32::max)
    }

    /// Returns the span of a comment with its delimiters: braces, `(C:…)` or a leading `;`. `inner` is the span of its
    /// text, and is returned unchanged if there are no delimiters.
    fn with_braces(&self, inner: Span) -> Span {
        if self.document.is_line_comment(inner) {
            return Span::new(inner.start - 1, inner.end);
        }
        let before = &self.text()[..inner.start as usize];
        let signs: [&[u8]; 4] = [b"(C:", b"{C:", b"{A:", b"{"];
        let sign = signs.iter().find(|sign| before.ends_with(sign));
        let closed = matches!(self.text().get(inner.end as usize), Some(b'}' | b')'));
        match sign {
            Some(sign) if closed => {
                Span::new(inner.start - u32::try_from(sign.len()).unwrap_or(0), inner.end + 1)
            }
            _ => inner,
        }
    }

    /// Returns the edits that set the first comment on the ply before `at` to `words`. If there is no comment, they add
    /// one. Marks in the comment stay.
    pub fn variation_comment(&self, at: &VariationPlace, words: &str) -> EditResult {
        let ply = self.variation_ply(at)?;
        let form = self.document.variation_form(&at.path);
        let comment = self.comment_with_words(Some(ply), form, words)?;
        Ok(self.comment_edits(ply, form, &comment))
    }

    /// Returns the edits that replace the whole comment on the ply before `at`, including marks, with `words`.
    pub fn replace_variation_comment(&self, at: &VariationPlace, words: &str) -> EditResult {
        let ply = self.variation_ply(at)?;
        let form = self.document.variation_form(&at.path);
        Ok(self.comment_edits(ply, form, &form.checked(self.words(words)?)?))
    }

    /// Returns the text of the first comment on `ply` with its words replaced by `words`. Marks in the comment stay.
    pub fn comment_with_words(
        &self,
        ply: Option<&VariationPly>,
        form: VariationForm,
        words: &str,
    ) -> Result<Vec<u8>, ChangeError> {
        let new = form.checked(self.words(words)?)?;
        let Some(&old) = ply.and_then(|ply| ply.comments.first()) else { return Ok(new) };
        let marks = mark_spans(self.text(), old);
        if marks.is_empty() {
            return Ok(new);
        }
        if self.document.is_line_comment(old) {
            let mark_texts = marks.iter().map(|mark| self.encoding.decode(mark.of(self.text())));
            let words: Vec<_> = [words.into()].into_iter().chain(mark_texts).collect();
            return form.checked(self.words(&words.join(" "))?);
        }
        let mut comment = old.of(self.text()).to_vec();
        let at = |offset: u32| (offset - old.start) as usize;
        for edit in self.replace_words(old, &marks, words)? {
            comment.splice(at(edit.span.start)..at(edit.span.end), edit.insert);
        }
        Ok(comment)
    }

    /// Returns the edits that set the first comment on `ply` to `comment`, or remove it if `comment` is empty.
    fn comment_edits(&self, ply: &VariationPly, form: VariationForm, comment: &[u8]) -> Vec<Edit> {
        match ply.comments.first() {
            None if comment.is_empty() => Vec::new(),
            Some(old) if comment.is_empty() => vec![self.remove_span(self.with_braces(*old))],
            Some(old) if old.of(self.text()) == comment => Vec::new(),
            _ => vec![self.comment_edit(ply, form, comment)],
        }
    }

    /// Returns the edit that sets the first comment on `ply` to `comment`, which is not empty.
    pub fn comment_edit(&self, ply: &VariationPly, form: VariationForm, comment: &[u8]) -> Edit {
        match ply.comments.first() {
            None => {
                let end = self.end_of_glyphs(ply);
                Edit::insertion(end, with_leading_blank(&form.comment(comment)))
            }
            Some(&old) if self.document.is_line_comment(old) => {
                Edit { span: self.with_braces(old), insert: form.comment(comment) }
            }
            Some(&old) => Edit { span: old, insert: comment.to_vec() },
        }
    }

    /// Returns the edits that delete the variation at `path`. If its comment contains nothing else, they delete the
    /// comment too.
    pub fn delete_variation(&self, path: &VariationPath) -> EditResult {
        let variation = self.variation(path)?;
        let span = variation.span;
        if path.branches.is_empty() {
            let root = &self.document.variations().roots[path.root];
            let note = &self.document.record().notes[root.note];
            let before = Span::new(note.text.start.min(span.start), span.start);
            let after = Span::new(span.end, note.text.end.max(span.end));
            let is_blank = |span: Span| span.of(self.text()).trim_ascii().is_empty();
            if note.kind == NoteKind::Comment && is_blank(before) && is_blank(after) {
                return Ok(vec![self.remove_span(note.span)]);
            }
            if note.kind == NoteKind::Comment && is_blank(before) {
                let end = self.skip_blanks(span.end);
                return Ok(vec![Edit::removal(Span::new(span.start, end))]);
            }
        }
        Ok(vec![self.remove_span(span)])
    }

    /// Returns the edits that delete the ply before `place` and all plies after it. If that ply is the first of its
    /// variation, they delete the whole variation.
    pub fn delete_variation_from(&self, place: &VariationPlace) -> EditResult {
        let variation = self.variation(&place.path)?;
        if place.plies <= 1 {
            return self.delete_variation(&place.path);
        }
        let end = self.end_of(variation, place.plies - 2);
        Ok(vec![Edit::removal(Span::new(end, variation.span.end - 1))])
    }
}

/// Checks that `sign` can be written as a glyph in a variation.
///
/// # Errors
/// If `sign` is neither a NAG nor empty nor made of `!` and `?`.
pub(super) fn check_glyph(sign: &str) -> Result<(), ChangeError> {
    let digits = sign.strip_prefix('$').unwrap_or_default();
    let is_nag = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_nag || sign.bytes().all(|byte| b"!?".contains(&byte)) {
        Ok(())
    } else {
        Err(ChangeError::GlyphNotSign)
    }
}
