//! [`DocumentEdit`]: what a person changes, as edits of the record's bytes and nothing beside.

use super::Document;
use crate::{
    file::{Edit, EditConflict, EditSet, Encoding, Span, Unwritable},
    notation::{Note, NoteKind, escape},
    timeline::Moment,
};

/// Something that a person changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DocumentEdit {
    /// The annotation of the ply before `moment`; an empty one is taken away.
    Glyph {
        /// After how many plies.
        moment: Moment,
        /// `!`, `?!`, or words.
        text: String,
    },
    /// The comment at `moment`, that of the match at 0; an empty one is taken away. Where several stand
    /// there, the first is meant.
    Comment {
        /// After how many plies.
        moment: Moment,
        /// What it says.
        text: String,
    },
    /// Whether a diagram is asked for at `moment`.
    Diagram {
        /// After how many plies.
        moment: Moment,
        /// Whether it is.
        on: bool,
    },
    /// The value of a tag, which is put behind the others if there is none of that name.
    Tag {
        /// The name.
        name: String,
        /// The value.
        value: String,
    },
}

/// Why something cannot be changed so. The document is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// A comment would end at its `}`.
    #[error("a comment cannot hold '}}'; ')' can stand in its place")]
    ClosingBrace,
    /// A character that the file's encoding lacks.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
    /// A name that a tag cannot have.
    #[error("a tag's name is letters, digits and '_'")]
    TagName,
    /// A line break in a tag's value.
    #[error("a tag's value is one line")]
    TagLine,
    /// A ply that is not there.
    #[error("there is no ply {0} in this match")]
    NoPly(Moment),
    /// An annotation needs a ply.
    #[error("an annotation belongs to a ply, and before the first there is none")]
    NoPlyToAnnotate,
    /// Two changes of the same bytes at once.
    #[error(transparent)]
    Conflict(#[from] EditConflict),
}

impl DocumentEdit {
    /// The edits of the record of `document` that make this change, in the encoding of the whole file.
    /// Nothing outside of them changes; there are none where everything already is as it should be.
    ///
    /// # Errors
    /// Why it cannot be changed so.
    pub fn edits(&self, document: &Document) -> Result<Vec<Edit>, ChangeError> {
        let place = Place {
            document,
            encoding: document.file_encoding(),
        };
        match self {
            Self::Glyph { moment: 0, .. } => Err(ChangeError::NoPlyToAnnotate),
            Self::Glyph { moment, text } => {
                place.note(*moment, NoteKind::Annotation, "A:", text.trim())
            }
            Self::Comment { moment, text } => place.note(*moment, NoteKind::Comment, "C:", text),
            Self::Diagram { moment, on } => place.diagram(*moment, *on),
            Self::Tag { name, value } => place.tag(name, value),
        }
    }
}

impl Document {
    /// The edits that make all of `changes` at once.
    ///
    /// # Errors
    /// Why one of them cannot be made.
    pub fn edit_set(&self, changes: &[DocumentEdit]) -> Result<EditSet, ChangeError> {
        let mut edits = Vec::new();
        for change in changes {
            edits.extend(change.edits(self)?);
        }
        Ok(EditSet::new(edits)?)
    }
}

struct Place<'d> {
    document: &'d Document,
    encoding: Encoding,
}

impl Place<'_> {
    fn text(&self) -> &[u8] {
        self.document.text()
    }

    fn notes(&self, moment: Moment, kind: NoteKind) -> impl Iterator<Item = &Note> {
        let notes = self.document.record().notes.iter();
        notes.filter(move |note| note.after as usize == moment && note.kind == kind)
    }

    /// Writes `words` as the note of `kind` at `moment`, in place of the one that is there.
    fn note(
        &self,
        moment: Moment,
        kind: NoteKind,
        sign: &str,
        words: &str,
    ) -> Result<Vec<Edit>, ChangeError> {
        if words.contains('}') {
            return Err(ChangeError::ClosingBrace);
        }
        let words = self.encoding.encode(words)?;
        let old = self.notes(moment, kind).next().copied();
        Ok(match old {
            Some(old) if words.is_empty() => vec![self.removal(old.span)],
            Some(old) if old.text.of(self.text()) == &*words => Vec::new(),
            // Only signs can stay glued to the move; words need braces of their own.
            Some(old) if old.span == old.text && !words.iter().all(|b| b"!?".contains(b)) => {
                let brace = [b"{", sign.as_bytes(), &words, b"}"].concat();
                vec![
                    self.removal(old.span),
                    self.insertion(moment, kind, &brace)?,
                ]
            }
            Some(old) => vec![Edit {
                span: old.text,
                insert: words.into_owned(),
            }],
            None if words.is_empty() => Vec::new(),
            None => {
                let brace = [b"{", sign.as_bytes(), &words, b"}"].concat();
                vec![self.insertion(moment, kind, &brace)?]
            }
        })
    }

    fn diagram(&self, moment: Moment, on: bool) -> Result<Vec<Edit>, ChangeError> {
        let old: Vec<Span> = self
            .notes(moment, NoteKind::Diagram)
            .map(|note| note.span)
            .collect();
        Ok(match (on, old.is_empty()) {
            (true, true) => vec![self.insertion(moment, NoteKind::Diagram, b"{D:}")?],
            (false, false) => old.into_iter().map(|span| self.removal(span)).collect(),
            _ => Vec::new(),
        })
    }

    fn tag(&self, name: &str, value: &str) -> Result<Vec<Edit>, ChangeError> {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(plain) {
            return Err(ChangeError::TagName);
        }
        if value.contains(['\n', '\r']) {
            return Err(ChangeError::TagLine);
        }
        let escaped = escape(value);
        let value = self.encoding.encode(&escaped)?;
        let record = self.document.record();
        if let Some(tag) = record.find_tag(self.text(), name) {
            if tag.value.of(self.text()) == &*value {
                return Ok(Vec::new());
            }
            let before = self.text().get((tag.value.start as usize).wrapping_sub(1));
            let after = self.text().get(tag.value.end as usize);
            if before == Some(&b'"') && after == Some(&b'"') {
                return Ok(vec![Edit {
                    span: tag.value,
                    insert: value.into_owned(),
                }]);
            }
            // A value without quotes gets them.
            return Ok(vec![Edit {
                span: tag.span,
                insert: [b"[", name.as_bytes(), b" \"", &value, b"\"]"].concat(),
            }]);
        }
        let written = [b"[", name.as_bytes(), b" \"", &value, b"\"]"].concat();
        let line = self.line_end();
        Ok(vec![match record.tags.last() {
            Some(last) => Edit {
                span: Span::at(last.span.end),
                insert: [line, &written].concat(),
            },
            None => Edit {
                span: Span::at(self.start_of_text()),
                insert: [&written, line].concat(),
            },
        }])
    }

    /// Puts `brace` at `moment`: behind the ply and what is noted there before it, or before the first ply
    /// on a line of its own.
    fn insertion(&self, moment: Moment, kind: NoteKind, brace: &[u8]) -> Result<Edit, ChangeError> {
        let record = self.document.record();
        if moment == 0 {
            return Ok(self.insertion_at_start(brace));
        }
        let ply = record
            .plies
            .get(moment - 1)
            .ok_or(ChangeError::NoPly(moment))?;
        // An annotation stands before a comment, a comment before a diagram.
        let earlier = |note: &&Note| match kind {
            NoteKind::Annotation => matches!(note.kind, NoteKind::Annotation | NoteKind::Lag),
            NoteKind::Comment => matches!(
                note.kind,
                NoteKind::Annotation | NoteKind::Lag | NoteKind::Comment
            ),
            _ => note.kind != NoteKind::Brace,
        };
        let end = record
            .notes
            .iter()
            .filter(|note| note.after as usize == moment)
            .filter(earlier)
            .map(|note| note.span.end)
            .chain([ply.span.end])
            .max()
            .unwrap_or(ply.span.end);
        // Where clocks are glued to the moves, so is what follows them.
        let glued = !ply.clock_span.is_empty() && ply.clock_span.start == ply.san_span.end;
        let blank: &[u8] = if glued { b"" } else { b" " };
        Ok(Edit {
            span: Span::at(end),
            insert: [blank, brace].concat(),
        })
    }

    fn insertion_at_start(&self, brace: &[u8]) -> Edit {
        let record = self.document.record();
        let line = self.line_end();
        let first = record
            .plies
            .first()
            .map(|ply| ply.span.start)
            .into_iter()
            .chain(record.notes.first().map(|note| note.span.start))
            .min();
        match (first, record.tags.last()) {
            (Some(first), _) => Edit {
                span: Span::at(first),
                insert: [brace, line].concat(),
            },
            (None, Some(tag)) => Edit {
                span: Span::at(tag.span.end),
                insert: [line, line, brace].concat(),
            },
            (None, None) => Edit {
                span: Span::at(self.start_of_text()),
                insert: [brace, line].concat(),
            },
        }
    }

    /// Takes `span` away with the blank before it, if there is one.
    fn removal(&self, span: Span) -> Edit {
        let before = (span.start as usize).checked_sub(1);
        let blank = before.and_then(|at| self.text().get(at)) == Some(&b' ');
        Edit {
            span: Span::new(span.start - u32::from(blank), span.end),
            insert: Vec::new(),
        }
    }

    fn start_of_text(&self) -> u32 {
        if self.text().starts_with(b"\xef\xbb\xbf") {
            3
        } else {
            0
        }
    }

    /// The line end that the record uses.
    fn line_end(&self) -> &'static [u8] {
        match memchr::memchr2(b'\n', b'\r', self.text()) {
            Some(at) if self.text()[at] == b'\n' => b"\n",
            Some(at) if self.text().get(at + 1) == Some(&b'\n') => b"\r\n",
            Some(_) => b"\r",
            None => b"\n",
        }
    }
}
