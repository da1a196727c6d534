//! Lines and columns of a text of any size: [`LineCounter`] counts them, [`LineIndex`] finds them anywhere in the text.

use super::Encoding;
use memchr::{memchr2, memchr2_iter, memrchr2};
use std::{borrow::Cow, io::BufRead};

/// A line and a column, both from 1; columns are in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// The number of the line. CR, LF and CRLF each end a line.
    pub line: u32,
    pub column: u32,
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The place after the bytes counted so far. The cost does not depend on the length of lines.
#[derive(Clone, Debug, Default)]
pub(super) struct LineCounter {
    /// The number of bytes counted.
    pub(super) offset: u64,
    completed_lines: u32,
    /// Whether the last byte was a CR, which ended a line. An LF after it belongs to the same line end.
    after_return: bool,
    line: LinePrefix,
}

/// The bytes counted so far in the current line.
#[derive(Clone, Debug, Default)]
struct LinePrefix {
    bytes: usize,
    continuation_bytes: usize,
    utf8: Utf8,
}

impl LinePrefix {
    fn feed(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len();
        self.continuation_bytes += bytes.iter().filter(|&&byte| byte & 0xc0 == 0x80).count();
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

impl LineCounter {
    /// Counts the next bytes of the text.
    pub(super) fn feed(&mut self, bytes: &[u8]) {
        // The byte order mark does not count as a column.
        let without_mark = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
        let is_start = self.offset == 0;
        self.offset += bytes.len() as u64;
        let bytes = if is_start { without_mark } else { bytes };
        let Some(&last) = bytes.last() else { return };
        // A CRLF may be split between two calls; its CR has been counted.
        let completes_crlf = self.after_return && bytes[0] == b'\n';
        let ends = memchr2_iter(b'\n', b'\r', bytes)
            .filter(|&at| bytes[at] == b'\r' || at == 0 || bytes[at - 1] != b'\r');
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

    /// Returns the line and column of the next byte.
    pub(super) fn place(&self) -> LineColumn {
        LineColumn {
            line: self.completed_lines.saturating_add(1),
            column: to_u32(self.line.characters() + 1),
        }
    }
}

/// Incremental check whether a text, fed in pieces, is UTF-8.
#[derive(Clone, Debug, Default)]
struct Utf8 {
    /// The bytes of an incomplete character at the end of the last piece.
    open: Vec<u8>,
    is_invalid: bool,
}

impl Utf8 {
    fn feed(&mut self, piece: &[u8]) {
        if self.is_invalid {
            return;
        }
        let bytes = match self.open.as_slice() {
            [] => Cow::Borrowed(piece),
            open => Cow::Owned([open, piece].concat()),
        };
        let rest = &bytes[Encoding::utf8_length(&bytes)..];
        // An incomplete character has at most three bytes.
        self.is_invalid = rest.len() > 3;
        self.open = if self.is_invalid { Vec::new() } else { rest.to_vec() };
    }

    fn encoding(&self) -> Encoding {
        if self.is_invalid || !self.open.is_empty() {
            Encoding::Windows1252
        } else {
            Encoding::Utf8
        }
    }
}

/// The counts at regular distances in a text, and its encoding. A lookup counts at most the bytes of one step, however
/// long the lines are. This matters because a file may be one line with an issue at every word.
#[derive(Debug)]
pub(super) struct LineIndex {
    step: usize,
    /// The counts before each step.
    steps: Vec<LineCounter>,
    /// The encoding of the bytes counted.
    pub(super) encoding: Encoding,
}

impl LineIndex {
    /// Counts the whole text, or up to the first read error. Except for the last one, each read must yield at least
    /// `step` bytes.
    pub(super) fn of(mut text: impl BufRead, step: usize) -> Self {
        let mut steps = Vec::new();
        let mut counter = LineCounter::default();
        let mut utf8 = Utf8::default();
        while let Ok(bytes @ [_, ..]) = text.fill_buf() {
            let bytes = &bytes[..bytes.len().min(step)];
            steps.push(counter.clone());
            counter.feed(bytes);
            utf8.feed(bytes);
            let length = bytes.len();
            text.consume(length);
        }
        Self { step, steps, encoding: utf8.encoding() }
    }

    /// Returns the counts at the start of the step that contains `offset`.
    pub(super) fn counter_before(&self, offset: u64) -> LineCounter {
        let number = usize::try_from(offset).unwrap_or(usize::MAX) / self.step;
        let counter = self.steps.get(number).or(self.steps.last());
        counter.cloned().unwrap_or_default()
    }
}

/// Returns the offset that follows each line end: CR, LF or CRLF.
pub(super) fn line_ends(bytes: &[u8]) -> impl Iterator<Item = usize> {
    memchr2_iter(b'\n', b'\r', bytes)
        .filter(|&at| bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n'))
        .map(|at| at + 1)
}

/// Returns the first line end of `text`: CR, LF or CRLF. Returns `None` if there is none.
pub fn line_end(text: &[u8]) -> Option<&'static [u8]> {
    let at = memchr2(b'\r', b'\n', text)?;
    Some(match &text[at..] {
        [b'\r', b'\n', ..] => b"\r\n",
        [b'\r', ..] => b"\r",
        _ => b"\n",
    })
}

/// Converts a number to 32 bits. Every number fits, since a source is under 4 GiB.
fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::{LineCursor, Reader, Source, Text};
    use proptest::prelude::*;

    const DISK_BLOCK: usize = 1 << 20;

    /// Computes a place by its definition: from the line ends and the decoded bytes before `offset`.
    fn expected(bytes: &[u8], offset: usize) -> LineColumn {
        let ends = || line_ends(bytes).take_while(|&end| end <= offset);
        let start = ends().last().unwrap_or(0);
        let before = &bytes[start..offset];
        let before = match before.strip_prefix(BYTE_ORDER_MARK) {
            Some(text) if start == 0 => text,
            _ => before,
        };
        let characters = Encoding::of(before).decode(before).chars().count();
        LineColumn { line: to_u32(ends().count() + 1), column: to_u32(characters + 1) }
    }

    /// Checks the place of each offset: in memory, on disk, and with a cursor. Offsets of the LF of a CRLF are excepted.
    fn check(bytes: &[u8], mut offsets: Vec<usize>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bpgn");
        std::fs::write(&path, bytes).unwrap();
        let disk = Text::from(Reader::open(&path).unwrap());
        let source = Source::from_bytes(&path, bytes);
        let loaded = Text::from(source.clone());
        let (mut on_disk, mut in_memory) = (LineCursor::of(&disk), LineCursor::of(&loaded));
        assert_eq!(disk.encoding(), source.encoding());
        offsets.sort_unstable();
        for offset in offsets.into_iter().filter(|&offset| offset <= bytes.len()) {
            let is_after_return = offset > 0 && bytes[offset - 1] == b'\r';
            let in_mark = bytes.starts_with(BYTE_ORDER_MARK) && offset < BYTE_ORDER_MARK.len();
            if is_after_return && bytes.get(offset) == Some(&b'\n') || in_mark {
                continue;
            }
            let expect = expected(bytes, offset);
            let at = offset as u64;
            assert_eq!(source.line_column(at), expect, "in memory, at {offset}");
            assert_eq!(disk.line_column(at), expect, "on disk, at {offset}");
            assert_eq!(on_disk.place(at), expect, "by a cursor on disk, at {offset}");
            assert_eq!(in_memory.place(at), expect, "by a cursor, at {offset}");
        }
    }

    #[test]
    fn lines_across_blocks_are_counted() {
        let places = |length: usize| {
            let boundaries = [1, 2, 3].map(|block| block * DISK_BLOCK);
            let near = boundaries.into_iter().flat_map(|boundary| boundary - 3..boundary + 4);
            (0..=length).step_by(400_009).chain([1, 5, 100, length]).chain(near).collect()
        };
        let mut latin = vec![b'a'; DISK_BLOCK];
        latin.push(0xe9);
        for bytes in [
            Vec::new(),
            "\u{feff}[Event \"é\"]\n1A. e4".as_bytes().to_vec(),
            b"[Event \"x\"]\r\n1A. e4\r\n".repeat(150_000),
            b"\r\n".repeat(DISK_BLOCK),
            [b"x".as_slice(), &b"\r\n".repeat(DISK_BLOCK)].concat(),
            "é\n".repeat(DISK_BLOCK).into_bytes(),
            format!("x{}", "é".repeat(DISK_BLOCK)).into_bytes(),
            vec![b'x'; 3 * DISK_BLOCK + 7],
            latin.clone(),
            [latin, vec![b'b'; 9]].concat(),
        ] {
            check(&bytes, places(bytes.len()));
        }
    }

    #[test]
    fn column_lookup_in_long_lines_is_bounded() {
        let text = "e4 é ".repeat(200_000);
        let lines = LineIndex::of(text.as_bytes(), 1024);
        for offset in (0..=text.len() as u64).step_by(997) {
            let counted = lines.counter_before(offset).offset;
            assert!((counted..=counted + 1024).contains(&offset), "{counted} {offset}");
        }
    }

    fn pieces() -> impl Strategy<Value = (&'static [u8], usize)> {
        let piece = prop_oneof![
            4 => Just(b"1A. e4 ".as_slice()),
            4 => Just("é – 象 🐎".as_bytes()),
            1 => Just(b"\n".as_slice()),
            1 => Just(b"\r\n".as_slice()),
            1 => Just(b"\r".as_slice()),
            1 => Just(b"\xe9 ".as_slice()),
            1 => Just(b"\xe8\xb1".as_slice()),
        ];
        // Lines of one character each would be slow to compare and prove nothing.
        let times = |piece: &[u8]| if piece.trim_ascii().is_empty() { 1..2 } else { 1..900_usize };
        piece.prop_flat_map(move |piece| (Just(piece), times(piece)))
    }

    proptest! {
        #[test]
        fn places_equal_those_of_the_decoded_text(
            mark in any::<bool>(),
            short in any::<bool>(),
            pieces in prop::collection::vec(pieces(), 0..12),
            offsets in prop::collection::vec(any::<prop::sample::Index>(), 20),
        ) {
            let mut text = if mark { BYTE_ORDER_MARK.to_vec() } else { Vec::new() };
            for (piece, times) in pieces {
                text.extend(piece.repeat(if short { 1 } else { times }));
            }
            let ends = [0, text.len().min(1024), text.len()];
            let offsets = offsets.iter().map(|at| at.index(text.len() + 1)).chain(ends);
            check(&text, offsets.collect());
        }
    }
}
