//! [`TarFiles`]: the files of a `.tar`, read in bounded memory.
//!
//! The `tar` crate decodes the headers. Its own iterator is not used, since it would load names and extended headers of
//! any length.

use super::{UnpackBudget, UnpackError, system, unpack_limits::MAX_NAME_BYTES};
use std::{
    io::{self, Read},
    path::PathBuf,
};
use tar::{EntryType, GnuExtSparseHeader, GnuHeader, Header, PaxExtensions};

/// Alignment of headers and files.
const BLOCK_BYTES: u64 = 512;

/// The maximum size in bytes of the extended headers of a file, which include system attributes.
pub(super) const MAX_HEADER_BYTES: u64 = 1 << 20;

/// A reader of the files of a `.tar`. [`Self::next_file`] advances to the next file, and [`Read`] reads the
/// current one.
pub(super) struct TarFiles<R> {
    input: R,
    budget: UnpackBudget,
    /// The number of bytes of the current file still to be read.
    remaining: u64,
    /// The number of padding bytes after the current file.
    padding: u64,
}

/// Values from extended headers, which precede the header of their file.
#[derive(Default)]
struct ExtendedHeaders {
    name: Option<Vec<u8>>,
    length: Option<u64>,
}

impl<R: Read> TarFiles<R> {
    pub(super) fn new(input: R, budget: &UnpackBudget) -> Self {
        Self { input, budget: budget.clone(), remaining: 0, padding: 0 }
    }

    /// Advances to the next regular file and returns its name, or `None` at the end.
    ///
    /// # Errors
    /// [`UnpackError`], and those of `input`.
    pub(super) fn next_file(&mut self) -> io::Result<Option<PathBuf>> {
        let mut extended = ExtendedHeaders::default();
        while let Some(header) = self.next_header()? {
            let kind = header.entry_type();
            self.set_length(header.entry_size().map_err(|_| DAMAGED)?);
            match kind {
                EntryType::GNULongName => {
                    let mut name =
                        self.read_into_memory(MAX_NAME_BYTES + 1, UnpackError::LongName)?;
                    name.truncate(name.iter().position(|&byte| byte == 0).unwrap_or(name.len()));
                    extended.name = Some(name);
                }
                EntryType::XHeader => {
                    let records =
                        self.read_into_memory(MAX_HEADER_BYTES, UnpackError::LongHeader)?;
                    extended.apply_records(&records)?;
                }
                EntryType::GNULongLink | EntryType::XGlobalHeader => {}
                _ => {
                    let ExtendedHeaders { name, length } = std::mem::take(&mut extended);
                    self.set_length(length.unwrap_or(self.remaining));
                    self.skip_map(&header)?;
                    let name = name.unwrap_or_else(|| header.path_bytes().into_owned());
                    self.budget.count_file(&name)?;
                    if kind.is_file() {
                        return Ok(Some(system::path_of(name)));
                    }
                }
            }
        }
        Ok(None)
    }

    fn next_header(&mut self) -> io::Result<Option<Header>> {
        let rest = self.remaining.saturating_add(self.padding);
        let skipped = io::copy(&mut self.input.by_ref().take(rest), &mut io::sink())?;
        if skipped < rest {
            return Err(CUT.into());
        }
        let mut header = Header::new_old();
        let bytes = header.as_mut_bytes();
        if !self.fill(bytes)? || bytes.iter().all(|&byte| byte == 0) {
            return Ok(None);
        }
        let sum = |bytes: &[u8]| bytes.iter().map(|&byte| u32::from(byte)).sum::<u32>();
        // The checksum counts its own eight bytes as spaces.
        let expected = sum(&bytes[..148]) + sum(&bytes[156..]) + 8 * u32::from(b' ');
        if header.cksum().ok() != Some(expected) {
            return Err(DAMAGED.into());
        }
        Ok(Some(header))
    }

    /// Sets the length of the current entry to `length` bytes.
    fn set_length(&mut self, length: u64) {
        self.remaining = length;
        self.padding = length.wrapping_neg() % BLOCK_BYTES;
    }

    /// Reads the current file into memory. Returns `error` if the file has more than `most` bytes.
    fn read_into_memory(&mut self, most: u64, error: UnpackError) -> io::Result<Vec<u8>> {
        if self.remaining > most {
            return Err(error.into());
        }
        let mut bytes = Vec::new();
        self.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Skips the blocks between the header and the bytes of a sparse file, which continue the map in the header. Does
    /// nothing for other files.
    fn skip_map(&mut self, header: &Header) -> io::Result<()> {
        let mut has_more = header.entry_type().is_gnu_sparse()
            && header.as_gnu().is_some_and(GnuHeader::is_extended);
        let mut map = GnuExtSparseHeader::new();
        while has_more {
            if !self.fill(map.as_mut_bytes())? {
                return Err(CUT.into());
            }
            has_more = map.is_extended();
        }
        Ok(())
    }

    /// Fills `block`. Returns false if the input has ended.
    fn fill(&mut self, block: &mut [u8]) -> io::Result<bool> {
        let read = self.input.read(block)?;
        if read > 0 {
            self.input.read_exact(&mut block[read..]).map_err(cut_at_end)?;
        }
        Ok(read > 0)
    }
}

impl<R: Read> Read for TarFiles<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.by_ref().take(self.remaining).read(buffer)?;
        if read == 0 && self.remaining > 0 && !buffer.is_empty() {
            return Err(CUT.into());
        }
        self.remaining -= read as u64;
        Ok(read)
    }
}

impl ExtendedHeaders {
    /// Applies the records of a POSIX extended header.
    fn apply_records(&mut self, records: &[u8]) -> io::Result<()> {
        for record in PaxExtensions::new(records) {
            let record = record.map_err(|_| DAMAGED)?;
            match record.key_bytes() {
                b"path" => self.name = Some(record.value_bytes().to_vec()),
                b"size" => {
                    let length = record.value().ok().and_then(|length| length.parse().ok());
                    self.length = Some(length.ok_or(DAMAGED)?);
                }
                _ => {}
            }
        }
        Ok(())
    }
}

const CUT: UnpackError = UnpackError::Cut { verified: 0 };
const DAMAGED: UnpackError = UnpackError::Damaged { verified: 0 };

fn cut_at_end(error: io::Error) -> io::Error {
    if error.kind() == io::ErrorKind::UnexpectedEof { CUT.into() } else { error }
}
