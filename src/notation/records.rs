//! Where the records of a file begin and end.

use super::{Record, lexer::begins_record};
use crate::file::FileRange;

/// Whether nothing divides the record at `start` from the one before: it begins neither with a tag at the start of a
/// line nor with its event.
#[must_use]
pub fn is_glued(bytes: &[u8], start: u64) -> bool {
    let start = usize::try_from(start).unwrap_or(usize::MAX);
    let first = bytes.get(start).copied();
    start > 0 && (first != Some(b'[') || !begins_record(bytes, start))
}

/// Reads the records of a file one after the other, in order and without gaps, into one [`Record`] whose
/// lists keep their memory. Blank text belongs to the record before it, or at the start of the file to the
/// first; a file of nothing but blanks has none.
///
/// A record begins at a tag that stands at the start of a line after movetext, at any tag or first move
/// number after a result, at `[Event "` behind movetext or another event, and at a line that begins `[Event "` inside an
/// unclosed brace.
pub struct Records<'b> {
    bytes: &'b [u8],
    at: usize,
    record: Record,
}

impl<'b> Records<'b> {
    /// The records of `bytes`, none of which is read yet.
    #[must_use]
    pub fn of(bytes: &'b [u8]) -> Self {
        Self { bytes, at: 0, record: Record::default() }
    }

    /// Reads the next record: what it says, its own bytes, and where they stand in the file.
    pub fn read_next(&mut self) -> Option<(&Record, &'b [u8], FileRange)> {
        while self.at < self.bytes.len() {
            let start = self.at;
            self.at += self.record.parse_first(&self.bytes[start..]);
            if !self.record.is_blank() {
                let range = FileRange::new(start as u64, self.at as u64);
                return Some((&self.record, &self.bytes[start..self.at], range));
            }
        }
        None
    }
}

/// Where the [`Records`] of a file stand.
#[must_use]
pub fn record_ranges(bytes: &[u8]) -> Vec<FileRange> {
    let mut records = Records::of(bytes);
    let mut ranges = Vec::new();
    while let Some((_, _, range)) = records.read_next() {
        ranges.push(range);
    }
    ranges
}
