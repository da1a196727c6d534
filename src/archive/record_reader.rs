//! [`RecordReader`]: the records of a text of any size, read one by one.

use super::{
    fast_scan::{self, FastScan},
    window::{BLOCK_BYTES, Events, Input, Window},
};
use crate::{
    file::{FileError, FileRange, Text},
    notation::{EVENT, LINE_START, Record, is_line_start, lacks_separator},
};
use memchr::{memchr, memchr3, memrchr3};

/// The number of bytes first passed to the parser. It is doubled until the bytes contain the end of the record.
const FIRST_READ_BYTES: u64 = BLOCK_BYTES as u64;

/// The maximum number of bytes held in memory to fast-scan a record. Few matches are longer, and before the parser reads
/// a record, all of these bytes are read.
const MAX_FAST_SCAN_BYTES: u64 = 1 << 16;

/// The maximum length of a record in bytes, since a record must fit into memory. A longer record is cut. A typical
/// match has a few thousand bytes.
const MAX_RECORD_LEN: u64 = 1 << 30;

/// The maximum lookahead of the lexer in bytes, apart from its search for the end of a line or brace.
const LOOKAHEAD_BYTES: usize = 32 * 1024;

/// Reads records of a text, beginning at a record boundary. It holds the current record and a few hundred kilobytes.
pub struct RecordReader<'t> {
    pub(super) window: Window<'t>,
    record: Record,
}

pub struct ReadRecord<'r> {
    pub record: &'r Record,
    pub range: FileRange,
    pub text: &'r [u8],
    /// Whether the record lacks a separator at its start. A separator is a tag at the start of a line, or an `Event`
    /// tag. The first record of a file needs none.
    pub lacks_separator: bool,
}

impl<'t> RecordReader<'t> {
    /// Creates a reader of `text`. `from` must be a record boundary at or before the first record to read.
    pub fn new(text: &'t Text, from: u64) -> Self {
        Self::from_input(Input::of(text), from)
    }

    pub(super) fn from_input(input: Input<'t>, from: u64) -> Self {
        Self { window: Window::new(input, from), record: Record::default() }
    }

    /// Returns the length of the text, in bytes.
    pub const fn length(&self) -> u64 {
        self.window.length
    }

    /// Returns the offset of the first `[Event "` from `from` on, or `None` if none begins before `to`. Such an event
    /// nearly always begins a record. Otherwise it is inside an earlier record: in a brace, or after other tags.
    ///
    /// # Errors
    /// Disk errors.
    pub fn find_event_between(&mut self, from: u64, to: u64) -> Result<Option<u64>, FileError> {
        let event = self.window.find_event(Events::All, from, to, from)?;
        Ok(event.filter(|&event| event < to))
    }

    /// Returns the offset of the first tag from `from` on that probably begins a record, or `None` if none begins
    /// before `to`. Such a tag begins a line or is an event, and does not directly follow another tag. After the call,
    /// the reader cannot go back before the returned offset.
    ///
    /// # Errors
    /// Disk errors.
    pub fn find_tag_between(&mut self, from: u64, to: u64) -> Result<Option<u64>, FileError> {
        let mut at = from;
        while at < to {
            let end = self.window.end().min(to);
            if at >= end {
                if self.window.is_at_end() {
                    break;
                }
                self.window.read_next_block(at)?;
                continue;
            }
            let Some(length) = memchr(b'[', self.window.text(at, end)) else {
                at = end;
                continue;
            };
            at += length as u64;
            let before = self.window.text(self.window.base, at);
            let begins = is_line_start(before, before.len())
                || self.window.text(at, self.window.end()).starts_with(EVENT);
            if begins && before.trim_ascii_end().last() != Some(&b']') {
                return Ok(Some(at));
            }
            at += 1;
        }
        Ok(None)
    }

    /// Reads the record at `start`, which must not be after the end of the text. The record may consist of blanks.
    ///
    /// # Errors
    /// Disk errors.
    pub fn read(&mut self, start: u64) -> Result<ReadRecord<'_>, FileError> {
        let end = self.parse(start)?;
        let before = self.window.base.max(start.saturating_sub(LINE_START));
        let near = self.window.text(before, end);
        Ok(ReadRecord {
            record: &self.record,
            range: FileRange::new(start, end),
            text: self.window.text(start, end),
            lacks_separator: lacks_separator(near, start - before),
        })
    }

    /// Returns the end of the record at `start` without parsing it, if the record can be skipped. A record can be
    /// skipped if the fast scan can read it, so that it is certainly a match, and `is_wanted` rejects its bytes.
    /// Otherwise returns `None`.
    ///
    /// # Errors
    /// Disk errors.
    pub fn skip_unless(
        &mut self,
        start: u64,
        is_wanted: impl Fn(&[u8]) -> bool,
    ) -> Result<Option<u64>, FileError> {
        let end = self
            .fast_scan(start, |_, text| (!is_wanted(text)).then_some(start + text.len() as u64))?;
        Ok(end.flatten())
    }

    /// Fast-scans the record at `start` and returns the result of `with`, which receives the scan and the bytes of the
    /// record. Returns `None` if the fast scan cannot read the record. A record that begins within a line is scanned
    /// only if it begins with an event. Otherwise each scan in a one-line file would read the rest of the file.
    pub(super) fn fast_scan<T>(
        &mut self,
        start: u64,
        with: impl FnOnce(&FastScan<'_>, &[u8]) -> T,
    ) -> Result<Option<T>, FileError> {
        let window = &mut self.window;
        loop {
            let seen = window.text(start.min(window.end()), window.end());
            if let Some(&first) = seen.first() {
                if first != b'[' || !(window.is_line_start(start) || seen.starts_with(EVENT)) {
                    return Ok(None);
                }
                if let Some((fast, length)) = fast_scan::read(seen, window.is_at_end()) {
                    return Ok(Some(with(&fast, &seen[..length])));
                }
            }
            // If the record may continue after the bytes in memory, read more.
            if window.is_at_end() || window.end() >= start + MAX_FAST_SCAN_BYTES {
                return Ok(None);
            }
            window.read_next_block(start)?;
        }
    }

    /// Parses the record at `start` and returns its end.
    fn parse(&mut self, start: u64) -> Result<u64, FileError> {
        let length = self.window.length;
        let mut limit = FIRST_READ_BYTES;
        // An event at `start` belongs to this record.
        let mut from = start + 1;
        loop {
            let event = self.window.find_event(Events::Lines, from, start + limit, start)?;
            let most = (start + limit).min(self.window.end());
            // The text after `[Event "` does not change where the record ends.
            let visible_event = event.filter(|event| event + EVENT.len() as u64 <= most);
            let to = visible_event.map_or(most, |event| event + EVENT.len() as u64);
            let text = self.window.text(start, to);
            let read = self.record.parse_first(text);
            let end = start + read as u64;
            // If no event follows, bytes that were not read yet might still belong to the record.
            let rest = &text[read..];
            let is_certain = match visible_event {
                Some(_) => !rest.is_empty(),
                None if to == length => true,
                None => rest.len() > LOOKAHEAD_BYTES && is_line_complete(text, read),
            };
            let cut = !is_certain && limit >= MAX_RECORD_LEN;
            if is_certain || cut {
                return Ok(end);
            }
            match visible_event {
                // The record had no event before this one, so the event belongs to the record.
                Some(event) => from = event + 1,
                None => limit = (limit * 2).min(MAX_RECORD_LEN),
            }
        }
    }
}

/// Returns whether no text after `text` can change how the tags before `at` are parsed. A tag without a closing quote
/// ends at the last bracket of its line. So if the line contains a tag, the line must end after `at` or contain a
/// closing bracket there.
fn is_line_complete(text: &[u8], at: usize) -> bool {
    let tag = memrchr3(b'[', b'\n', b'\r', &text[..at]).is_some_and(|before| text[before] == b'[');
    !tag || memchr3(b'\n', b'\r', b']', &text[at..]).is_some()
}
