//! [`Entry`]: reads a cache entry chunk by chunk.

use super::{CHECKSUM_BYTES, CacheError, FOOTER_NUMBER, Format, checksum};
use crate::file::{CacheFolder, FileRange, Reader};
use serde::{Deserialize, de::DeserializeOwned};

/// Returns the value that [`store_value`](super::store_value) has stored with the same `about`, or `None` if there is
/// none or it cannot be read.
pub fn load_value<T: DeserializeOwned>(
    folder: &CacheFolder,
    format: Format,
    about: &str,
) -> Option<T> {
    let entry: Entry<String> = Entry::open(folder, &format.value_name(about), format).ok()??;
    if entry.about() == about { entry.chunk(0, &mut Vec::new()) } else { None }
}

/// An open cache entry. Only the footer is kept in memory: the caller's value `about`, and the bounds of the chunks.
#[derive(Debug)]
pub struct Entry<A> {
    file: Reader,
    /// The start of each chunk, and the end of the last one.
    bounds: Vec<u64>,
    about: A,
}

impl<A: DeserializeOwned> Entry<A> {
    /// Opens the entry `name`. Returns `None` if the entry cannot be opened, usually because it does not exist.
    ///
    /// # Errors
    /// [`CacheError::Foreign`] if the first line is missing or names another format or version, [`CacheError::Damaged`]
    /// if the footer is damaged.
    pub fn open(
        folder: &CacheFolder,
        name: &str,
        format: Format,
    ) -> Result<Option<Self>, CacheError> {
        let Ok(file) = Reader::open(&folder.file(name)) else { return Ok(None) };
        let head = format.head();
        let mut bytes = Vec::new();
        let read = file.read_range(FileRange::new(0, head.len() as u64), &mut bytes);
        if read.is_err() || bytes != head.as_bytes() {
            return Err(CacheError::Foreign);
        }
        let footer = Self::read_footer(&file, head.len() as u64).ok_or(CacheError::Damaged)?;
        let (about, bounds) = footer;
        Ok(Some(Self { file, bounds, about }))
    }

    /// Reads the footer and returns the caller's value and the bounds of the chunks, or `None` if the footer is
    /// damaged. `first` is the offset of the first chunk.
    fn read_footer(file: &Reader, first: u64) -> Option<(A, Vec<u64>)> {
        let mut bytes = Vec::new();
        let end = file.length().checked_sub(CHECKSUM_BYTES as u64)?;
        file.read_range(FileRange::new(end, file.length()), &mut bytes).ok()?;
        let length = u32::from_le_bytes(*bytes.as_array()?);
        let start = end.checked_sub(length.into())?;
        file.read_range(FileRange::new(start, end), &mut bytes).ok()?;
        let (about, lengths): (A, Vec<u32>) =
            postcard::from_bytes(verified(FOOTER_NUMBER, &bytes)?).ok()?;
        let mut bounds = vec![first];
        let mut at = first;
        for length in lengths {
            at = at.checked_add(length.into())?;
            bounds.push(at);
        }
        if at == start { Some((about, bounds)) } else { None }
    }
}

impl<A> Entry<A> {
    /// Returns the value that [`EntryWriter::finish`](super::EntryWriter::finish) stored in the footer.
    pub const fn about(&self) -> &A {
        &self.about
    }

    pub const fn chunks(&self) -> usize {
        self.bounds.len() - 1
    }

    /// Reads chunk `number` into `buffer` and decodes it. Returns `None` if the chunk is missing, damaged or not a `C`.
    pub fn chunk<'b, C: Deserialize<'b>>(
        &self,
        number: usize,
        buffer: &'b mut Vec<u8>,
    ) -> Option<C> {
        self.read_chunk(number, buffer)?;
        postcard::from_bytes(buffer).ok()
    }

    /// Reads all chunks, and returns whether their checksums match.
    pub fn is_sound(&self) -> bool {
        let mut buffer = Vec::new();
        (0..self.chunks()).all(|number| self.read_chunk(number, &mut buffer).is_some())
    }

    /// Reads chunk `number`, followed by its checksum, into `buffer`. Returns `None` if the chunk is missing
    /// or damaged.
    pub(super) fn read_chunk(&self, number: usize, buffer: &mut Vec<u8>) -> Option<()> {
        let range = FileRange::new(*self.bounds.get(number)?, *self.bounds.get(number + 1)?);
        self.file.read_range(range, buffer).ok()?;
        verified(number, buffer).map(|_| ())
    }
}

/// Returns the bytes of chunk `number` without the checksum at their end, or `None` if the checksum does not match.
fn verified(number: usize, bytes: &[u8]) -> Option<&[u8]> {
    let (body, sum) = bytes.split_last_chunk()?;
    if checksum(number, body) == *sum { Some(body) } else { None }
}
