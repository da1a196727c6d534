//! A stretch of a file, scanned for its records.
//!
//! A line that begins `[Event "` ends whatever goes before it: no brace, tag, comment or variation goes past it,
//! and a record that begins with it is read the same whatever stands before. So the file falls into stretches that can
//! be scanned apart, by several threads: each begins at such a line, and the one before goes on to the first record
//! that begins at or behind it. Most records a fast scan can tell; the others go to the parser.

use super::{
    fast_scan,
    part::Scanned,
    record_reader::RecordReader,
    window::{BLOCK, Input},
};
use crate::file::{FileError, FileRange};
use std::sync::atomic::{AtomicBool, Ordering};

/// No more than this is held for the fast scan of one record.
const MOST: u64 = BLOCK as u64;

/// Scans the records from the first line `[Event "` between `from` and `to` on, or from the beginning of the file, and
/// puts them into the part of `found`. The last is the one before the first that begins at or behind the first such line
/// from `to` on. Stops early, with what was found so far, where `cancelled` is set.
pub(super) fn scan(
    input: Input<'_>,
    from: u64,
    to: u64,
    cancelled: &AtomicBool,
    found: &mut Scanned,
) -> Result<(), FileError> {
    let mut scan = Scan { records: RecordReader::of_input(input, from), found };
    let mut at = if from == 0 {
        0
    } else {
        match scan.records.event_between(from, to)? {
            Some(event) => event,
            None => return Ok(()),
        }
    };
    scan.found.part.end = at;
    while at < scan.records.length() && !cancelled.load(Ordering::Relaxed) {
        let start = at;
        at = scan.record(start)?;
        scan.found.part.end = at;
        if at >= to && scan.records.window.find_event(start.max(to), at, start)?.is_some() {
            break;
        }
    }
    Ok(())
}

struct Scan<'f, 's> {
    records: RecordReader<'f>,
    found: &'s mut Scanned,
}

impl Scan<'_, '_> {
    /// Takes the record that begins at `start` and returns where the next one does.
    fn record(&mut self, start: u64) -> Result<u64, FileError> {
        match self.scanned_fast(start)? {
            Some(end) => Ok(end),
            None => self.parsed(start),
        }
    }

    /// Takes the record that begins at `start` if the fast scan can tell it. That is not tried within a line: all of a
    /// file may stand in one, through which the scan would go for each of its records.
    fn scanned_fast(&mut self, start: u64) -> Result<Option<u64>, FileError> {
        loop {
            let window = &mut self.records.window;
            let seen = window.text(start, window.end());
            if let Some(&first) = seen.first() {
                if first != b'[' || !window.is_line_start(start) {
                    return Ok(None);
                }
                if let Some((fast, length)) = fast_scan::read(seen, window.is_at_end()) {
                    self.found.push_fast(start, &fast, &seen[..length]);
                    return Ok(Some(start + length as u64));
                }
            }
            // It may go on behind what is in memory.
            if window.is_at_end() || window.end() >= start + MOST {
                return Ok(None);
            }
            window.read_on(start)?;
        }
    }

    /// Lets the parser take the record that begins at `start`, and returns where the next one does.
    fn parsed(&mut self, start: u64) -> Result<u64, FileError> {
        let read = self.records.read(start)?;
        let FileRange { end, .. } = read.range;
        if !read.record.is_blank() {
            self.found.push_read(start, read.record, read.text);
        }
        Ok(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::block::Block;

    #[test]
    fn matches_in_one_long_line_are_read_a_few_blocks_at_a_time() {
        let one = "[Event \"x\"] [Result \"1-0\"] 1A. e4{180} 1a. e5{179} {b resigns} 1-0 ";
        let count = 40 * BLOCK / one.len();
        let text = one.repeat(count);
        let mut found = Scanned::default();
        let mut scan = Scan {
            records: RecordReader::of_input(Input::Bytes(text.as_bytes()), 0),
            found: &mut found,
        };
        let mut at = 0;
        while at < text.len() as u64 {
            at = scan.record(at).unwrap();
        }
        let held = scan.records.window.memory();
        assert!(held <= 4 * BLOCK, "{held}");
        let rows: usize = found.take().blocks.iter().map(Block::len).sum();
        assert_eq!(rows, count);
    }
}
