//! Coordinates and numbers as written in SVG.

use crate::diagram::{Point, layout::SQUARE};
use std::fmt;

/// Converts a point on a board, in squares, to units of the picture.
pub(super) fn units([x, y]: Point) -> [N; 2] {
    [N(x * SQUARE), N(y * SQUARE)]
}

/// A number below 1. It is written without the leading zero.
pub(super) struct Short(pub f32);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(N(self.0).to_string().trim_start_matches('0'))
    }
}

/// A number. It is written with at most two decimals.
pub(super) struct N(pub f32);

impl N {
    /// Returns the number rounded as it is written.
    pub fn written(&self) -> f32 {
        // Adding 0 turns -0 into 0.
        (self.0 * 100.0).round() / 100.0 + 0.0
    }
}

impl fmt::Display for N {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.written())
    }
}
