//! [`TextReader`]: a sequential reader of a text.

use super::Text;
use std::io::{self, Read, Seek, SeekFrom};

/// A seekable reader of the bytes of a text. Its errors are those of [`Text::read_at`], wrapped in [`io::Error`].
#[derive(Clone, Copy, Debug)]
pub struct TextReader<'t> {
    text: &'t Text,
    at: u64,
}

impl<'t> TextReader<'t> {
    pub const fn new(text: &'t Text) -> Self {
        Self { text, at: 0 }
    }
}

impl Read for TextReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.text.read_at(self.at, buffer).map_err(io::Error::other)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for TextReader<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
            SeekFrom::End(by) => self.text.length().checked_add_signed(by),
        };
        // Positions before the start are invalid.
        self.at = at.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}
