//! The place of an engine line (evaluation and expected moves): in the first text row of a board, after the exact results
//! (such as forced mates).

use super::{BoardLayout, Rectangle, boards::TEXT_LINE_HEIGHT};

/// The minimum width of an engine line, in points.
const MIN_WIDTH: f32 = 110.0;

/// The gap between the exact results and the engine line, in points.
const LINE_GAP: f32 = 14.0;

impl BoardLayout {
    /// Returns the part of the first text row that is left for an engine line after the exact results, which take
    /// `exact_width` points. The part is empty if it would be narrower than `MIN_WIDTH`.
    pub fn evaluation_row(&self, exact_width: f32) -> Rectangle {
        let mut remaining = self.text;
        remaining.height = remaining.height.min(TEXT_LINE_HEIGHT);
        if exact_width > 0.0 {
            remaining.cut_left(exact_width + LINE_GAP);
        }
        if remaining.width < MIN_WIDTH { Rectangle::default() } else { remaining }
    }
}
