//! [`Block`]: the rows of one stretch of a file, a column for each thing that a list shows.

use super::{
    Row,
    columns::{PLAYERS, TEXT_COUNT, text_place},
    marks::Marks,
    strings::StringId,
};
use crate::{
    file::FileRange,
    notation::{Cause, GameResult, KnownTag, Notation},
};
use std::iter::zip;

/// The bit beside those of the marks that tells a game of Kriegspiel.
const KRIEGSPIEL: u8 = 0x80;

/// The most bytes of a file that one block covers, as its places are counted in 32 bits.
pub(super) const LONGEST: u64 = u32::MAX as u64;

/// How many columns of each width there are: the texts by their numbers, the plies and the time of the day; the ratings
/// and the seconds; result, cause and marks.
const NUMBERS: usize = TEXT_COUNT + 2;
const SHORTS: usize = 5;
const BYTES: usize = 3;

/// The place of the plies among the numbers.
const PLIES: usize = TEXT_COUNT;
/// The place of the time of the day among them: seconds from 1, 0 where it is not known.
const TIME: usize = TEXT_COUNT + 1;
/// The place of the seconds among the shorts, behind the ratings of the seats.
const SECONDS: usize = 4;
/// The places among the bytes.
const RESULT: usize = 0;
const CAUSE: usize = 1;
const MARKS: usize = 2;

/// One row as it is kept, with the numbers of its texts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cells {
    /// Where the record begins in the file.
    pub(super) start: u64,
    numbers: [u32; NUMBERS],
    shorts: [u16; SHORTS],
    bytes: [u8; BYTES],
}

impl Cells {
    /// The cells of `row`, whose texts have the numbers `texts`.
    pub(super) fn of<S>(row: &Row<S>, texts: [StringId; TEXT_COUNT]) -> Self {
        let plies = u32::try_from(row.plies).unwrap_or(u32::MAX);
        let notation = match row.notation {
            Notation::Bpgn => 0,
            Notation::Kriegspiel => KRIEGSPIEL,
        };
        let [a, b, c, d] = row.ratings;
        let mut numbers = [plies; NUMBERS];
        numbers[..TEXT_COUNT].copy_from_slice(&texts);
        numbers[TIME] = row.time_of_day.map_or(0, |seconds| seconds + 1);
        Self {
            start: row.range.start,
            numbers,
            shorts: [a, b, c, d, row.seconds.unwrap_or(0)],
            bytes: [
                result_bits(row.result),
                cause_bits(row.cause),
                row.marks.bits() | notation,
            ],
        }
    }

    /// The row that they are of, with `text` for the number of each text.
    pub(super) fn row<'s>(
        &self,
        file: usize,
        end: u64,
        text: impl Fn(StringId) -> &'s str,
    ) -> Row<&'s str> {
        let [a, b, c, d, seconds] = self.shorts;
        let marks = self.bytes[MARKS];
        Row {
            file,
            range: FileRange::new(self.start, end),
            notation: if marks & KRIEGSPIEL == 0 {
                Notation::Bpgn
            } else {
                Notation::Kriegspiel
            },
            texts: std::array::from_fn(|place| text(self.numbers[place])),
            ratings: [a, b, c, d],
            result: result_of_bits(self.bytes[RESULT]),
            cause: cause_of_bits(self.bytes[CAUSE]),
            marks: Marks::of_bits(marks),
            plies: self.numbers[PLIES] as usize,
            seconds: Some(seconds).filter(|&seconds| seconds > 0),
            time_of_day: self.numbers[TIME].checked_sub(1),
            series: None,
        }
    }
}

/// Rows, column by column, 57 bytes each.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Block {
    /// The place of its file among those of the index.
    pub(super) file: u32,
    /// Where the first record begins.
    pub(super) base: u64,
    /// Where each record begins, from `base`.
    pub(super) starts: Vec<u32>,
    pub(super) numbers: [Vec<u32>; NUMBERS],
    pub(super) shorts: [Vec<u16>; SHORTS],
    pub(super) bytes: [Vec<u8>; BYTES],
}

impl Block {
    /// How many rows there are.
    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether a record that begins at `start` can be added.
    pub(super) fn has_room_for(&self, start: u64) -> bool {
        self.starts.is_empty() || start - self.base <= LONGEST
    }

    /// Adds a row; its record must begin behind the last one, within [`LONGEST`] of the first.
    pub(super) fn push(&mut self, cells: &Cells) {
        if self.starts.is_empty() {
            self.base = cells.start;
        }
        let start = u32::try_from(cells.start - self.base).unwrap_or(u32::MAX);
        self.starts.push(start);
        zip(&mut self.numbers, cells.numbers).for_each(|(column, cell)| column.push(cell));
        zip(&mut self.shorts, cells.shorts).for_each(|(column, cell)| column.push(cell));
        zip(&mut self.bytes, cells.bytes).for_each(|(column, cell)| column.push(cell));
    }

    /// The texts of a column, by its place among [`TEXTS`](super::columns::TEXTS); none where there is no such column.
    pub(super) fn texts(&self, place: usize) -> &[StringId] {
        let texts = self.numbers[..TEXT_COUNT].get(place);
        texts.map_or(&[], Vec::as_slice)
    }

    /// The numbers of the texts of the players of row `row`.
    pub(super) fn players(&self, row: usize) -> [StringId; 4] {
        PLAYERS.map(|place| self.numbers[place][row])
    }

    /// The ratings of row `row`, 0 where there is none.
    pub(super) fn ratings(&self, row: usize) -> [u16; 4] {
        std::array::from_fn(|seat| self.shorts[seat][row])
    }

    /// The number of the text of `tag` in row `row`; that of the empty text where no column has the tag.
    pub(super) fn text(&self, tag: KnownTag, row: usize) -> StringId {
        let texts = self.texts(text_place(tag));
        texts.get(row).copied().unwrap_or(0)
    }

    /// The time of the day of row `row`, in seconds.
    pub(super) fn time_of_day(&self, row: usize) -> Option<u32> {
        self.numbers[TIME][row].checked_sub(1)
    }

    /// The result of row `row`.
    pub(super) fn result(&self, row: usize) -> Option<GameResult> {
        result_of_bits(self.bytes[RESULT][row])
    }

    pub(super) fn plies(&self) -> &[u32] {
        &self.numbers[PLIES]
    }

    /// 0 where the clocks do not tell.
    pub(super) fn seconds(&self) -> &[u16] {
        &self.shorts[SECONDS]
    }

    /// As [`result_bits`].
    pub(super) fn results(&self) -> &[u8] {
        &self.bytes[RESULT]
    }

    /// As [`cause_bits`].
    pub(super) fn causes(&self) -> &[u8] {
        &self.bytes[CAUSE]
    }

    pub(super) fn marks(&self, row: usize) -> Marks {
        Marks::of_bits(self.bytes[MARKS][row])
    }

    /// Where the record of row `row` begins.
    pub(super) fn start(&self, row: usize) -> u64 {
        self.base + u64::from(self.starts[row])
    }

    /// Row `row`, which must be there.
    pub(super) fn cells(&self, row: usize) -> Cells {
        Cells {
            start: self.start(row),
            numbers: std::array::from_fn(|place| self.numbers[place][row]),
            shorts: std::array::from_fn(|place| self.shorts[place][row]),
            bytes: std::array::from_fn(|place| self.bytes[place][row]),
        }
    }

    /// Takes away the rows whose records begin before `start`.
    pub(super) fn drop_before(&mut self, start: u64) {
        let count = (0..self.len())
            .take_while(|&row| self.start(row) < start)
            .count();
        if count == 0 {
            return;
        }
        let kept: Vec<Cells> = (count..self.len()).map(|row| self.cells(row)).collect();
        *self = Self::default();
        for cells in &kept {
            self.push(cells);
        }
    }

    /// Takes away the last row.
    pub(super) fn pop(&mut self) {
        self.starts.pop();
        self.numbers.iter_mut().for_each(|column| _ = column.pop());
        self.shorts.iter_mut().for_each(|column| _ = column.pop());
        self.bytes.iter_mut().for_each(|column| _ = column.pop());
    }

    /// Gives every text the number that `map` has for it.
    pub(super) fn renumber(&mut self, map: &[StringId]) {
        for id in self.numbers[..TEXT_COUNT].iter_mut().flatten() {
            *id = map[*id as usize];
        }
    }

    /// Gives back the memory that was too much.
    pub(super) fn shrink(&mut self) {
        self.starts.shrink_to_fit();
        self.numbers.iter_mut().for_each(Vec::shrink_to_fit);
        self.shorts.iter_mut().for_each(Vec::shrink_to_fit);
        self.bytes.iter_mut().for_each(Vec::shrink_to_fit);
    }

    /// The memory that its columns take, in bytes.
    pub(super) fn memory(&self) -> usize {
        let numbers: usize = self.numbers.iter().map(Vec::capacity).sum();
        let shorts: usize = self.shorts.iter().map(Vec::capacity).sum();
        let bytes: usize = self.bytes.iter().map(Vec::capacity).sum();
        (self.starts.capacity() + numbers) * 4 + shorts * 2 + bytes
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
    let place = Cause::ALL
        .iter()
        .zip(1..)
        .find(|(one, _)| Some(**one) == cause);
    place.map_or(0, |(_, bits)| bits)
}

/// From [`cause_bits`].
pub(super) fn cause_of_bits(bits: u8) -> Option<Cause> {
    Cause::ALL.get(usize::from(bits).checked_sub(1)?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_is_taken_away_leaves_nothing_behind() {
        let cells = |start: u64, value: u8| Cells {
            start,
            numbers: [value.into(); NUMBERS],
            shorts: [value.into(); SHORTS],
            bytes: [value; BYTES],
        };
        let mut block = Block::default();
        block.push(&cells(7, 1));
        let one = block.clone();
        block.push(&cells(9, 2));
        block.pop();
        assert_eq!(block, one);
    }
}
