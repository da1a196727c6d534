//! Files that are packed: bzip2, gzip and Zstandard, told by their first bytes.

use super::{
    FileError, Text, text_reader::TextReader, unpack_error::UnpackError,
    unpack_limits::UnpackLimits, zstd::Frames,
};
use bzip2::bufread::BzDecoder;
use flate2::bufread::GzDecoder;
use std::{
    cell::Cell,
    io::{self, BufRead, BufReader, Read},
    rc::Rc,
};

/// How a file is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// `.bz2`
    Bzip2,
    /// `.gz`
    Gzip,
    /// `.zst`
    Zstd,
}

impl Packing {
    /// What the first bytes of a file say, whatever it is called.
    #[must_use]
    pub fn of(head: &[u8]) -> Option<Self> {
        match head {
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Some(Self::Bzip2),
            [0x1f, 0x8b, 8, ..] => Some(Self::Gzip),
            // A frame, or one of those that are to be skipped.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Self::Zstd),
            _ => None,
        }
    }
}

/// No more is taken in or given at a time, so that no limit is passed by far.
const AT_ONCE: usize = 1 << 18;

/// A packed text, unpacked from its beginning on. Several streams one behind the other are one text. All checksums are
/// verified, and no more is taken out than the limits allow.
///
/// Its errors are those of the disk, and [`UnpackError`] within an [`io::Error`].
pub struct Unpacker<'f> {
    streams: Streams<Box<dyn BufRead + 'f>>,
    taken: Rc<Cell<u64>>,
    given: u64,
    limits: UnpackLimits,
}

impl<'f> Unpacker<'f> {
    /// What is packed in `text`, as much as may be held in memory; `None` if it is not packed.
    ///
    /// # Errors
    /// What the disk says of the first bytes.
    pub fn of(text: &'f Text) -> Result<Option<Self>, FileError> {
        let mut head = [0; 4];
        let read = text.read_at(0, &mut head)?;
        let Some(packing) = Packing::of(&head[..read]) else {
            return Ok(None);
        };
        Ok(Some(Self::new(packing, TextReader::new(text))))
    }

    /// The text of `input`, which is packed so; as much as may be held in memory.
    #[must_use]
    pub fn new(packing: Packing, input: impl Read + 'f) -> Self {
        let taken = Rc::new(Cell::new(0));
        let counted = Counted { input, taken: Rc::clone(&taken) };
        let input: Box<dyn BufRead + 'f> = Box::new(BufReader::with_capacity(AT_ONCE, counted));
        Self {
            streams: Streams::of(packing, input),
            taken,
            given: 0,
            limits: UnpackLimits::current().in_memory(),
        }
    }

    /// The same within other limits.
    #[must_use]
    pub const fn limited(mut self, limits: UnpackLimits) -> Self {
        self.limits = limits;
        self
    }

    /// How many bytes of the packed file have been taken in.
    #[must_use]
    pub fn taken(&self) -> u64 {
        self.taken.get()
    }
}

impl Read for Unpacker<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // What was given last may have gone beyond the limits, and is the last.
        self.limits.check_length(self.given)?;
        self.limits.check_ratio(self.given, self.taken())?;
        let most = buffer.len().min(AT_ONCE);
        let read = self.streams.read(&mut buffer[..most]);
        let read = read.map_err(|error| UnpackError::of(error, self.streams.verified()))?;
        self.given += read as u64;
        Ok(read)
    }
}

/// Counts the packed bytes that are taken in.
struct Counted<R> {
    input: R,
    taken: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.taken.set(self.taken.get() + read as u64);
        Ok(read)
    }
}

/// The streams of a packed file, one behind the other.
struct Streams<R: BufRead> {
    packing: Packing,
    stream: Stream<R>,
    /// Bytes of text that were given, and those of them in streams that have ended as their checksums say.
    given: u64,
    verified: u64,
}

/// The stream at hand. It is only ever empty while one takes the place of another.
enum Stream<R: BufRead> {
    Between(R),
    Bzip2(BzDecoder<R>),
    Gzip(GzDecoder<R>),
    Zstd(Box<Frames<R>>),
    Ended,
}

impl<R: BufRead> Streams<R> {
    fn of(packing: Packing, input: R) -> Self {
        let stream = match packing {
            Packing::Zstd => Stream::Zstd(Box::new(Frames::of(input))),
            Packing::Bzip2 | Packing::Gzip => Stream::Between(input),
        };
        Self { packing, stream, given: 0, verified: 0 }
    }

    const fn verified(&self) -> u64 {
        match &self.stream {
            Stream::Zstd(frames) => frames.verified(),
            _ => self.verified,
        }
    }

    /// Begins the next stream, if there is one.
    fn begin(&mut self) -> io::Result<()> {
        let before = std::mem::replace(&mut self.stream, Stream::Ended);
        let Stream::Between(mut input) = before else {
            self.stream = before;
            return Ok(());
        };
        if !input.fill_buf()?.is_empty() {
            self.stream = match self.packing {
                Packing::Bzip2 => Stream::Bzip2(BzDecoder::new(input)),
                Packing::Gzip => Stream::Gzip(GzDecoder::new(input)),
                Packing::Zstd => Stream::Zstd(Box::new(Frames::of(input))),
            };
        }
        Ok(())
    }

    /// The stream at hand has ended as its checksum says.
    fn end(&mut self) {
        self.verified = self.given;
        self.stream = match std::mem::replace(&mut self.stream, Stream::Ended) {
            Stream::Bzip2(decoder) => Stream::Between(decoder.into_inner()),
            Stream::Gzip(decoder) => Stream::Between(decoder.into_inner()),
            Stream::Zstd(_) | Stream::Ended => Stream::Ended,
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
                Stream::Between(_) | Stream::Ended => return Ok(0),
            };
            if read > 0 {
                self.given += read as u64;
                return Ok(read);
            }
            self.end();
        }
    }
}

#[cfg(test)]
mod tests;
