//! [`RecordReader`]: the records of a text of any size, one after the other.

use super::window::{BLOCK, Events, Input, Window};
use crate::{
    file::{FileError, FileRange, Text},
    notation::{EVENT, LINE_START, Record, is_glued, is_line_start},
};
use memchr::{memchr, memchr3, memrchr3};

/// The parser is given so much at first, and twice as much each time that a record does not end in it.
const FIRST_LIMIT: u64 = BLOCK as u64;

/// A record is cut where it gets longer than this: it has to be held to be read, and a match takes some
/// thousand bytes.
const LONGEST_RECORD: u64 = 1 << 30;

/// What the lexer looks ahead at most, but for a line and a brace.
const LOOK_AHEAD: usize = 32 * 1024;

/// Reads records from where one begins. It holds the record at hand and some hundred thousand bytes.
pub struct RecordReader<'t> {
    pub(super) window: Window<'t>,
    record: Record,
}

/// A record that was read.
pub struct ReadRecord<'r> {
    /// What the parser has read.
    pub record: &'r Record,
    /// Where it stands in the text.
    pub range: FileRange,
    /// Its bytes.
    pub text: &'r [u8],
    /// Whether nothing divides it from the record before.
    pub glued: bool,
}

impl<'t> RecordReader<'t> {
    /// Reads `text` from where a record begins at `from`, or from a place behind it.
    #[must_use]
    pub fn new(text: &'t Text, from: u64) -> Self {
        Self::of_input(Input::of(text), from)
    }

    pub(super) fn of_input(input: Input<'t>, from: u64) -> Self {
        Self { window: Window::new(input, from), record: Record::default() }
    }

    /// The length of the text, in bytes.
    #[must_use]
    pub const fn length(&self) -> u64 {
        self.window.length()
    }

    /// Where the first `[Event "` stands from `from` on and before `to`: nearly always a record begins there, or is there
    /// that had no event before.
    ///
    /// # Errors
    /// What the disk says.
    pub fn event_between(&mut self, from: u64, to: u64) -> Result<Option<u64>, FileError> {
        let event = self.window.find_event(Events::All, from, to, from)?;
        Ok(event.filter(|&event| event < to))
    }

    /// Where a record seems to begin from `from` on and before `to`: at the first tag that begins a line or names the
    /// event, and has no tag before it. Bytes before that place can be read no more.
    ///
    /// # Errors
    /// What the disk says.
    pub fn first_tag_between(&mut self, from: u64, to: u64) -> Result<Option<u64>, FileError> {
        let mut at = from;
        while at < to {
            let end = self.window.end().min(to);
            if at >= end {
                if self.window.is_at_end() {
                    break;
                }
                self.window.read_on(at)?;
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

    /// Reads the record that begins at `start`, which is not behind the end of the text. It may be nothing but blanks.
    ///
    /// # Errors
    /// What the disk says.
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

    /// Where the record ends that begins at `start`.
    fn parse(&mut self, start: u64) -> Result<u64, FileError> {
        let length = self.window.length();
        let mut limit = FIRST_LIMIT;
        // The file may begin with the line, which then is the record's own.
        let mut from = start + 1;
        loop {
            let event = self.window.find_event(Events::Lines, from, start + limit, start)?;
            let most = (start + limit).min(self.window.end());
            // What the line says after its name makes no difference.
            let in_sight = event.filter(|event| event + EVENT.len() as u64 <= most);
            let to = in_sight.map_or(most, |event| event + EVENT.len() as u64);
            let text = self.window.text(start, to);
            let read = self.record.parse_first(text);
            let end = start + read as u64;
            // Without a line in sight that ends it, more text might change how this is read.
            let rest = &text[read..];
            let sure = match in_sight {
                Some(_) => !rest.is_empty(),
                None if to == length => true,
                None => rest.len() > LOOK_AHEAD && is_line_known(text, read),
            };
            let cut = !sure && limit >= LONGEST_RECORD;
            if sure || cut {
                return Ok(end);
            }
            match in_sight {
                // The line belongs to this record, which has had no event before.
                Some(event) => from = event + 1,
                None => limit = (limit * 2).min(LONGEST_RECORD),
            }
        }
    }
}

/// Whether all tags before byte `at` are read as they would be if `text` went on: one without a closing
/// quote goes to the last bracket of its line, so that either the line ends, or a bracket stands behind `at`.
fn is_line_known(text: &[u8], at: usize) -> bool {
    let tag = memrchr3(b'[', b'\n', b'\r', &text[..at]).is_some_and(|before| text[before] == b'[');
    !tag || memchr3(b'\n', b'\r', b']', &text[at..]).is_some()
}
