//! [`Document`]: one record of a file, and what its bytes say.

use super::{Content, GameDocument, OpenGame, OpenMatch};
use crate::{
    file::{Encoding, FileError, FileRange, LineColumn, Source, Text},
    kriegspiel::Notation,
    notation::{LINE_START, Record, Tag, is_glued},
};
use std::sync::{Arc, OnceLock};

/// A longer record is not opened: it would be laid out for seconds, and no match is as long. The longest of
/// the archives has under 100 kB.
const LONGEST: u64 = 16 << 20;

/// An open record: a match, or as [`GameDocument`] a game of Kriegspiel. The record's bytes are the
/// truth; everything else is derived from them.
#[derive(Clone, Debug)]
pub struct Document<C = OpenMatch> {
    home: Home,
    text: Source,
    pub(super) content: C,
}

/// What the bytes of a record say, of either kind.
pub(super) trait Tagged {
    /// The tags in file order.
    fn tags(&self) -> &[Tag];

    /// The record's own encoding.
    fn encoding(&self) -> Encoding;
}

/// Where a record stands.
#[derive(Clone, Debug)]
struct Home {
    file: Text,
    range: FileRange,
    /// The line and column of its first byte, once somebody has asked.
    first: Arc<OnceLock<LineColumn>>,
    /// Whether nothing divides it from the record before.
    glued: bool,
}

impl Home {
    /// The record at `range` of `file`, with its bytes.
    fn of(file: Source, range: FileRange) -> (Self, Vec<u8>) {
        let text = file.slice(range).to_vec();
        let glued = is_glued(file.bytes(), range.start);
        let home = Self { file: file.into(), range, first: Arc::default(), glued };
        (home, text)
    }

    /// The same of a file that need not be held.
    fn read(file: &Text, range: FileRange) -> Result<(Self, Vec<u8>), FileError> {
        let from = range.start.saturating_sub(LINE_START);
        let mut text = Vec::new();
        file.read_range(FileRange::new(from, range.end), &mut text)?;
        let before = range.start - from;
        let glued = is_glued(&text, before);
        let before = usize::try_from(before).unwrap_or(usize::MAX);
        text.drain(..before.min(text.len()));
        let home = Self { file: file.clone(), range, first: Arc::default(), glued };
        Ok((home, text))
    }
}

impl Content {
    /// Opens the record at `range` of `file`.
    #[must_use]
    pub fn open(file: Source, range: FileRange) -> Self {
        let (home, text) = Home::of(file, range);
        Self::of(home, text)
    }

    /// Reads the record at `range` of `file`, which need not be held.
    ///
    /// # Errors
    /// What the disk says, or that it is too long for a match.
    pub fn read(file: &Text, range: FileRange) -> Result<Self, FileError> {
        if range.end - range.start > LONGEST {
            return Err(FileError::LongRecord {
                megabytes: (range.end - range.start) / 1_000_000,
                limit: LONGEST / 1_000_000,
                path: file.path().to_owned(),
            });
        }
        Self::read_long(file, range)
    }

    /// The same of a record of any length, for who does not wait at a window.
    ///
    /// # Errors
    /// What the disk says.
    pub fn read_long(file: &Text, range: FileRange) -> Result<Self, FileError> {
        let (home, text) = Home::read(file, range)?;
        Ok(Self::of(home, text))
    }

    /// Reads the record at `range` of `file` where that is held; touches no disk. `None` where it is not held.
    ///
    /// # Errors
    /// That it is too long for a match.
    #[must_use]
    pub fn of_held(file: &Text, range: FileRange) -> Option<Result<Self, FileError>> {
        file.held().map(|_| Self::read(file, range))
    }

    fn of(home: Home, text: Vec<u8>) -> Self {
        let record = Record::parse(&text);
        match Notation::of(&record, &text) {
            Notation::Bpgn => {
                let content = OpenMatch::of(record, &text, home.glued);
                Self::Match(Box::new(Document::of(home, text, content)))
            }
            Notation::Kriegspiel => {
                let content = OpenGame::of(&text, home.glued);
                Self::Game(Box::new(Document::of(home, text, content)))
            }
        }
    }
}

impl<M: AsRef<Document>, G: AsRef<GameDocument>> Content<M, G> {
    /// The same record of the same file with other bytes.
    #[must_use]
    pub fn with_text(&self, text: Vec<u8>) -> Content {
        let home = match self {
            Self::Match(held) => &M::as_ref(held).home,
            Self::Game(held) => &G::as_ref(held).home,
        };
        Content::of(home.clone(), text)
    }
}

impl Document {
    /// Opens the record at `range` of `file` as a match.
    #[must_use]
    pub fn open(file: Source, range: FileRange) -> Self {
        let (home, text) = Home::of(file, range);
        let content = OpenMatch::of(Record::parse(&text), &text, home.glued);
        Self::of(home, text, content)
    }

    /// Reads the record at `range` of `file`, which need not be held, as a match of any length.
    ///
    /// # Errors
    /// What the disk says.
    pub fn read_long(file: &Text, range: FileRange) -> Result<Self, FileError> {
        let (home, text) = Home::read(file, range)?;
        let content = OpenMatch::of(Record::parse(&text), &text, home.glued);
        Ok(Self::of(home, text, content))
    }

    /// The match of the same record with other bytes.
    #[must_use]
    pub fn with_text(&self, text: Vec<u8>) -> Self {
        let content = OpenMatch::of(Record::parse(&text), &text, self.home.glued);
        Self::of(self.home.clone(), text, content)
    }
}

impl<C> Document<C> {
    fn of(home: Home, text: Vec<u8>, content: C) -> Self {
        Self { text: Source::from_bytes(home.file.path(), text), home, content }
    }

    /// Finds out what an edit asks of the whole file: its encoding, and the line of the record's first byte.
    pub fn scan(&self) {
        self.home.file.scan();
        self.first();
    }

    /// Whether that is known, so that an edit reads nothing.
    #[must_use]
    pub fn is_scanned(&self) -> bool {
        let home = &self.home;
        home.file.held().is_some() || (home.file.is_scanned() && home.first.get().is_some())
    }

    /// The bytes of the record.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        self.text.bytes()
    }

    /// The encoding of the whole file, in which a person's words are written.
    #[must_use]
    pub fn file_encoding(&self) -> Encoding {
        self.home.file.encoding()
    }

    fn first(&self) -> LineColumn {
        let home = &self.home;
        *home.first.get_or_init(|| home.file.line_column(home.range.start))
    }

    /// Where in the file the byte at `offset` of the record stands, as far as only this record has been
    /// changed.
    #[must_use]
    pub fn line_column(&self, offset: u32) -> LineColumn {
        self.line_column_from(self.first(), offset)
    }

    /// The same, reading nothing: where it is not known on which line of the file the record begins, its lines are
    /// counted from 1. See [`Document::scan`].
    #[must_use]
    pub fn known_line_column(&self, offset: u32) -> LineColumn {
        if self.home.file.held().is_some() {
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
