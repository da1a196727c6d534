//! Reordering of variations: promoting, moving up and down.

use super::VariationForm;
use crate::{
    document::{ChangeError, EditResult, place::RecordEditor},
    file::{Edit, Span},
    replay::{BranchIndex, Variation, VariationKind, VariationPath},
};

impl RecordEditor<'_> {
    /// Returns the edits that move the variation at `path` past its neighbour on the same ply: down past the next one
    /// if `down`, otherwise up past the previous one.
    pub fn move_variation(&self, path: &VariationPath, down: bool) -> EditResult {
        let other =
            self.document.adjacent_variation(path, down).ok_or(ChangeError::NoOtherVariation)?;
        self.rotate_variations(&[path.clone(), other])
    }

    /// Returns the edits that move the variation at the first of `places` to the last one, and each of the others one
    /// place towards the first.
    fn rotate_variations(&self, places: &[VariationPath]) -> EditResult {
        let moved = places.iter().cycle().skip(1);
        let edits = places.iter().zip(moved).map(|(at, from)| {
            let form = self.document.variation_form(at);
            let variation = self.variation(from)?;
            let insert = if self.document.variation_form(from) == form {
                variation.span.of(self.text()).to_vec()
            } else {
                self.document.variation_bytes(variation, form)?
            };
            Ok(Edit { span: self.variation(at)?.span, insert })
        });
        edits.collect()
    }

    pub fn promote(&self, path: &VariationPath) -> EditResult {
        match path.parent() {
            Some((parent, turn)) => self.promote_branch(&parent, turn),
            None => self.move_to_front(path),
        }
    }

    /// Returns the edits that move the variation at `path`, which is on a ply of the match, before the other variations
    /// on this ply.
    fn move_to_front(&self, path: &VariationPath) -> EditResult {
        let first = self.document.variations().first_root_beside(path.root);
        let places: Vec<_> = (first..=path.root).rev().map(VariationPath::root).collect();
        if places.len() == 1 {
            return Err(ChangeError::AlreadyFirst);
        }
        self.rotate_variations(&places)
    }

    /// Returns the edits that swap the branch `turn` of the variation at `parent` with the continuation.
    fn promote_branch(&self, parent: &VariationPath, turn: BranchIndex) -> EditResult {
        let variation = self.variation(parent)?;
        let branch = self.variation(&parent.branch(turn))?;
        let close = variation.span.end - 1;
        let start = self.start_of(variation, turn.ply);
        let end = self.end_of(variation, turn.ply);
        let rest = self.closed(self.trimmed_bytes(Span::new(end, close)), parent);
        let is_alternative = branch.kind == VariationKind::Alternative;
        // Alternatives to the replaced ply become alternatives to its replacement.
        let is_moved = |other: &Variation| is_alternative && other.kind == branch.kind;
        let branches = variation.plies[turn.ply].branches.iter();
        let removed: Vec<Span> = branches
            .filter(|other| other.span == branch.span || is_moved(other))
            .map(|it| it.span)
            .collect();
        let moved = removed.iter().filter(|span| **span != branch.span);
        let own = self.closed(&self.bytes_without(Span::new(start, end), &removed, parent), parent);
        let head_end = self.end_of(branch, 0);
        let head = Span::new(self.start_of(branch, 0), head_end).of(self.text());
        let tail =
            self.closed(self.trimmed_bytes(Span::new(head_end, branch.span.end - 1)), parent);
        let has_plies = turn.ply + 1 < variation.plies.len();
        let old: &[&[u8]] = if is_alternative { &[&own, &rest] } else { &[&rest] };
        let old = [b"(", joined(old).as_slice(), b")"].concat();
        let mut parts = match branch.kind {
            VariationKind::Alternative => vec![head, &old],
            VariationKind::Continuation if has_plies => vec![&own, head, &old],
            VariationKind::Continuation => vec![&own, head],
        };
        parts.extend(moved.map(|span| span.of(self.text())));
        parts.push(&tail);
        // A result in the variation must stay after its plies.
        if !is_alternative && !has_plies && branch.result.is_none() {
            parts.push(&rest);
        }
        let words = joined(&parts);
        Ok(vec![Edit { span: Span::new(start, close), insert: words }])
    }

    fn trimmed_bytes(&self, span: Span) -> &[u8] {
        span.of(self.text()).trim_ascii()
    }

    /// Returns `words`, a part of the variation at `path`. If `words` end with a line comment, which only the plain
    /// form has, appends a line end.
    fn closed(&self, words: &[u8], path: &VariationPath) -> Vec<u8> {
        let mut closed = words.to_vec();
        let line = memchr::memrchr2(b'\n', b'\r', words).map_or(words, |end| &words[end + 1..]);
        let is_plain = self.document.variation_form(path) == VariationForm::Plain;
        if is_plain && memchr::memchr(b';', line).is_some() {
            closed.push(b'\n');
        }
        closed
    }

    /// Returns the bytes of `span`, a part of the variation at `path`, without the spans `removed` and the blanks
    /// before each of them. `removed` is in text order.
    fn bytes_without(&self, span: Span, removed: &[Span], path: &VariationPath) -> Vec<u8> {
        let mut out = Vec::new();
        let mut at = span.start;
        for cut in removed {
            let before = Span::new(at, cut.start).of(self.text()).trim_ascii_end();
            out.extend(self.closed(before, path));
            at = cut.end;
        }
        out.extend_from_slice(Span::new(at, span.end).of(self.text()));
        out
    }
}

/// Joins `parts` with a blank between them. Leaves out empty parts.
fn joined(parts: &[&[u8]]) -> Vec<u8> {
    let parts: Vec<&[u8]> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    parts.join(&b' ')
}
