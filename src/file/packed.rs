//! Compressed files, and texts in UTF-16: detected by their first bytes.

use super::{
    ByteOrder, FileError, FileRange, Text, Undecodable, UnpackBudget, UnpackError, UnpackLimits,
    text_reader::TextReader,
    unpack_budget::{BudgetedReader, CHUNK_BYTES},
    utf16::{MARK_BYTES, TextDecoder},
    zstd::Frames,
};
use bzip2::bufread::BzDecoder;
use flate2::bufread::GzDecoder;
use std::{
    io::{self, BufRead, BufReader, Read},
    path::Path,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// `.bz2`
    Bzip2,
    /// `.gz`
    Gzip,
    /// `.zst`
    Zstd,
    /// Not compressed, but in another encoding, and decoded as a compressed file is.
    Utf16(ByteOrder),
}

impl Packing {
    /// Detects the format from the first bytes of a file, regardless of its name. Returns `None` if the file is
    /// neither compressed nor in UTF-16.
    pub fn of(head: &[u8]) -> Option<Self> {
        match head {
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Some(Self::Bzip2),
            [0x1f, 0x8b, 8, ..] => Some(Self::Gzip),
            // The start of a frame, or of a skippable frame, which holds no text.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Self::Zstd),
            _ => ByteOrder::of(head).map(Self::Utf16),
        }
    }

    /// Detects the format of `text` like [`Packing::of`].
    ///
    /// # Errors
    /// Disk errors of reading the first bytes.
    pub fn of_text(text: &Text) -> Result<Option<Self>, FileError> {
        let mut head = [0; MARK_BYTES];
        let read = text.read_at(0, &mut head)?;
        Ok(Self::of(&head[..read]))
    }

    /// Returns the length of the stream without text, as the usual programs write it, at the start of `bytes`. Returns
    /// `None` if there is no such stream; the decoder handles any other.
    fn empty_stream(self, bytes: &[u8]) -> Option<usize> {
        match self {
            Self::Bzip2 => {
                let is_empty = bytes.starts_with(b"BZh")
                    && bytes.get(4..14)? == b"\x17\x72\x45\x38\x50\x90\0\0\0\0";
                is_empty.then_some(14)
            }
            Self::Gzip => {
                let is_empty = bytes.starts_with(b"\x1f\x8b\x08\0")
                    && bytes.get(10..20)? == b"\x03\0\0\0\0\0\0\0\0\0";
                is_empty.then_some(20)
            }
            // The frames of a file share a decoder.
            Self::Zstd | Self::Utf16(_) => None,
        }
    }
}

/// A warning about a file that was unpacked to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnpackWarning {
    /// Zero padding, as on tapes and in some downloads. Data after the last stream of a compressed file is ignored, as
    /// by `gzip` and `bzip2`.
    #[error("ignored trailing zeros after the compressed data")]
    TrailingZeros,
    #[error("ignored trailing bytes after the compressed data")]
    TrailingBytes,
    #[error(transparent)]
    Undecodable(#[from] Undecodable),
}

/// Returns whether the name of the file at `path` ends in one of `extensions`, optionally followed by the extension of a
/// compressed file. Case is ignored.
pub fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let plain = without_packed_extension(&name);
    extensions.iter().any(|end| plain.ends_with(end))
}

/// Returns `name`, in lower case, without the extension of a compressed file.
pub fn without_packed_extension(name: &str) -> &str {
    let plain = [".bz2", ".gz", ".zst"].iter().find_map(|packed| name.strip_suffix(packed));
    plain.unwrap_or(name)
}

/// A streaming decoder of a text that is compressed, in UTF-16, or both. Concatenated streams form one text. Every checksum is verified, and the
/// output stays within the budget.
///
/// Reads return disk errors, and [`UnpackError`] wrapped in [`io::Error`].
pub struct Unpacker<'f> {
    text: TextDecoder<BudgetedReader<Streams<Box<dyn BufRead + 'f>>>>,
    budget: UnpackBudget,
}

impl<'f> Unpacker<'f> {
    /// Creates a decoder of `text`, within `limits`. Returns `None` if `text` is neither compressed nor in UTF-16.
    ///
    /// # Errors
    /// Disk errors of reading the first bytes.
    pub fn of(text: &'f Text, limits: UnpackLimits) -> Result<Option<Self>, FileError> {
        let Some(packing) = Packing::of_text(text)? else { return Ok(None) };
        let budget = UnpackBudget::new(limits, text.length());
        Ok(Some(Self::new(packing, budget.input(TextReader::new(text)), &budget)))
    }

    /// Creates a decoder of `input`, which is packed as `packing`. Its output counts against `budget`.
    pub fn new(packing: Packing, input: impl Read + 'f, budget: &UnpackBudget) -> Self {
        let input: Box<dyn BufRead + 'f> = Box::new(BufReader::with_capacity(CHUNK_BYTES, input));
        let streams = budget.limited(Streams::of(packing, input));
        Self { text: TextDecoder::new(streams), budget: budget.clone() }
    }

    /// Returns the first `bytes` bytes of `text`, decoded if necessary, and the error that ended decompression, if
    /// any.
    ///
    /// # Errors
    /// Disk errors of reading a text that is not packed.
    pub fn head(text: &'f Text, bytes: u64) -> Result<(Vec<u8>, Option<io::Error>), FileError> {
        let mut head = Vec::new();
        // The start of a text is shorter than any limit.
        let Some(unpacker) = Self::of(text, UnpackLimits::DEFAULT)? else {
            text.read_range(FileRange::new(0, bytes), &mut head)?;
            return Ok((head, None));
        };
        let torn = unpacker.take(bytes).read_to_end(&mut head).err();
        Ok((head, torn))
    }

    /// Returns the number of compressed bytes read.
    pub fn bytes_read(&self) -> u64 {
        self.budget.bytes_read()
    }

    /// Returns the warning about the text, if any. Known once the text has been read to its end.
    pub fn warning(&self) -> Option<UnpackWarning> {
        let undecodable = self.text.undecodable.map(UnpackWarning::from);
        undecodable.or(self.text.input.decoder.trailing)
    }
}

impl Read for Unpacker<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.text.read(buffer);
        read.map_err(|error| UnpackError::of(error, self.text.input.decoder.verified()))
    }
}

/// The concatenated streams of a compressed file.
struct Streams<R: BufRead> {
    packing: Packing,
    stream: Stream<R>,
    /// The number of bytes of text returned.
    output_bytes: u64,
    /// The number of bytes returned from streams with a verified checksum.
    verified: u64,
    /// Whether at least one stream has ended.
    is_after_stream: bool,
    trailing: Option<UnpackWarning>,
}

/// The current stream. Zstandard has one stream for all frames of a file. `Ended` is also the placeholder while one state
/// replaces another.
enum Stream<R: BufRead> {
    Between(R),
    Bzip2(BzDecoder<R>),
    Gzip(GzDecoder<R>),
    Zstd(Box<Frames<R>>),
    Uncompressed(R),
    Ended,
}

impl<R: BufRead> Streams<R> {
    fn of(packing: Packing, input: R) -> Self {
        Self {
            packing,
            stream: Stream::Between(input),
            output_bytes: 0,
            verified: 0,
            is_after_stream: false,
            trailing: None,
        }
    }

    const fn verified(&self) -> u64 {
        match &self.stream {
            Stream::Zstd(frames) => frames.verified,
            _ => self.verified,
        }
    }

    /// Begins the next stream if the state is `Between`. If there is no further stream, the state becomes `Ended`.
    fn begin(&mut self) -> io::Result<()> {
        let before = std::mem::replace(&mut self.stream, Stream::Ended);
        let Stream::Between(mut input) = before else {
            self.stream = before;
            return Ok(());
        };
        // A decoder allocates up to 4 MB, too much work for millions of streams of 14 bytes without text.
        while let Some(length) = self.packing.empty_stream(input.fill_buf()?) {
            input.consume(length);
            self.is_after_stream = true;
        }
        self.trailing = self.read_trailing(&mut input)?;
        if self.trailing.is_none() && !input.fill_buf()?.is_empty() {
            self.stream = match self.packing {
                Packing::Bzip2 => Stream::Bzip2(BzDecoder::new(input)),
                Packing::Gzip => Stream::Gzip(GzDecoder::new(input)),
                Packing::Zstd => Stream::Zstd(Box::new(Frames::of(input))),
                Packing::Utf16(_) => Stream::Uncompressed(input),
            };
        }
        Ok(())
    }

    /// Returns the kind of trailing data at the position of `input`, or `None` if a stream can begin there. Before the
    /// first stream, and for Zstandard, the result is always `None`. Data that begins like a stream counts as a stream,
    /// even if the data is damaged.
    fn read_trailing(&self, input: &mut R) -> io::Result<Option<UnpackWarning>> {
        let mark: &[u8] = match self.packing {
            Packing::Bzip2 => b"BZh",
            Packing::Gzip => b"\x1f\x8b",
            // `zstd` also rejects trailing data.
            Packing::Zstd | Packing::Utf16(_) => return Ok(None),
        };
        let next = input.fill_buf()?;
        let length = next.len().min(mark.len());
        if !self.is_after_stream || next[..length] == mark[..length] {
            return Ok(None);
        }
        loop {
            let next = input.fill_buf()?;
            match next.len() {
                0 => return Ok(Some(UnpackWarning::TrailingZeros)),
                _ if next.iter().any(|&byte| byte != 0) => {
                    return Ok(Some(UnpackWarning::TrailingBytes));
                }
                length => input.consume(length),
            }
        }
    }

    /// Ends the current stream, whose checksum has been verified.
    fn end(&mut self) {
        self.verified = self.output_bytes;
        self.is_after_stream = true;
        self.stream = match std::mem::replace(&mut self.stream, Stream::Ended) {
            Stream::Bzip2(decoder) => Stream::Between(decoder.into_inner()),
            Stream::Gzip(decoder) => Stream::Between(decoder.into_inner()),
            Stream::Zstd(_) | Stream::Uncompressed(_) | Stream::Ended => Stream::Ended,
            between @ Stream::Between(_) => between,
        };
    }
}

impl<R: BufRead> Read for Streams<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            self.begin()?;
            let read = match &mut self.stream {
                Stream::Bzip2(decoder) => decoder.read(buffer)?,
                Stream::Gzip(decoder) => decoder.read(buffer)?,
                Stream::Zstd(frames) => frames.read(buffer)?,
                Stream::Uncompressed(input) => input.read(buffer)?,
                Stream::Between(_) | Stream::Ended => return Ok(0),
            };
            if read > 0 {
                self.output_bytes += read as u64;
                return Ok(read);
            }
            self.end();
        }
    }
}

#[cfg(test)]
mod tests;
