//! [`Block`]: the rows of one stretch of a file, a column for each thing that a list shows.

use super::{
    Row,
    columns::{PLAYERS, TEXT_COUNT, text_place},
    marks::Marks,
    narrow::Narrow,
    strings::StringId,
};
use crate::{
    file::FileRange,
    kriegspiel::Notation,
    notation::{Cause, GameResult, KnownTag},
};
use std::{iter, ops::Range};

/// The bit beside those of the marks that tells a game of Kriegspiel.
const KRIEGSPIEL: u8 = 0x80;

/// The most bytes of a file that one block covers, as its places are counted in 32 bits.
pub(super) const LONGEST: u64 = u32::MAX as u64;

/// How many columns there are: the texts by their numbers, the plies, the time of the day, the ratings, the seconds,
/// result, cause and marks.
const COLUMNS: usize = TEXT_COUNT + 10;

/// The place of the plies among them.
const PLIES: usize = TEXT_COUNT;
/// The place of the time of the day: seconds from 1, 0 where it is not known.
const TIME: usize = TEXT_COUNT + 1;
/// The place of the rating of the first seat; those of the others stand behind it.
const RATINGS: usize = TEXT_COUNT + 2;
/// The place of the seconds: 0 where they are not known.
const SECONDS: usize = TEXT_COUNT + 6;
/// The places of what is one of a few.
const RESULT: usize = TEXT_COUNT + 7;
const CAUSE: usize = TEXT_COUNT + 8;
const MARKS: usize = TEXT_COUNT + 9;

/// One row as it is found, with the numbers of its texts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cells {
    /// Where the record begins in the file.
    pub(super) start: u64,
    numbers: [u32; COLUMNS],
}

impl Cells {
    /// The cells of `row`, whose texts have the numbers `texts`.
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
        numbers[RESULT] = result_bits(row.result).into();
        numbers[CAUSE] = cause_bits(row.cause).into();
        numbers[MARKS] = (row.marks.bits() | notation).into();
        Self { start: row.range.start, numbers }
    }

    /// The row that they are of, with `text` for the number of each text.
    pub(super) fn row<'s>(
        &self,
        file: usize,
        end: u64,
        text: impl Fn(StringId) -> &'s str,
    ) -> Row<&'s str> {
        let marks = byte(self.numbers[MARKS]);
        Row {
            file,
            range: FileRange::new(self.start, end),
            notation: if marks & KRIEGSPIEL == 0 { Notation::Bpgn } else { Notation::Kriegspiel },
            texts: std::array::from_fn(|place| text(self.numbers[place])),
            ratings: std::array::from_fn(|seat| short(self.numbers[RATINGS + seat])),
            result: result_of_bits(byte(self.numbers[RESULT])),
            cause: cause_of_bits(byte(self.numbers[CAUSE])),
            marks: Marks::of_bits(marks),
            plies: self.numbers[PLIES] as usize,
            seconds: Some(short(self.numbers[SECONDS])).filter(|&seconds| seconds > 0),
            time_of_day: self.numbers[TIME].checked_sub(1),
            series: None,
        }
    }
}

/// A number of a column that holds none that is wider.
fn byte(number: u32) -> u8 {
    u8::try_from(number).unwrap_or(0)
}

/// The same of 16 bits.
fn short(number: u32) -> u16 {
    u16::try_from(number).unwrap_or(0)
}

/// Rows, column by column, each in as few bits as it needs: about 20 bytes for a match with everything.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Block {
    /// The place of its file among those of the index.
    pub(super) file: u32,
    /// Where the first record begins.
    pub(super) base: u64,
    rows: usize,
    /// Where each record begins, from `base`.
    starts: Narrow,
    columns: [Narrow; COLUMNS],
}

impl Block {
    /// No block has more rows, so that few wait for being made one.
    pub(super) const MOST: usize = 1 << 13;

    /// The rows of `cells`, which are in the order of the file, no more than [`Block::MOST`], within [`LONGEST`] bytes.
    pub(super) fn of(cells: &[Cells]) -> Self {
        let base = cells.first().map_or(0, |first| first.start);
        let start = |cells: &Cells| u32::try_from(cells.start - base).unwrap_or(u32::MAX);
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
            starts: Narrow::of(cells.iter().map(start), 0, cells.last().map_or(0, start)),
            columns: std::array::from_fn(|place| {
                let numbers = cells.iter().map(|one| one.numbers[place]);
                Narrow::of(numbers, least[place], most[place])
            }),
        }
    }

    /// How many rows there are.
    pub(super) const fn len(&self) -> usize {
        self.rows
    }

    /// Whether a record that begins at `start` can stand in one block with the rows `cells`.
    pub(super) fn has_room_for(cells: &[Cells], start: u64) -> bool {
        cells.len() < Self::MOST && cells.first().is_none_or(|first| start - first.start <= LONGEST)
    }

    /// The texts of a column, by its place among [`TEXTS`](super::columns::TEXTS); `None` where there is no such column.
    pub(super) fn texts(&self, place: usize) -> Option<&Narrow> {
        self.columns[..TEXT_COUNT].get(place)
    }

    /// The numbers of the texts of the players of row `row`.
    pub(super) fn players(&self, row: usize) -> [StringId; 4] {
        PLAYERS.map(|place| self.columns[place].get(row))
    }

    /// The same of all rows.
    pub(super) fn all_players(&self) -> [Vec<StringId>; 4] {
        PLAYERS.map(|place| self.columns[place].unpack(self.rows))
    }

    /// The ratings of all rows by the seats, 0 where there is none.
    pub(super) fn all_ratings(&self) -> [Vec<u32>; 4] {
        std::array::from_fn(|seat| self.columns[RATINGS + seat].unpack(self.rows))
    }

    /// The ratings of row `row`, 0 where there is none.
    pub(super) fn ratings(&self, row: usize) -> [u16; 4] {
        std::array::from_fn(|seat| short(self.columns[RATINGS + seat].get(row)))
    }

    /// The number of the text of `tag` in row `row`; that of the empty text where no column has the tag.
    pub(super) fn text(&self, tag: KnownTag, row: usize) -> StringId {
        self.texts(text_place(tag)).map_or(0, |texts| texts.get(row))
    }

    /// Whether any row has a ply, a player or an event.
    pub(super) fn tells_of_matches(&self) -> bool {
        let texts = PLAYERS.into_iter().chain([text_place(KnownTag::Event)]);
        // Where numbers differ, one is not 0.
        let mut columns = texts.chain([PLIES]).map(|place| &self.columns[place]);
        self.rows > 0 && columns.any(|column| column.same() != Some(0))
    }

    /// The time of the day of row `row`, in seconds.
    pub(super) fn time_of_day(&self, row: usize) -> Option<u32> {
        self.columns[TIME].get(row).checked_sub(1)
    }

    /// The result of row `row`.
    pub(super) fn result(&self, row: usize) -> Option<GameResult> {
        result_of_bits(byte(self.results().get(row)))
    }

    pub(super) const fn plies(&self) -> &Narrow {
        &self.columns[PLIES]
    }

    /// 0 where the clocks do not tell.
    pub(super) const fn seconds(&self) -> &Narrow {
        &self.columns[SECONDS]
    }

    /// As [`result_bits`].
    pub(super) const fn results(&self) -> &Narrow {
        &self.columns[RESULT]
    }

    /// As [`cause_bits`].
    pub(super) const fn causes(&self) -> &Narrow {
        &self.columns[CAUSE]
    }

    pub(super) fn marks(&self, row: usize) -> Marks {
        Marks::of_bits(byte(self.columns[MARKS].get(row)))
    }

    /// Where the record of row `row` begins.
    pub(super) fn start(&self, row: usize) -> u64 {
        self.base + u64::from(self.starts.get(row))
    }

    /// Row `row`, which must be there.
    pub(super) fn cells(&self, row: usize) -> Cells {
        Cells {
            start: self.start(row),
            numbers: std::array::from_fn(|place| self.columns[place].get(row)),
        }
    }

    /// Whether a record begins at `start`.
    pub(super) fn has_start(&self, start: u64) -> bool {
        (0..self.rows).any(|row| self.start(row) == start)
    }

    /// The rows that are left without those whose records begin before `start`.
    pub(super) fn without_before(self, start: u64) -> Self {
        let gone = (0..self.rows).take_while(|&row| self.start(row) < start);
        match gone.count() {
            0 => self,
            gone => self.part(gone..self.rows),
        }
    }

    /// The rows that are left without the last one.
    pub(super) fn without_last(self) -> Self {
        self.part(0..self.rows.saturating_sub(1))
    }

    fn part(&self, rows: Range<usize>) -> Self {
        let cells: Vec<Cells> = rows.map(|row| self.cells(row)).collect();
        Self { file: self.file, ..Self::of(&cells) }
    }

    /// Gives every text the number that `map` has for it.
    pub(super) fn renumber(&mut self, map: &[StringId]) {
        for column in &mut self.columns[..TEXT_COUNT] {
            let mut ids = match column.same() {
                Some(id) => vec![id],
                None => column.unpack(self.rows),
            };
            ids.iter_mut().for_each(|id| *id = map[*id as usize]);
            *column = Narrow::of_slice(&ids);
        }
    }

    /// The memory that its columns take, in bytes.
    pub(super) fn memory(&self) -> usize {
        let columns: usize = self.columns.iter().map(Narrow::memory).sum();
        self.starts.memory() + columns + size_of::<Self>()
    }

    /// What is to be kept: the columns, and before them where the records begin.
    pub(super) fn parts(&self) -> impl Iterator<Item = &Narrow> {
        iter::once(&self.starts).chain(&self.columns)
    }

    /// A block of `rows` rows from [`Block::parts`], which `column` gives one by one, and whose texts have numbers below
    /// `count`. `None` where that is not so, or where one begins before the one before.
    pub(super) fn of_parts(
        base: u64,
        rows: usize,
        count: StringId,
        mut column: impl FnMut() -> Option<Narrow>,
    ) -> Option<Self> {
        let starts = column()?;
        let mut columns = [const { None }; COLUMNS];
        for place in &mut columns {
            *place = Some(column()?);
        }
        let block =
            Self { file: 0, base, rows, starts, columns: columns.map(Option::unwrap_or_default) };
        let mut texts = block.columns[..TEXT_COUNT].iter();
        let is_known = texts.all(|texts| texts.unpack(rows).iter().all(|&id| id < count));
        (is_known && block.starts.unpack(rows).is_sorted()).then_some(block)
    }
}

/// A result as a byte, in the order in which a list sorts them; 0 for none.
pub(super) const fn result_bits(result: Option<GameResult>) -> u8 {
    match result {
        None => 0,
        Some(GameResult::First) => 1,
        Some(GameResult::Draw) => 2,
        Some(GameResult::Second) => 3,
        Some(GameResult::Unknown) => 4,
    }
}

/// From [`result_bits`].
pub(super) const fn result_of_bits(bits: u8) -> Option<GameResult> {
    match bits {
        1 => Some(GameResult::First),
        2 => Some(GameResult::Draw),
        3 => Some(GameResult::Second),
        4 => Some(GameResult::Unknown),
        _ => None,
    }
}

/// A cause as a byte, its place in [`Cause::ALL`] from 1; 0 for none.
pub(super) fn cause_bits(cause: Option<Cause>) -> u8 {
    let place = Cause::ALL.iter().zip(1..).find(|(one, _)| Some(**one) == cause);
    place.map_or(0, |(_, bits)| bits)
}

/// From [`cause_bits`].
pub(super) fn cause_of_bits(bits: u8) -> Option<Cause> {
    Cause::ALL.get(usize::from(bits).checked_sub(1)?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(start: u64, value: u32) -> Cells {
        Cells { start, numbers: [value; COLUMNS] }
    }

    #[test]
    fn a_row_that_is_taken_away_leaves_nothing_behind() {
        let rows = [cells(7, 1), cells(9, 2), cells(12, 200)];
        let all = Block::of(&rows);
        assert_eq!(all.clone().without_last(), Block::of(&rows[..2]));
        assert_eq!(all.clone().without_before(7), all);
        assert_eq!(all.clone().without_before(8), Block::of(&rows[1..]));
        assert_eq!(all.without_before(13).len(), 0);
    }

    #[test]
    fn rows_that_are_alike_take_no_memory_but_for_their_places() {
        let rows: Vec<Cells> = (0..1000).map(|row| cells(row * 12, 7)).collect();
        let block = Block::of(&rows);
        // 14 bits for each place.
        assert!(block.memory() <= 1000 * 14 / 8 + size_of::<Block>() + 8);
        assert!((0..1000).all(|row| block.cells(row) == rows[row]));
    }

    #[test]
    fn texts_get_other_numbers() {
        let mut block = Block::of(&[cells(0, 1), cells(5, 2)]);
        block.renumber(&[0, 1_000_000, 3]);
        let ids = |block: &Block| [0, 1].map(|row| block.text(KnownTag::Event, row));
        assert_eq!(ids(&block), [1_000_000, 3]);
        assert_eq!(block.plies().unpack(2), [1, 2]);
        let mut same = Block::of(&[cells(0, 1), cells(5, 1)]);
        same.renumber(&[0, 9]);
        assert_eq!(ids(&same), [9, 9]);
    }

    #[test]
    fn kept_columns_that_cannot_be_are_refused() {
        let kept = |rows: &[Cells], count| {
            let block = Block::of(rows);
            let mut columns = block.parts().cloned();
            Block::of_parts(block.base, block.len(), count, || columns.next())
        };
        let rows = [cells(7, 1), cells(9, 2)];
        assert_eq!(kept(&rows, 3), Some(Block::of(&rows)));
        assert_eq!(kept(&rows, 2), None, "a text that is not there");
        let block = Block::of(&rows);
        let mut columns = block.parts().take(COLUMNS).cloned();
        assert_eq!(Block::of_parts(7, 2, 3, || columns.next()), None);
        let mut columns =
            iter::once(Narrow::of_slice(&[2, 0])).chain(block.parts().skip(1).cloned());
        let unsorted = Block::of_parts(7, 2, 3, || columns.next());
        assert_eq!(unsorted, None, "a record before the one before");
    }
}
