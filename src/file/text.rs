//! [`Text`]: the text of a file, in memory or on disk.

use super::{
    Encoding, FileError, FileRange, Fingerprint, LineColumn, Reader, Source, UnpackLimits,
    line_index::{LineCounter, LineIndex},
    system::{
        fs::{self, File},
        is_pipe,
    },
    text_reader::TextReader,
};
use std::{
    io::BufReader,
    path::Path,
    sync::{Arc, OnceLock},
};

/// The number of bytes of a file that are read to find a line and column.
const BLOCK_BYTES: u64 = 1 << 20;

/// A longer text is never blank.
const MAX_BLANK_BYTES: usize = 1024;

/// The text of a file of any size: held in memory, or read from disk on demand. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Text {
    kind: Kind,
    limits: UnpackLimits,
}

#[derive(Clone, Debug)]
enum Kind {
    Memory(Source),
    Disk(Arc<OnDisk>),
}

#[derive(Debug)]
struct OnDisk {
    reader: Reader,
    lines: OnceLock<LineIndex>,
}

impl From<Source> for Text {
    fn from(source: Source) -> Self {
        Self { kind: Kind::Memory(source), limits: UnpackLimits::DEFAULT }
    }
}

impl From<Reader> for Text {
    fn from(reader: Reader) -> Self {
        let kind = Kind::Disk(Arc::new(OnDisk { reader, lines: OnceLock::new() }));
        Self { kind, limits: UnpackLimits::DEFAULT }
    }
}

/// Two texts are equal if they share one open file, or if both are in memory with equal path and bytes.
impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        match (&self.kind, &other.kind) {
            (Kind::Memory(one), Kind::Memory(two)) => one == two,
            (Kind::Disk(one), Kind::Disk(two)) => Arc::ptr_eq(one, two),
            _ => false,
        }
    }
}

impl Text {
    /// Opens the file at `path`, to be read on demand. Standard input, `-`, is read into memory to its end.
    ///
    /// # Errors
    /// As [`Reader::open`] and [`Source::read`].
    pub fn open(path: &Path) -> Result<Self, FileError> {
        if path == Path::new("-") {
            return Ok(Source::read(path)?.into());
        }
        Ok(Reader::open(path)?.into())
    }

    /// As [`Text::open`], for a file on the command line, which may also be a pipe. A pipe is read into memory to its
    /// end, like standard input. Devices are rejected, since they may be endless. The text is unpacked within `limits`.
    ///
    /// # Errors
    /// As [`Text::open`].
    pub fn open_input(path: &Path, limits: UnpackLimits) -> Result<Self, FileError> {
        let opened = match Self::open(path) {
            Err(FileError::NotAFile(_)) if fs::metadata(path).is_ok_and(|it| is_pipe(&it)) => {
                let pipe = File::open(path).map_err(|e| FileError::from_io(e, path))?;
                Ok(Source::read_stream(pipe, path)?.into())
            }
            opened => opened,
        };
        Ok(opened?.within(limits))
    }

    /// Sets the limits on unpacking the text. Without a call, they are [`UnpackLimits::DEFAULT`].
    #[must_use]
    pub fn within(self, limits: UnpackLimits) -> Self {
        Self { limits, ..self }
    }

    /// Returns the limits on unpacking the text.
    pub const fn limits(&self) -> UnpackLimits {
        self.limits
    }

    pub fn path(&self) -> &Path {
        match &self.kind {
            Kind::Memory(source) => source.path(),
            Kind::Disk(disk) => disk.reader.path(),
        }
    }

    /// Returns the length in bytes.
    pub fn length(&self) -> u64 {
        match &self.kind {
            Kind::Memory(source) => source.bytes().len() as u64,
            Kind::Disk(disk) => disk.reader.length(),
        }
    }

    /// Returns whether the text is short and has nothing but white space and a byte order mark. Returns `false` if it
    /// cannot be read.
    pub fn is_blank(&self) -> bool {
        let mut bytes = [0; MAX_BLANK_BYTES];
        let Ok(read) = self.read_at(0, &mut bytes) else { return false };
        let bytes = bytes[..read].strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes[..read]);
        read < MAX_BLANK_BYTES && bytes.trim_ascii().is_empty()
    }

    /// Returns the fingerprint taken when the file was opened. Returns `None` for text in memory that was not read
    /// directly from a file, such as decompressed text.
    pub fn fingerprint(&self) -> Option<&Fingerprint> {
        match &self.kind {
            Kind::Memory(source) => source.fingerprint(),
            Kind::Disk(disk) => Some(disk.reader.fingerprint()),
        }
    }

    /// Returns the bytes if they are in memory, otherwise `None`.
    pub const fn loaded(&self) -> Option<&Source> {
        match &self.kind {
            Kind::Memory(source) => Some(source),
            Kind::Disk(_) => None,
        }
    }

    /// Returns the open file if the bytes are not in memory, otherwise `None`.
    pub fn reader(&self) -> Option<&Reader> {
        match &self.kind {
            Kind::Memory(_) => None,
            Kind::Disk(disk) => Some(&disk.reader),
        }
    }

    /// Replaces the contents of `into` with the bytes of `range`, clamped to the text.
    ///
    /// # Errors
    /// As [`Reader::read_range`]; none for text in memory.
    pub fn read_range(&self, range: FileRange, into: &mut Vec<u8>) -> Result<(), FileError> {
        match &self.kind {
            Kind::Memory(source) => {
                into.clear();
                into.extend_from_slice(source.slice(range));
                Ok(())
            }
            Kind::Disk(disk) => disk.reader.read_range(range, into),
        }
    }

    /// Reads from byte `at` on until `buffer` is full or the text ends. Returns the number of bytes read.
    ///
    /// # Errors
    /// As [`Reader::read_at`]; none for text in memory.
    pub fn read_at(&self, at: u64, buffer: &mut [u8]) -> Result<usize, FileError> {
        match &self.kind {
            Kind::Memory(source) => {
                let bytes = source.slice(FileRange::new(at, u64::MAX));
                let read = bytes.len().min(buffer.len());
                buffer[..read].copy_from_slice(&bytes[..read]);
                Ok(read)
            }
            Kind::Disk(disk) => disk.reader.read_at(at, buffer),
        }
    }

    /// Returns all bytes, read into memory if necessary. Bytes appended to the file since it was opened are not
    /// included.
    ///
    /// # Errors
    /// As [`Reader::read_range`], and [`FileError::TooLarge`].
    pub fn read_all(&self) -> Result<Source, FileError> {
        match &self.kind {
            Kind::Memory(source) => Ok(source.clone()),
            Kind::Disk(disk) => Source::from_reader(&disk.reader),
        }
    }

    /// Determines the encoding and the line counts of a file on disk, unless they are known.
    pub fn scan(&self) {
        if let Kind::Disk(disk) = &self.kind {
            self.lines_of(disk);
        }
    }

    /// Returns whether [`Text::encoding`] and [`Text::line_column`] need no scan of the file.
    pub fn is_scanned(&self) -> bool {
        match &self.kind {
            Kind::Memory(_) => true,
            Kind::Disk(disk) => disk.lines.get().is_some(),
        }
    }

    /// Returns the encoding of the whole file, or of the part before the first read error.
    pub fn encoding(&self) -> Encoding {
        match &self.kind {
            Kind::Memory(source) => source.encoding(),
            Kind::Disk(disk) => self.lines_of(disk).encoding,
        }
    }

    /// As [`Text::encoding`], or `None` if the file has not been scanned yet.
    pub fn known_encoding(&self) -> Option<Encoding> {
        match &self.kind {
            Kind::Memory(source) => Some(source.encoding()),
            Kind::Disk(disk) => Some(disk.lines.get()?.encoding),
        }
    }

    /// Returns the line and column of the byte at `offset`. Bytes that cannot be read are not counted.
    pub fn line_column(&self, offset: u64) -> LineColumn {
        match &self.kind {
            Kind::Memory(source) => source.line_column(offset),
            Kind::Disk(disk) => {
                let mut counter = match offset {
                    0..BLOCK_BYTES => LineCounter::default(),
                    _ => self.lines_of(disk).counter_before(offset),
                };
                let mut bytes = Vec::new();
                // After an error, the line and column are those of the last bytes that could be read.
                let _ = disk.reader.read_range(FileRange::new(counter.offset, offset), &mut bytes);
                counter.feed(&bytes);
                counter.place()
            }
        }
    }

    fn lines_of<'d>(&self, disk: &'d OnDisk) -> &'d LineIndex {
        disk.lines.get_or_init(|| {
            let step = usize::try_from(BLOCK_BYTES).unwrap_or(usize::MAX);
            LineIndex::of(BufReader::with_capacity(step, TextReader::new(self)), step)
        })
    }
}
