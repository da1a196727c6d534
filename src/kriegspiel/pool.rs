//! [`Pool`]: a set of positions that becomes a uniform sample when it grows too large.

use super::hidden::{Hidden, HiddenSet, sorted};

/// A set of positions with a maximum size. Each position has a pseudorandom number. The first time the set is too
/// large, it drops the positions whose number begins with the bit 1, about half of them. The next time, it drops those
/// whose number begins with 01, then 001, and so on. All positions thus have the same chance to stay.
pub(super) struct Pool {
    positions: HiddenSet,
    max_positions: usize,
    seed: u64,
    /// The minimum number of leading zero bits of a position's number.
    zeros: u32,
}

impl Pool {
    pub(super) fn new(max_positions: usize, seed: u64) -> Self {
        Self { positions: HiddenSet::default(), max_positions, seed, zeros: 0 }
    }

    /// Inserts `found`, then thins out the set if it is too large.
    pub(super) fn insert_all(&mut self, found: impl IntoIterator<Item = Hidden>) {
        let Self { seed, zeros, .. } = *self;
        self.positions.extend(found.into_iter().filter(|it| is_kept(it, seed, zeros)));
        self.thin(self.max_positions);
    }

    /// Thins out the set until it has at most `max_positions` positions.
    pub(super) fn thin(&mut self, max_positions: usize) {
        while self.positions.len() > max_positions {
            self.zeros += 1;
            let Self { seed, zeros, .. } = *self;
            self.positions.retain(|it| is_kept(it, seed, zeros));
        }
    }

    pub(super) const fn is_thinned(&self) -> bool {
        self.zeros > 0
    }

    /// Returns all positions, sorted.
    pub(super) fn into_sorted(self) -> Vec<Hidden> {
        sorted(self.positions)
    }
}

/// Returns whether the number of `hidden` begins with at least `zeros` zero bits.
fn is_kept(hidden: &Hidden, seed: u64, zeros: u32) -> bool {
    zeros == 0 || hidden.number(seed).leading_zeros() >= zeros
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
                pool.insert_all(all[..end].iter().copied());
            }
            assert!(pool.is_thinned());
            let members = pool.into_sorted();
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
