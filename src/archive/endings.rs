//! [`EndingReader`]: reads how matches ended. The scan of a file replays nothing, so rows get their endings later, where
//! a result or a cause depends on them.

use super::{Collection, Index, RecordId, RowNumber, row_ending::RowEnding, settled};
use crate::{
    kriegspiel::Notation,
    notation::{GameResult, Record},
    replay::Match,
};
use std::sync::Arc;

/// Reads endings of records, reusing its allocations.
#[derive(Debug, Default)]
pub struct EndingReader {
    record: Record,
    replays: usize,
}

impl EndingReader {
    /// Returns the ending of the match with the bytes `text`. Replays few matches, since the last plies decide most.
    pub fn read(&mut self, text: &[u8]) -> RowEnding {
        settled::ending(text).unwrap_or_else(|| self.replay(text))
    }

    /// Returns [`RowEnding::is_contradicted`] for the match with the bytes `text`. Replays fewer matches than
    /// [`EndingReader::read`].
    pub fn is_contradicted(&mut self, text: &[u8]) -> bool {
        settled::is_contradicted(text).unwrap_or_else(|| self.replay(text).is_contradicted)
    }

    fn replay(&mut self, text: &[u8]) -> RowEnding {
        self.replays += 1;
        self.record.parse_into(text);
        let ending = Match::read_ending(&self.record, text);
        RowEnding { cause: ending.cause, is_contradicted: ending.is_contradicted }
    }

    /// Returns how many matches were replayed, to test how few are.
    #[doc(hidden)]
    pub const fn replays(&self) -> usize {
        self.replays
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
            let row = RowNumber::try_from(id).ok()?;
            Some((
                row,
                index.is_match(id).then(|| reader.read(text.get(bytes).unwrap_or_default())),
            ))
        };
        let endings: Vec<_> = (0..index.len()).filter_map(read).collect();
        index.set_endings(&endings);
        index
    }

    /// Returns whether the endings of all matches are known.
    pub fn is_replayed(&self) -> bool {
        self.blocks.iter().all(|block| block.is_replayed())
    }

    /// Returns the rows of `rows` whose endings are unknown.
    pub fn rows_without_ending(&self, rows: &[RowNumber]) -> Vec<RowNumber> {
        let is_unknown = |row: &RowNumber| {
            let place = self.place(*row as usize);
            place.is_some_and(|(block, row)| !self.blocks[block].is_row_replayed(row))
        };
        rows.iter().copied().filter(is_unknown).collect()
    }

    /// Returns the rows of `rows` whose results a replay may contradict: those with a decided result and an unknown
    /// ending.
    pub fn rows_in_doubt(&self, rows: &[RowNumber]) -> Vec<RowNumber> {
        let mut rows = self.rows_without_ending(rows);
        rows.retain(|row| {
            let place = self.place(*row as usize);
            let result = place.and_then(|(block, row)| self.blocks[block].result(row).written());
            result.is_some_and(GameResult::is_decided)
        });
        rows
    }

    /// Marks the results of `rows`, which must be sorted, as contradicted.
    pub fn set_contradicted(&mut self, rows: &[RowNumber]) {
        let block_of = |row: RowNumber| self.place(row as usize).map(|(block, _)| block);
        let chunks: Vec<_> =
            rows.chunk_by(|one, other| block_of(*one) == block_of(*other)).collect();
        for chunk in chunks {
            let Some((block, _)) = chunk.first().and_then(|row| self.place(*row as usize)) else {
                continue;
            };
            let first = self.firsts[block];
            let rows = chunk.iter().map(|row| *row as usize - first);
            Arc::make_mut(&mut self.blocks[block]).set_contradicted(rows);
        }
        self.series = Arc::default();
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

    fn is_match(&self, id: RecordId) -> bool {
        self.row(id).is_some_and(|row| row.notation == Notation::Bpgn)
    }
}

impl Collection {
    /// Sets the endings of all matches if all files are in memory, on the calling thread.
    pub fn replay_loaded(&mut self) {
        let mut reader = EndingReader::default();
        let mut endings = Vec::new();
        for id in 0..self.index.len() {
            let (Some(text), Ok(row)) = (self.loaded(id), RowNumber::try_from(id)) else {
                continue;
            };
            endings.push((row, self.index.is_match(id).then(|| reader.read(text))));
        }
        self.index.set_endings(&endings);
    }
}
