//! [`Window`]: a stretch of a file in memory, which moves on through it.

use crate::{
    file::{FileError, Reader, Source, Text},
    notation::{EVENT, LINE_START},
};
use memchr::memmem::Finder;

/// So much is read at a time.
pub(super) const BLOCK: usize = 1 << 18;

/// Where the bytes come from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Input<'f> {
    /// A file on the disk.
    File(&'f Reader),
    /// Text in memory.
    Bytes(&'f [u8]),
}

impl<'f> Input<'f> {
    /// What `text` holds, or reads from the disk.
    pub(super) fn of(text: &'f Text) -> Self {
        match (text.reader(), text.held()) {
            (Some(reader), _) => Self::File(reader),
            (None, held) => Self::Bytes(held.map_or(&[], Source::bytes)),
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
                let rest = usize::try_from(at).ok().and_then(|at| bytes.get(at..));
                let rest = rest.unwrap_or_default();
                let count = rest.len().min(buffer.len());
                buffer[..count].copy_from_slice(&rest[..count]);
                Ok(count)
            }
        }
    }
}

/// Which `[Event "` is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Events {
    /// One that begins a line, which nothing goes past. One behind a byte order mark does not count, as a tag may go
    /// past it.
    Lines,
    /// Any. A brace or a comment may hold it; nearly always a record begins there.
    All,
}

/// The bytes of a file from one place to another.
pub(super) struct Window<'f> {
    input: Input<'f>,
    length: u64,
    /// The place of the first byte in `bytes`.
    base: u64,
    /// As long as it was ever needed; what counts is up to `filled`.
    bytes: Vec<u8>,
    filled: usize,
    /// By [`Events`]: none of them begins between the two.
    eventless: [(u64, u64); 2],
    finder: Finder<'static>,
}

impl<'f> Window<'f> {
    /// A window that holds nothing yet, for what is at `from` and behind it.
    pub(super) fn new(input: Input<'f>, from: u64) -> Self {
        Self {
            input,
            length: input.length(),
            base: from.saturating_sub(LINE_START),
            bytes: Vec::new(),
            filled: 0,
            eventless: [(0, 0); 2],
            finder: Finder::new(EVENT),
        }
    }

    /// The length of the file.
    pub(super) const fn length(&self) -> u64 {
        self.length
    }

    /// The place of the first byte in memory.
    pub(super) const fn first(&self) -> u64 {
        self.base
    }

    /// One past the last byte in memory.
    pub(super) const fn end(&self) -> u64 {
        self.base + self.filled as u64
    }

    /// How many bytes are held in memory.
    #[cfg(test)]
    pub(super) const fn memory(&self) -> usize {
        self.bytes.len()
    }

    /// Whether nothing is left to read.
    pub(super) const fn is_at_end(&self) -> bool {
        self.end() >= self.length
    }

    /// The bytes from `from` to `to`, which must be in memory.
    pub(super) fn text(&self, from: u64, to: u64) -> &[u8] {
        &self.bytes[self.place(from)..self.place(to)]
    }

    /// Whether `at`, which is in memory, is the first byte of a line that nothing goes past.
    pub(super) fn is_line_start(&self, at: u64) -> bool {
        let before = at.checked_sub(1);
        let before = before.map(|before| self.bytes[self.place(before)]);
        matches!(before, None | Some(b'\n' | b'\r'))
    }

    fn place(&self, at: u64) -> usize {
        usize::try_from(at - self.base).unwrap_or(usize::MAX)
    }

    /// Reads one block more, and forgets what lies before `keep`.
    pub(super) fn read_on(&mut self, keep: u64) -> Result<(), FileError> {
        // What a line start is told from stays.
        let keep = keep.saturating_sub(LINE_START).max(self.base);
        let gone = self.place(keep);
        self.bytes.copy_within(gone..self.filled, 0);
        self.filled -= gone;
        self.base = keep;
        let end = self.end();
        let left = usize::try_from(self.length - end).unwrap_or(usize::MAX);
        let wanted = self.filled + left.min(BLOCK);
        if wanted > self.bytes.len() {
            // Some room more, for what is left over of the block before.
            self.bytes.resize(wanted + wanted / 16, 0);
        }
        let read = self.input.read_at(end, &mut self.bytes[self.filled..wanted])?;
        self.filled += read;
        Ok(())
    }

    /// Where the first of `events` stands at or after `from`, sought no further than `limit`.
    /// More is read where it is needed, and nothing before `keep` is held.
    pub(super) fn find_event(
        &mut self,
        events: Events,
        from: u64,
        limit: u64,
        keep: u64,
    ) -> Result<Option<u64>, FileError> {
        let eventless = self.eventless[events as usize];
        let known = eventless.0 <= from && from <= eventless.1;
        let (first, mut at) = if known { eventless } else { (from, from) };
        let name = EVENT.len() as u64;
        loop {
            let end = self.end().min(limit.saturating_add(name));
            while at < end {
                let text = &self.bytes[self.place(at)..self.place(end)];
                let Some(found) = self.finder.find(text) else {
                    // It may lie across the end.
                    at = at.max((end + 1).saturating_sub(name));
                    break;
                };
                at += found as u64;
                if events == Events::All || self.is_line_start(at) {
                    self.eventless[events as usize] = (first, at);
                    return Ok(Some(at));
                }
                at += 1;
            }
            self.eventless[events as usize] = (first, at);
            if self.is_at_end() || at >= limit {
                return Ok(None);
            }
            self.read_on(keep)?;
        }
    }
}
