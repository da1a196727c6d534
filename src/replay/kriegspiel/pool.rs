//! [`Pool`]: a set of positions that thins itself out fairly where they become too many.

use super::hidden::Hidden;
use std::{
    collections::HashSet,
    hash::{BuildHasher, Hasher},
};

/// A set of at most so many positions. Where more come, each of all that ever came has the same chance of
/// being among those that are kept: the ones whose number, random but fixed for this pool, is low enough.
pub(super) struct Pool {
    set: HashSet<Hidden, Folded>,
    /// Positions are kept whose random number begins with this many zero bits.
    zeros: u32,
    most: usize,
    seed: u64,
}

impl Pool {
    pub(super) fn new(most: usize, seed: u64) -> Self {
        Self {
            set: HashSet::default(),
            zeros: 0,
            most,
            seed,
        }
    }

    pub(super) fn insert(&mut self, hidden: Hidden) {
        if self.keeps(&hidden) && self.set.insert(hidden) && self.set.len() > self.most {
            self.thin(self.most);
        }
    }

    /// Keeps no more than `most`.
    pub(super) fn thin(&mut self, most: usize) {
        while self.set.len() > most {
            self.zeros += 1;
            let (zeros, seed) = (self.zeros, self.seed);
            self.set.retain(|hidden| begins_with(hidden, seed, zeros));
        }
    }

    pub(super) const fn is_thinned(&self) -> bool {
        self.zeros > 0
    }

    /// The positions in an order that depends on nothing but themselves.
    pub(super) fn into_vec(self) -> Vec<Hidden> {
        let mut all: Vec<Hidden> = self.set.into_iter().collect();
        all.sort_unstable();
        all
    }

    fn keeps(&self, hidden: &Hidden) -> bool {
        self.zeros == 0 || begins_with(hidden, self.seed, self.zeros)
    }
}

fn begins_with(hidden: &Hidden, seed: u64, zeros: u32) -> bool {
    hidden.hash(seed).leading_zeros() >= zeros
}

/// Folds the four words of a [`Hidden`], without the cost of guarding against an opponent who chooses them.
#[derive(Clone, Copy, Default)]
pub(super) struct Folded(u64);

impl BuildHasher for Folded {
    type Hasher = Self;

    fn build_hasher(&self) -> Self {
        *self
    }
}

impl Hasher for Folded {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0.rotate_left(26) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }

    fn write_usize(&mut self, _: usize) {
        // The length of an array that is always as long.
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Board, Color, Pieces};

    /// Every place of Black's king and a knight, which is far more than the pool may hold.
    fn many() -> Vec<Hidden> {
        let squares = shakmaty::Square::ALL;
        let pairs = squares
            .iter()
            .flat_map(|&a| squares.iter().map(move |&b| (a, b)));
        let apart = pairs.filter(|(a, b)| a != b);
        let boards = apart.map(|(king, knight)| {
            let mut pieces = Pieces::EMPTY;
            pieces.put(king, Color::Black.king());
            pieces.put(knight, Color::Black.knight());
            pieces
        });
        let none = crate::rules::Bitboard::EMPTY;
        let white = Color::White;
        // A board without a white king, which `Hidden` does not look at.
        boards
            .map(|pieces| Board::assemble(pieces, none, None, white))
            .map(|board| Hidden::of(&board, Color::Black))
            .collect()
    }

    #[test]
    fn each_has_the_same_chance_however_often_it_comes_and_whenever() {
        let all = many();
        let mut kept = vec![0_u32; all.len()];
        for seed in 0..400 {
            let mut pool = Pool::new(300, seed);
            // The first half comes three times.
            for round in 0..3 {
                let end = if round == 0 { all.len() } else { all.len() / 2 };
                all[..end].iter().for_each(|&hidden| pool.insert(hidden));
            }
            assert!(pool.is_thinned());
            let members = pool.into_vec();
            assert!(members.len() <= 300);
            for member in members {
                kept[all
                    .iter()
                    .position(|&it| it == member)
                    .expect("one of them")] += 1;
            }
        }
        let sum = |part: &[u32]| f64::from(part.iter().sum::<u32>());
        let (first, second) = kept.split_at(all.len() / 2);
        let ratio = sum(first) / sum(second);
        assert!((0.97..1.03).contains(&ratio), "{ratio}");
        // Poisson with a mean of some 20 to 30: none is always there, and none never.
        let mean = sum(&kept) / f64::from(u32::try_from(kept.len()).expect("few"));
        let far = kept
            .iter()
            .filter(|&&n| (f64::from(n) - mean).abs() > 6.0 * mean.sqrt());
        assert_eq!(far.count(), 0, "{mean}");
    }
}
