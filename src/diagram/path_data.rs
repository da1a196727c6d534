//! [`PathData`]: outlines of letters as SVG path data.

use skrifa::outline::OutlinePen;
use std::fmt::Write as _;

/// The number of units per em of the bundled font, in both weights.
pub(super) const BUNDLED_UNITS: i32 = 2048;

/// The units per em of outlines as SVG paths. This is half the resolution of the font; the loss is not visible.
pub(super) const OUTLINE_UNITS: f32 = 1024.0;

/// The number of font units per outline unit.
pub(super) const OUTLINE_STEP: f32 = 2.0;

/// SVG path data. Coordinates are relative integers, which are shorter than absolute ones.
#[derive(Default)]
pub(super) struct PathData {
    pub(super) data: String,
    x: i32,
    y: i32,
    /// The start of the current subpath. Closing the subpath returns to this point.
    start: (i32, i32),
}

impl PathData {
    /// Appends a command with its points. The last point becomes the current point.
    fn push(&mut self, command: char, points: &[(f32, f32)]) {
        self.data.push(command);
        let (from_x, from_y) = (self.x, self.y);
        let mut first = true;
        for &(x, y) in points {
            (self.x, self.y) = (outline_unit(x), outline_unit(y));
            for step in [self.x - from_x, self.y - from_y] {
                // A minus sign separates two numbers, so a negative number needs no space before it.
                let blank = if first || step < 0 { "" } else { " " };
                let _ = write!(self.data, "{blank}{step}");
                first = false;
            }
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a point of a letter")]
fn outline_unit(value: f32) -> i32 {
    (value / OUTLINE_STEP).round() as i32
}

impl OutlinePen for PathData {
    fn move_to(&mut self, x: f32, y: f32) {
        self.push('m', &[(x, y)]);
        self.start = (self.x, self.y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.push('l', &[(x, y)]);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.push('q', &[(cx, cy), (x, y)]);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.push('c', &[(cx0, cy0), (cx1, cy1), (x, y)]);
    }

    fn close(&mut self) {
        self.data.push('z');
        (self.x, self.y) = self.start;
    }
}
