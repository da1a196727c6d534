//! [`Table`]: what a search has found out about beliefs and positions, shared by all threads.

use crate::{
    kriegspiel::hidden::Hidden,
    rules::{Board, Color, OwnPieces, Pieces, Role},
};
use std::sync::{
    OnceLock,
    atomic::{AtomicU64, Ordering},
};

/// The number of entries of a segment. Segments are allocated when they are first written to, so that a short search
/// needs little memory.
const SEGMENT_ENTRIES: usize = 256;

/// The maximum number of segments of a table: 64 MB, or 4 MB for searches of at most [`SHORT_PLIES`].
const MAX_SEGMENTS: usize = 1 << 14;
const SHORT_SEGMENTS: usize = 1 << 10;
const SHORT_PLIES: u32 = 5;

/// The identity of a belief or a position, in 128 bits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Key(u64, u64);

/// Within how many plies mate can be forced.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Bounds {
    /// Mate is forced within this number of plies; 0 if unknown.
    won: u8,
    /// Mate is not forced within this number of plies; 0 if unknown.
    lost: u8,
}

/// An entry that threads read and write without a lock. A torn entry has a wrong `check`.
#[derive(Default)]
struct Entry {
    /// The second half of the key, combined with `bounds`.
    check: AtomicU64,
    bounds: AtomicU64,
}

/// A hash table of [`Bounds`]. If it is full, the results of deep searches replace those of shallow ones.
pub(super) struct Table {
    segments: Vec<OnceLock<Box<[Entry]>>>,
}

impl Bounds {
    pub(super) fn decide(self, plies: u32) -> Option<bool> {
        if self.won > 0 && u32::from(self.won) <= plies {
            return Some(true);
        }
        (u32::from(self.lost) >= plies).then_some(false)
    }

    fn with(self, plies: u32, is_won: bool) -> Self {
        let plies = u8::try_from(plies).unwrap_or(u8::MAX);
        match is_won {
            true if self.won == 0 => Self { won: plies, ..self },
            true => Self { won: self.won.min(plies), ..self },
            false => Self { lost: self.lost.max(plies), ..self },
        }
    }

    const fn depth(self) -> u8 {
        if self.won > self.lost { self.won } else { self.lost }
    }

    const fn pack(self) -> u64 {
        self.won as u64 | (self.lost as u64) << 8
    }

    const fn unpack(packed: u64) -> Self {
        let [won, lost, ..] = packed.to_le_bytes();
        Self { won, lost }
    }
}

impl Entry {
    fn read(&self, key: Key) -> Option<Bounds> {
        let bounds = self.bounds.load(Ordering::Relaxed);
        let check = self.check.load(Ordering::Relaxed);
        (check ^ bounds == key.1 && bounds != 0).then(|| Bounds::unpack(bounds))
    }

    fn depth(&self) -> u8 {
        Bounds::unpack(self.bounds.load(Ordering::Relaxed)).depth()
    }

    fn write(&self, key: Key, bounds: Bounds) {
        self.check.store(key.1 ^ bounds.pack(), Ordering::Relaxed);
        self.bounds.store(bounds.pack(), Ordering::Relaxed);
    }
}

impl Table {
    /// Returns an empty table for a search of `max_plies`.
    pub(super) fn for_search(max_plies: u32) -> Self {
        let count = if max_plies > SHORT_PLIES { MAX_SEGMENTS } else { SHORT_SEGMENTS };
        Self { segments: (0..count).map(|_| OnceLock::new()).collect() }
    }

    /// Returns the index of the segment of `key`, and the indexes of its two entries there.
    #[expect(clippy::cast_possible_truncation, reason = "only some bits of the key are needed")]
    fn place(&self, key: Key) -> (usize, [usize; 2]) {
        let entry = key.0 as usize % SEGMENT_ENTRIES;
        let segment = (key.0 >> 32) as usize % self.segments.len();
        (segment, [entry, entry ^ 1])
    }

    pub(super) fn bounds(&self, key: Key) -> Bounds {
        let (segment, entries) = self.place(key);
        let Some(segment) = self.segments[segment].get() else { return Bounds::default() };
        let mut found = entries.into_iter().filter_map(|entry| segment[entry].read(key));
        found.next().unwrap_or_default()
    }

    /// Records whether mate is forced within `plies` plies.
    pub(super) fn record(&self, key: Key, plies: u32, is_won: bool) {
        let bounds = self.bounds(key).with(plies, is_won);
        let (segment, [one, other]) = self.place(key);
        let segment = self.segments[segment]
            .get_or_init(|| (0..SEGMENT_ENTRIES).map(|_| Entry::default()).collect());
        let is_one = segment[one].read(key).is_some()
            || (segment[other].read(key).is_none()
                && segment[one].depth() <= segment[other].depth());
        segment[if is_one { one } else { other }].write(key, bounds);
    }
}

/// Mixes words into a [`Key`].
struct Mixer(u64, u64);

impl Mixer {
    const fn new(kind: u64) -> Self {
        Self(kind ^ 0x9e37_79b9_7f4a_7c15, kind ^ 0xc2b2_ae3d_27d4_eb4f)
    }

    const fn add(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
        self.0 ^= self.0 >> 32;
        self.1 = (self.1 ^ word.rotate_left(29)).wrapping_mul(0x9fb2_1c65_1e98_df25);
        self.1 ^= self.1 >> 35;
    }

    fn add_pieces(&mut self, pieces: &Pieces) {
        for role in Role::ALL {
            self.add(pieces.by_role(role).0);
        }
        self.add(pieces.by_color(Color::White).0);
    }

    const fn key(mut self) -> Key {
        self.add(0);
        Key(self.0, self.1)
    }
}

impl Key {
    /// Returns the key of a position that a player sees.
    pub(super) fn of_board(board: &Board) -> Self {
        let mut mixer = Mixer::new(1);
        mixer.add_pieces(board.pieces());
        mixer.add(board.castling().0);
        let passed = board.en_passant().map_or(64, u64::from);
        mixer.add(passed | u64::from(board.turn().is_white()) << 8);
        mixer.key()
    }

    /// Returns the key of a belief, whatever the order of `positions`.
    pub(super) fn of_belief(own: &OwnPieces, positions: &[Hidden]) -> Self {
        let mut mixer = Mixer::new(2);
        mixer.add_pieces(own.pieces());
        mixer.add(own.castling().0);
        let (mut sum, mut other) = (0_u64, 0_u64);
        for hidden in positions {
            sum = sum.wrapping_add(hidden.number(0x5851_f42d_4c95_7f2d));
            other = other.wrapping_add(hidden.number(0x1405_7b7e_f767_814f));
        }
        mixer.add(sum);
        mixer.add(other);
        mixer.key()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u64) -> Key {
        let mut mixer = Mixer::new(3);
        mixer.add(number);
        mixer.key()
    }

    #[test]
    fn bounds_decide_only_what_follows_from_them() {
        let table = Table::for_search(1);
        assert!(table.bounds(key(1)).decide(1).is_none());
        table.record(key(1), 3, false);
        table.record(key(1), 7, true);
        table.record(key(1), 9, true);
        let expect =
            [(1, Some(false)), (3, Some(false)), (5, None), (7, Some(true)), (11, Some(true))];
        for (plies, decided) in expect {
            assert_eq!(table.bounds(key(1)).decide(plies), decided, "{plies}");
        }
        assert!(table.bounds(key(2)).decide(3).is_none());
    }

    #[test]
    fn a_full_table_forgets_but_never_confuses() {
        let table = Table::for_search(1);
        let entries = (SHORT_SEGMENTS * SEGMENT_ENTRIES) as u64;
        for number in 0..2 * entries {
            table.record(key(number), if number % 3 == 0 { 3 } else { 5 }, number % 3 == 0);
        }
        let mut known = 0;
        for number in 0..2 * entries {
            let bounds = table.bounds(key(number));
            if bounds == Bounds::default() {
                continue;
            }
            known += 1;
            assert_eq!(bounds.decide(5), Some(number % 3 == 0), "{number}");
        }
        assert!(known > entries / 2 && known <= entries, "{known} of {entries}");
    }
}
