//! [`Block`]: the rows of one stretch of a file, a column for each thing that a list shows.

use super::{marks::Marks, strings::StringId};
use crate::notation::{Cause, GameResult, Notation};

/// The bit beside those of the marks that tells a game of Kriegspiel.
const KRIEGSPIEL: u8 = 0x80;

/// The most bytes of a file that one block covers, as its places are counted in 32 bits.
pub(super) const LONGEST: u64 = u32::MAX as u64;

/// One row, with the numbers of its texts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cells {
    /// Where the record begins in the file.
    pub(super) start: u64,
    pub(super) players: [StringId; 4],
    pub(super) ratings: [u16; 4],
    pub(super) event: StringId,
    pub(super) date: StringId,
    pub(super) time_control: StringId,
    pub(super) plies: u32,
    pub(super) result: Option<GameResult>,
    pub(super) cause: Option<Cause>,
    pub(super) marks: Marks,
    pub(super) notation: Notation,
    /// How long the match took by its clocks, 0 where they do not tell.
    pub(super) seconds: u16,
}

/// Rows, 53 bytes each.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Block {
    /// The place of its file among those of the index.
    pub(super) file: u32,
    /// Where the first record begins.
    pub(super) base: u64,
    /// Where each record begins, from `base`.
    pub(super) starts: Vec<u32>,
    pub(super) players: Vec<[StringId; 4]>,
    /// 0 where there is none.
    pub(super) ratings: Vec<[u16; 4]>,
    pub(super) events: Vec<StringId>,
    pub(super) dates: Vec<StringId>,
    pub(super) time_controls: Vec<StringId>,
    pub(super) plies: Vec<u32>,
    pub(super) seconds: Vec<u16>,
    /// As [`result_bits`], [`cause_bits`] and [`Marks::bits`], with [`KRIEGSPIEL`].
    pub(super) results: Vec<u8>,
    pub(super) causes: Vec<u8>,
    pub(super) marks: Vec<u8>,
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
        self.players.push(cells.players);
        self.ratings.push(cells.ratings);
        self.events.push(cells.event);
        self.dates.push(cells.date);
        self.time_controls.push(cells.time_control);
        self.plies.push(cells.plies);
        self.results.push(result_bits(cells.result));
        self.causes.push(cause_bits(cells.cause));
        let notation = match cells.notation {
            Notation::Bpgn => 0,
            Notation::Kriegspiel => KRIEGSPIEL,
        };
        self.marks.push(cells.marks.bits() | notation);
        self.seconds.push(cells.seconds);
    }

    /// Where the record of row `row` begins.
    pub(super) fn start(&self, row: usize) -> u64 {
        self.base + u64::from(self.starts[row])
    }

    /// Row `row`, which must be there.
    pub(super) fn cells(&self, row: usize) -> Cells {
        Cells {
            start: self.start(row),
            players: self.players[row],
            ratings: self.ratings[row],
            event: self.events[row],
            date: self.dates[row],
            time_control: self.time_controls[row],
            plies: self.plies[row],
            result: result_of_bits(self.results[row]),
            cause: cause_of_bits(self.causes[row]),
            marks: Marks::of_bits(self.marks[row]),
            notation: if self.marks[row] & KRIEGSPIEL == 0 {
                Notation::Bpgn
            } else {
                Notation::Kriegspiel
            },
            seconds: self.seconds[row],
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
        self.players.pop();
        self.ratings.pop();
        self.events.pop();
        self.dates.pop();
        self.time_controls.pop();
        self.plies.pop();
        self.results.pop();
        self.causes.pop();
        self.marks.pop();
        self.seconds.pop();
    }

    /// Gives every text the number that `map` has for it.
    pub(super) fn renumber(&mut self, map: &[StringId]) {
        let ids = self.players.iter_mut().flatten();
        let ids = ids.chain(&mut self.events).chain(&mut self.dates);
        for id in ids.chain(&mut self.time_controls) {
            *id = map[*id as usize];
        }
    }

    /// Gives back the memory that was too much.
    pub(super) fn shrink(&mut self) {
        self.starts.shrink_to_fit();
        self.players.shrink_to_fit();
        self.ratings.shrink_to_fit();
        self.events.shrink_to_fit();
        self.dates.shrink_to_fit();
        self.time_controls.shrink_to_fit();
        self.plies.shrink_to_fit();
        self.results.shrink_to_fit();
        self.causes.shrink_to_fit();
        self.marks.shrink_to_fit();
        self.seconds.shrink_to_fit();
    }

    /// The memory that its columns take, in bytes.
    pub(super) fn memory(&self) -> usize {
        self.starts.capacity() * 4
            + self.players.capacity() * 16
            + self.ratings.capacity() * 8
            + (self.events.capacity() + self.dates.capacity() + self.time_controls.capacity()) * 4
            + self.plies.capacity() * 4
            + self.results.capacity()
            + self.causes.capacity()
            + self.marks.capacity()
            + self.seconds.capacity() * 2
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
