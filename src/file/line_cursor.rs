//! [`LineCursor`]: lines and columns of ascending offsets, in a text of any size.

use super::{
    Encoding, LineColumn, Text,
    file_scan::Utf8,
    line_index::{is_continuation_byte, to_u32},
};
use memchr::{memchr2_iter, memrchr2};

/// The number of bytes read at once.
const BLOCK_BYTES: usize = 1 << 20;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A converter of ascending offsets to lines and columns. The text is read once, block by block, up to the last offset
/// requested. The cost does not depend on the length of lines.
#[derive(Debug)]
pub struct LineCursor<'t> {
    text: &'t Text,
    /// The current block.
    block: Vec<u8>,
    /// The offset of `block` in the file.
    base: u64,
    /// The offset up to which lines and characters have been counted.
    at: u64,
    completed_lines: u32,
    /// Whether the last byte was a CR, which ended a line. An LF after it belongs to the same line end.
    after_return: bool,
    line: LinePrefix,
}

/// The bytes counted so far in the current line.
#[derive(Debug, Default)]
struct LinePrefix {
    bytes: usize,
    continuation_bytes: usize,
    utf8: Utf8,
}

impl LinePrefix {
    fn feed(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len();
        self.continuation_bytes += bytes.iter().filter(|&&byte| is_continuation_byte(byte)).count();
        self.utf8.feed(bytes);
    }

    /// Returns the number of characters: those of UTF-8 if the bytes decode as such, otherwise those of Windows-1252.
    fn characters(&self) -> usize {
        match self.utf8.encoding() {
            Encoding::Utf8 => self.bytes - self.continuation_bytes,
            Encoding::Windows1252 => self.bytes,
        }
    }
}

impl<'t> LineCursor<'t> {
    /// Creates a cursor at the start of `text`. Reads nothing yet.
    #[must_use]
    pub fn of(text: &'t Text) -> Self {
        Self {
            text,
            block: Vec::new(),
            base: 0,
            at: 0,
            completed_lines: 0,
            after_return: false,
            line: LinePrefix::default(),
        }
    }

    /// Returns the line and column of the byte at `offset`. Bytes that cannot be read are not counted. An offset before
    /// the previous one restarts from the beginning of the text.
    #[must_use]
    pub fn place(&mut self, offset: u64) -> LineColumn {
        if offset < self.at {
            *self = Self::of(self.text);
        }
        while self.at < offset && self.has_more() {
            let from = usize::try_from(self.at - self.base).unwrap_or(usize::MAX);
            let to = usize::try_from(offset - self.base).unwrap_or(usize::MAX);
            let to = to.min(self.block.len());
            let block = std::mem::take(&mut self.block);
            self.feed(&block[from..to]);
            self.block = block;
        }
        LineColumn {
            line: self.completed_lines.saturating_add(1),
            column: to_u32(self.line.characters() + 1),
        }
    }

    /// Returns whether a byte follows the cursor. Reads the next block if necessary.
    fn has_more(&mut self) -> bool {
        let end = self.base + self.block.len() as u64;
        if self.at < end {
            return true;
        }
        self.base = end;
        self.block.resize(BLOCK_BYTES, 0);
        let read = self.text.read_at(end, &mut self.block).unwrap_or(0);
        self.block.truncate(read);
        if end == 0 && self.block.starts_with(BYTE_ORDER_MARK) {
            // The byte order mark does not count as a column.
            self.block.drain(..BYTE_ORDER_MARK.len());
            self.base = BYTE_ORDER_MARK.len() as u64;
            self.at = self.base;
        }
        !self.block.is_empty()
    }

    fn feed(&mut self, bytes: &[u8]) {
        self.at += bytes.len() as u64;
        let Some(&last) = bytes.last() else { return };
        // A CRLF may be split between two calls; its CR has been counted.
        let completes_crlf = self.after_return && bytes[0] == b'\n';
        let ends = memchr2_iter(b'\n', b'\r', bytes);
        let ends = ends.filter(|&at| bytes[at] == b'\r' || at == 0 || bytes[at - 1] != b'\r');
        let ended = ends.count() - usize::from(completes_crlf);
        self.completed_lines = self.completed_lines.saturating_add(to_u32(ended));
        self.after_return = last == b'\r';
        match memrchr2(b'\n', b'\r', bytes) {
            Some(end) => {
                self.line = LinePrefix::default();
                self.line.feed(&bytes[end + 1..]);
            }
            None => self.line.feed(bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::Source;
    use proptest::prelude::*;

    /// Checks the place of each offset against the place in the same text in memory. Offsets of the LF of a CRLF are
    /// excepted.
    fn check(bytes: &[u8], mut offsets: Vec<usize>) {
        let source = Source::from_bytes("x.bpgn", bytes);
        let text = Text::from(source.clone());
        let mut cursor = LineCursor::of(&text);
        offsets.sort_unstable();
        for offset in offsets {
            let between =
                offset > 0 && bytes[offset - 1] == b'\r' && bytes.get(offset) == Some(&b'\n');
            let in_mark = bytes.starts_with(BYTE_ORDER_MARK) && offset < BYTE_ORDER_MARK.len();
            if between || in_mark {
                continue;
            }
            let expect = source.line_column(offset as u64);
            assert_eq!(cursor.place(offset as u64), expect, "at {offset}");
        }
    }

    #[test]
    fn lines_across_blocks_equal_those_of_the_whole_text() {
        let places = |length: usize| (0..=length).step_by(4099).chain([length]).collect();
        for bytes in [
            b"[Event \"x\"]\r\n1A. e4\r\n".repeat(100_000),
            [b"x".as_slice(), &b"\r\n".repeat(BLOCK_BYTES)].concat(),
            format!("x{}", "é".repeat(BLOCK_BYTES)).into_bytes(),
            vec![b'x'; 2 * BLOCK_BYTES + 7],
        ] {
            check(&bytes, places(bytes.len()));
        }
    }

    #[test]
    fn cursor_can_move_back() {
        let text = Text::from(Source::from_bytes("x.bpgn", "a\nbc\nd".as_bytes()));
        let mut cursor = LineCursor::of(&text);
        let mut place = |offset| {
            let place = cursor.place(offset);
            (place.line, place.column)
        };
        assert_eq!(place(5), (3, 1));
        assert_eq!(place(3), (2, 2));
        assert_eq!(place(90), (3, 2));
    }

    proptest! {
        #[test]
        fn cursor_equals_lookup_in_memory(
            mark in any::<bool>(),
            pieces in prop::collection::vec(
                prop_oneof![
                    4 => Just(b"1A. e4 ".as_slice()),
                    2 => Just("é – 象 🐎".as_bytes()),
                    2 => Just(b"\n".as_slice()),
                    2 => Just(b"\r\n".as_slice()),
                    1 => Just(b"\r".as_slice()),
                    1 => Just(b"\xe9 ".as_slice()),
                    1 => Just(b"\xe8\xb1".as_slice()),
                ],
                0..40,
            ),
        ) {
            let mut bytes = if mark { BYTE_ORDER_MARK.to_vec() } else { Vec::new() };
            bytes.extend(pieces.concat());
            check(&bytes, (0..=bytes.len()).collect());
        }
    }
}
