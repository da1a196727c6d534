//! [`Frames`]: the text of a Zstandard file, with verified checksums.

use super::unpack_error::UnpackError;
use ruzstd::decoding::{
    BlockDecodingStrategy, FrameDecoder,
    errors::{FrameDecoderError, ReadFrameHeaderError},
};
use std::io::{self, BufRead, Read};

/// The frames of a Zstandard file. [`FrameDecoder`] handles only one frame.
pub(super) struct Frames<R: BufRead> {
    input: R,
    decoder: FrameDecoder,
    in_frame: bool,
    /// The number of bytes of text read from the current frame.
    output_bytes: u64,
    /// The number of bytes at the start of the text that consist of whole frames with a verified checksum.
    pub(super) verified: u64,
    /// Whether every frame read so far had a checksum.
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

    /// Begins the next frame, or skips a frame without text. Returns `false` at the end of the input.
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

    /// Verifies the checksum and the length of the frame that just ended, since the decoder does not.
    fn end(&mut self) -> io::Result<()> {
        self.in_frame = false;
        let stored_checksum = self.decoder.get_checksum_from_data();
        let fits = stored_checksum.is_none_or(|stored_checksum| {
            self.decoder.get_calculated_checksum() == Some(stored_checksum)
        });
        // The length is 0 if the frame does not state one.
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
