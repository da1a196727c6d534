//! [`Source`]: the bytes of a file in memory.

use super::{
    Encoding, FileError, FileRange, Fingerprint, LineColumn, Reader, Text, UnpackWarning, Unpacker,
    line_index::LineIndex,
};
use std::{
    io::Read as _,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

/// The number of bytes that are counted to find a line and column.
const STEP_BYTES: usize = 1024;

/// The bytes of a file and its path. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Source(Arc<Inner>);

/// The bytes of a file in memory, decompressed and decoded if necessary.
#[derive(Debug)]
pub struct Unpacked {
    pub source: Source,
    /// The error that ended decompression early, if any.
    pub error: Option<std::io::Error>,
    pub warning: Option<UnpackWarning>,
}

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || (self.path() == other.path() && self.bytes() == other.bytes())
    }
}

#[derive(Debug)]
struct Inner {
    path: PathBuf,
    bytes: Vec<u8>,
    fingerprint: Option<Fingerprint>,
    lines: OnceLock<LineIndex>,
    encoding: OnceLock<Encoding>,
}

impl Source {
    /// Reads the whole file at `path`, or standard input if `path` is `-`.
    ///
    /// # Errors
    /// As [`Reader::open`], and [`FileError::TooLarge`].
    pub fn read(path: &Path) -> Result<Self, FileError> {
        if path == Path::new("-") {
            return Self::read_stream(std::io::stdin().lock(), path);
        }
        Self::from_reader(&Reader::open(path)?)
    }

    /// Reads `stream` to its end. The source reports `path` as its path.
    pub(super) fn read_stream(stream: impl std::io::Read, path: &Path) -> Result<Self, FileError> {
        let mut bytes = Vec::new();
        // The stream may be endless.
        let read = stream.take(u64::from(u32::MAX)).read_to_end(&mut bytes);
        read.map_err(|e| FileError::from_io(e, path))?;
        if bytes.len() >= u32::MAX as usize {
            return Err(FileError::TooLarge(path.to_owned()));
        }
        Ok(Self::from_bytes(path, bytes))
    }

    /// Creates a source of `bytes` without a fingerprint. No file need exist at `path`.
    pub fn from_bytes(path: impl Into<PathBuf>, bytes: impl Into<Vec<u8>>) -> Self {
        Self::new(path.into(), bytes.into(), None)
    }

    /// Returns all bytes of `text`, unpacked within its limits if necessary. If decompression fails, returns the bytes
    /// before the error, and the error in [`Unpacked::error`].
    ///
    /// # Errors
    /// As [`Text::read_all`].
    pub fn unpacked(text: &Text) -> Result<Unpacked, FileError> {
        let Some(mut unpacker) = Unpacker::of(text, text.limits().in_memory())? else {
            return Ok(Unpacked { source: text.read_all()?, error: None, warning: None });
        };
        let mut bytes = Vec::new();
        let torn = unpacker.read_to_end(&mut bytes).err();
        if bytes.len() >= u32::MAX as usize {
            return Err(FileError::TooLarge(text.path().to_owned()));
        }
        let source = Self::from_bytes(text.path(), bytes);
        Ok(Unpacked { source, error: torn, warning: unpacker.warning() })
    }

    pub(super) fn from_reader(reader: &Reader) -> Result<Self, FileError> {
        if reader.length() >= u64::from(u32::MAX) {
            return Err(FileError::TooLarge(reader.path().to_owned()));
        }
        let mut bytes = Vec::new();
        reader.read_range(FileRange::new(0, reader.length()), &mut bytes)?;
        let fingerprint = reader.fingerprint().clone();
        Ok(Self::new(reader.path().to_owned(), bytes, Some(fingerprint)))
    }

    fn new(path: PathBuf, bytes: Vec<u8>, fingerprint: Option<Fingerprint>) -> Self {
        Self(Arc::new(Inner {
            path,
            bytes,
            fingerprint,
            lines: OnceLock::new(),
            encoding: OnceLock::new(),
        }))
    }

    /// Returns the fingerprint taken when the file was read; `None` for standard input, a pipe, decompressed text and
    /// other bytes not read directly from a file.
    pub fn fingerprint(&self) -> Option<&Fingerprint> {
        self.0.fingerprint.as_ref()
    }

    pub fn path(&self) -> &Path {
        &self.0.path
    }

    pub fn bytes(&self) -> &[u8] {
        &self.0.bytes
    }

    /// Returns the bytes of `range`, clamped to the file.
    pub fn slice(&self, range: FileRange) -> &[u8] {
        let len = self.0.bytes.len();
        let end = usize::try_from(range.end).map_or(len, |end| end.min(len));
        let start = usize::try_from(range.start).map_or(end, |start| start.min(end));
        &self.0.bytes[start..end]
    }

    pub fn encoding(&self) -> Encoding {
        *self.0.encoding.get_or_init(|| Encoding::of(self.bytes()))
    }

    /// Returns the line and column of the byte at `offset`, clamped to the end.
    pub fn line_column(&self, offset: u64) -> LineColumn {
        let offset = offset.min(self.bytes().len() as u64);
        let lines = self.0.lines.get_or_init(|| LineIndex::of(self.bytes(), STEP_BYTES));
        let mut counter = lines.counter_before(offset);
        counter.feed(self.slice(FileRange::new(counter.offset, offset)));
        counter.place()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &[u8], offset: u64) -> (u32, u32) {
        let at = Source::from_bytes("t", text).line_column(offset);
        (at.line, at.column)
    }

    #[test]
    fn lines_end_with_cr_lf_or_both() {
        assert_eq!(place(b"a\r\nb\rc\nd", 0), (1, 1));
        assert_eq!(place(b"a\r\nb\rc\nd", 3), (2, 1));
        assert_eq!(place(b"a\r\nb\rc\nd", 5), (3, 1));
        assert_eq!(place(b"a\r\nb\rc\nd", 7), (4, 1));
        assert_eq!(place(b"", 9), (1, 1));
    }

    #[test]
    fn columns_count_characters_in_either_encoding() {
        assert_eq!(place("éé x".as_bytes(), 5), (1, 4));
        assert_eq!(place(b"\xe9\xe9 x", 3), (1, 4));
        assert_eq!(place(b"\xef\xbb\xbfab", 4), (1, 2));
    }
}
