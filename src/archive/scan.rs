//! The scan of a chunk of a file for its records.
//!
//! Threads scan the chunks of a file independently. The scan of a chunk starts at the first `[Event "` in the chunk.
//! The scan of the previous chunk continues past its own end, up to the first record that begins at or after this
//! `[Event "`. At the start of a line, `[Event "` ends any brace, tag, comment or variation, so the record that it
//! begins does not depend on the text before.
//!
//! Within a line, as in concatenated files, `[Event "` may be inside a brace. If the records of a chunk do not begin
//! where those of the previous chunk end, the chunk is scanned again from there. A fast scan reads most records, and
//! the parser the others.

use super::{
    index_chunk::Scanned,
    record_reader::RecordReader,
    window::{Events, Input},
};
use crate::file::FileError;
use std::sync::atomic::{AtomicBool, Ordering};

/// Scans the records of the chunk from `from` to `to`, as [`scan_from`] does. Begins at the first `[Event "`, or at the
/// start of the file if `from` is 0. Adds nothing if the chunk has no `[Event "`.
pub(super) fn scan(
    input: Input<'_>,
    from: u64,
    to: u64,
    cancelled: &AtomicBool,
    found: &mut Scanned,
) -> Result<(), FileError> {
    let mut records = RecordReader::from_input(input, from);
    let start = if from == 0 { Some(0) } else { records.find_event_between(from, to)? };
    start.map_or(Ok(()), |start| scan_from(records, start, to, cancelled, found))
}

/// Scans `records` from `start`, which must be a record boundary, and adds them to `found`. Finds the first `[Event "`
/// at or after `to`, and stops before the first record that begins there or later. Also stops, with a partial result, if
/// `cancelled` is set.
pub(super) fn scan_from(
    mut records: RecordReader<'_>,
    start: u64,
    to: u64,
    cancelled: &AtomicBool,
    found: &mut Scanned,
) -> Result<(), FileError> {
    let mut at = start;
    found.part.end = at;
    while at < records.length() && !cancelled.load(Ordering::Relaxed) {
        let start = at;
        at = scan_record(&mut records, start, found)?;
        found.part.end = at;
        let window = &mut records.window;
        if at >= to && window.find_event(Events::All, start.max(to), at, start)?.is_some() {
            break;
        }
    }
    Ok(())
}

/// Adds the record at `start` to `found` and returns its end.
fn scan_record(
    records: &mut RecordReader<'_>,
    start: u64,
    found: &mut Scanned,
) -> Result<u64, FileError> {
    let end = records.fast_scan(start, |fast, text| {
        found.push_fast(start, fast, text);
        start + text.len() as u64
    })?;
    if let Some(end) = end {
        return Ok(end);
    }
    let read = records.read(start)?;
    if !read.record.is_blank() {
        found.push_parsed(start, read.record, read.text);
    }
    Ok(read.range.end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::{block::Block, window::BLOCK_BYTES};

    #[test]
    fn long_line_is_read_in_blocks() {
        let one = "[Event \"x\"] [Result \"1-0\"] 1A. e4{180} 1a. e5{179} {b resigns} 1-0 ";
        let count = 40 * BLOCK_BYTES / one.len();
        let text = one.repeat(count);
        let mut found = Scanned::default();
        let mut records = RecordReader::from_input(Input::Bytes(text.as_bytes()), 0);
        let mut at = 0;
        while at < text.len() as u64 {
            at = scan_record(&mut records, at, &mut found).unwrap();
        }
        let memory = records.window.memory();
        assert!(memory <= 4 * BLOCK_BYTES, "{memory}");
        let rows: usize = found.take().blocks.iter().map(Block::len).sum();
        assert_eq!(rows, count);
    }
}
