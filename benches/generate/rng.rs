//! Random numbers for what must come out the same everywhere.

/// Numbers that look random and are the same everywhere (Marsaglia's xorshift, multiplied).
pub struct Rng(u64);

impl Rng {
    /// Numbers that follow from `seed`.
    pub fn new(seed: u64) -> Self {
        // A state of zero would stay zero.
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// From 0 up to and without `end`, which is under 2^32.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32;
        usize::try_from((high * end as u64) >> 32).unwrap_or(0)
    }

    /// One of them.
    pub fn pick<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[self.below(of.len())]
    }

    /// One that `fits`; any at all where none was met; `None` where there is nothing to choose from.
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
