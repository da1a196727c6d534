//! [`Group`]: the positions in which the same is heard.

use crate::kriegspiel::hidden::Hidden;

/// Positions in which the same is heard; each is kept once, and those that come again are not let pile up.
#[derive(Default)]
pub(super) struct Group {
    positions: Vec<Hidden>,
    /// How many of them are known to be different.
    different: usize,
}

impl Group {
    pub(super) fn push(&mut self, hidden: Hidden) {
        if self.positions.len() > 2 * self.different + 4096 {
            self.sift();
        }
        self.positions.push(hidden);
    }

    /// Keeps each of them once, in order.
    pub(super) fn sift(&mut self) {
        self.positions.sort_unstable();
        self.positions.dedup();
        self.different = self.positions.len();
    }

    /// Takes those of `other` in; both are sifted.
    pub(super) fn extend(&mut self, other: Self) {
        self.positions.extend(other.positions);
    }

    /// The positions of one group, or of several that were taken in one after the other. All were sifted.
    pub(super) fn finish(mut self) -> Vec<Hidden> {
        // Runs that are in order are laid together, which costs little.
        self.positions.sort();
        self.positions.dedup();
        self.positions
    }
}
