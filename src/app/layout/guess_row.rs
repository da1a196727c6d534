//! Where an engine's line stands at a board: in the row of text, beside what is exact.

use super::{BoardLayout, Rectangle};

/// A line of an engine has no less room than this, in points.
const LEAST: f32 = 110.0;

/// Room between what is exact and the line, in points.
const BETWEEN: f32 = 14.0;

impl BoardLayout {
    /// What the row of text leaves for an engine's line, where what is exact takes `exact_width` points from the left;
    /// empty where that is too little.
    #[must_use]
    pub fn guess_row(&self, exact_width: f32) -> Rectangle {
        let mut rest = self.text;
        if exact_width > 0.0 {
            rest.take_left(exact_width + BETWEEN);
        }
        if rest.width < LEAST { Rectangle::default() } else { rest }
    }
}
