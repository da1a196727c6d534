//! [`AnnouncementGroup`]: the positions with the same announcements.

use crate::kriegspiel::hidden::Hidden;

/// Positions with the same announcements, possibly with duplicates. Some duplicates are removed while the group grows,
/// to limit memory.
#[derive(Default)]
pub(super) struct AnnouncementGroup {
    positions: Vec<Hidden>,
    /// The number of positions when duplicates were last removed.
    deduplicated_len: usize,
}

impl AnnouncementGroup {
    pub(super) fn push(&mut self, hidden: Hidden) {
        if self.positions.len() > 2 * self.deduplicated_len + 4096 {
            self.sort_and_dedup();
        }
        self.positions.push(hidden);
    }

    pub(super) fn sort_and_dedup(&mut self) {
        self.positions.sort_unstable();
        self.positions.dedup();
        self.deduplicated_len = self.positions.len();
    }

    /// Appends the positions of `other`. Both groups must be sorted, so that [`AnnouncementGroup::finish`] can merge
    /// them.
    pub(super) fn extend(&mut self, other: Self) {
        self.positions.extend(other.positions);
    }

    /// Returns the positions in order and without duplicates. Before the call, the positions must be a sequence of
    /// sorted runs.
    pub(super) fn finish(mut self) -> Vec<Hidden> {
        // A stable sort merges sorted runs, which is cheap.
        self.positions.sort();
        self.positions.dedup();
        self.positions
    }
}
