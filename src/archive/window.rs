//! [`Window`]: a buffer with the part of a file that is being read.

use crate::{
    file::{FileError, Reader, Source, Text},
    notation::{EVENT, LINE_START},
};
use memchr::memmem::Finder;

/// The number of bytes read at once.
pub(super) const BLOCK_BYTES: usize = 1 << 18;

/// The source of the bytes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Input<'f> {
    File(&'f Reader),
    Bytes(&'f [u8]),
}

impl<'f> Input<'f> {
    pub(super) fn of(text: &'f Text) -> Self {
        match (text.reader(), text.loaded()) {
            (Some(reader), _) => Self::File(reader),
            (None, loaded) => Self::Bytes(loaded.map_or(&[], Source::bytes)),
        }
    }

    pub(super) fn length(self) -> u64 {
        match self {
            Self::File(reader) => reader.length(),
            Self::Bytes(bytes) => bytes.len() as u64,
        }
    }

    fn read_at(self, at: u64, buffer: &mut [u8]) -> Result<usize, FileError> {
        match self {
            Self::File(reader) => reader.read_at(at, buffer),
            Self::Bytes(bytes) => {
                let rest =
                    usize::try_from(at).ok().and_then(|at| bytes.get(at..)).unwrap_or_default();
                let count = rest.len().min(buffer.len());
                buffer[..count].copy_from_slice(&rest[..count]);
                Ok(count)
            }
        }
    }
}

/// The kind of `[Event "` to search for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Events {
    /// Only events at the start of a line, which always begin a record and end an open brace or tag. An event after a
    /// byte order mark does not count, since an open tag may continue across the mark.
    Lines,
    /// All `[Event` tags, including those inside a comment. Nearly all of them begin a record.
    All,
}

pub(super) struct Window<'f> {
    input: Input<'f>,
    /// The length of the file in bytes.
    pub(super) length: u64,
    /// The offset in the file of the first byte in memory.
    pub(super) base: u64,
    /// The buffer, which only grows. Bytes from `filled` on are meaningless.
    bytes: Vec<u8>,
    filled: usize,
    /// For each kind of [`Events`], the start and the end of the range that was searched last. No event of this kind
    /// begins in the range, but one may begin at its end.
    searched_range: [(u64, u64); 2],
    finder: Finder<'static>,
}

impl<'f> Window<'f> {
    /// Creates an empty window for reading from `from` on. The window begins a few bytes earlier, since these bytes
    /// show whether a line starts at `from`.
    pub(super) fn new(input: Input<'f>, from: u64) -> Self {
        Self {
            input,
            length: input.length(),
            base: from.saturating_sub(LINE_START),
            bytes: Vec::new(),
            filled: 0,
            searched_range: [(0, 0); 2],
            finder: Finder::new(EVENT),
        }
    }

    /// Returns the offset after the last byte in memory.
    pub(super) const fn end(&self) -> u64 {
        self.base + self.filled as u64
    }

    #[cfg(test)]
    pub(super) const fn memory(&self) -> usize {
        self.bytes.len()
    }

    /// Returns whether the window extends to the end of the file.
    pub(super) const fn is_at_end(&self) -> bool {
        self.end() >= self.length
    }

    /// Returns the bytes from `from` to `to`, which must be in memory.
    pub(super) fn text(&self, from: u64, to: u64) -> &[u8] {
        &self.bytes[self.place(from)..self.place(to)]
    }

    /// Returns whether a line starts at `at`, which must be in memory. A byte order mark before `at` counts as text,
    /// unlike in [`is_line_start`](crate::notation::is_line_start).
    pub(super) fn is_line_start(&self, at: u64) -> bool {
        let Some(before) = at.checked_sub(1) else { return true };
        matches!(self.bytes[self.place(before)], b'\n' | b'\r')
    }

    fn place(&self, at: u64) -> usize {
        usize::try_from(at - self.base).unwrap_or(usize::MAX)
    }

    /// Reads one more block. Drops the bytes before `keep_from`.
    pub(super) fn read_next_block(&mut self, keep_from: u64) -> Result<(), FileError> {
        // Keep a few bytes more, which show whether a line starts at `keep_from`.
        let keep_from = keep_from.saturating_sub(LINE_START).max(self.base);
        let dropped = self.place(keep_from);
        self.bytes.copy_within(dropped..self.filled, 0);
        self.filled -= dropped;
        self.base = keep_from;
        let end = self.end();
        let remaining = usize::try_from(self.length - end).unwrap_or(usize::MAX);
        let target_len = self.filled + remaining.min(BLOCK_BYTES);
        if target_len > self.bytes.len() {
            // Extra room avoids a resize at each call that keeps slightly more of the previous block.
            self.bytes.resize(target_len + target_len / 16, 0);
        }
        let read = self.input.read_at(end, &mut self.bytes[self.filled..target_len])?;
        self.filled += read;
        Ok(())
    }

    /// Returns the offset of the first event of the kind `events` from `from` on, or `None` if no event begins at or
    /// before `limit`. Reads more blocks if necessary, and drops the bytes before `keep_from`.
    pub(super) fn find_event(
        &mut self,
        events: Events,
        from: u64,
        limit: u64,
        keep_from: u64,
    ) -> Result<Option<u64>, FileError> {
        let searched_range = self.searched_range[events as usize];
        let known = searched_range.0 <= from && from <= searched_range.1;
        let (first, mut at) = if known { searched_range } else { (from, from) };
        let name = EVENT.len() as u64;
        loop {
            let end = self.end().min(limit.saturating_add(name));
            while at < end {
                let text = &self.bytes[self.place(at)..self.place(end)];
                let Some(found) = self.finder.find(text) else {
                    // An event may begin in memory and end in the next block.
                    at = at.max((end + 1).saturating_sub(name));
                    break;
                };
                at += found as u64;
                if events == Events::All || self.is_line_start(at) {
                    self.searched_range[events as usize] = (first, at);
                    return Ok(Some(at));
                }
                at += 1;
            }
            self.searched_range[events as usize] = (first, at);
            if self.is_at_end() || at >= limit {
                return Ok(None);
            }
            self.read_next_block(keep_from)?;
        }
    }
}
