//! Files that are packed: bzip2, gzip and Zstandard, told by their first bytes.

use super::{FileError, Reader};
use ruzstd::decoding::{
    BlockDecodingStrategy, FrameDecoder,
    errors::{FrameDecoderError, ReadFrameHeaderError},
};
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

/// A packed file, unpacked from its beginning on. Several streams one behind the other are one text.
pub struct Unpacker<'f> {
    inner: Box<dyn Read + 'f>,
    taken: Rc<Cell<u64>>,
}

impl<'f> Unpacker<'f> {
    /// The text in `reader`; `None` if it is not packed.
    ///
    /// # Errors
    /// What the disk says of the first bytes.
    pub fn of(reader: &'f Reader) -> Result<Option<Self>, FileError> {
        let mut head = [0; 4];
        let read = reader.read_at(0, &mut head)?;
        let Some(packing) = Packing::of(&head[..read]) else {
            return Ok(None);
        };
        let taken = Rc::new(Cell::new(0));
        let input = BufReader::with_capacity(
            1 << 18,
            Input {
                reader,
                at: Rc::clone(&taken),
            },
        );
        let inner: Box<dyn Read + 'f> = match packing {
            Packing::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(input)),
            Packing::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(input)),
            Packing::Zstd => Box::new(Frames {
                input,
                decoder: FrameDecoder::new(),
                within: false,
            }),
        };
        Ok(Some(Self { inner, taken }))
    }

    /// How many bytes of the packed file have been taken in.
    #[must_use]
    pub fn taken(&self) -> u64 {
        self.taken.get()
    }
}

impl Read for Unpacker<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.inner.read(buffer)
    }
}

/// The packed bytes in their order.
struct Input<'f> {
    reader: &'f Reader,
    at: Rc<Cell<u64>>,
}

impl Read for Input<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self
            .reader
            .read_at(self.at.get(), buffer)
            .map_err(io::Error::other)?;
        self.at.set(self.at.get() + read as u64);
        Ok(read)
    }
}

/// The frames of a Zstandard file, of which the decoder knows one at a time.
struct Frames<R: BufRead> {
    input: R,
    decoder: FrameDecoder,
    /// Whether a frame is begun.
    within: bool,
}

impl<R: BufRead> Frames<R> {
    /// Begins the next frame, or skips one that holds no text; whether there was any.
    fn begin(&mut self) -> io::Result<bool> {
        if self.input.fill_buf()?.is_empty() {
            return Ok(false);
        }
        match self.decoder.reset(&mut self.input) {
            Ok(()) => self.within = true,
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => {
                let length = u64::from(length);
                let skipped = io::copy(&mut self.input.by_ref().take(length), &mut io::sink())?;
                if skipped < length {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
            }
            Err(error) => return Err(io::Error::other(error)),
        }
        Ok(true)
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.within && !self.begin()? {
                return Ok(0);
            }
            while self.within && self.decoder.can_collect() == 0 {
                if self.decoder.is_finished() {
                    self.within = false;
                    break;
                }
                let one = BlockDecodingStrategy::UptoBlocks(1);
                let decoded = self.decoder.decode_blocks(&mut self.input, one);
                decoded.map_err(io::Error::other)?;
            }
            if self.within {
                return self.decoder.read(buffer);
            }
        }
    }
}
