//! [`VariationForm`]: conversion of variations between comments and the movetext. Their bytes are copied.

use crate::{
    document::{ChangeError, Document, EditResult, place::RecordEditor},
    file::Span,
    notation::{DIAGRAM_NAG, NoteKind, nag_glyph},
    replay::{BranchIndex, Variation, VariationKind, VariationPath, VariationPlace, VariationPly},
    rules::Position,
    timeline::Moment,
};

/// The place where a variation is written, which determines the delimiters of its comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariationForm {
    /// In the comment of a ply. Comments in the variation are delimited as `(C:…)`.
    InComment,
    /// In the movetext. Comments in the variation are delimited as `{C:…}`.
    Plain,
}

impl VariationForm {
    /// Returns `words` as a comment in this form.
    pub(super) fn comment(self, words: &[u8]) -> Vec<u8> {
        match self {
            Self::InComment => [b"(C:", words, b")"].concat(),
            Self::Plain => [b"{C:", words, b"}"].concat(),
        }
    }

    /// Returns `words` if they can be written as a comment in this form.
    ///
    /// # Errors
    /// [`ChangeError::Brackets`] if the parentheses or braces in `words` are not balanced, so that the comment would
    /// end elsewhere.
    pub(super) fn checked(self, words: Vec<u8>) -> Result<Vec<u8>, ChangeError> {
        if self == Self::Plain || are_balanced(&words) {
            Ok(words)
        } else {
            Err(ChangeError::Brackets)
        }
    }
}

/// Returns whether the parentheses in `words` are balanced. Returns `false` if there is a `{`, which could hide a
/// parenthesis.
fn are_balanced(words: &[u8]) -> bool {
    let mut open = 0_usize;
    for byte in words {
        match byte {
            b'(' => open += 1,
            b')' if open == 0 => return false,
            b')' => open -= 1,
            b'{' => return false,
            _ => {}
        }
    }
    open == 0
}

/// Returns `sign` as written after a move: a NAG is preceded by a blank.
pub(super) fn glyph_text(sign: &[u8]) -> Vec<u8> {
    if sign.starts_with(b"$") { with_leading_blank(sign) } else { sign.to_vec() }
}

/// Returns how to write the diagram that is `written` as a NAG or in a brace: a NAG as it is, and a brace, which not every
/// form of a variation can contain, as a NAG.
pub(super) fn diagram_sign(written: &[u8]) -> &[u8] {
    if written.starts_with(b"$") { written } else { DIAGRAM_NAG.as_bytes() }
}

/// Returns `words` preceded by a blank, unless they are empty.
pub(super) fn with_leading_blank(words: &[u8]) -> Vec<u8> {
    if words.is_empty() { Vec::new() } else { [b" ", words].concat() }
}

impl Document {
    /// Returns the form in which the variation at `path` is written, or `InComment` if there is no such variation.
    pub fn variation_form(&self, path: &VariationPath) -> VariationForm {
        let root = self.variations().roots.get(path.root);
        let note = root.and_then(|root| self.record().notes.get(root.note));
        match note.map(|note| note.kind) {
            Some(NoteKind::Variation) => VariationForm::Plain,
            _ => VariationForm::InComment,
        }
    }

    /// Returns whether a comment is a line comment, which begins with `;`. `comment` is the span of its text.
    pub(super) fn is_line_comment(&self, comment: Span) -> bool {
        self.text()[..comment.start as usize].ends_with(b";")
    }

    /// Returns `variation` in `form`: its bytes copied from the record, with every ply number written out.
    ///
    /// # Errors
    /// [`ChangeError::Brackets`] if a comment cannot be written in that form.
    pub(super) fn variation_bytes(
        &self,
        variation: &Variation,
        form: VariationForm,
    ) -> Result<Vec<u8>, ChangeError> {
        let mut out = vec![b'('];
        for (index, ply) in variation.plies.iter().enumerate() {
            if index > 0 {
                out.push(b' ');
            }
            self.write_ply(ply, form, &mut out)?;
            for branch in &ply.branches {
                out.push(b' ');
                out.extend(self.variation_bytes(branch, form)?);
            }
        }
        if let Some(result) = variation.result {
            out.push(b' ');
            out.extend_from_slice(result.of(self.text()));
        }
        out.push(b')');
        Ok(out)
    }

    /// Writes a ply with its glyphs and comments, followed by its unplayable groups in parentheses. Its branches are
    /// not written.
    fn write_ply(
        &self,
        ply: &VariationPly,
        form: VariationForm,
        out: &mut Vec<u8>,
    ) -> Result<(), ChangeError> {
        let text = self.text();
        let name = format!("{}. ", ply.ply.name());
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(ply.san_span.of(text));
        let glyphs = ply.glyphs.iter().filter(|glyph| glyph.start >= ply.san_span.end);
        let mut signs: Vec<Span> = glyphs.chain(&ply.diagrams).copied().collect();
        signs.sort_by_key(|sign| sign.start);
        for sign in signs {
            let is_diagram = ply.diagrams.contains(&sign);
            let written = sign.of(text);
            out.push(b' ');
            out.extend_from_slice(if is_diagram { diagram_sign(written) } else { written });
        }
        for comment in &ply.comments {
            let words = if self.is_line_comment(*comment) {
                without_braces(comment.of(text))
            } else {
                comment.of(text).to_vec()
            };
            out.push(b' ');
            out.extend(form.comment(&form.checked(words)?));
        }
        for words in &ply.words {
            out.push(b' ');
            out.extend(self.escape_group(*words, form));
        }
        Ok(())
    }

    /// Returns the text at `words`, escaped for `form`. The text is in parentheses, but is not a variation.
    fn escape_group(&self, words: Span, form: VariationForm) -> Vec<u8> {
        let text = words.of(self.text());
        let mut plain = self.record().notes.iter().filter(|note| note.kind == NoteKind::Variation);
        let is_plain = plain.any(|note| (note.span.start..note.span.end).contains(&words.start));
        if is_plain == (form == VariationForm::Plain) {
            return text.to_vec();
        }
        // Some characters begin a comment in only one of the two forms. There they could hide a parenthesis, so they
        // are replaced.
        let mut words = without_braces(text);
        if form == VariationForm::Plain {
            replace(&mut words, b";%", b",,");
        }
        let end = words.len().saturating_sub(1);
        if let Some(inside) = words.get_mut(1..end)
            && !are_balanced(inside)
        {
            replace(inside, b"()", b"[]");
        }
        words
    }

    /// Returns a ply of a variation and its glyphs, as displayed: `21B. Nxg7!`.
    pub fn variation_ply_words(&self, ply: &VariationPly) -> String {
        let encoding = self.record().encoding;
        let san = encoding.decode(ply.san_span.of(self.text()));
        let mut words = format!("{}. {san}", ply.ply.name());
        for glyph in &ply.glyphs {
            if glyph.start >= ply.san_span.end {
                let glyph = encoding.decode(glyph.of(self.text()));
                let glyph = nag_glyph(&glyph);
                // Glyphs other than `!` and `?` are separated from the move by a space.
                if !glyph.chars().all(|it| matches!(it, '!' | '?')) {
                    words.push(' ');
                }
                words.push_str(glyph);
            }
        }
        words
    }

    /// Returns the variation at `path` as displayed, `(21B. Nxg7! 21b. Kxg7 forced (21b. Kh8))`, divided by its diagrams. A diagram at the end follows the closing
    /// parentheses. Returns no parts if there is no such variation.
    pub(in crate::document) fn variation_parts(&self, path: &VariationPath) -> Vec<VariationPart> {
        let mut parts = PartsBuilder::default();
        self.add_parts(path, &mut parts);
        parts.finish()
    }

    fn add_parts(&self, path: &VariationPath, parts: &mut PartsBuilder) {
        let Some(variation) = self.variations().get(path) else { return };
        parts.open();
        let encoding = self.record().encoding;
        for (index, ply) in variation.plies.iter().enumerate() {
            let place = path.clone().after(index + 1);
            parts.add(&self.variation_ply_words(ply));
            if let Some(comment) = self.variation_comment(&place) {
                parts.add(&comment);
            }
            for span in &ply.words {
                parts.add(&encoding.decode(span.of(self.text())));
            }
            if ply.has_diagram() {
                parts.diagrams.push(place);
            }
            for branch in 0..ply.branches.len() {
                let turn = BranchIndex { ply: index, branch };
                self.add_parts(&path.branch(turn), parts);
            }
        }
        parts.text.push(')');
    }

    /// Returns the variation at `path` as text to be pasted elsewhere: in plain form, with every ply number written
    /// out. Returns `None` if there is no such variation or it has no plain form.
    pub fn variation_text(&self, path: &VariationPath) -> Option<String> {
        let variation = self.variations().get(path)?;
        let bytes = self.variation_bytes(variation, VariationForm::Plain).ok()?;
        Some(self.record().encoding.decode(&bytes).into_owned())
    }

    /// Returns the record with the variations in its comments moved to the movetext in plain form, for programs that
    /// read only this form. PGN has only alternatives to a ply, so a variation that continues after a ply first repeats
    /// the ply. Variations before the first ply stay where they are.
    pub fn with_plain_variations(&self) -> Vec<u8> {
        let text = self.text();
        let mut out = Vec::with_capacity(text.len());
        let mut at = 0;
        let mut position = self.played().set_up.position.clone();
        let mut plies = 0;
        for note in &self.record().notes {
            let all = self.variations();
            let variations = all.roots[all.roots_in(note.span)].iter();
            let variations: Vec<&Variation> = variations.map(|root| &root.variation).collect();
            if note.kind != NoteKind::Comment || note.after == 0 || variations.is_empty() {
                continue;
            }
            let branch_moment = note.after as usize;
            for ply in &self.played().plies[plies..branch_moment - 1] {
                ply.play_on(&mut position);
            }
            plies = branch_moment - 1;
            let mut words = Vec::new();
            let mut from = note.text.start as usize;
            for variation in &variations {
                words.extend_from_slice(text[from..variation.span.start as usize].trim_ascii_end());
                from = variation.span.end as usize;
            }
            words.extend_from_slice(text[from..note.text.end as usize].trim_ascii_end());
            out.extend_from_slice(&text[at..note.span.start as usize]);
            if !words.trim_ascii().is_empty() {
                out.extend_from_slice(b"{C:");
                out.extend_from_slice(&words);
                out.extend_from_slice(b"} ");
            }
            for (place, variation) in variations.iter().enumerate() {
                if place > 0 {
                    out.push(b' ');
                }
                out.extend(self.plain(variation, &position, branch_moment));
            }
            at = note.span.end as usize;
        }
        out.extend_from_slice(&text[at..]);
        out
    }

    /// Returns `variation` in plain form, or as written if it has no plain form. The variation is on the ply before
    /// `branch_moment`, and `before` is the position before that ply.
    fn plain(&self, variation: &Variation, before: &Position, branch_moment: Moment) -> Vec<u8> {
        let Ok(bytes) = self.variation_bytes(variation, VariationForm::Plain) else {
            return variation.span.of(self.text()).to_vec();
        };
        if variation.kind == VariationKind::Alternative {
            return bytes;
        }
        let ply = &self.played().plies[branch_moment - 1];
        let first = format!("({}. {} ", ply.name(), ply.san(before));
        [first.as_bytes(), &bytes[1..]].concat()
    }
}

impl RecordEditor<'_> {
    /// Returns the edits that copy variations as text to the comment on the ply before ply `index`: `(on 12A: 12A. e5
    /// 12a. f6)`. These are the variations on ply `index` of the match and on later plies.
    pub fn variations_as_text(&self, index: usize) -> EditResult {
        let mut groups: Vec<u8> = Vec::new();
        for root in &self.document.variations().roots {
            if root.after as usize <= index {
                continue;
            }
            let variation = &root.variation;
            let variation_bytes = self
                .document
                .variation_bytes(variation, VariationForm::InComment)
                .unwrap_or_else(|_| without_braces(variation.span.of(self.text())));
            let ply = self.document.ply_name(root.after as usize);
            if !groups.is_empty() {
                groups.push(b' ');
            }
            groups.extend_from_slice(format!("(on {}: ", ply.unwrap_or_default()).as_bytes());
            groups.extend_from_slice(&variation_bytes[1..]);
        }
        if groups.is_empty() {
            return Ok(Vec::new());
        }
        Ok(vec![self.insert_on_ply(index, &groups)?])
    }
}

/// A part of a displayed variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::document) enum VariationPart {
    Words(String),
    /// A diagram of the position at this place.
    Diagram(VariationPlace),
}

#[derive(Default)]
struct PartsBuilder {
    parts: Vec<VariationPart>,
    /// The words after the last part.
    text: String,
    /// The diagrams to add before the next word.
    diagrams: Vec<VariationPlace>,
}

impl PartsBuilder {
    /// Adds an opening parenthesis.
    fn open(&mut self) {
        self.separate();
        self.text.push('(');
    }

    fn add(&mut self, words: &str) {
        if words.is_empty() {
            return;
        }
        self.separate();
        self.text.push_str(words);
    }

    /// Ends the part if a diagram precedes the next word, or separates that word from the last one.
    fn separate(&mut self) {
        if !self.diagrams.is_empty() {
            self.end_part();
        } else if !self.text.is_empty() && !self.text.ends_with('(') {
            self.text.push(' ');
        }
    }

    fn end_part(&mut self) {
        if !self.text.is_empty() {
            self.parts.push(VariationPart::Words(std::mem::take(&mut self.text)));
        }
        self.parts.extend(self.diagrams.drain(..).map(VariationPart::Diagram));
    }

    fn finish(mut self) -> Vec<VariationPart> {
        self.end_part();
        self.parts
    }
}

/// Returns `words` with square brackets instead of braces, since a brace would end a comment.
fn without_braces(words: &[u8]) -> Vec<u8> {
    let mut words = words.to_vec();
    replace(&mut words, b"{}", b"[]");
    words
}

/// Replaces each byte of `words` that is one of `old` with the byte of `new` at the same index.
fn replace<const N: usize>(words: &mut [u8], old: &[u8; N], new: &[u8; N]) {
    for byte in words {
        if let Some(index) = old.iter().position(|old| old == byte) {
            *byte = new[index];
        }
    }
}
