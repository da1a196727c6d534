//! [`EndingReader`]: reads how matches ended. The scan of a file replays nothing. Where the text alone does not show the
//! ending, rows get it later, where a result or a cause depends on it.

use super::{Collection, Index, RecordId, RowNumber, block::Block, row_ending::RowEnding};
use crate::{kriegspiel::Notation, notation::Record, replay::Match};
use std::sync::Arc;

/// Reads endings of records, reusing its allocations.
#[derive(Debug, Default)]
pub struct EndingReader(Record);

impl EndingReader {
    /// Returns the ending of the match with the bytes `text`.
    pub fn read(&mut self, text: &[u8]) -> RowEnding {
        self.0.parse_into(text);
        let ending = Match::read_ending(&self.0, text);
        RowEnding { cause: ending.cause, is_contradicted: ending.is_contradicted }
    }
}

impl Index {
    /// Returns the index of `text`, which is in memory, with the endings of all matches.
    pub fn replayed(text: &[u8]) -> Self {
        let mut index = Self::from_bytes(text);
        let mut reader = EndingReader::default();
        let read = |id: RecordId| {
            let range = index.range(id)?;
            let bytes = usize::try_from(range.start).ok()?..usize::try_from(range.end).ok()?;
            index.unknown_ending(id, text.get(bytes)?, &mut reader)
        };
        let endings: Vec<_> = (0..index.len()).filter_map(read).collect();
        index.set_endings(&endings);
        index
    }

    /// Returns whether the endings of all matches are known.
    pub fn is_replayed(&self) -> bool {
        self.blocks.iter().all(|block| block.has_all_endings())
    }

    /// Returns the rows of `rows` whose endings are unknown.
    pub fn rows_without_ending(&self, rows: &[RowNumber]) -> Vec<RowNumber> {
        self.rows_where(rows, |block, row| !block.has_ending(row))
    }

    /// Returns the rows of `rows` whose results a replay may contradict.
    pub fn rows_in_doubt(&self, rows: &[RowNumber]) -> Vec<RowNumber> {
        self.rows_where(rows, Block::may_be_contradicted)
    }

    fn rows_where(
        &self,
        rows: &[RowNumber],
        is_wanted: impl Fn(&Block, usize) -> bool,
    ) -> Vec<RowNumber> {
        let is_wanted = |row: &RowNumber| {
            let place = self.place(*row as usize);
            place.is_some_and(|(block, row)| is_wanted(&self.blocks[block], row))
        };
        rows.iter().copied().filter(is_wanted).collect()
    }

    /// Returns row and ending of record `id`, whose bytes are `text`. Returns `None` if the ending is already known.
    fn unknown_ending(
        &self,
        id: RecordId,
        text: &[u8],
        reader: &mut EndingReader,
    ) -> Option<(RowNumber, Option<RowEnding>)> {
        let (block, row) = self.place(id)?;
        if self.blocks[block].has_ending(row) {
            return None;
        }
        let is_match = self.blocks[block].notation(row) == Notation::Bpgn;
        Some((RowNumber::try_from(id).ok()?, is_match.then(|| reader.read(text))))
    }

    /// Sets the endings of rows, which must be sorted. A game of Kriegspiel has no ending.
    pub fn set_endings(&mut self, endings: &[(RowNumber, Option<RowEnding>)]) {
        if endings.is_empty() {
            return;
        }
        let block_of = |row: RowNumber| self.place(row as usize).map(|(block, _)| block);
        let chunks: Vec<_> =
            endings.chunk_by(|(one, _), (other, _)| block_of(*one) == block_of(*other)).collect();
        for chunk in chunks {
            let Some((block, _)) = chunk.first().and_then(|(row, _)| self.place(*row as usize))
            else {
                continue;
            };
            let first = self.firsts[block];
            let endings = chunk.iter().map(|(row, ending)| (*row as usize - first, *ending));
            Arc::make_mut(&mut self.blocks[block]).set_endings(endings);
        }
        // The scores of series depend on the results.
        self.series = Arc::default();
    }

    /// Returns whether `other` has the same records in the same order, with or without endings.
    pub fn has_rows_of(&self, other: &Self) -> bool {
        self.records == other.records && Arc::ptr_eq(&self.strings, &other.strings)
    }
}

impl Collection {
    /// Sets the endings of all matches if all files are in memory, on the calling thread.
    pub fn replay_loaded(&mut self) {
        let mut reader = EndingReader::default();
        let read = |id: RecordId| self.index.unknown_ending(id, self.loaded(id)?, &mut reader);
        let endings: Vec<_> = (0..self.index.len()).filter_map(read).collect();
        self.index.set_endings(&endings);
    }
}
