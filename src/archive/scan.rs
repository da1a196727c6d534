//! A stretch of a file, scanned for its records.
//!
//! A line that begins `[Event "` ends whatever goes before it: no brace, tag, comment or variation goes past it,
//! and a record that begins with it is read the same whatever stands before. So the file falls into pieces
//! that can be scanned apart, by several threads. Most pieces are one record, which a fast scan can
//! tell; the others go to the parser, and so does what follows, until a record begins at such a line again.

use super::{
    fast_scan,
    part::Scanned,
    window::{BLOCK, Input, Window},
};
use crate::{
    file::FileError,
    notation::{EVENT, Record},
};
use memchr::{memchr3, memrchr3};
use std::sync::atomic::{AtomicBool, Ordering};

/// The parser is given so much at first, and twice as much each time that a record does not end in it.
const FIRST_LIMIT: u64 = BLOCK as u64;

/// A record is cut where it gets longer than this: it has to be held to be read, and a match takes some
/// thousand bytes.
const LONGEST_RECORD: u64 = 1 << 30;

/// What the lexer looks ahead at most, but for a line and a brace.
const LOOK_AHEAD: usize = 32 * 1024;

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
        window: Window::new(input, from),
        found,
        record: Record::default(),
    };
    let mut at = if from == 0 {
        // Blanks before the first record belong to it.
        scan.read_until_event(0)?
    } else {
        match scan.window.find_event(from, to, from)? {
            Some(event) if event < to => event,
            _ => return Ok(()),
        }
    };
    scan.found.part.end = at;
    while at < to.min(scan.window.length()) && !cancelled.load(Ordering::Relaxed) {
        at = scan.piece(at)?;
        scan.found.part.end = at;
    }
    Ok(())
}

struct Scan<'f, 's> {
    window: Window<'f>,
    found: &'s mut Scanned,
    record: Record,
}

impl Scan<'_, '_> {
    /// Takes the piece that begins at `start`, at a line that begins `[Event "`, and returns where the next
    /// one does.
    fn piece(&mut self, start: u64) -> Result<u64, FileError> {
        let seen = self.window.text(start, self.window.end());
        if let Some((fast, length)) = fast_scan::read(seen, self.window.is_at_end()) {
            self.found.push_fast(start, &fast, &seen[..length]);
            return Ok(start + length as u64);
        }
        let limit = start + FIRST_LIMIT;
        let next = self.window.find_event(start + 1, limit, start)?;
        let end = match next {
            Some(next) => next,
            None if limit >= self.window.length() => self.window.length(),
            None => return self.read_until_event(start),
        };
        let text = self.window.text(start, end);
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
        while at < self.window.length() {
            let (end, synced) = self.read_one(at)?;
            at = end;
            if synced {
                break;
            }
        }
        Ok(at)
    }

    /// Reads the record that begins at `start`. Returns where the next one does, and whether it is at a line
    /// `[Event "`.
    fn read_one(&mut self, start: u64) -> Result<(u64, bool), FileError> {
        let length = self.window.length();
        let mut limit = FIRST_LIMIT;
        // The file may begin with the line, which then is the record's own.
        let mut from = start + 1;
        loop {
            let event = self.window.find_event(from, start + limit, start)?;
            let most = (start + limit).min(self.window.end());
            // What the line says after its name makes no difference.
            let in_sight = event.filter(|event| event + EVENT.len() as u64 <= most);
            let to = in_sight.map_or(most, |event| event + EVENT.len() as u64);
            let text = self.window.text(start, to);
            let read = self.record.parse_first(text);
            let end = start + read as u64;
            let synced = in_sight == Some(end);
            // Without a line in sight that ends it, more text might change how this is read.
            let rest = &text[read..];
            let sure = match in_sight {
                Some(_) => !rest.is_empty(),
                None if to == length => true,
                None => rest.len() > LOOK_AHEAD && is_line_known(text, read),
            };
            let cut = !sure && limit >= LONGEST_RECORD;
            if sure || cut {
                let text = &text[..read];
                if !self.record.is_blank() {
                    self.found.push_read(start, &self.record, text);
                }
                return Ok((end, synced));
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
            window: Window::new(Input::Bytes(text.as_bytes()), 0),
            found: &mut found,
            record: Record::default(),
        };
        scan.read_until_event(0).unwrap();
        let held = scan.window.memory();
        assert!(held <= 4 * BLOCK, "{held}");
        let rows: usize = found.part.blocks.iter().map(Block::len).sum();
        assert_eq!(rows, count);
    }
}
