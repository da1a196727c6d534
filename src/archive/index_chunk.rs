//! [`IndexChunk`]: the rows of one chunk of a file, with their texts.

use super::{
    Row,
    block::{Block, RowValues},
    columns::{PLAYERS, TEXT_COUNT, text_place},
    fast_scan::FastScan,
    id_table::Key,
    row_ending::Settled,
    series::time_of_day,
    strings::{StringId, StringInterner, Strings},
};
use crate::{
    file::{Encoding, FileRange},
    kriegspiel::Notation,
    notation::{Cause, ClosingComment, KnownTag, Record, TimeControl, read_rating},
};
use std::iter::zip;

/// The rows of one chunk of a file. The text ids are those of one thread: of the [`Scanned`] that scanned the chunk.
#[derive(Debug, Default)]
pub(super) struct IndexChunk {
    /// The rows: usually a single block, or several if the chunk has many records.
    pub(super) blocks: Vec<Block>,
    /// The texts that are new in this chunk, in the order of their ids.
    pub(super) new_texts: Vec<Box<str>>,
    /// The offset of the end of the last record.
    pub(super) end: u64,
}

/// The scan results of one thread, chunk by chunk. Texts keep their ids from chunk to chunk.
#[derive(Debug, Default)]
pub(super) struct Scanned {
    pub(super) part: IndexChunk,
    /// The rows that are not in a block yet.
    rows: Vec<RowValues>,
    strings: Strings,
    interner: StringInterner,
    /// The id of the last text of the previous chunks; 0, the id of the empty text, before the first chunk.
    last_known: StringId,
    /// The texts of the last fast-scanned row, each with its key and id. Consecutive records share many texts, and
    /// comparing keys avoids reading the texts, which are scattered in memory.
    last: [(Key, StringId); TEXT_COUNT],
    causes: Causes,
    /// The parsed time controls, by text id.
    controls: Vec<(StringId, Option<TimeControl>)>,
}

impl IndexChunk {
    /// Returns whether the chunk continues at `end`, the end of the previous chunks. Either a record of the chunk
    /// begins there, or no record of the chunk extends beyond `end`.
    pub(super) fn continues_at(&self, end: u64) -> bool {
        self.end <= end || self.blocks.iter().any(|block| block.has_start(end))
    }
}

impl Scanned {
    /// The maximum number of cached time controls.
    const MAX_CONTROLS: usize = 16;

    /// Returns the rows of the current chunk and begins the next chunk.
    pub(super) fn take(&mut self) -> IndexChunk {
        self.close();
        self.part.new_texts = self.strings.texts_after(self.last_known);
        self.last_known = self.strings.count() - 1;
        std::mem::take(&mut self.part)
    }

    /// Adds the row of the record at offset `start`, with the values of the fast scan `fast`. `text` is the whole
    /// record.
    pub(super) fn push_fast(&mut self, start: u64, fast: &FastScan<'_>, text: &[u8]) {
        let mut encoding = None;
        let (strings, interner) = (&mut self.strings, &mut self.interner);
        let mut text_of = |strings: &mut Strings, interner: &mut StringInterner, value: &[u8]| {
            if value.is_ascii() {
                return interner.add_ascii(strings, value);
            }
            let encoding = *encoding.get_or_insert_with(|| Encoding::of(text));
            interner.add(strings, &encoding.decode(value))
        };
        let names = PLAYERS.map(|place| fast.texts[place]);
        let players = if names.iter().all(|name| name.is_ascii()) {
            interner.add_all_ascii(strings, names)
        } else {
            names.map(|name| text_of(strings, interner, name))
        };
        // The previous record often has the same texts.
        for (place, value) in fast.texts.iter().enumerate() {
            let key = Key::of(value);
            let (last, id) = self.last[place];
            let same = last == key
                && value.is_ascii()
                && (key.is_whole() || strings.get(id).as_bytes() == *value);
            if !PLAYERS.contains(&place) && !same {
                self.last[place] = (key, text_of(strings, interner, value));
            }
        }
        let mut texts = self.last.map(|(_, id)| id);
        for (place, id) in zip(PLAYERS, players) {
            texts[place] = id;
        }
        let control = texts.get(text_place(KnownTag::TimeControl));
        // Without a time control, the duration cannot be computed from clocks, so they are not read.
        let control = control.and_then(|&control| self.control(control));
        let seconds = control.map_or(0, |control| fast.clocks().seconds(Some(control), |_| None));
        let comment = ClosingComment::read(fast.reason, names, |words| self.causes.of(words));
        let mate = fast.claims_mate.then_some(Cause::Mate);
        let row = Row {
            file: 0,
            range: FileRange::new(start, start + text.len() as u64),
            notation: Notation::Bpgn,
            texts: fast.texts,
            ratings: fast.ratings.map(|value| read_rating(value).unwrap_or(0)),
            result: fast.result.into(),
            cause: comment.cause.or(mate),
            marks: fast.marks,
            plies: fast.plies as usize,
            seconds: Some(seconds),
            time_of_day: time_of_day(fast.times),
            series: None,
        };
        self.push(RowValues::of(&row, texts).with_settled(Settled::of(fast, comment)));
    }

    fn control(&mut self, id: StringId) -> Option<TimeControl> {
        if let Some((_, control)) = self.controls.iter().find(|(known, _)| *known == id) {
            return *control;
        }
        let control = TimeControl::parse(self.strings.get(id));
        if self.controls.len() < Self::MAX_CONTROLS {
            self.controls.push((id, control));
        }
        control
    }

    /// Adds the row of the record at offset `start`, with the values of the parsed `record`. `text` is the whole
    /// record.
    pub(super) fn push_parsed(&mut self, start: u64, record: &Record, text: &[u8]) {
        let range = FileRange::new(start, start + text.len() as u64);
        let (row, settled) = Row::read(record, text, range, &mut self.causes);
        let (strings, interner) = (&mut self.strings, &mut self.interner);
        let texts = std::array::from_fn(|place| interner.add(strings, &row.texts[place]));
        self.push(RowValues::of(&row, texts).with_settled(settled));
    }

    fn push(&mut self, cells: RowValues) {
        if !Block::has_room_for(&self.rows, cells.start) {
            self.close();
        }
        self.rows.push(cells);
    }

    /// Packs the rows that are not in a block yet.
    fn close(&mut self) {
        if !self.rows.is_empty() {
            self.part.blocks.push(Block::of(&self.rows));
            self.rows.clear();
        }
    }
}

/// A cache of causes. The key is the closing comment without a player's name at its start, so that few different
/// keys occur.
#[derive(Debug, Default)]
pub(super) struct Causes(Vec<(Vec<u8>, Option<Cause>)>);

impl Causes {
    /// The maximum number of cached comments.
    const MAX_COMMENTS: usize = 24;
    /// The maximum length of a cached comment, in bytes.
    const MAX_COMMENT_BYTES: usize = 200;

    /// Returns the cause that `words`, a closing comment without a player's name, names.
    pub(super) fn of(&mut self, words: &[u8]) -> Option<Cause> {
        if let Some((_, cause)) = self.0.iter().find(|(known, _)| known == words) {
            return *cause;
        }
        let cause = Cause::from_bytes(words);
        if self.0.len() < Self::MAX_COMMENTS && words.len() <= Self::MAX_COMMENT_BYTES {
            self.0.push((words.to_owned(), cause));
        }
        cause
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_closing_comments_are_not_cached() {
        let mut causes = Causes::default();
        assert_eq!(causes.of(b" resigns"), Some(Cause::Resignation));
        let long = [b" checkmated ".as_slice(), &[b'x'; 1 << 20]].concat();
        assert_eq!(causes.of(&long), Some(Cause::Mate));
        assert_eq!(causes.0, [(b" resigns".to_vec(), Some(Cause::Resignation))]);
    }
}
