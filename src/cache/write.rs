//! [`EntryWriter`]: writes an entry chunk by chunk.

use super::{Entry, FOOTER_NUMBER, Format, checksum};
use crate::file::{CacheFile, CacheFolder, FileError};
use serde::Serialize;
use std::io;

/// Stores `value` as an entry of its own. `about` is the text that identifies the value.
///
/// # Errors
/// Disk errors, and [`FileError::CacheLimit`] if the entry outgrows its folder's limit.
pub fn store_value(
    folder: &CacheFolder,
    format: Format,
    about: &str,
    value: &impl Serialize,
) -> Result<(), FileError> {
    let mut writer = EntryWriter::begin(folder, format)?;
    writer.push(value)?;
    writer.finish(&format.value_name(about), &about)
}

/// An entry that is being written. Dropping the writer without [`EntryWriter::finish`] deletes the unfinished file; an
/// older entry of the same name stays in place.
#[derive(Debug)]
pub struct EntryWriter<'f> {
    folder: &'f CacheFolder,
    file: CacheFile,
    /// The length of each chunk, including its checksum.
    lengths: Vec<u32>,
    buffer: Vec<u8>,
}

impl<'f> EntryWriter<'f> {
    /// Creates an unnamed file in `folder`, and writes the first line of an entry of `format`.
    ///
    /// # Errors
    /// Disk errors.
    pub fn begin(folder: &'f CacheFolder, format: Format) -> Result<Self, FileError> {
        let mut file = folder.begin()?;
        file.write(format.head().as_bytes())?;
        Ok(Self { folder, file, lengths: Vec::new(), buffer: Vec::new() })
    }

    pub const fn chunks(&self) -> usize {
        self.lengths.len()
    }

    /// Appends a chunk.
    ///
    /// # Errors
    /// Disk errors, and [`FileError::CacheLimit`] if the entry outgrows its folder's limit.
    pub fn push(&mut self, chunk: &impl Serialize) -> Result<(), FileError> {
        self.encode(self.chunks(), chunk)?;
        self.write_buffer()
    }

    /// Appends a copy of the next chunk: the one in `entry` whose number is [`EntryWriter::chunks`]. Returns `false`,
    /// and writes nothing, if that chunk is missing or damaged.
    ///
    /// # Errors
    /// As [`EntryWriter::push`].
    pub fn copy<A>(&mut self, entry: &Entry<A>) -> Result<bool, FileError> {
        let is_whole = entry.read_chunk(self.chunks(), &mut self.buffer).is_some();
        if is_whole {
            self.write_buffer()?;
        }
        Ok(is_whole)
    }

    /// Writes the footer with `about`, the caller's value. Then names the entry `name`, replacing any older entry, and
    /// evicts old entries if the folder exceeds its size limit.
    ///
    /// # Errors
    /// As [`EntryWriter::push`].
    pub fn finish(mut self, name: &str, about: &impl Serialize) -> Result<(), FileError> {
        let lengths = std::mem::take(&mut self.lengths);
        self.encode(FOOTER_NUMBER, &(about, &lengths))?;
        let length = u32::try_from(self.buffer.len()).unwrap_or(u32::MAX);
        self.buffer.extend(length.to_le_bytes());
        self.file.write(&self.buffer)?;
        self.file.finish(&self.folder.file(name))?;
        self.folder.trim(name);
        Ok(())
    }

    fn encode(&mut self, number: usize, value: &impl Serialize) -> Result<(), FileError> {
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.clear();
        let failed = |e| FileError::from_write(io::Error::other(e), self.file.path());
        self.buffer = postcard::to_extend(value, buffer).map_err(failed)?;
        self.buffer.extend(checksum(number, &self.buffer));
        Ok(())
    }

    fn write_buffer(&mut self) -> Result<(), FileError> {
        self.lengths.push(u32::try_from(self.buffer.len()).unwrap_or(u32::MAX));
        self.file.write(&self.buffer)
    }
}
