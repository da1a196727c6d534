//! [`Index`]: a list row for every record of a file of any size.

use super::{
    ListedResult, Row, RowNumber,
    block::Block,
    index_chunk::IndexChunk,
    merge::Merge,
    series::Series,
    strings::{StringId, Strings},
};
use crate::{file::FileRange, kriegspiel::Notation};
use std::{
    ops::Range,
    sync::{Arc, OnceLock},
};

/// The index of a record in its file or list, from 0.
pub type RecordId = usize;

/// The records of one or more files in order, each with its place in the file and its row in a list. The index is cheap
/// to clone, even while it grows.
///
/// Rows come from tags and from a scan of the movetext; the parser reads a record only in case of doubt. Records are
/// those of [`notation::Records`](crate::notation::Records), except that they are cut at 1 GiB.
///
/// The number of plies is the number of move numbers followed by a word that begins like a move. It differs from the
/// count of the parser if such a word is not a move, or if the record lacks one move number and repeats another.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// The rows. Invariant: no block is empty.
    pub(super) blocks: Vec<Arc<Block>>,
    /// The index of the first row of each block.
    pub(super) firsts: Vec<usize>,
    pub(super) strings: Arc<Strings>,
    pub(super) records: usize,
    /// The offset of the end of the last record of each file.
    pub(super) ends: Vec<u64>,
    /// The series, computed on first use and shared by clones.
    pub(super) series: Arc<OnceLock<Series>>,
}

impl Index {
    pub const fn len(&self) -> usize {
        self.records
    }

    pub const fn is_empty(&self) -> bool {
        self.records == 0
    }

    pub fn strings(&self) -> &Strings {
        &self.strings
    }

    /// Returns the memory used by rows and texts, in bytes.
    pub fn memory(&self) -> usize {
        let blocks: usize = self.blocks.iter().map(|block| block.memory()).sum();
        blocks + self.strings.memory()
    }

    /// Returns whether `row` is a game of Kriegspiel.
    pub fn is_game(&self, row: RowNumber) -> bool {
        let place = self.place(row as usize);
        place.is_some_and(|(block, row)| self.blocks[block].notation(row) == Notation::Kriegspiel)
    }

    pub fn row(&self, id: RecordId) -> Option<Row<&str>> {
        let (block, row) = self.place(id)?;
        let rows = &self.blocks[block];
        let end = self.end_of(block, row);
        let cells = rows.cells(row);
        let series = self.series.get();
        Some(Row {
            series: series.and_then(|series| series.place(RowNumber::try_from(id).ok()?)),
            ..cells.row(rows.file as usize, end, |id| self.strings.get(id))
        })
    }

    /// Returns the index of the file of record `id`, its range in that file, and its notation. Faster than its row.
    pub fn location(&self, id: RecordId) -> Option<(usize, FileRange, Notation)> {
        let (block, row) = self.place(id)?;
        let rows = &self.blocks[block];
        let range = FileRange::new(rows.start(row), self.end_of(block, row));
        Some((rows.file as usize, range, rows.notation(row)))
    }

    /// Returns the index of the file of record `id`; `None` without such a record.
    pub fn file_of(&self, id: RecordId) -> Option<usize> {
        Some(self.location(id)?.0)
    }

    pub fn range(&self, id: RecordId) -> Option<FileRange> {
        Some(self.location(id)?.1)
    }

    /// Returns whether any row has a player or an event.
    pub(super) fn has_names(&self) -> bool {
        self.blocks.iter().any(|block| block.has_names())
    }

    /// Returns the index in which the result, the cause, the length and the notes of record `id` are unknown, as they are
    /// to a player of a game of Kriegspiel before its end.
    pub fn with_hidden_end(&self, id: RecordId) -> Self {
        let mut index = self.clone();
        if let Some((block, row)) = self.place(id) {
            Arc::make_mut(&mut index.blocks[block]).hide_end(row);
        }
        index
    }

    /// Returns the index in which result and cause of the records that satisfy `is_hidden` are unknown.
    pub fn with_hidden_results(&self, is_hidden: impl Fn(&Row<&str>) -> bool) -> Self {
        let mut index = self.clone();
        for (block, first) in index.blocks.iter_mut().zip(&self.firsts) {
            let is_row_hidden =
                |row: usize| self.row(first + row).is_some_and(|row| is_hidden(&row));
            Arc::make_mut(block).hide_results(is_row_hidden);
        }
        index
    }

    /// Returns the result of record `id`; [`ListedResult::Missing`] if there is no such record.
    pub fn result(&self, id: RecordId) -> ListedResult {
        let place = self.place(id);
        place.map_or(ListedResult::Missing, |(block, row)| self.blocks[block].result(row))
    }

    pub fn rows(&self) -> impl Iterator<Item = Row<&str>> {
        (0..self.records).filter_map(|id| self.row(id))
    }

    /// Returns the index of the block of record `id`, and the index of the row in that block. Returns `None` if there
    /// is no such record.
    pub(super) fn place(&self, id: RecordId) -> Option<(usize, usize)> {
        if id >= self.records {
            return None;
        }
        let block = self.firsts.partition_point(|&first| first <= id) - 1;
        Some((block, id - self.firsts[block]))
    }

    /// Returns the ids of the records of the file with this index; an empty range if there is no such file.
    pub fn records_of(&self, file: usize) -> Range<RecordId> {
        let first_block = |file: usize| self.blocks.partition_point(|it| (it.file as usize) < file);
        let first = |block: usize| self.firsts.get(block).copied().unwrap_or(self.records);
        first(first_block(file))..first(first_block(file + 1))
    }

    /// Returns the id of the record at `range` of the file with this index; `None` if there is no such record.
    pub fn record_at(&self, file: usize, range: FileRange) -> Option<RecordId> {
        let Range { start, end } = self.records_of(file);
        let (mut low, mut high) = (start, end);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.range(middle)?.start < range.start {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (low < end && self.range(low)? == range).then_some(low)
    }

    fn end_of(&self, block: usize, row: usize) -> u64 {
        let rows = &self.blocks[block];
        if row + 1 < rows.len() {
            return rows.start(row + 1);
        }
        let next = self.blocks.get(block + 1);
        next.filter(|next| next.file == rows.file)
            .map_or(self.ends[rows.file as usize], |next| next.base)
    }

    /// Adds the records of the next chunk of the file. Skips records that begin before the end of the last added
    /// record, since that record may extend into the chunk. `map` translates the text ids of the thread that scanned
    /// the chunk. The new texts of the chunk are added to `map` with the ids from `merge`.
    pub(super) fn add(&mut self, part: IndexChunk, merge: &mut Merge, map: &mut Vec<StringId>) {
        if !part.new_texts.is_empty() {
            let strings = Arc::make_mut(&mut self.strings);
            map.extend(part.new_texts.iter().map(|text| merge.add(strings, text)));
        }
        if self.ends.is_empty() {
            self.ends.push(0);
        }
        let end = self.ends[0];
        if part.end <= end {
            return;
        }
        for mut block in part.blocks {
            if end > 0 {
                block = block.remove_before(end);
            }
            block.renumber(map);
            self.push(block);
        }
        self.ends[0] = part.end;
    }

    pub fn join(&mut self, other: &Self) {
        let strings = Arc::make_mut(&mut self.strings);
        let map = Merge::add_all(strings, &other.strings);
        strings.finish();
        let files = u32::try_from(self.ends.len()).unwrap_or(u32::MAX);
        self.ends.extend(&other.ends);
        if other.ends.is_empty() {
            self.ends.push(0);
        }
        for block in &other.blocks {
            let mut block = Block::clone(block);
            block.file += files;
            block.renumber(&map);
            self.push(block);
        }
    }

    /// Returns the index with the rows of file `number` replaced by those of `now`, the index of a single file.
    pub(super) fn with_file(&self, number: usize, now: &Self) -> Self {
        let mut all =
            Self { strings: Arc::clone(&self.strings), ends: self.ends.clone(), ..Self::default() };
        let strings = Arc::make_mut(&mut all.strings);
        let map = Merge::add_all(strings, &now.strings);
        strings.finish();
        if let Some(end) = all.ends.get_mut(number) {
            *end = now.ends.first().copied().unwrap_or(0);
        }
        let file = |block: &Arc<Block>| block.file as usize;
        let split = self.blocks.partition_point(|block| file(block) < number);
        for block in &self.blocks[..split] {
            all.push_shared(Arc::clone(block));
        }
        for block in &now.blocks {
            let mut block = Block::clone(block);
            block.file = u32::try_from(number).unwrap_or(u32::MAX);
            block.renumber(&map);
            all.push(block);
        }
        for block in &self.blocks[split..] {
            if file(block) > number {
                all.push_shared(Arc::clone(block));
            }
        }
        all
    }

    pub(super) fn push(&mut self, block: Block) {
        if block.len() > 0 {
            self.push_shared(Arc::new(block));
        }
    }

    fn push_shared(&mut self, block: Arc<Block>) {
        if self.series.get().is_some() {
            // The series must be computed again with the new rows.
            self.series = Arc::default();
        }
        self.firsts.push(self.records);
        self.records += block.len();
        self.blocks.push(block);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::RowFilter;

    #[test]
    fn empty_records_take_little_more_than_their_offsets() {
        let count = 100_000;
        let index = Index::from_bytes("[Event \"\"]\n\n".repeat(count).as_bytes());
        assert_eq!(index.len(), count);
        let places = count * 17 / 8;
        assert!(index.memory() < places + places / 10, "{} bytes", index.memory());
        assert!(!index.has_names());
    }

    #[test]
    fn records_of_a_file_are_found_by_their_place() {
        // Enough records for several blocks in one of the files, and a file without records.
        let counts = [3, 0, 40_000, 1];
        let mut index = Index::default();
        for (number, count) in counts.into_iter().enumerate() {
            let text = "[Event \"x\"]\n\n1A. e4 *\n\n".repeat(count);
            let file = Index::from_bytes(text.as_bytes());
            if number == 0 { index = file } else { index.join(&file) }
        }
        let files: Vec<usize> = index.rows().map(|row| row.file).collect();
        for file in 0..counts.len() {
            let expected: Vec<RecordId> =
                (0..files.len()).filter(|&id| files[id] == file).collect();
            assert!(index.records_of(file).eq(expected.iter().copied()), "file {file}");
            for &id in expected.iter().step_by(997) {
                let range = index.range(id).expect("a record");
                assert_eq!(index.record_at(file, range), Some(id));
                assert_eq!(
                    index.record_at(file + 1, FileRange::new(range.start, range.end - 1)),
                    None
                );
            }
        }
        assert!(index.records_of(counts.len()).is_empty());
    }

    #[test]
    fn event_or_player_is_a_name() {
        for text in ["[Event \"x\"]", "[BlackB \"x\"]"] {
            let index = Index::from_bytes(format!("[Event \"\"]\n\n{text}\n").as_bytes());
            assert!(index.has_names(), "{text}");
        }
        let index = Index::from_bytes(b"[Date \"2001.02.03\"]\n[Result \"1-0\"]\n\n1-0\n");
        assert!(index.len() == 1 && !index.has_names());
        assert!(!Index::default().has_names());
    }

    #[test]
    fn count_equals_number_of_rows() {
        let text: String = (0..20_000)
            .map(|n| format!("[Event \"{}\"]\n[WhiteA \"p{}\"]\n\n1A. e4 *\n\n", n % 3, n % 700))
            .collect();
        let index = Index::from_bytes(text.as_bytes());
        for words in ["", "p12", "event:1", "event:1 p12", "-p12", "plies>1"] {
            let filter: RowFilter = words.parse().expect("a query");
            assert_eq!(index.count(&filter), index.filter(&filter).len(), "{words}");
        }
        assert_eq!(index.count(&RowFilter::default()), 20_000);
    }
}
