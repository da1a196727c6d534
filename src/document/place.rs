//! [`RecordEditor`]: inserts text into a record or removes text, with the separators that the change requires.

use super::{ChangeError, Document, DocumentEdit, EditResult, OpenMatch, open::OpenRecord};
use crate::{
    file::{Edit, Encoding, Span, line_end},
    notation::{GameResult, Note, NoteKind},
    text::unix_lines,
    timeline::Moment,
};

/// The width to which movetext is wrapped, in characters, as in the examples of the BPGN standard.
pub(super) const MAX_LINE_WIDTH: usize = 80;

/// A record that can be edited. The trait has what the two notations write differently.
pub trait EditableRecord: OpenRecord {
    /// Returns the span of `ply`, including what belongs to it but follows the move and the clock.
    fn ply_span(editor: &RecordEditor<'_, Self>, ply: &Self::Ply) -> Span;

    /// Returns the spans of the diagrams at `moment`.
    fn diagrams_at(document: &Document<Self>, moment: Moment) -> Vec<Span>;

    /// Returns the edit that adds a diagram at `moment`, where there is none.
    fn new_diagram(editor: &RecordEditor<'_, Self>, moment: Moment) -> Result<Edit, ChangeError>;

    /// Returns the edits that write `reason` and `result` after the plies.
    fn ending(editor: &RecordEditor<'_, Self>, result: GameResult, reason: &[u8]) -> Vec<Edit>;

    /// Returns the edits that make the change `edit`, for which there is no method above.
    fn other_edits(editor: &RecordEditor<'_, Self>, edit: &DocumentEdit) -> EditResult;

    /// Returns the edits without which the rest of the record would be read differently in `after`, the text with a
    /// change, than before.
    fn rewritten(_editor: &RecordEditor<'_, Self>, _after: &[u8]) -> Vec<Edit> {
        Vec::new()
    }

    /// Returns whether `after`, the result of the change `edit` to `before`, reads back as intended in all that
    /// [`DocumentEdit::is_applied`] does not check.
    fn is_applied(edit: &DocumentEdit, before: &Document<Self>, after: &Document<Self>) -> bool;
}

/// An editor of a record, which writes in the encoding of the file.
pub struct RecordEditor<'d, C = OpenMatch> {
    pub document: &'d Document<C>,
    pub encoding: Encoding,
}

impl<'d, C: EditableRecord> RecordEditor<'d, C> {
    pub fn of(document: &'d Document<C>) -> Self {
        Self { document, encoding: document.file_encoding() }
    }

    pub fn text(&self) -> &'d [u8] {
        self.document.text()
    }

    /// Returns the edit that removes `span` and, if there is one, a space before it.
    pub fn remove_span(&self, span: Span) -> Edit {
        let has_space = self.text()[..span.start as usize].ends_with(b" ");
        Edit::removal(Span::new(span.start - u32::from(has_space), span.end))
    }

    /// Returns the edit that removes `span` and all whitespace before it.
    pub fn remove_with_blanks(&self, span: Span) -> Edit {
        let before = &self.text()[..span.start as usize];
        let start = u32::try_from(before.trim_ascii_end().len()).unwrap_or(span.start);
        Edit::removal(Span::new(start, span.end))
    }

    /// Returns the offset of the first byte from `at` on that is not whitespace.
    pub fn skip_blanks(&self, at: u32) -> u32 {
        let rest = &self.text()[at as usize..];
        let blanks = rest.len() - rest.trim_ascii_start().len();
        at + u32::try_from(blanks).unwrap_or(0)
    }

    /// Returns the start of the text, after a byte order mark if there is one.
    pub fn start_of_text(&self) -> u32 {
        if self.text().starts_with(b"\xef\xbb\xbf") { 3 } else { 0 }
    }

    /// Returns the line end of the record's first line, or LF if the record is a single line.
    pub fn line_end(&self) -> &'static [u8] {
        line_end(self.text()).unwrap_or(b"\n")
    }

    /// Returns the edit that inserts `words` in a paragraph after the tags. Without tags, they become the first line.
    pub fn insert_after_tags(&self, words: &[u8]) -> Edit {
        let line = self.line_end();
        match self.document.content.written().tags.last() {
            Some(tag) => Edit::insertion(tag.span.end, [line, line, words].concat()),
            None => Edit::insertion(self.start_of_text(), [words, line].concat()),
        }
    }

    /// Encodes `words` for use in braces. Line ends become those of the record.
    pub fn words(&self, words: &str) -> Result<Vec<u8>, ChangeError> {
        if words.contains('}') {
            return Err(ChangeError::ClosingBrace);
        }
        let line_end = std::str::from_utf8(self.line_end()).unwrap_or("\n");
        let lines = unix_lines(words).replace('\n', line_end);
        Ok(self.encoding.encode(&lines)?.into_owned())
    }

    /// Returns the ply before `moment`, for a note that needs one.
    pub fn annotated_ply(&self, moment: Moment) -> Result<&'d C::Ply, ChangeError> {
        if moment == 0 {
            return Err(ChangeError::NoPlyToAnnotate);
        }
        self.document.ply(moment).ok_or(ChangeError::NoPly(moment))
    }

    /// Returns the end of the ply before `moment`, including those notes for which `is_counted` returns `true`. Returns 0
    /// if there is no such ply or note.
    pub fn end_of_notes(&self, moment: Moment, is_counted: impl Fn(&Note) -> bool) -> u32 {
        let record = self.document.content.written();
        let notes = record.notes_at(moment).iter();
        let counted = notes.filter(|note| is_counted(note) && !record.is_reason(note));
        let ply = self.document.ply(moment).map(|ply| C::ply_span(self, ply).end);
        counted.map(|note| note.span.end).chain(ply).max().unwrap_or_default()
    }

    /// Returns the end of the plies from `index` on, including their notes, or `None` if there are no such plies.
    pub fn end_of_plies(&self, index: usize) -> Option<u32> {
        let record = self.document.content.written();
        let plies = record.plies.get(index..).unwrap_or_default().iter();
        let notes =
            record.notes.iter().filter(|it| it.after as usize > index && !record.is_reason(it));
        plies.map(|ply| C::ply_span(self, ply).end).chain(notes.map(|note| note.span.end)).max()
    }

    /// Returns the span of ply `index` and all plies after it, including their notes.
    pub fn span_of_plies(&self, index: usize) -> Result<Span, ChangeError> {
        let first = self.document.ply(index + 1).ok_or(ChangeError::NoPly(index + 1))?;
        let span = C::ply_span(self, first);
        Ok(Span::new(span.start, self.end_of_plies(index).unwrap_or(span.end)))
    }
}

impl RecordEditor<'_> {
    /// Returns the edit that inserts `words` after the plies and their notes, and before the reason and the result. The
    /// words go on the last line if it has room. They begin a new line if the last line is full or ends in a note that
    /// needs its own line.
    pub fn insert_after_plies(&self, words: &[u8]) -> Edit {
        let record = self.document.record();
        let ending = record.start_of_ending().unwrap_or(u32::MAX);
        let before_ending = |note: &&Note| note.span.end <= ending;
        let last_note = record.notes.iter().rfind(before_ending);
        let last_ply = record.plies.last().map(|ply| ply.span.end);
        let end = last_ply.max(last_note.map(|note| note.span.end));
        let Some(end) = end else { return self.before_ending(words) };
        let needs_own_line = last_note.is_some_and(|note| {
            let ends_line =
                matches!(note.kind, NoteKind::LineComment | NoteKind::Escape | NoteKind::Stray);
            ends_line || note.after == 0
        });
        // The reason and the result on the same line count towards the width.
        let between = if needs_own_line && Some(end) > last_ply {
            self.line_end()
        } else {
            self.separator(end, words.len())
        };
        // If the text that follows does not begin with a space, one is added.
        let needs_space =
            self.text().get(end as usize).is_some_and(|byte| !byte.is_ascii_whitespace());
        let after: &[u8] = if needs_space { b" " } else { b"" };
        Edit::insertion(end, [between, words, after].concat())
    }

    /// Returns the separator between `len` inserted bytes and the text before or after `at`: a line end if the line
    /// becomes too long, otherwise a space.
    pub fn separator(&self, at: u32, len: usize) -> &'static [u8] {
        let (before, after) = self.text().split_at(at as usize);
        let line_start = memchr::memrchr2(b'\n', b'\r', before).map_or(0, |at| at + 1);
        let rest = memchr::memchr2(b'\n', b'\r', after).unwrap_or(after.len());
        let is_full = before.len() - line_start + 1 + len + rest > MAX_LINE_WIDTH;
        if is_full { self.line_end() } else { b" " }
    }

    /// Returns the edit that inserts `words` into a record without plies: before the reason and the result or, if there
    /// are neither, after the tags.
    fn before_ending(&self, words: &[u8]) -> Edit {
        match self.document.record().start_of_ending() {
            Some(start) => Edit::insertion(start, [words, b" "].concat()),
            None => self.insert_after_tags(words),
        }
    }
}
