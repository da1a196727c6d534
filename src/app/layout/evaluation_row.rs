//! The place of an engine line: in the row of text of a board, beside the exact results.

use super::{BoardLayout, Rectangle};

/// The minimum width of an engine line, in points.
const MIN_WIDTH: f32 = 110.0;

/// The gap between exact results and the line, in points.
const BETWEEN: f32 = 14.0;

impl BoardLayout {
    /// Returns the part of the text row for an engine line, where the exact results take `exact_width` points from the
    /// left. Empty if there is too little room.
    #[must_use]
    pub fn evaluation_row(&self, exact_width: f32) -> Rectangle {
        let mut rest = self.text;
        if exact_width > 0.0 {
            rest.cut_left(exact_width + BETWEEN);
        }
        if rest.width < MIN_WIDTH { Rectangle::default() } else { rest }
    }
}
