//! [`Frames`]: a Zstandard file as one text, with verified checksums.

use super::unpack_error::UnpackError;
use ruzstd::decoding::{
    BlockDecodingStrategy, FrameDecoder,
    errors::{FrameDecoderError, ReadFrameHeaderError},
};
use std::io::{self, BufRead, Read};

/// The frames of a Zstandard file; the decoder itself handles one at a time.
pub(super) struct Frames<R: BufRead> {
    input: R,
    decoder: FrameDecoder,
    /// Whether a frame has begun.
    in_frame: bool,
    /// Bytes of text in the current frame so far.
    output_bytes: u64,
    /// Bytes of text in the frames before, as long as all of them match their checksums.
    verified: u64,
    /// Whether every earlier frame had a checksum.
    checked: bool,
}

impl<R: BufRead> Frames<R> {
    pub(super) fn of(input: R) -> Self {
        Self {
            input,
            decoder: FrameDecoder::new(),
            in_frame: false,
            output_bytes: 0,
            verified: 0,
            checked: true,
        }
    }

    /// Returns the number of bytes at the start of the text that match their checksums.
    pub(super) const fn verified(&self) -> u64 {
        self.verified
    }

    /// Begins the next frame or skips one without text. Returns whether there was one.
    fn begin(&mut self) -> io::Result<bool> {
        if self.input.fill_buf()?.is_empty() {
            return Ok(false);
        }
        match self.decoder.reset(&mut self.input) {
            Ok(()) => (self.in_frame, self.output_bytes) = (true, 0),
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

    /// Checks the checksum and length of the frame that ended, which the decoder does not.
    fn end(&mut self) -> io::Result<()> {
        self.in_frame = false;
        let stored_checksum = self.decoder.get_checksum_from_data();
        let fits = stored_checksum.is_none_or(|stored_checksum| {
            self.decoder.get_calculated_checksum() == Some(stored_checksum)
        });
        // A frame without a stated length has length 0.
        let length = self.decoder.content_size();
        if !fits || (length > 0 && length != self.output_bytes) {
            let verified = self.verified;
            return Err(UnpackError::Damaged { verified }.into());
        }
        self.checked &= stored_checksum.is_some();
        if self.checked {
            self.verified += self.output_bytes;
        }
        Ok(())
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.in_frame && !self.begin()? {
                return Ok(0);
            }
            while self.in_frame && self.decoder.can_collect() == 0 {
                if self.decoder.is_finished() {
                    self.end()?;
                    break;
                }
                let one = BlockDecodingStrategy::UptoBlocks(1);
                let decoded = self.decoder.decode_blocks(&mut self.input, one);
                decoded.map_err(io::Error::other)?;
            }
            if self.in_frame {
                let read = self.decoder.read(buffer)?;
                self.output_bytes += read as u64;
                return Ok(read);
            }
        }
    }
}
