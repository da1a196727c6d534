//! [`ListStep`]: a step through a list, in the order of the display.

/// A step through the list, in the order of the display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListStep {
    /// This number of rows up.
    Up(usize),
    /// This number of rows down.
    Down(usize),
    First,
    Last,
}

impl ListStep {
    /// Returns the index after this step from `at` in a list with the last index `last`.
    pub(in crate::app) fn from(self, at: Option<usize>, last: usize) -> usize {
        match (self, at) {
            (Self::Last, _) => last,
            (Self::First, _) | (_, None) => 0,
            (Self::Up(by), Some(at)) => at.saturating_sub(by),
            (Self::Down(by), Some(at)) => (at + by).min(last),
        }
    }
}
