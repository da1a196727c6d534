//! [`Element`]: one thing in a picture, in units of the picture.
//!
//! SVG writes elements as text, and the [canvas](super::canvas) paints them as pixels.

use super::{
    Badge, Glyph, PieceSet, Point, Rgb, Theme, Weight,
    face::width_of,
    layout::{Area, SQUARE},
};
use crate::rules::Piece;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Element {
    Outline(Outline, Style),
    /// The glow on a square, given by its upper left corner.
    Glow(Point),
    Text(TextLine),
    Piece {
        piece: Piece,
        /// The upper left corner.
        at: Point,
        side: f32,
        /// The opacity, from 0 to 1.
        opacity: f32,
    },
    /// The badge of a promoted piece, in the square given by its upper left corner.
    Promoted(Point),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outline {
    Rect {
        /// The upper left corner.
        at: Point,
        size: [f32; 2],
        /// The radius of the corners.
        radius: f32,
    },
    Circle {
        center: Point,
        radius: f32,
    },
    /// Squares of the board, given by their upper left corners.
    Squares(Vec<Point>),
    /// The corners of a closed polygon.
    Polygon(Vec<Point>),
    /// Lines, each from one point to another.
    Lines(Vec<[Point; 2]>),
}

/// The colours of an outline.
///
/// Invariant: an outline with an opacity below 1 is either filled or stroked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Style {
    pub fill: Option<Rgb>,
    pub stroke: Option<Line>,
    /// The opacity, from 0 to 1.
    pub opacity: f32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Line {
    pub color: Rgb,
    pub width: f32,
    pub is_dashed: bool,
}

/// A shaped line of text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TextLine {
    /// The left end of the baseline.
    pub at: Point,
    /// The font size.
    pub size: f32,
    pub weight: Weight,
    pub color: Rgb,
    pub glyphs: Vec<Glyph>,
}

/// The lengths of dashes and gaps.
pub(super) const DASHES: [f32; 2] = [5.0, 4.0];

/// The radius of a glow and the share of it that has the full colour.
pub(super) const GLOW_RADIUS: f32 = 0.72 * SQUARE;
pub(super) const GLOW_CORE: f32 = 0.3;

impl Style {
    pub const fn fill(color: Rgb) -> Self {
        Self { fill: Some(color), stroke: None, opacity: 1.0 }
    }

    pub const fn stroke(color: Rgb, width: f32) -> Self {
        let line = Line { color, width, is_dashed: false };
        Self { fill: None, stroke: Some(line), opacity: 1.0 }
    }

    pub const fn with_opacity(self, opacity: f32) -> Self {
        Self { opacity, ..self }
    }
}

impl Outline {
    pub const fn rect(at: Point, size: [f32; 2], radius: f32) -> Self {
        Self::Rect { at, size, radius }
    }

    /// Returns the outline of the square with the upper left corner `at`.
    pub fn square(at: Point) -> Self {
        Self::Squares(vec![at])
    }
}

impl Element {
    /// Returns an area that contains the element, whose pieces are from `pieces`.
    pub fn bounds(&self, pieces: &PieceSet) -> Area {
        match self {
            Self::Outline(outline, style) => {
                let reach = style.stroke.map_or(0.0, |line| line.width / 2.0);
                match outline {
                    &Outline::Rect { at, size, .. } => Area::of(at, size, reach),
                    &Outline::Circle { center, radius } => {
                        Area::of(center, [0.0, 0.0], radius + reach)
                    }
                    Outline::Squares(corners) => Area::around(corners, SQUARE),
                    Outline::Polygon(corners) => Area::around(corners, reach),
                    Outline::Lines(lines) => Area::around(lines.as_flattened(), reach),
                }
            }
            Self::Glow(corner) | Self::Promoted(corner) => Area::of(*corner, [SQUARE, SQUARE], 0.0),
            Self::Text(line) => {
                let ([x, y], size) = (line.at, line.size);
                let width = width_of(&line.glyphs, size);
                // Glyphs may extend beyond their advances.
                Area::of([x, y - size], [width, 1.25 * size], size / 4.0)
            }
            &Self::Piece { piece, at, side, .. } => pieces.bounds(piece, at, side),
        }
    }
}

/// Returns the badge of a promoted piece in the square with the upper left corner (`x`, `y`).
pub(super) fn badge(theme: &Theme, [x, y]: Point) -> [Element; 3] {
    let Badge { center, radius, rim, head: (above, head), foot } = Badge::STANDARD;
    let at = |[dx, dy]: Point| [x + (center[0] + dx) * SQUARE, y + (center[1] + dy) * SQUARE];
    let circle = |center, radius: f32| Outline::Circle { center, radius: radius * SQUARE };
    let pawn = Style::fill(Rgb(0x1c, 0x1f, 0x26));
    let rim = Style::stroke(theme.warning, rim * SQUARE);
    let disc = Style { fill: Some(Rgb(0xff, 0xff, 0xff)), ..rim };
    [
        Element::Outline(circle(at([0.0, 0.0]), radius), disc),
        Element::Outline(circle(at([0.0, -above]), head), pawn),
        Element::Outline(Outline::Polygon(foot.map(at).to_vec()), pawn),
    ]
}
