//! [`Text`]: where the text of a file is read, in memory or on the disk.

use super::{
    Encoding, FileError, FileRange, Fingerprint, LineColumn, Reader, Source, file_scan::FileScan,
    system::is_pipe,
};
use std::{
    fs::File,
    path::Path,
    sync::{Arc, OnceLock},
};

/// The text of a file, whatever its size: held in memory, or read from the disk where it is wanted. Cheap to
/// clone.
#[derive(Clone, Debug)]
pub struct Text(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Memory(Source),
    Disk(Arc<OnDisk>),
}

#[derive(Debug)]
struct OnDisk {
    reader: Reader,
    /// Made when it is first asked for, and by [`Text::scan`].
    scan: OnceLock<FileScan>,
}

impl From<Source> for Text {
    fn from(source: Source) -> Self {
        Self(Kind::Memory(source))
    }
}

impl From<Reader> for Text {
    fn from(reader: Reader) -> Self {
        Self(Kind::Disk(Arc::new(OnDisk { reader, scan: OnceLock::new() })))
    }
}

/// Two are equal if they are one, or hold the same bytes under the same name.
impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Kind::Memory(one), Kind::Memory(two)) => one == two,
            (Kind::Disk(one), Kind::Disk(two)) => Arc::ptr_eq(one, two),
            _ => false,
        }
    }
}

impl Text {
    /// Opens the file at `path`, whose bytes are read where they are wanted; of `-`, standard input, they are read
    /// now.
    ///
    /// # Errors
    /// As [`Reader::open`] and [`Source::read`].
    pub fn open(path: &Path) -> Result<Self, FileError> {
        if path == Path::new("-") {
            return Ok(Source::read(path)?.into());
        }
        Ok(Reader::open(path)?.into())
    }

    /// The same of a file that a command line names, which may also be a pipe: that is read to its end now, as standard
    /// input is, and can be read once. Of devices nobody knows whether they have an end.
    ///
    /// # Errors
    /// As [`Text::open`].
    pub fn open_input(path: &Path) -> Result<Self, FileError> {
        match Self::open(path) {
            Err(FileError::NotAFile(_)) if std::fs::metadata(path).is_ok_and(|it| is_pipe(&it)) => {
                let pipe = File::open(path).map_err(|e| FileError::from_io(e, path))?;
                Ok(Source::read_stream(pipe, path)?.into())
            }
            opened => opened,
        }
    }

    /// The name of the file that is read.
    #[must_use]
    pub fn path(&self) -> &Path {
        match &self.0 {
            Kind::Memory(source) => source.path(),
            Kind::Disk(disk) => disk.reader.path(),
        }
    }

    /// Its length in bytes.
    #[must_use]
    pub fn length(&self) -> u64 {
        match &self.0 {
            Kind::Memory(source) => source.bytes().len() as u64,
            Kind::Disk(disk) => disk.reader.length(),
        }
    }

    /// What the file was when it was opened; nothing for text that was never in a file.
    #[must_use]
    pub fn fingerprint(&self) -> Option<&Fingerprint> {
        match &self.0 {
            Kind::Memory(source) => source.fingerprint(),
            Kind::Disk(disk) => Some(disk.reader.fingerprint()),
        }
    }

    /// The bytes, if they are held.
    #[must_use]
    pub const fn held(&self) -> Option<&Source> {
        match &self.0 {
            Kind::Memory(source) => Some(source),
            Kind::Disk(_) => None,
        }
    }

    /// The open file, if the bytes are not held.
    #[must_use]
    pub fn reader(&self) -> Option<&Reader> {
        match &self.0 {
            Kind::Memory(_) => None,
            Kind::Disk(disk) => Some(&disk.reader),
        }
    }

    /// Puts the bytes of `range`, cut to what is there, in place of what `into` holds.
    ///
    /// # Errors
    /// As [`Reader::read_range`]; none for what is held.
    pub fn read_range(&self, range: FileRange, into: &mut Vec<u8>) -> Result<(), FileError> {
        match &self.0 {
            Kind::Memory(source) => {
                into.clear();
                into.extend_from_slice(source.slice(range));
                Ok(())
            }
            Kind::Disk(disk) => disk.reader.read_range(range, into),
        }
    }

    /// Fills `buffer` with the bytes from `at` on, as far as there are any, and returns how many they are.
    ///
    /// # Errors
    /// As [`Reader::read_at`]; none for what is held.
    pub fn read_at(&self, at: u64, buffer: &mut [u8]) -> Result<usize, FileError> {
        match &self.0 {
            Kind::Memory(source) => {
                let bytes = source.slice(FileRange::new(at, u64::MAX));
                let read = bytes.len().min(buffer.len());
                buffer[..read].copy_from_slice(&bytes[..read]);
                Ok(read)
            }
            Kind::Disk(disk) => disk.reader.read_at(at, buffer),
        }
    }

    /// All bytes, held in memory. Those on the disk are read, up to the length that the file had when it was opened.
    ///
    /// # Errors
    /// As [`Reader::read_range`], and that there are over 4 GiB.
    pub fn read_all(&self) -> Result<Source, FileError> {
        match &self.0 {
            Kind::Memory(source) => Ok(source.clone()),
            Kind::Disk(disk) => Source::of_reader(&disk.reader),
        }
    }

    /// Goes through the whole file once, if it is not held, so that its encoding and its lines are known
    /// when they are asked for.
    pub fn scan(&self) {
        if let Kind::Disk(disk) = &self.0 {
            disk.scan();
        }
    }

    /// Whether the encoding and the lines are known, so that asking for them reads nothing.
    #[must_use]
    pub fn is_scanned(&self) -> bool {
        match &self.0 {
            Kind::Memory(_) => true,
            Kind::Disk(disk) => disk.scan.get().is_some(),
        }
    }

    /// The encoding of the whole file, as far as it can be read.
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        match &self.0 {
            Kind::Memory(source) => source.encoding(),
            Kind::Disk(disk) => disk.scan().encoding(),
        }
    }

    /// The line and column of the byte at `offset`, as far as the file can be read.
    #[must_use]
    pub fn line_column(&self, offset: u64) -> LineColumn {
        match &self.0 {
            Kind::Memory(source) => source.line_column(offset),
            Kind::Disk(disk) => FileScan::of_beginning(&disk.reader, offset)
                .unwrap_or_else(|| disk.scan().line_column(&disk.reader, offset)),
        }
    }
}

impl OnDisk {
    fn scan(&self) -> &FileScan {
        self.scan.get_or_init(|| FileScan::of(&self.reader))
    }
}
