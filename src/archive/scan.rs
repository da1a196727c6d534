//! A stretch of a file, scanned for its records.
//!
//! The file falls into stretches that can be scanned apart, by several threads: each begins at `[Event "`, and the one
//! before goes on to the first record that begins at or behind it. At the start of a line that ends whatever goes before
//! it: no brace, tag, comment or variation goes past it, and a record that begins with it is read the same whatever
//! stands before. Within a line, where files without a last line end were joined, a brace may hold it; a stretch whose
//! records do not go on where those of the one before end is scanned again from there. Most records a fast scan can tell;
//! the others go to the parser.

use super::{
    fast_scan,
    part::Scanned,
    record_reader::RecordReader,
    window::{BLOCK, Events, Input},
};
use crate::{
    file::{FileError, FileRange},
    notation::EVENT,
};
use std::sync::atomic::{AtomicBool, Ordering};

/// No more than this is held for the fast scan of one record.
const MOST: u64 = BLOCK as u64;

/// Scans the records from the first `[Event "` between `from` and `to` on, or from the beginning of the file, as
/// [`scan_from`] does.
pub(super) fn scan(
    input: Input<'_>,
    from: u64,
    to: u64,
    cancelled: &AtomicBool,
    found: &mut Scanned,
) -> Result<(), FileError> {
    let mut records = RecordReader::of_input(input, from);
    let start = if from == 0 { Some(0) } else { records.event_between(from, to)? };
    match start {
        Some(start) => scan_on(records, start, to, cancelled, found),
        None => Ok(()),
    }
}

/// Scans the records from `start` on, where one begins, and puts them into the part of `found`. The last is the one
/// before the first that begins at or behind the first `[Event "` from `to` on. Stops early, with what was found so far,
/// where `cancelled` is set.
pub(super) fn scan_from(
    input: Input<'_>,
    start: u64,
    to: u64,
    cancelled: &AtomicBool,
    found: &mut Scanned,
) -> Result<(), FileError> {
    scan_on(RecordReader::of_input(input, start), start, to, cancelled, found)
}

fn scan_on(
    records: RecordReader<'_>,
    start: u64,
    to: u64,
    cancelled: &AtomicBool,
    found: &mut Scanned,
) -> Result<(), FileError> {
    let mut scan = Scan { records, found };
    let mut at = start;
    scan.found.part.end = at;
    while at < scan.records.length() && !cancelled.load(Ordering::Relaxed) {
        let start = at;
        at = scan.record(start)?;
        scan.found.part.end = at;
        let window = &mut scan.records.window;
        if at >= to && window.find_event(Events::All, start.max(to), at, start)?.is_some() {
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

    /// Takes the record that begins at `start` if the fast scan can tell it. Within a line that is tried where it begins
    /// with its event alone: all of a file may stand in one line, through which the scan would go for each of its records.
    fn scanned_fast(&mut self, start: u64) -> Result<Option<u64>, FileError> {
        loop {
            let window = &mut self.records.window;
            let seen = window.text(start.min(window.end()), window.end());
            if let Some(&first) = seen.first() {
                if first != b'[' || !(window.is_line_start(start) || seen.starts_with(EVENT)) {
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
