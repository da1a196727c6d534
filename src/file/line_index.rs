//! [`LineIndex`]: the lines of a text, and the line and column of a byte.

use super::Encoding;
use std::ops::Range;

/// A line and a column, both from 1; columns are in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// The number of the line. CR, LF and CRLF each end a line.
    pub line: u32,
    pub column: u32,
}

/// The maximum number of bytes read to compute a column.
const STEP_BYTES: usize = 4096;

/// The line starts of a text. A lookup costs no more in a long line than in a short one. This matters because a file
/// may be one line with an issue at every word.
#[derive(Debug)]
pub(super) struct LineIndex {
    /// The offset of the first byte of each line.
    starts: Vec<u32>,
    /// Lines of more than [`STEP_BYTES`] bytes, in order.
    long: Vec<LongLine>,
}

/// Precomputed counts for a line of more than [`STEP_BYTES`] bytes.
#[derive(Debug)]
struct LongLine {
    start: usize,
    /// The offset at which the line stops being valid UTF-8.
    utf8_end: usize,
    /// For each multiple of [`STEP_BYTES`], the number of UTF-8 continuation bytes in the line before it.
    continuation_bytes: Vec<u32>,
}

impl LineIndex {
    pub(super) fn of(bytes: &[u8]) -> Self {
        // The byte order mark does not count as a column.
        let first = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        let starts: Vec<u32> = std::iter::once(first).chain(line_ends(bytes).map(to_u32)).collect();
        let ends = starts[1..].iter().map(|&start| start as usize);
        let long = starts
            .iter()
            .map(|&start| start as usize)
            .zip(ends.chain([bytes.len()]))
            .filter(|(start, end)| end - start > STEP_BYTES)
            .map(|(start, end)| LongLine::of(bytes, start, end))
            .collect();
        Self { starts, long }
    }

    /// Returns the line and column of the byte at `offset` in `bytes`, the indexed text. `offset` must not exceed its
    /// length.
    pub(super) fn place(&self, bytes: &[u8], offset: usize) -> LineColumn {
        let line = self.starts.partition_point(|&start| start as usize <= offset).max(1);
        let start = self.starts[line - 1] as usize;
        let before = match self.long.binary_search_by_key(&start, |line| line.start) {
            // `offset` is within the byte order mark.
            _ if offset < start => characters(&bytes[..offset]),
            Ok(index) => self.long[index].characters(bytes, offset),
            Err(_) => characters(&bytes[start..offset]),
        };
        LineColumn { line: to_u32(line), column: to_u32(before + 1) }
    }
}

impl LongLine {
    fn of(bytes: &[u8], start: usize, end: usize) -> Self {
        let line = &bytes[start..end];
        let steps = line.chunks(STEP_BYTES).scan(0, |sum, step| {
            let before = *sum;
            *sum += continuation_bytes(step);
            Some(to_u32(before))
        });
        Self {
            start,
            utf8_end: start + Encoding::utf8_length(line),
            continuation_bytes: steps.collect(),
        }
    }

    /// Counts the characters of the line before `offset`.
    fn characters(&self, bytes: &[u8], offset: usize) -> usize {
        let length = offset - self.start;
        let is_boundary = bytes.get(offset).is_none_or(|&byte| !is_continuation_byte(byte));
        // The bytes before `offset` are not valid UTF-8, so each byte is a character.
        if offset > self.utf8_end || (offset < self.utf8_end && !is_boundary) {
            return length;
        }
        let rest = self.rest(offset);
        let known = self.continuation_bytes[(rest.start - self.start) / STEP_BYTES] as usize;
        length - known - continuation_bytes(&bytes[rest])
    }

    /// Returns the range between the last precomputed count and `offset`, whose bytes must still be counted.
    fn rest(&self, offset: usize) -> Range<usize> {
        // A line whose length is a multiple of `STEP_BYTES` has no entry for its end.
        let steps = ((offset - self.start) / STEP_BYTES).min(self.continuation_bytes.len() - 1);
        self.start + steps * STEP_BYTES..offset
    }
}

/// Returns the offset that follows each line end: CR, LF or CRLF.
pub(super) fn line_ends(bytes: &[u8]) -> impl Iterator<Item = usize> {
    memchr::memchr2_iter(b'\n', b'\r', bytes)
        .filter(|&at| bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n'))
        .map(|at| at + 1)
}

/// Counts the characters of `text`, read as UTF-8 if it is valid, otherwise as Windows-1252.
pub(super) fn characters(text: &[u8]) -> usize {
    match Encoding::of(text) {
        Encoding::Utf8 => text.len() - continuation_bytes(text),
        Encoding::Windows1252 => text.len(),
    }
}

fn continuation_bytes(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| is_continuation_byte(byte)).count()
}

pub(super) const fn is_continuation_byte(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

/// Converts a number to 32 bits. Every number fits, since a source is under 4 GiB.
pub(super) fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Computes a column by its definition: from the decoded bytes before `offset`.
    fn column(bytes: &[u8], offset: usize) -> u32 {
        let start = bytes[..offset].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let before = &bytes[start..offset];
        let before = match before.strip_prefix(b"\xef\xbb\xbf") {
            Some(text) if start == 0 => text,
            _ => before,
        };
        to_u32(Encoding::of(before).decode(before).chars().count() + 1)
    }

    #[test]
    fn column_lookup_in_long_lines_is_bounded() {
        let text = "e4 é ".repeat(200_000);
        let lines = LineIndex::of(text.as_bytes());
        let [line] = lines.long.as_slice() else {
            panic!("one line, and it is long");
        };
        for offset in (0..=text.len()).step_by(997) {
            let rest = line.rest(offset);
            assert!(rest.len() <= STEP_BYTES && rest.end == offset, "{rest:?}");
        }
    }

    proptest! {
        #[test]
        fn columns_equal_those_of_the_decoded_text(
            mark in any::<bool>(),
            pieces in prop::collection::vec(
                (
                    prop_oneof![
                        4 => Just(b"1A. e4 ".as_slice()),
                        4 => Just("é – 象 🐎".as_bytes()),
                        1 => Just(b"\n".as_slice()),
                        1 => Just(b"\xe9 ".as_slice()),
                    ],
                    1..900_usize,
                ),
                0..6,
            ),
            offsets in prop::collection::vec(any::<prop::sample::Index>(), 20),
        ) {
            let mut text = if mark { b"\xef\xbb\xbf".to_vec() } else { Vec::new() };
            for (piece, times) in pieces {
                // Lines of one character each would be slow to compare and prove nothing.
                let times = if piece == b"\n" { 1 } else { times };
                text.extend(piece.repeat(times));
            }
            let lines = LineIndex::of(&text);
            let ends = [0, text.len().min(STEP_BYTES), text.len()];
            for offset in offsets.iter().map(|at| at.index(text.len() + 1)).chain(ends) {
                let place = lines.place(&text, offset);
                prop_assert_eq!(place.column, column(&text, offset), "at {}", offset);
                let line = text[..offset].iter().filter(|&&byte| byte == b'\n').count() + 1;
                prop_assert_eq!(place.line, to_u32(line));
            }
        }
    }
}
