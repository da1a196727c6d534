//! Where the records of a file begin and end.

use super::{Record, lexer::is_line_start};
use crate::file::FileRange;

/// Whether nothing divides the record at `start` from the one before: it does not begin with a tag at the
/// start of a line.
#[must_use]
pub fn is_glued(bytes: &[u8], start: usize) -> bool {
    let first = bytes.get(start).copied();
    start > 0 && (first != Some(b'[') || !is_line_start(bytes, start))
}

/// The records of a file, in order and without gaps. Blank text belongs to the record before it, or at the
/// start of the file to the first; a file of nothing but blanks has none.
///
/// A record begins at a tag that stands at the start of a line after movetext, at any tag or first move
/// number after a result, and at a line that begins `[Event "` inside an unclosed brace.
#[must_use]
pub fn record_ranges(bytes: &[u8]) -> Vec<FileRange> {
    let mut ranges = Vec::new();
    let mut record = Record::default();
    let mut start = 0;
    while start < bytes.len() {
        let end = start + record.parse_first(&bytes[start..]);
        if start > 0 || !record.is_blank() || end < bytes.len() {
            ranges.push(FileRange::new(start as u64, end as u64));
        }
        start = end;
    }
    ranges
}
