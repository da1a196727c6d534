//! [`Pool`]: a set of positions that becomes a uniform sample when it grows too large.

use super::hidden::Hidden;
use rayon::prelude::*;
use std::{
    collections::HashSet,
    hash::{BuildHasher, Hasher},
};

/// The number of shards, each of which is filled by one thread. With two million positions, a shard roughly fits the
/// cache of a core.
const SHARDS: usize = 64;

/// A set of positions with a maximum size. Each position has a pseudorandom number. The first time the set is too
/// large, it drops the positions whose number begins with the bit 1, about half of them. The next time, it drops those
/// whose number begins with 01, then 001, and so on. All positions thus have the same chance to stay.
pub(super) struct Pool {
    /// The shards. The last bits of a position's number determine its shard.
    shards: [HashSet<Hidden, IdentityHasher>; SHARDS],
    filter: PoolFilter,
    max_positions: usize,
}

/// The condition under which a pool keeps a position.
#[derive(Clone, Copy)]
pub(super) struct PoolFilter {
    seed: u64,
    /// The minimum number of leading zero bits of the position's number.
    zeros: u32,
}

/// Positions to insert into a pool, by shard.
pub(super) struct ShardedPositions([Vec<Hidden>; SHARDS]);

impl Default for ShardedPositions {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Vec::new()))
    }
}

impl PoolFilter {
    /// Adds `hidden` to `found` if `hidden` passes this filter.
    pub(super) fn filter_into(self, hidden: Hidden, found: &mut ShardedPositions) {
        let number = hidden.number(self.seed);
        if number.leading_zeros() >= self.zeros {
            found.0[shard_of(number)].push(hidden);
        }
    }

    fn accepts(self, hidden: &Hidden) -> bool {
        self.zeros == 0 || hidden.number(self.seed).leading_zeros() >= self.zeros
    }
}

fn shard_of(number: u64) -> usize {
    usize::try_from(number % SHARDS as u64).unwrap_or(0)
}

impl Pool {
    pub(super) fn new(max_positions: usize, seed: u64) -> Self {
        Self {
            shards: std::array::from_fn(|_| HashSet::default()),
            filter: PoolFilter { seed, zeros: 0 },
            max_positions,
        }
    }

    pub(super) const fn filter(&self) -> PoolFilter {
        self.filter
    }

    /// Inserts `found`. Several threads fill different shards. Then thins out the set if it is too large.
    pub(super) fn insert_all(&mut self, found: &[ShardedPositions]) {
        let fill = |(index, shard): (usize, &mut HashSet<Hidden, IdentityHasher>)| {
            for found in found {
                shard.extend(&found.0[index]);
            }
        };
        match found {
            [_] => self.shards.iter_mut().enumerate().for_each(fill),
            _ => self.shards.par_iter_mut().enumerate().for_each(fill),
        }
        self.thin(self.max_positions);
    }

    fn len(&self) -> usize {
        self.shards.iter().map(HashSet::len).sum()
    }

    /// Thins out the set until it has at most `max_positions` positions.
    pub(super) fn thin(&mut self, max_positions: usize) {
        while self.len() > max_positions {
            self.filter.zeros += 1;
            let filter = self.filter;
            for shard in &mut self.shards {
                shard.retain(|hidden| filter.accepts(hidden));
            }
        }
    }

    pub(super) const fn is_thinned(&self) -> bool {
        self.filter.zeros > 0
    }

    /// Returns all positions. Their order depends only on how the set was filled, not on the threads.
    pub(super) fn into_vec(self) -> Vec<Hidden> {
        let mut all = Vec::with_capacity(self.len());
        for shard in self.shards {
            all.extend(shard);
        }
        all
    }
}

/// A hasher that uses the hash of a [`Hidden`] unchanged. No better hash is needed, since an attacker cannot choose the
/// positions.
#[derive(Clone, Copy, Default)]
pub(super) struct IdentityHasher(u64);

impl BuildHasher for IdentityHasher {
    type Hasher = Self;

    fn build_hasher(&self) -> Self {
        *self
    }
}

impl Hasher for IdentityHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0.rotate_left(8) ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Board, Color, Pieces};

    /// All placements of Black's king and a knight, far more than the pool may hold.
    fn many() -> Vec<Hidden> {
        let squares = shakmaty::Square::ALL;
        let pairs = squares.iter().flat_map(|&a| squares.iter().map(move |&b| (a, b)));
        let apart = pairs.filter(|(a, b)| a != b);
        let boards = apart.map(|(king, knight)| {
            let mut pieces = Pieces::EMPTY;
            pieces.put(king, Color::Black.king());
            pieces.put(knight, Color::Black.knight());
            pieces
        });
        let none = crate::rules::Bitboard::EMPTY;
        let white = Color::White;
        // No white king is needed, since `Hidden` ignores it.
        boards
            .map(|pieces| Board::assemble(pieces, none, None, white))
            .map(|board| Hidden::of(&board, Color::Black))
            .collect()
    }

    #[test]
    fn sampling_is_uniform_regardless_of_repeats_and_order() {
        let all = many();
        let mut counts = vec![0_u32; all.len()];
        for seed in 0..400 {
            let mut pool = Pool::new(300, seed);
            // The first half is inserted three times.
            for round in 0..3 {
                let end = if round == 0 { all.len() } else { all.len() / 2 };
                let mut found = ShardedPositions::default();
                let filter = pool.filter();
                all[..end].iter().for_each(|&hidden| filter.filter_into(hidden, &mut found));
                pool.insert_all(&[found]);
            }
            assert!(pool.is_thinned());
            let members = pool.into_vec();
            assert!(members.len() <= 300);
            for member in members {
                counts[all.iter().position(|&it| it == member).expect("one of them")] += 1;
            }
        }
        let sum = |part: &[u32]| f64::from(part.iter().sum::<u32>());
        let (first, second) = counts.split_at(all.len() / 2);
        let ratio = sum(first) / sum(second);
        assert!((0.97..1.03).contains(&ratio), "{ratio}");
        // The counts are Poisson distributed with a mean of 20 to 30. No position is kept always or never.
        let mean = sum(&counts) / f64::from(u32::try_from(counts.len()).expect("few"));
        let far = counts.iter().filter(|&&n| (f64::from(n) - mean).abs() > 6.0 * mean.sqrt());
        assert_eq!(far.count(), 0, "{mean}");
    }
}
