//! [`FileScan`]: the encoding and the line counts of a file. Both require a pass over the whole file.

use super::{
    Encoding, FileRange, LineColumn, Reader,
    line_index::{characters, line_ends, to_u32},
};
use memchr::{memchr_iter, memmem};

/// The number of bytes in a block: the unit of reading and of counting lines.
const BLOCK_BYTES: usize = 1 << 20;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The encoding of a file, and the counts from which lines and columns are computed.
#[derive(Debug)]
pub(super) struct FileScan {
    encoding: Encoding,
    /// The number of line ends before each block.
    lines: Vec<u32>,
}

impl FileScan {
    /// Scans the whole file block by block, or up to the first read error.
    pub(super) fn of(reader: &Reader) -> Self {
        let mut buffer = vec![0; BLOCK_BYTES];
        let mut lines = Vec::new();
        let (mut line_end_count, mut last) = (0_u32, 0);
        let mut utf8 = Utf8::default();
        let mut at = 0;
        while let Ok(read @ 1..) = reader.read_at(at, &mut buffer) {
            let block = &buffer[..read];
            lines.push(line_end_count);
            line_end_count = line_end_count.saturating_add(count_line_ends(last, block));
            last = block[read - 1];
            utf8.feed(block);
            at += read as u64;
        }
        Self { encoding: utf8.encoding(), lines }
    }

    pub(super) const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Returns the line and column of the byte at `offset` without a scan. Returns `None` if `offset` is beyond the
    /// first block.
    pub(super) fn of_beginning(reader: &Reader, offset: u64) -> Option<LineColumn> {
        (offset < BLOCK_BYTES as u64).then(|| place(reader, 0, 0, offset))
    }

    pub(super) fn line_column(&self, reader: &Reader, offset: u64) -> LineColumn {
        let offset = offset.min(reader.length());
        let block = usize::try_from(offset / BLOCK_BYTES as u64).unwrap_or(usize::MAX);
        let block = block.min(self.lines.len().saturating_sub(1));
        let lines = self.lines.get(block).copied().unwrap_or(0);
        place(reader, block as u64 * BLOCK_BYTES as u64, lines, offset)
    }
}

/// Returns the line and column of the byte at `offset`. `from` is the start of a block at or before `offset`, and
/// `lines` is the number of line ends before `from`.
fn place(reader: &Reader, mut from: u64, lines: u32, offset: u64) -> LineColumn {
    let mut text = Vec::new();
    let mut before = [0];
    if from > 0 && reader.read_at(from - 1, &mut before).is_err() {
        before = [0];
    }
    // Unreadable bytes count as no lines.
    let _ = reader.read_range(FileRange::new(from, offset), &mut text);
    let line = lines + count_line_ends(before[0], &text) + 1;
    // The line may begin in an earlier block.
    while from > 0 && line_ends(&text).next().is_none() {
        let earlier = from.saturating_sub(BLOCK_BYTES as u64);
        let mut piece = Vec::new();
        if reader.read_range(FileRange::new(earlier, from), &mut piece).is_err() {
            break;
        }
        piece.append(&mut text);
        (text, from) = (piece, earlier);
    }
    let start = line_ends(&text).last();
    let start = start.unwrap_or(if from == 0 && text.starts_with(BYTE_ORDER_MARK) {
        BYTE_ORDER_MARK.len()
    } else {
        0
    });
    LineColumn { line, column: to_u32(characters(&text[start..]) + 1) }
}

/// Counts the line ends in `text`. A CRLF counts once, at its CR. `last` is the byte before `text`, which may be that
/// CR.
fn count_line_ends(last: u8, text: &[u8]) -> u32 {
    let feeds = memchr_iter(b'\n', text).count();
    let returns = memchr_iter(b'\r', text).count();
    let pairs = if returns > 0 { memmem::find_iter(text, b"\r\n").count() } else { 0 };
    let split = usize::from(last == b'\r' && text.first() == Some(&b'\n'));
    to_u32(feeds + returns - pairs - split)
}

/// Incremental check whether a text, fed in pieces, is UTF-8.
#[derive(Debug, Default)]
pub(super) struct Utf8 {
    /// The bytes of an incomplete character at the end of the last piece.
    open: Vec<u8>,
    is_invalid: bool,
}

impl Utf8 {
    pub(super) fn feed(&mut self, piece: &[u8]) {
        if self.is_invalid {
            return;
        }
        let mut at = 0;
        while !self.open.is_empty() && at < piece.len() && !self.is_invalid {
            self.open.push(piece[at]);
            at += 1;
            if Encoding::utf8_length(&self.open) == self.open.len() {
                self.open.clear();
            }
            self.is_invalid = self.open.len() > 3;
        }
        let valid = at + Encoding::utf8_length(&piece[at..]);
        self.is_invalid |= piece.len() - valid > 3;
        self.open.extend_from_slice(&piece[valid..]);
    }

    pub(super) fn encoding(&self) -> Encoding {
        if self.is_invalid || !self.open.is_empty() {
            Encoding::Windows1252
        } else {
            Encoding::Utf8
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::Source;

    /// Checks that a file scanned block by block equals the same text in memory.
    fn check(bytes: &[u8]) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bpgn");
        std::fs::write(&path, bytes).unwrap();
        let reader = Reader::open(&path).unwrap();
        let scan = FileScan::of(&reader);
        let source = Source::from_bytes(&path, bytes);
        assert_eq!(scan.encoding(), source.encoding());
        let block = BLOCK_BYTES as u64;
        let mut places = vec![0, 1, 5, 100, source.bytes().len() as u64];
        for boundary in [block, 2 * block, 3 * block] {
            places.extend(boundary - 3..boundary + 4);
        }
        for offset in places.into_iter().filter(|&at| at <= reader.length()) {
            let byte = usize::try_from(offset).unwrap();
            if bytes.get(byte) == Some(&b'\n') && bytes.get(byte.wrapping_sub(1)) == Some(&b'\r') {
                continue;
            }
            let expect = source.line_column(offset);
            assert_eq!(scan.line_column(&reader, offset), expect, "{offset}");
            if let Some(early) = FileScan::of_beginning(&reader, offset) {
                assert_eq!(early, expect, "{offset}");
            }
        }
    }

    #[test]
    fn scan_equals_the_whole_text() {
        check(b"");
        check("\u{feff}[Event \"é\"]\n1A. e4".as_bytes());
        check(&b"[Event \"x\"]\r\n1A. e4\r\n".repeat(150_000));
        check(&b"\r\n".repeat(BLOCK_BYTES));
        check(&[b"x".as_slice(), &b"\r\n".repeat(BLOCK_BYTES)].concat());
        check("é\n".repeat(BLOCK_BYTES).as_bytes());
        check(format!("x{}", "é".repeat(BLOCK_BYTES)).as_bytes());
        check(&[b'x'; 3 * BLOCK_BYTES + 7]);
        let mut latin = vec![b'a'; BLOCK_BYTES];
        latin.push(0xe9);
        check(&latin);
        latin.extend([b'b'; 9]);
        check(&latin);
    }
}
