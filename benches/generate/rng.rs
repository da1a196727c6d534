//! Reproducible random numbers.

/// A portable pseudorandom generator: Marsaglia's xorshift with a multiplication.
pub struct Rng(u64);

impl Rng {
    /// Creates a generator with `seed`.
    pub fn new(seed: u64) -> Self {
        // A state of zero would stay zero forever.
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Returns a random number below `end`, which must be under 2^32.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32;
        usize::try_from((high * end as u64) >> 32).unwrap_or(0)
    }

    /// Returns a random element of `of`.
    pub fn pick<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[self.below(of.len())]
    }

    /// Returns a random element that satisfies `fits`, or any element if none does. `None` if `of` is empty.
    pub fn pick_where<'t, T>(&mut self, of: &'t [T], fits: impl Fn(&T) -> bool) -> Option<&'t T> {
        if of.is_empty() {
            return None;
        }
        let from = self.below(of.len());
        let (before, after) = of.split_at(from);
        let found = after.iter().chain(before).find(|item| fits(item));
        Some(found.unwrap_or(&of[from]))
    }
}
