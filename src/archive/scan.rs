//! A stretch of a file, scanned for its records.
//!
//! A line that begins `[Event "` ends whatever goes before it: no brace, tag, comment or variation goes past it,
//! and a record that begins with it is read the same whatever stands before. So the file falls into pieces
//! that can be scanned apart, by several threads. Most pieces are one record, which a fast scan can
//! tell; the others go to the parser, and so does what follows, until a record begins at such a line again.

use super::{
    fast_scan,
    part::Scanned,
    record_reader::RecordReader,
    window::{BLOCK, Input},
};
use crate::file::FileError;
use std::sync::atomic::{AtomicBool, Ordering};

/// The end of a record is sought so far before it is left to the parser.
const FIRST_LIMIT: u64 = BLOCK as u64;

/// Scans the pieces that begin between `from` and `to`, the beginning of the file among them, and puts them
/// into the part of `found`. Stops early, with what was found so far, where `cancelled` is set.
pub(super) fn scan(
    input: Input<'_>,
    from: u64,
    to: u64,
    cancelled: &AtomicBool,
    found: &mut Scanned,
) -> Result<(), FileError> {
    let mut scan = Scan {
        records: RecordReader::of_input(input, from),
        found,
    };
    let mut at = if from == 0 {
        // Blanks before the first record belong to it.
        scan.read_until_event(0)?
    } else {
        match scan.records.event_between(from, to)? {
            Some(event) => event,
            None => return Ok(()),
        }
    };
    scan.found.part.end = at;
    while at < to.min(scan.records.window.length()) && !cancelled.load(Ordering::Relaxed) {
        at = scan.piece(at)?;
        scan.found.part.end = at;
    }
    Ok(())
}

struct Scan<'f, 's> {
    records: RecordReader<'f>,
    found: &'s mut Scanned,
}

impl Scan<'_, '_> {
    /// Takes the piece that begins at `start`, at a line that begins `[Event "`, and returns where the next
    /// one does.
    fn piece(&mut self, start: u64) -> Result<u64, FileError> {
        let seen = self.records.window.text(start, self.records.window.end());
        if let Some((fast, length)) = fast_scan::read(seen, self.records.window.is_at_end()) {
            self.found.push_fast(start, &fast, &seen[..length]);
            return Ok(start + length as u64);
        }
        let limit = start + FIRST_LIMIT;
        let next = self.records.window.find_event(start + 1, limit, start)?;
        let end = match next {
            Some(next) => next,
            None if limit >= self.records.window.length() => self.records.window.length(),
            None => return self.read_until_event(start),
        };
        let text = self.records.window.text(start, end);
        match fast_scan::read(text, true) {
            Some((fast, _)) => {
                self.found.push_fast(start, &fast, text);
                Ok(end)
            }
            None => self.read_until_event(start),
        }
    }

    /// Lets the parser find the records from `start` on, where one begins, up to one that begins at a line
    /// `[Event "`, and returns where that is.
    fn read_until_event(&mut self, start: u64) -> Result<u64, FileError> {
        let mut at = start;
        while at < self.records.window.length() {
            let read = self.records.read(at)?;
            if !read.record.is_blank() {
                self.found.push_read(at, read.record, read.text);
            }
            at = read.range.end;
            if read.at_event {
                break;
            }
        }
        Ok(at)
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
        scan.read_until_event(0).unwrap();
        let held = scan.records.window.memory();
        assert!(held <= 4 * BLOCK, "{held}");
        let rows: usize = found.part.blocks.iter().map(Block::len).sum();
        assert_eq!(rows, count);
    }
}
