//! [`Table`]: scores of positions that the search has already examined.

use super::evaluate::{MATE_BOUND, Reserves, index};
use crate::rules::{Board, Color, Move, Reserve, Role};

/// The number of entries; a power of two.
const ENTRIES: usize = 1 << 14;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Bound {
    #[default]
    Exact,
    Lower,
    Upper,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    key: u64,
    pub mv: Option<Move>,
    pub score: i16,
    pub depth: i8,
    bound: Bound,
}

impl Entry {
    /// Returns whether the score suffices for a search with the window from `alpha` to `beta`.
    pub(super) fn decides(&self, alpha: i32, beta: i32) -> bool {
        let score = i32::from(self.score);
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        }
    }
}

#[derive(Debug)]
pub(super) struct Table(Vec<Entry>);

impl Default for Table {
    fn default() -> Self {
        Self(vec![Entry::default(); ENTRIES])
    }
}

impl Table {
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let entry = self.0[slot(key)];
        if entry.key == key && entry.depth > 0 { Some(entry) } else { None }
    }

    /// Stores a score. A mate is not stored, since its score depends on the way to the position.
    pub(super) fn put(&mut self, key: u64, score: i32, depth: i32, bound: Bound, mv: Option<Move>) {
        if score.abs() > MATE_BOUND {
            return;
        }
        let score = i16::try_from(score).unwrap_or(0);
        let depth = i8::try_from(depth).unwrap_or(i8::MAX);
        self.0[slot(key)] = Entry { key, mv, score, depth, bound };
    }
}

fn slot(key: u64) -> usize {
    // The lowest bits select the entry.
    usize::try_from(key % ENTRIES as u64).unwrap_or(0)
}

/// Returns a hash of `board` and `reserves`.
pub(super) fn key(board: &Board, reserves: &Reserves) -> u64 {
    let pieces = board.pieces();
    let mut hash = mix(0x9e37_79b9_7f4a_7c15, pieces.by_color(Color::White).0);
    for role in Role::ALL {
        hash = mix(hash, pieces.by_role(role).0);
    }
    hash = mix(hash, board.castling().0 ^ u64::from(index(board.turn()) == 1));
    let promoted = pieces.occupied().into_iter().filter(|&square| board.is_promoted(square));
    for square in promoted {
        hash = mix(hash, 64 + square as u64);
    }
    let en_passant = board.en_passant().map_or(64, |square| square as u64);
    hash = mix(hash, en_passant);
    for reserve in reserves {
        let packed = Reserve::ROLES
            .into_iter()
            .fold(0, |packed, role| packed << 8 | u64::from(reserve.count(role)));
        hash = mix(hash, packed);
    }
    hash
}

/// Mixes `value` into `hash`, with the constants of `SplitMix64`.
const fn mix(hash: u64, value: u64) -> u64 {
    let once = (hash ^ value).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let twice = (once ^ once >> 32).wrapping_mul(0x94d0_49bb_1331_11eb);
    twice ^ twice >> 29
}
