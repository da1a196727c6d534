//! [`LineCursor`]: lines and columns of ascending offsets, in a text of any size.

use super::{LineColumn, Text, line_index::LineCounter, text_reader::TextReader};
use std::io::{BufRead as _, BufReader};

/// The number of bytes read at once.
const BLOCK_BYTES: usize = 1 << 20;

/// A converter of ascending offsets to lines and columns. The text is read once, block by block, up to the last offset
/// requested. The cost does not depend on the length of lines.
#[derive(Debug)]
pub struct LineCursor<'t> {
    text: &'t Text,
    reader: BufReader<TextReader<'t>>,
    counter: LineCounter,
}

impl<'t> LineCursor<'t> {
    /// Creates a cursor at the start of `text`. Reads nothing yet.
    pub fn of(text: &'t Text) -> Self {
        let reader = BufReader::with_capacity(BLOCK_BYTES, TextReader::new(text));
        Self { text, reader, counter: LineCounter::default() }
    }

    /// Returns the line and column of the byte at `offset`. Bytes that cannot be read are not counted. An offset before
    /// the previous one restarts from the beginning of the text.
    pub fn place(&mut self, offset: u64) -> LineColumn {
        if offset < self.counter.offset {
            *self = Self::of(self.text);
        }
        while let missing @ 1.. = offset - self.counter.offset
            && let Ok(block @ [_, ..]) = self.reader.fill_buf()
        {
            let length = usize::try_from(missing).map_or(block.len(), |it| it.min(block.len()));
            self.counter.feed(&block[..length]);
            self.reader.consume(length);
        }
        self.counter.place()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::Source;

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
}
