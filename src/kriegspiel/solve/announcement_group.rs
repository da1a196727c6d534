//! The positions with the same announcements: [`AnnouncementGroup`].

use crate::kriegspiel::hidden::Hidden;

/// Positions with the same announcements. Duplicates are removed from time to time to bound memory.
#[derive(Default)]
pub(super) struct AnnouncementGroup {
    positions: Vec<Hidden>,
    /// The number of positions after the last removal of duplicates.
    different: usize,
}

impl AnnouncementGroup {
    pub(super) fn push(&mut self, hidden: Hidden) {
        if self.positions.len() > 2 * self.different + 4096 {
            self.sort_and_dedup();
        }
        self.positions.push(hidden);
    }

    /// Sorts the positions and removes duplicates.
    pub(super) fn sort_and_dedup(&mut self) {
        self.positions.sort_unstable();
        self.positions.dedup();
        self.different = self.positions.len();
    }

    /// Adds the positions of `other`. Both groups must be sorted.
    pub(super) fn extend(&mut self, other: Self) {
        self.positions.extend(other.positions);
    }

    /// Returns the distinct positions in order. The group must consist of sorted groups.
    pub(super) fn finish(mut self) -> Vec<Hidden> {
        // A stable sort merges sorted runs cheaply.
        self.positions.sort();
        self.positions.dedup();
        self.positions
    }
}
