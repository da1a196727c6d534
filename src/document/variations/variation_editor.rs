//! [`VariationEditor`]: changes to the variations of a record, as edits of its bytes.

use super::VariationForm;
use crate::{
    document::{ChangeError, Document, place::RecordEditor, plies::san_text},
    file::{Edit, Span},
    notation::{NoteKind, variation::MAX_DEPTH},
    replay::{Point, Variation, VariationPath, VariationPlace, VariationPly},
    rules::{Move, Position, San, Seat},
    timeline::Moment,
};

pub(super) struct VariationEditor<'d> {
    pub document: &'d Document,
    pub record_editor: RecordEditor<'d>,
}

impl<'d> VariationEditor<'d> {
    pub fn of(document: &'d Document) -> Self {
        Self { document, record_editor: RecordEditor::of(document) }
    }

    pub fn text(&self) -> &'d [u8] {
        self.document.text()
    }

    pub fn variation(&self, path: &VariationPath) -> Result<&'d Variation, ChangeError> {
        let variation = self.document.variations().get(path);
        variation.ok_or(ChangeError::NoVariation)
    }

    fn ply(&self, place: &VariationPlace) -> Result<&'d VariationPly, ChangeError> {
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
        let until = next.or(variation.result.map(|result| result.start));
        let until = until.unwrap_or(variation.span.end - 1);
        let before = &self.text()[..until as usize];
        let end = u32::try_from(before.trim_ascii_end().len()).unwrap_or(until);
        let mut comments = variation.plies[index].comments.iter();
        if comments.any(|comment| comment.end == end && self.is_line_comment(*comment)) {
            let line = &self.text()[end as usize..until as usize];
            let line_length = memchr::memchr2(b'\n', b'\r', line).map_or(0, |at| at + 1);
            return end + u32::try_from(line_length).unwrap_or(0);
        }
        end
    }

    /// Returns whether a comment is a line comment, which begins with `;`. `comment` is the span of its text.
    pub fn is_line_comment(&self, comment: Span) -> bool {
        self.document.is_line_comment(comment)
    }

    /// Returns the edits that add `plies`, played from the point `from`. Plies that the match or a variation already
    /// contains add nothing.
    pub fn play(&self, from: &Point, plies: &[(Seat, Move)]) -> Result<Vec<Edit>, ChangeError> {
        let (variations, played) = (self.document.variations(), self.document.played());
        if let Point::Match(moment) = from
            && *moment > played.plies.len()
        {
            return Err(ChangeError::NoPly(*moment));
        }
        let (point, existing) = variations.follow(played, from.clone(), plies);
        let rest = &plies[existing..];
        if rest.is_empty() {
            return Ok(Vec::new());
        }
        let words = self.plies(&point, rest)?;
        let group = || [b"(", words.as_slice(), b")"].concat();
        match point {
            Point::Match(moment) if moment < played.plies.len() => {
                self.insert_on_ply(moment + 1, &group())
            }
            Point::Match(moment) => match self.repeated(moment, rest) {
                Some(ply) => {
                    let group = [b"(", ply.as_bytes(), b" ", words.as_slice(), b")"].concat();
                    self.insert_on_ply(moment, &group)
                }
                None => self.insert_on_ply(moment, &group()),
            },
            Point::Variation(place) => {
                let variation = self.variation(&place.path)?;
                let is_at_end = place.plies == variation.plies.len();
                if !is_at_end && place.path.branches.len() + 2 > MAX_DEPTH {
                    return Err(ChangeError::TooDeep);
                }
                let ply = if is_at_end { place.plies - 1 } else { place.plies };
                let words = if is_at_end { words } else { group() };
                let end = self.end_of(variation, ply);
                // A word after a line comment may begin without a space.
                let next = self.text().get(end as usize);
                let needs_space =
                    next.is_some_and(|byte| !byte.is_ascii_whitespace() && *byte != b')');
                let after: &[u8] = if needs_space { b" " } else { b"" };
                Ok(vec![Edit {
                    span: Span::at(end),
                    insert: [b" ", words.as_slice(), after].concat(),
                }])
            }
        }
    }

    /// Formats `plies`, played from `point`: `2A. e5 2a. f6`.
    fn plies(&self, point: &Point, plies: &[(Seat, Move)]) -> Result<Vec<u8>, ChangeError> {
        let mut position = self.document.variations().position(self.document.played(), point);
        let mut numbers: [Option<(u16, Seat)>; 2] = [None; 2];
        let mut words = Vec::new();
        for &(seat, mv) in plies {
            if !position.legal_moves(seat).contains(&mv) {
                return Err(ChangeError::IllegalInVariation);
            }
            let last = &mut numbers[seat.board() as usize];
            let number = match *last {
                Some((number, before)) if seat.color().is_black() && before != seat => number,
                Some((number, _)) => number.saturating_add(1),
                None => self.document.number_at(point, seat),
            };
            *last = Some((number, seat));
            let san = san_text(&position, seat, mv);
            position.play(seat, mv);
            let blank = if words.is_empty() { "" } else { " " };
            words.extend(format!("{blank}{number}{}. {san}", seat.letter()).into_bytes());
        }
        Ok(words)
    }

    /// Returns the ply of the match before `moment`, as text, if a variation with `plies` at `moment` must begin with a
    /// copy of it. Otherwise returns `None`. The copy is necessary if the first of `plies` would also be legal in place
    /// of that ply. Without the copy, the variation would read back as an alternative to that ply.
    pub fn repeated(&self, moment: Moment, plies: &[(Seat, Move)]) -> Option<String> {
        let played = self.document.played();
        let index = moment.checked_sub(1)?;
        let ply = played.plies.get(index)?;
        let before = played.position_after(index);
        let mut after = before.clone();
        ply.play_on(&mut after);
        is_legal_in_both(&before, &after, *plies.first()?).then(|| {
            let san = played.san(index, &before);
            format!("{}. {san}", ply.name())
        })
    }

    /// Returns the edits that insert `group` at the end of the comment on the ply before `moment`, or in a new comment.
    pub fn insert_on_ply(&self, moment: Moment, group: &[u8]) -> Result<Vec<Edit>, ChangeError> {
        let Some(note) = self.record_editor.notes(moment, NoteKind::Comment).next() else {
            let brace = [b"{C:", group, b"}"].concat();
            let edit = self.record_editor.insertion(moment, NoteKind::Comment, &brace)?;
            return Ok(vec![edit]);
        };
        let words = note.text.of(self.text()).trim_ascii_end();
        let end = note.text.start + u32::try_from(words.len()).unwrap_or(0);
        let blank: &[u8] = if words.is_empty() { b"" } else { b" " };
        Ok(vec![Edit { span: Span::at(end), insert: [blank, group].concat() }])
    }

    /// Checks that `sign` is empty or a glyph. Returns whether `sign` is a NAG: `$` and a number.
    pub fn check_glyph(sign: &str) -> Result<bool, ChangeError> {
        let digits = sign.strip_prefix('$').unwrap_or_default();
        let is_nag = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if is_nag || sign.bytes().all(|byte| b"!?".contains(&byte)) {
            Ok(is_nag)
        } else {
            Err(ChangeError::GlyphNotSign)
        }
    }

    /// Returns the edits that set the first glyph of the ply before `at` to `sign`. If there is no glyph, they add
    /// `sign`.
    pub fn glyph(&self, at: &VariationPlace, sign: &str) -> Result<Vec<Edit>, ChangeError> {
        let ply = self.ply(at)?;
        let is_nag = Self::check_glyph(sign)?;
        let insertion = |span| {
            let blank = if is_nag { " " } else { "" };
            Edit { span, insert: format!("{blank}{sign}").into_bytes() }
        };
        Ok(match ply.glyphs.first() {
            None if sign.is_empty() => Vec::new(),
            None => vec![insertion(Span::at(ply.san_span.end))],
            Some(&old) => {
                let outer = self.with_braces(old);
                if outer != old || old.start < ply.san_span.end {
                    vec![
                        self.record_editor.remove_span(outer),
                        insertion(Span::at(ply.san_span.end)),
                    ]
                } else {
                    let mut edits = vec![self.record_editor.remove_span(old)];
                    if !sign.is_empty() {
                        edits.push(insertion(Span::at(ply.san_span.end)));
                    }
                    edits
                }
            }
        }
        .into_iter()
        .filter(|edit| !(edit.span.is_empty() && edit.insert.is_empty()))
        .collect())
    }

    /// Returns the span of a comment with its delimiters: braces, `(C:…)` or a leading `;`. `inner` is the span of its
    /// text, and is returned unchanged if there are no delimiters.
    fn with_braces(&self, inner: Span) -> Span {
        if self.is_line_comment(inner) {
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
    pub fn comment(&self, at: &VariationPlace, words: &str) -> Result<Vec<Edit>, ChangeError> {
        let old = self.ply(at)?.comments.first();
        let non_words = old.map(|old| self.document.mark_spans(*old));
        if let (Some(old), Some(non_words)) =
            (old, non_words.filter(|non_words| !non_words.is_empty()))
        {
            let form = self.document.variation_form(&at.path);
            form.check(&self.record_editor.words(words)?)?;
            if self.is_line_comment(*old) {
                let marks = non_words
                    .iter()
                    .map(|mark| self.record_editor.encoding.decode(mark.of(self.text())));
                let words: Vec<_> = [words.into()].into_iter().chain(marks).collect();
                return self.replace_whole_comment(at, &words.join(" "));
            }
            return self.record_editor.replace_words(*old, &non_words, words);
        }
        self.replace_whole_comment(at, words)
    }

    fn replace_whole_comment(
        &self,
        at: &VariationPlace,
        words: &str,
    ) -> Result<Vec<Edit>, ChangeError> {
        let ply = self.ply(at)?;
        let form = self.document.variation_form(&at.path);
        let bytes = self.record_editor.words(words)?;
        form.check(&bytes)?;
        Ok(match ply.comments.first() {
            None if words.is_empty() => Vec::new(),
            None => {
                let last = ply.glyphs.iter().map(|glyph| self.with_braces(*glyph).end);
                let end = last.chain([ply.san_span.end]).max();
                vec![Edit {
                    span: Span::at(end.unwrap_or(ply.san_span.end)),
                    insert: [b" ", form.comment(&bytes).as_slice()].concat(),
                }]
            }
            Some(&old) if words.is_empty() => {
                vec![self.record_editor.remove_span(self.with_braces(old))]
            }
            Some(&old) if self.is_line_comment(old) => {
                vec![Edit { span: self.with_braces(old), insert: form.comment(&bytes) }]
            }
            Some(&old) => vec![Edit { span: old, insert: bytes }],
        })
    }

    /// Returns the edits that delete the variation at `path`. If its comment contains nothing else, they delete the
    /// comment too.
    pub fn delete_variation(&self, path: &VariationPath) -> Result<Vec<Edit>, ChangeError> {
        let variation = self.variation(path)?;
        let span = variation.span;
        if path.branches.is_empty() {
            let root = &self.document.variations().roots[path.root];
            let note = &self.document.record().notes[root.note];
            let before = Span::new(note.text.start.min(span.start), span.start);
            let after = Span::new(span.end, note.text.end.max(span.end));
            let is_blank = |span: Span| span.of(self.text()).trim_ascii().is_empty();
            if note.kind == NoteKind::Comment && is_blank(before) && is_blank(after) {
                return Ok(vec![self.record_editor.remove_span(note.span)]);
            }
            if note.kind == NoteKind::Comment && is_blank(before) {
                let rest = after.of(self.text());
                let blanks = rest.len() - rest.trim_ascii_start().len();
                return Ok(vec![Edit {
                    span: Span::new(span.start, span.end + u32::try_from(blanks).unwrap_or(0)),
                    insert: Vec::new(),
                }]);
            }
        }
        Ok(vec![self.record_editor.remove_span(span)])
    }

    /// Returns the edits that delete the ply before `place` and all plies after it. If that ply is the first of its
    /// variation, they delete the whole variation.
    pub fn delete_from(&self, place: &VariationPlace) -> Result<Vec<Edit>, ChangeError> {
        let variation = self.variation(&place.path)?;
        if place.plies <= 1 {
            return self.delete_variation(&place.path);
        }
        let end = self.end_of(variation, place.plies - 2);
        Ok(vec![Edit { span: Span::new(end, variation.span.end - 1), insert: Vec::new() }])
    }

    /// Returns the bytes of the variation at `path`, rewritten in `form`.
    pub fn convert_variation(
        &self,
        path: &VariationPath,
        form: VariationForm,
    ) -> Result<Vec<u8>, ChangeError> {
        let variation = self.variation(path)?;
        if self.document.variation_form(path) == form {
            Ok(variation.span.of(self.text()).to_vec())
        } else {
            self.document.variation_bytes(variation, form)
        }
    }
}

impl RecordEditor<'_> {
    /// Returns the edits that replace the whole comment on the ply before `at`, including marks, with `words`.
    pub(in crate::document) fn variation_comment(
        &self,
        at: &VariationPlace,
        words: &str,
    ) -> Result<Vec<Edit>, ChangeError> {
        VariationEditor::of(self.document).replace_whole_comment(at, words)
    }
}

/// Returns whether a ply that is legal in the position `after` would also be legal in `before` if read from its SAN.
fn is_legal_in_both(before: &Position, after: &Position, (seat, mv): (Seat, Move)) -> bool {
    let parsed = San::parse(san_text(after, seat, mv).as_bytes());
    parsed.is_ok_and(|parsed| before.resolve(seat, &parsed.san).is_ok())
}
