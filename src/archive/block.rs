//! [`Block`]: the rows of one chunk of a file, stored as columns.

use super::{
    ListedResult, Row,
    bit_packed::BitPackedColumn,
    columns::{PLAYERS, TEXT_COUNT, text_place},
    marks::Marks,
    row_ending::{RowEnding, Settled},
    strings::StringId,
};
use crate::{
    file::FileRange,
    kriegspiel::Notation,
    notation::{Cause, GameResult, KnownTag},
};
use std::{
    iter,
    ops::{Range, RangeInclusive},
};

/// The bit in the column of [`Marks`] that is set for a game of Kriegspiel.
const KRIEGSPIEL: u8 = 0x80;

/// The maximum number of bytes of a file that one block covers. Offsets in a block have 32 bits.
pub(super) const MAX_BYTES: u64 = u32::MAX as u64;

/// The number of columns: texts, plies, time of day, four ratings, seconds, result, cause, marks and known.
const COLUMNS: usize = TEXT_COUNT + 11;

pub(super) const PLIES: usize = TEXT_COUNT;
/// The column of the time of day: seconds plus 1, or 0 if unknown.
const TIME: usize = TEXT_COUNT + 1;
/// The column of the rating of the first seat. The next columns hold the ratings of the other seats.
const RATINGS: usize = TEXT_COUNT + 2;
/// The column of the duration: seconds, or 0 if unknown.
pub(super) const SECONDS: usize = TEXT_COUNT + 6;
/// The column of the result, encoded by [`result_bits`].
pub(super) const RESULT: usize = TEXT_COUNT + 7;
/// The column of the cause, encoded by [`cause_bits`].
pub(super) const CAUSE: usize = TEXT_COUNT + 8;
/// The column of [`Marks`], encoded as bits.
const MARKS: usize = TEXT_COUNT + 9;
/// The column that tells what is known about the end of the match: [`UNKNOWN`], [`RESULT_KNOWN`] or [`ENDING_KNOWN`].
const KNOWN: usize = TEXT_COUNT + 10;

const UNKNOWN: u32 = 0;
/// Whether the match contradicts its result is known.
const RESULT_KNOWN: u32 = 1;
/// The cause is known too.
const ENDING_KNOWN: u32 = 2;

/// The encoded values of one row, with text ids in place of texts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RowValues {
    /// The offset of the record in the file.
    pub(super) start: u64,
    numbers: [u32; COLUMNS],
}

impl RowValues {
    /// Encodes `row`, whose texts have the ids `texts`.
    pub(super) fn of<S>(row: &Row<S>, texts: [StringId; TEXT_COUNT]) -> Self {
        let notation = match row.notation {
            Notation::Bpgn => 0,
            Notation::Kriegspiel => KRIEGSPIEL,
        };
        let mut numbers = [0; COLUMNS];
        numbers[..TEXT_COUNT].copy_from_slice(&texts);
        numbers[PLIES] = u32::try_from(row.plies).unwrap_or(u32::MAX);
        numbers[TIME] = row.time_of_day.map_or(0, |seconds| seconds + 1);
        numbers[RATINGS..SECONDS].copy_from_slice(&row.ratings.map(u32::from));
        numbers[SECONDS] = row.seconds.unwrap_or(0).into();
        numbers[RESULT] = result_bits(row.result);
        numbers[CAUSE] = cause_bits(row.cause).into();
        numbers[MARKS] = (row.marks.bits() | notation).into();
        Self { start: row.range.start, numbers }
    }

    /// Adds what the text shows about the ending.
    pub(super) fn with_settled(mut self, settled: Settled) -> Self {
        let (is_contradicted, known) = match settled {
            Settled::Nothing => (false, UNKNOWN),
            Settled::Contradiction(is_contradicted) => (is_contradicted, RESULT_KNOWN),
            Settled::Ending(ending) => {
                self.numbers[CAUSE] = cause_bits(ending.cause).into();
                (ending.is_contradicted, ENDING_KNOWN)
            }
        };
        if is_contradicted {
            self.numbers[RESULT] = contradicted_bits(self.numbers[RESULT]);
        }
        self.numbers[KNOWN] = known;
        self
    }

    /// Decodes the row. `file` is the index of its file, and `end` is the end offset of its record. `text` returns the
    /// text of an id. The series of the returned row is `None`.
    pub(super) fn row<'s>(
        &self,
        file: usize,
        end: u64,
        text: impl Fn(StringId) -> &'s str,
    ) -> Row<&'s str> {
        let marks = to_u8(self.numbers[MARKS]);
        Row {
            file,
            range: FileRange::new(self.start, end),
            notation: notation_of(marks),
            texts: std::array::from_fn(|place| text(self.numbers[place])),
            ratings: std::array::from_fn(|seat| to_u16(self.numbers[RATINGS + seat])),
            result: result_of_bits(self.numbers[RESULT]),
            cause: cause_of_bits(to_u8(self.numbers[CAUSE])),
            marks: Marks::from_bits(marks),
            plies: self.numbers[PLIES] as usize,
            seconds: Some(to_u16(self.numbers[SECONDS])).filter(|&seconds| seconds > 0),
            time_of_day: self.numbers[TIME].checked_sub(1),
            series: None,
        }
    }
}

const fn notation_of(marks: u8) -> Notation {
    if marks & KRIEGSPIEL == 0 { Notation::Bpgn } else { Notation::Kriegspiel }
}

/// Converts a value to 8 bits. Larger values occur only in a damaged cache file and become 0.
fn to_u8(number: u32) -> u8 {
    u8::try_from(number).unwrap_or(0)
}

/// Converts a value to 16 bits. Larger values occur only in a damaged cache file and become 0.
fn to_u16(number: u32) -> u16 {
    u16::try_from(number).unwrap_or(0)
}

/// The rows of one part of a file, bit-packed by column. A match in which all values are known takes about 20 bytes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Block {
    /// The index of the file in its collection.
    pub(super) file: u32,
    /// The offset of the first record.
    pub(super) base: u64,
    rows: usize,
    /// The offset of each record, counted from `base`.
    starts: BitPackedColumn,
    columns: [BitPackedColumn; COLUMNS],
}

impl Block {
    /// The maximum number of rows. The list shows new rows only once their block is complete, so a block must be small.
    pub(super) const MAX_ROWS: usize = 1 << 13;

    /// Packs the rows `cells`, in file order, as a block of file 0. There must be at most [`Block::MAX_ROWS`] rows,
    /// from at most [`MAX_BYTES`] bytes of the file.
    pub(super) fn of(cells: &[RowValues]) -> Self {
        let base = cells.first().map_or(0, |first| first.start);
        let start = |cells: &RowValues| u32::try_from(cells.start - base).unwrap_or(u32::MAX);
        let (mut least, mut most) = ([u32::MAX; COLUMNS], [0; COLUMNS]);
        for one in cells {
            for (place, &number) in one.numbers.iter().enumerate() {
                least[place] = number.min(least[place]);
                most[place] = number.max(most[place]);
            }
        }
        Self {
            file: 0,
            base,
            rows: cells.len(),
            starts: BitPackedColumn::of(cells.iter().map(start), 0, cells.last().map_or(0, start)),
            columns: std::array::from_fn(|place| {
                let numbers = cells.iter().map(|one| one.numbers[place]);
                BitPackedColumn::of(numbers, least[place], most[place])
            }),
        }
    }

    pub(super) const fn len(&self) -> usize {
        self.rows
    }

    /// Returns whether one more row fits into a block with the rows `cells`. The record of that row begins at `start`.
    pub(super) fn has_room_for(cells: &[RowValues], start: u64) -> bool {
        cells.len() < Self::MAX_ROWS
            && cells.first().is_none_or(|first| start - first.start <= MAX_BYTES)
    }

    /// Returns the column of the tag with the index `place` in [`TEXTS`](super::columns::TEXTS), or `None` if the tag
    /// has no column.
    pub(super) fn texts(&self, place: usize) -> Option<&BitPackedColumn> {
        self.columns[..TEXT_COUNT].get(place)
    }

    /// Returns the text ids of the players of row `row`.
    pub(super) fn players(&self, row: usize) -> [StringId; 4] {
        PLAYERS.map(|place| self.columns[place].get(row))
    }

    /// Returns the ratings of row `row` by seat; 0 if unknown.
    pub(super) fn ratings(&self, row: usize) -> [u16; 4] {
        std::array::from_fn(|seat| to_u16(self.columns[RATINGS + seat].get(row)))
    }

    /// Returns the text id of `tag` in row `row`. If `tag` has no column, returns 0, the id of the empty text.
    pub(super) fn text(&self, tag: KnownTag, row: usize) -> StringId {
        self.texts(text_place(tag)).map_or(0, |texts| texts.get(row))
    }

    /// Returns whether any row has a player or an event.
    pub(super) fn has_names(&self) -> bool {
        let texts = PLAYERS.into_iter().chain([text_place(KnownTag::Event)]);
        // Id 0 is the empty text. A column with other ids, or with several ids, contains a text.
        let mut columns = texts.map(|place| &self.columns[place]);
        self.rows > 0 && columns.any(|column| column.single_value() != Some(0))
    }

    /// Returns the time of day of row `row`, in seconds; `None` if unknown.
    pub(super) fn time_of_day(&self, row: usize) -> Option<u32> {
        self.columns[TIME].get(row).checked_sub(1)
    }

    pub(super) fn result(&self, row: usize) -> ListedResult {
        result_of_bits(self.columns[RESULT].get(row))
    }

    pub(super) fn notation(&self, row: usize) -> Notation {
        notation_of(to_u8(self.columns[MARKS].get(row)))
    }

    /// Returns whether the endings of all matches are known.
    pub(super) fn has_all_endings(&self) -> bool {
        self.columns[KNOWN].single_value() == Some(ENDING_KNOWN)
    }

    /// Returns whether the ending of row `row` is known.
    pub(super) fn has_ending(&self, row: usize) -> bool {
        self.columns[KNOWN].get(row) == ENDING_KNOWN
    }

    /// Returns whether a replay may show that row `row` contradicts its result.
    pub(super) fn may_be_contradicted(&self, row: usize) -> bool {
        self.columns[KNOWN].get(row) == UNKNOWN
            && DECIDED_BITS.contains(&self.columns[RESULT].get(row))
    }

    /// Sets what replays of some rows have shown about the ends of their matches. Each ending comes with its row; `None`
    /// leaves the values of the row.
    pub(super) fn set_endings(
        &mut self,
        endings: impl Iterator<Item = (usize, Option<RowEnding>)>,
    ) {
        let mut unpacked =
            [RESULT, CAUSE, KNOWN].map(|column| self.columns[column].unpack(self.rows));
        let [results, causes, known] = &mut unpacked;
        for (row, ending) in endings {
            known[row] = ENDING_KNOWN;
            let Some(ending) = ending else { continue };
            if ending.is_contradicted {
                results[row] = contradicted_bits(results[row]);
            }
            causes[row] = cause_bits(ending.cause).into();
        }
        for (column, numbers) in [RESULT, CAUSE, KNOWN].into_iter().zip(&unpacked) {
            self.columns[column] = BitPackedColumn::from_slice(numbers);
        }
    }

    /// Makes result, cause, length and notes of row `row` unknown.
    pub(super) fn hide_end(&mut self, row: usize) {
        for column in [PLIES, SECONDS, RESULT, CAUSE, MARKS] {
            let mut numbers = self.columns[column].unpack(self.rows);
            // The notation is not hidden.
            numbers[row] &= if column == MARKS { KRIEGSPIEL.into() } else { 0 };
            self.columns[column] = BitPackedColumn::from_slice(&numbers);
        }
    }

    /// Makes result and cause of the rows that satisfy `is_hidden` unknown.
    pub(super) fn hide_results(&mut self, is_hidden: impl Fn(usize) -> bool) {
        let mut unpacked = [RESULT, CAUSE].map(|column| self.columns[column].unpack(self.rows));
        for row in (0..self.rows).filter(|row| is_hidden(*row)) {
            for numbers in &mut unpacked {
                numbers[row] = 0;
            }
        }
        for (column, numbers) in [RESULT, CAUSE].into_iter().zip(&unpacked) {
            self.columns[column] = BitPackedColumn::from_slice(numbers);
        }
    }

    /// Returns the column with one of the indexes above, such as [`PLIES`].
    pub(super) const fn column(&self, column: usize) -> &BitPackedColumn {
        &self.columns[column]
    }

    pub(super) fn marks(&self, row: usize) -> Marks {
        Marks::from_bits(to_u8(self.columns[MARKS].get(row)))
    }

    /// Returns the offset of the record of row `row`.
    pub(super) fn start(&self, row: usize) -> u64 {
        self.base + u64::from(self.starts.get(row))
    }

    /// Returns the encoded values of row `row`, which must exist.
    pub(super) fn cells(&self, row: usize) -> RowValues {
        RowValues {
            start: self.start(row),
            numbers: std::array::from_fn(|place| self.columns[place].get(row)),
        }
    }

    pub(super) fn has_start(&self, start: u64) -> bool {
        (0..self.rows).any(|row| self.start(row) == start)
    }

    /// Removes the rows whose records begin before `start`.
    pub(super) fn remove_before(self, start: u64) -> Self {
        let removed_rows = (0..self.rows).take_while(|&row| self.start(row) < start);
        match removed_rows.count() {
            0 => self,
            removed_rows => self.slice(removed_rows..self.rows),
        }
    }

    pub(super) fn remove_last(self) -> Self {
        self.slice(0..self.rows.saturating_sub(1))
    }

    fn slice(&self, rows: Range<usize>) -> Self {
        let cells: Vec<RowValues> = rows.map(|row| self.cells(row)).collect();
        Self { file: self.file, ..Self::of(&cells) }
    }

    /// Replaces each text id `id` by `map[id]`.
    pub(super) fn renumber(&mut self, map: &[StringId]) {
        if self.rows == 0 {
            return;
        }
        for column in &mut self.columns[..TEXT_COUNT] {
            let mut ids = match column.single_value() {
                Some(id) => vec![id],
                None => column.unpack(self.rows),
            };
            ids.iter_mut().for_each(|id| *id = map[*id as usize]);
            *column = BitPackedColumn::from_slice(&ids);
        }
    }

    /// Returns the memory used, in bytes.
    pub(super) fn memory(&self) -> usize {
        let columns: usize = self.columns.iter().map(BitPackedColumn::memory).sum();
        self.starts.memory() + columns + size_of::<Self>()
    }

    /// Returns the columns to store: the record offsets, then the others.
    pub(super) fn parts(&self) -> impl Iterator<Item = &BitPackedColumn> {
        iter::once(&self.starts).chain(&self.columns)
    }

    /// Builds a block of `rows` rows from [`Block::parts`]. Returns `None` if a column is too short, a text id is not
    /// below `count`, or record offsets decrease.
    pub(super) fn from_parts(
        base: u64,
        rows: usize,
        count: StringId,
        parts: Vec<BitPackedColumn>,
    ) -> Option<Self> {
        if rows > Self::MAX_ROWS || !parts.iter().all(|part| part.holds(rows)) {
            return None;
        }
        let mut parts = parts.into_iter();
        let starts = parts.next()?;
        let columns = parts.collect::<Vec<_>>().try_into().ok()?;
        let block = Self { file: 0, base, rows, starts, columns };
        let mut texts = block.columns[..TEXT_COUNT].iter();
        let is_known = texts.all(|texts| texts.unpack(rows).iter().all(|&id| id < count));
        (is_known && block.starts.unpack(rows).is_sorted()).then_some(block)
    }
}

/// The results in sort order. Each is encoded as its index.
const RESULTS: [ListedResult; 8] = [
    ListedResult::Missing,
    ListedResult::Written(GameResult::First),
    ListedResult::Written(GameResult::Draw),
    ListedResult::Written(GameResult::Second),
    ListedResult::Contradicted(GameResult::First),
    ListedResult::Contradicted(GameResult::Draw),
    ListedResult::Contradicted(GameResult::Second),
    ListedResult::Written(GameResult::Unknown),
];

/// The codes of decided results, contradicted ones included.
pub(super) const DECIDED_BITS: RangeInclusive<u32> = 1..=6;

pub(super) const CONTRADICTED_BITS: RangeInclusive<u32> = 4..=6;

/// Encodes a result as a number in sort order; 0 for none.
pub(super) fn result_bits(result: ListedResult) -> u32 {
    RESULTS.into_iter().zip(0..).find(|(one, _)| *one == result).map_or(0, |(_, bits)| bits)
}

fn result_of_bits(bits: u32) -> ListedResult {
    RESULTS.get(bits as usize).copied().unwrap_or_default()
}

/// Returns the code of the same result, contradicted.
fn contradicted_bits(bits: u32) -> u32 {
    match result_of_bits(bits) {
        ListedResult::Written(result) if result.is_decided() => {
            result_bits(ListedResult::Contradicted(result))
        }
        _ => bits,
    }
}

/// Encodes a cause as its index in [`Cause::ALL`] plus 1; 0 for none.
pub(super) fn cause_bits(cause: Option<Cause>) -> u8 {
    let place = Cause::ALL.iter().zip(1..).find(|(one, _)| Some(**one) == cause);
    place.map_or(0, |(_, bits)| bits)
}

fn cause_of_bits(bits: u8) -> Option<Cause> {
    Cause::ALL.get(usize::from(bits).checked_sub(1)?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(start: u64, value: u32) -> RowValues {
        RowValues { start, numbers: [value; COLUMNS] }
    }

    #[test]
    fn removed_row_leaves_no_trace() {
        let rows = [cells(7, 1), cells(9, 2), cells(12, 200)];
        let all = Block::of(&rows);
        assert_eq!(all.clone().remove_last(), Block::of(&rows[..2]));
        assert_eq!(all.clone().remove_before(7), all);
        assert_eq!(all.clone().remove_before(8), Block::of(&rows[1..]));
        assert_eq!(all.remove_before(13).len(), 0);
    }

    #[test]
    fn identical_rows_store_only_offsets() {
        let rows: Vec<RowValues> = (0..1000).map(|row| cells(row * 12, 7)).collect();
        let block = Block::of(&rows);
        // 14 bits per offset.
        assert!(block.memory() <= 1000 * 14 / 8 + size_of::<Block>() + 8);
        assert!((0..1000).all(|row| block.cells(row) == rows[row]));
    }

    #[test]
    fn renumber_replaces_text_ids() {
        let mut block = Block::of(&[cells(0, 1), cells(5, 2)]);
        block.renumber(&[0, 1_000_000, 3]);
        let ids = |block: &Block| [0, 1].map(|row| block.text(KnownTag::Event, row));
        assert_eq!(ids(&block), [1_000_000, 3]);
        assert_eq!(block.column(PLIES).unpack(2), [1, 2]);
        let mut same = Block::of(&[cells(0, 1), cells(5, 1)]);
        same.renumber(&[0, 9]);
        assert_eq!(ids(&same), [9, 9]);
    }

    #[test]
    fn inconsistent_stored_columns_are_rejected() {
        let stored = |rows: &[RowValues], count| {
            let block = Block::of(rows);
            Block::from_parts(block.base, block.len(), count, block.parts().cloned().collect())
        };
        let rows = [cells(7, 1), cells(9, 2)];
        assert_eq!(stored(&rows, 3), Some(Block::of(&rows)));
        assert_eq!(stored(&rows, 2), None, "a text that does not exist");
        let block = Block::of(&rows);
        let parts: Vec<BitPackedColumn> = block.parts().cloned().collect();
        assert_eq!(Block::from_parts(7, 2, 3, parts[1..].to_vec()), None, "a missing column");
        assert_eq!(Block::from_parts(7, 90, 3, parts.clone()), None, "missing rows");
        let mut unsorted = parts;
        unsorted[0] = BitPackedColumn::from_slice(&[2, 0]);
        assert_eq!(Block::from_parts(7, 2, 3, unsorted), None, "decreasing offsets");
    }
}
