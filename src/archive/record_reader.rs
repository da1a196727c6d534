//! [`RecordReader`]: streams the records of a text of any size.

use super::window::{BLOCK_BYTES, Events, Input, Window};
use crate::{
    file::{FileError, FileRange, Text},
    notation::{EVENT, LINE_START, Record, is_glued, is_line_start},
};
use memchr::{memchr, memchr3, memrchr3};

/// The number of bytes given to the parser at first; doubled until the record ends within them.
const FIRST_READ_BYTES: u64 = BLOCK_BYTES as u64;

/// The maximum length of a record in bytes, since it must fit into memory; longer ones are cut. A typical match has a
/// few thousand bytes.
const MAX_RECORD_LEN: u64 = 1 << 30;

/// Maximum lookahead of the lexer, except for a line and a brace.
const LOOKAHEAD_BYTES: usize = 32 * 1024;

/// A reader of records from a record boundary on. It holds the current record and a few hundred kilobytes.
pub struct RecordReader<'t> {
    pub(super) window: Window<'t>,
    record: Record,
}

/// A record that was read.
pub struct ReadRecord<'r> {
    /// The parsed record.
    pub record: &'r Record,
    /// Its range in the text.
    pub range: FileRange,
    /// Its bytes.
    pub text: &'r [u8],
    /// Whether no separator precedes it.
    pub glued: bool,
}

impl<'t> RecordReader<'t> {
    /// Creates a reader of `text`. `from` is a record boundary at or before the first record to be read.
    #[must_use]
    pub fn new(text: &'t Text, from: u64) -> Self {
        Self::from_input(Input::of(text), from)
    }

    pub(super) fn from_input(input: Input<'t>, from: u64) -> Self {
        Self { window: Window::new(input, from), record: Record::default() }
    }

    /// Returns the length of the text, in bytes.
    #[must_use]
    pub const fn length(&self) -> u64 {
        self.window.length()
    }

    /// Returns the first `[Event "` at or after `from` and before `to`. Nearly always it begins a record, or belongs to
    /// one that began without an event.
    ///
    /// # Errors
    /// Disk errors.
    pub fn find_event_between(&mut self, from: u64, to: u64) -> Result<Option<u64>, FileError> {
        let event = self.window.find_event(Events::All, from, to, from)?;
        Ok(event.filter(|&event| event < to))
    }

    /// Returns the probable start of a record at or after `from` and before `to`: the first tag that begins a line or
    /// names the event and has no tag before it. Bytes before that offset cannot be read any more.
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
            let before = self.window.text(self.window.first(), at);
            let begins = is_line_start(before, before.len())
                || self.window.text(at, self.window.end()).starts_with(EVENT);
            if begins && before.trim_ascii_end().last() != Some(&b']') {
                return Ok(Some(at));
            }
            at += 1;
        }
        Ok(None)
    }

    /// Reads the record at `start`, which must not be after the end of the text. It may be blank.
    ///
    /// # Errors
    /// Disk errors.
    pub fn read(&mut self, start: u64) -> Result<ReadRecord<'_>, FileError> {
        let end = self.parse(start)?;
        let before = self.window.first().max(start.saturating_sub(LINE_START));
        let near = self.window.text(before, end);
        Ok(ReadRecord {
            record: &self.record,
            range: FileRange::new(start, end),
            text: self.window.text(start, end),
            glued: is_glued(near, start - before),
        })
    }

    /// Returns the end of the record at `start`.
    fn parse(&mut self, start: u64) -> Result<u64, FileError> {
        let length = self.window.length();
        let mut limit = FIRST_READ_BYTES;
        // If the file begins with an event, it belongs to this record.
        let mut from = start + 1;
        loop {
            let event = self.window.find_event(Events::Lines, from, start + limit, start)?;
            let most = (start + limit).min(self.window.end());
            // The text after `[Event "` does not matter.
            let visible_text = event.filter(|event| event + EVENT.len() as u64 <= most);
            let to = visible_text.map_or(most, |event| event + EVENT.len() as u64);
            let text = self.window.text(start, to);
            let read = self.record.parse_first(text);
            let end = start + read as u64;
            // Without a known end, more text could change the result.
            let rest = &text[read..];
            let sure = match visible_text {
                Some(_) => !rest.is_empty(),
                None if to == length => true,
                None => rest.len() > LOOKAHEAD_BYTES && is_line_complete(text, read),
            };
            let cut = !sure && limit >= MAX_RECORD_LEN;
            if sure || cut {
                return Ok(end);
            }
            match visible_text {
                // The event belongs to this record, which had none before.
                Some(event) => from = event + 1,
                None => limit = (limit * 2).min(MAX_RECORD_LEN),
            }
        }
    }
}

/// Returns whether more text could not change how tags before `at` are read: a tag without a closing quote ends at the
/// last bracket of its line, so the line must end, or a bracket must follow `at`.
fn is_line_complete(text: &[u8], at: usize) -> bool {
    let tag = memrchr3(b'[', b'\n', b'\r', &text[..at]).is_some_and(|before| text[before] == b'[');
    !tag || memchr3(b'\n', b'\r', b']', &text[at..]).is_some()
}
