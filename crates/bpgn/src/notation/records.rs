//! [`Records`]: the records of a file.

use super::{Record, lexer::begins_record};
use crate::FileRange;

/// Returns whether the record at `start` lacks a separator. A separator is a tag at the start of a line, or an `Event`
/// tag. The first record of a file needs none.
pub fn lacks_separator(bytes: &[u8], start: u64) -> bool {
    let start = usize::try_from(start).unwrap_or(usize::MAX);
    let first = bytes.get(start).copied();
    start > 0 && (first != Some(b'[') || !begins_record(bytes, start))
}

/// Reads the records of a file in order, each into the same [`Record`], whose allocations are reused. Blanks belong to
/// the record before them or, at the start of the file, to the first record. A blank file has no records.
///
/// After the first record, a record begins in one of four places: at a tag at the start of a line after movetext; at
/// any tag, `1A.` or `1B.` after a result; at `[Event "` after movetext or another event; at a line that begins with
/// `[Event "` inside an unclosed brace.
pub struct Records<'b> {
    bytes: &'b [u8],
    at: usize,
    record: Record,
    /// The maximum length of a record in bytes. A longer record becomes several.
    max_bytes: usize,
}

impl<'b> Records<'b> {
    /// Reads the records in `bytes`, whatever their length.
    pub fn of(bytes: &'b [u8]) -> Self {
        Self::within(usize::MAX, bytes)
    }

    /// Like [`Records::of`], but reads a record of more than `max_bytes` bytes in pieces of that length. A parsed record
    /// takes many times the memory of its text.
    pub fn within(max_bytes: usize, bytes: &'b [u8]) -> Self {
        Self { bytes, at: 0, record: Record::default(), max_bytes }
    }

    /// Reads the next record. Returns its syntax, its bytes and its range in the file, or `None` after the last record.
    pub fn read_next(&mut self) -> Option<(&Record, &'b [u8], FileRange)> {
        while self.at < self.bytes.len() {
            let start = self.at;
            let end = self.bytes.len().min(start.saturating_add(self.max_bytes));
            self.at += self.record.parse_first(&self.bytes[start..end]);
            if !self.record.is_blank() {
                let range = FileRange::new(start as u64, self.at as u64);
                return Some((&self.record, &self.bytes[start..self.at], range));
            }
        }
        None
    }
}

/// Returns the ranges of all records in `bytes`.
pub fn record_ranges(bytes: &[u8]) -> Vec<FileRange> {
    let mut records = Records::of(bytes);
    let mut ranges = Vec::new();
    while let Some((_, _, range)) = records.read_next() {
        ranges.push(range);
    }
    ranges
}
