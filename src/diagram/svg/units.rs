//! Places and numbers as they are written.

use crate::diagram::{Point, layout::SQUARE};
use std::fmt;

/// A place on a board in units of the picture.
pub(super) fn units([x, y]: Point) -> [N; 2] {
    [N(x * SQUARE), N(y * SQUARE)]
}

/// A part of 1 without the zero before its point.
pub(super) struct Short(pub f32);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(N(self.0).to_string().trim_start_matches('0'))
    }
}

/// A number with two decimals at most.
pub(super) struct N(pub f32);

impl N {
    /// The number that is written.
    pub fn written(&self) -> f32 {
        // The sum turns -0 into 0.
        (self.0 * 100.0).round() / 100.0 + 0.0
    }
}

impl fmt::Display for N {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.written())
    }
}
