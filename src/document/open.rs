//! [`Document`]: an open record of a file.

use super::{Content, GameDocument, OpenMatch};
use crate::{
    file::{Encoding, FileError, FileRange, LineColumn, Source, Text},
    kriegspiel::Notation,
    notation::{LINE_START, Note, NoteKind, Record, WrittenRecord, lacks_separator},
    text::unix_lines,
    timeline::Moment,
};
use std::sync::{Arc, OnceLock};

/// The maximum size of a record opened in the window, in bytes. Laying out a longer record takes seconds. The longest
/// match in the archives is shorter than 100 kB.
const MAX_RECORD_BYTES: u64 = 16 << 20;

/// An open record: a match or, as [`GameDocument`], a game of Kriegspiel. The bytes are authoritative; all else is
/// derived from them.
#[derive(Clone, Debug)]
pub struct Document<C = OpenMatch> {
    home: RecordPlace,
    text: Source,
    pub(super) content: C,
}

/// A parsed and replayed record: a match, or a game of Kriegspiel.
pub trait OpenRecord: Sized {
    type Ply;
    type Problem;

    /// Parses and replays `text`. `lacks_separator` tells whether the record follows the previous one without a
    /// separator.
    fn parse(text: &[u8], lacks_separator: bool) -> Self;

    /// Returns the record as written.
    fn written(&self) -> &WrittenRecord<Self::Ply, Self::Problem>;
}

#[derive(Clone, Debug)]
struct RecordPlace {
    file: Text,
    range: FileRange,
    /// The line and column of the record's first byte, computed on demand.
    first: Arc<OnceLock<LineColumn>>,
    /// Whether the record follows the previous one without a separator.
    lacks_separator: bool,
}

impl RecordPlace {
    /// Returns the place of the record at `range` of `file`, and its bytes.
    fn of(file: Source, range: FileRange) -> (Self, Vec<u8>) {
        let text = file.slice(range).to_vec();
        let lacks_separator = lacks_separator(file.bytes(), range.start);
        let home = Self { file: file.into(), range, first: Arc::default(), lacks_separator };
        (home, text)
    }

    /// Like [`RecordPlace::of`], for a file that may not be in memory.
    fn read(file: &Text, range: FileRange) -> Result<(Self, Vec<u8>), FileError> {
        let from = range.start.saturating_sub(LINE_START);
        let mut text = Vec::new();
        file.read_range(FileRange::new(from, range.end), &mut text)?;
        let prefix = range.start - from;
        let lacks_separator = lacks_separator(&text, prefix);
        let prefix = usize::try_from(prefix).unwrap_or(usize::MAX);
        text.drain(..prefix.min(text.len()));
        let home = Self { file: file.clone(), range, first: Arc::default(), lacks_separator };
        Ok((home, text))
    }
}

impl Content {
    /// Opens the record at `range` of `file`.
    pub fn open(file: Source, range: FileRange) -> Self {
        let (home, text) = RecordPlace::of(file, range);
        Self::of(home, text)
    }

    /// Reads the record at `range` of `file`, which need not be in memory.
    ///
    /// # Errors
    /// Disk errors, or a record too long for the window.
    pub fn read(file: &Text, range: FileRange) -> Result<Self, FileError> {
        if range.end - range.start > MAX_RECORD_BYTES {
            return Err(FileError::LongRecord {
                megabytes: (range.end - range.start) / 1_000_000,
                limit: MAX_RECORD_BYTES / 1_000_000,
                path: file.path().to_owned(),
            });
        }
        Self::read_unlimited(file, range)
    }

    /// Like [`Content::read`], without a limit on length. Not for the window, where a long record takes seconds to lay
    /// out.
    ///
    /// # Errors
    /// Disk errors.
    pub fn read_unlimited(file: &Text, range: FileRange) -> Result<Self, FileError> {
        let (home, text) = RecordPlace::read(file, range)?;
        Ok(Self::of(home, text))
    }

    /// Opens the record at `range` of `file`. Returns `None` if the file is not in memory.
    ///
    /// # Errors
    /// If the record is too long for the window.
    pub fn open_in_memory(file: &Text, range: FileRange) -> Option<Result<Self, FileError>> {
        file.loaded().map(|_| Self::read(file, range))
    }

    fn of(home: RecordPlace, text: Vec<u8>) -> Self {
        let record = Record::parse(&text);
        match Notation::of(&record, &text) {
            Notation::Bpgn => {
                let content = OpenMatch::of(record, &text, home.lacks_separator);
                Self::Match(Box::new(Document::of(home, text, content)))
            }
            Notation::Kriegspiel => Self::Game(Box::new(Document::parse(home, text))),
        }
    }
}

impl<M: AsRef<Document>, G: AsRef<GameDocument>> Content<M, G> {
    /// Returns the record at the same place in its file, with the bytes replaced by `text`.
    pub fn with_text(&self, text: Vec<u8>) -> Content {
        let home = match self {
            Self::Match(loaded) => &M::as_ref(loaded).home,
            Self::Game(loaded) => &G::as_ref(loaded).home,
        };
        Content::of(home.clone(), text)
    }
}

impl Document {
    /// Opens `text`, one record that is in no file, as a match.
    pub fn from_text(text: impl Into<Vec<u8>>) -> Self {
        let file = Source::from_bytes("", text);
        let whole = FileRange::new(0, file.bytes().len() as u64);
        Self::open(file, whole)
    }

    /// Opens the record at `range` of `file` as a match.
    pub fn open(file: Source, range: FileRange) -> Self {
        let (home, text) = RecordPlace::of(file, range);
        Self::parse(home, text)
    }

    /// Reads the record at `range` of `file` as a match of any length. The file need not be in memory.
    ///
    /// # Errors
    /// Disk errors.
    pub fn read_unlimited(file: &Text, range: FileRange) -> Result<Self, FileError> {
        let (home, text) = RecordPlace::read(file, range)?;
        Ok(Self::parse(home, text))
    }
}

impl<C: OpenRecord> Document<C> {
    fn parse(home: RecordPlace, text: Vec<u8>) -> Self {
        let content = C::parse(&text, home.lacks_separator);
        Self::of(home, text, content)
    }

    /// Returns the record at the same place in its file, with the bytes replaced by `text`.
    pub fn with_text(&self, text: Vec<u8>) -> Self {
        Self::parse(self.home.clone(), text)
    }

    /// Returns the ply before `moment`, or `None` at the start.
    pub(super) fn ply(&self, moment: Moment) -> Option<&C::Ply> {
        self.content.written().plies.get(moment.checked_sub(1)?)
    }

    /// Returns the notes of `kind` at `moment`.
    pub fn notes_of(&self, kind: NoteKind, moment: Moment) -> impl Iterator<Item = &Note> {
        let notes = self.content.written().notes_at(moment).iter();
        notes.filter(move |note| note.kind == kind)
    }

    /// Returns the reason for the result, with line breaks as `\n`; empty if there is none.
    pub fn written_reason(&self) -> String {
        let record = self.content.written();
        unix_lines(&record.encoding.decode(record.ending.reason.of(self.text())))
    }
}

impl<C> Document<C> {
    fn of(home: RecordPlace, text: Vec<u8>, content: C) -> Self {
        Self { text: Source::from_bytes(home.file.path(), text), home, content }
    }

    /// Determines what an edit requires: the encoding of the file, and the line and column of the record's first byte.
    /// This reads the file, which is slow if the file is large.
    pub fn scan(&self) {
        self.home.file.scan();
        self.first();
    }

    /// Returns whether [`Document::scan`] is done or unnecessary, so that an edit needs no disk access.
    pub fn is_scanned(&self) -> bool {
        let home = &self.home;
        home.file.loaded().is_some() || (home.file.is_scanned() && home.first.get().is_some())
    }

    pub fn text(&self) -> &[u8] {
        self.text.bytes()
    }

    /// Returns the encoding of the file, in which edits are written.
    pub fn file_encoding(&self) -> Encoding {
        self.home.file.encoding()
    }

    /// Returns the line and column of the record's first byte.
    fn first(&self) -> LineColumn {
        let home = &self.home;
        *home.first.get_or_init(|| home.file.line_column(home.range.start))
    }

    /// Returns the line and column in the file of the byte at `offset`, which counts from the start of the record. The
    /// line is wrong if another record of the file has unsaved changes.
    pub fn line_column(&self, offset: u32) -> LineColumn {
        self.line_column_from(self.first(), offset)
    }

    /// Like [`Document::line_column`], without disk access. Until [`Document::scan`] is done, lines count from the
    /// start of the record.
    pub fn known_line_column(&self, offset: u32) -> LineColumn {
        if self.home.file.loaded().is_some() {
            return self.line_column(offset);
        }
        let start = LineColumn { line: 1, column: 1 };
        let first = self.home.first.get().copied().unwrap_or(start);
        self.line_column_from(first, offset)
    }

    fn line_column_from(&self, first: LineColumn, offset: u32) -> LineColumn {
        let within = self.text.line_column(u64::from(offset));
        LineColumn {
            line: first.line + within.line - 1,
            column: if within.line == 1 { first.column + within.column - 1 } else { within.column },
        }
    }
}
