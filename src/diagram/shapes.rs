//! [`Shape`]: a board as shapes.
//!
//! Coordinates count squares, to the right and down from the upper left corner of the board. SVG, the replay page and
//! the window draw the same shapes, each in its own colours.

use super::{BoardScene, LastMove, Mark, MarkColor};
use crate::rules::{Color, File, Piece, Rank, Square};

/// A point or an offset, in squares.
pub type Point = [f32; 2];

/// The role of a colour. Each output format chooses its own colour for a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    Light,
    Dark,
    /// The colour of a light square of the last move.
    LastLight,
    /// The colour of a dark square of the last move.
    LastDark,
    /// The colour of the frame that distinguishes a drop from a move.
    Frame,
    /// The colour of lines in print.
    Ink,
    Mark(MarkColor),
    /// The colour of a highlight, such as that of a capture, a check or an illegal try.
    Warning,
    /// A colour in contrast to `Warning`, such as that of the rim of a dot or of the cross on a disc.
    Ground,
    /// The colour of text on a veiled square.
    OnVeil {
        light: bool,
        /// The heat of the square in per cent.
        warmth: u8,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// The whole board in one colour.
    Board(Paint),
    /// Squares in one colour, given by their upper left corners.
    Squares(Vec<Point>, Paint),
    Frame {
        corner: Point,
        width: f32,
        dashed: bool,
        paint: Paint,
    },
    /// The glow on the square of a king in check, given by the upper left corner of the square. It fades from the
    /// middle of the square to the corners.
    Glow(Point),
    Circle {
        center: Point,
        /// The radius, measured to the middle of the stroke.
        radius: f32,
        /// The fill; `None` for a ring.
        fill: Option<Paint>,
        stroke: Paint,
        width: f32,
        /// The opacity, from 0 to 1.
        opacity: f32,
    },
    /// An arrow, given by its outline. The first two and last two corners belong to the shaft, the others to the head.
    Arrow {
        corners: [Point; 7],
        paint: Paint,
        /// The opacity, from 0 to 1.
        opacity: f32,
    },
    /// A rank number in the upper left corner of a square.
    RankNumber(Point, char, Paint),
    /// A file letter in the lower right corner of a square.
    FileLetter(Point, char, Paint),
    /// A line around the board.
    Edge(Paint),
    Piece(Point, Piece),
    /// The badge of a promoted piece, in the upper right corner of a square.
    Promoted(Point),
    /// Unseen squares, given by their upper left corners. They are dimmed and hatched, unlike empty squares.
    Veil(Vec<Point>),
    /// The heat of a square, which increases with the probability that a piece is there.
    Warm {
        /// The upper left corner of the square.
        corner: Point,
        /// The heat, from 0 to 1.
        warmth: f32,
    },
    /// A probability as a short number in the middle of a square.
    Number(Point, String),
    /// A cross of two diagonal lines.
    Cross {
        center: Point,
        /// The horizontal and vertical distance from the centre to each end.
        reach: f32,
        width: f32,
        paint: Paint,
    },
}

/// The badge of a promoted piece: a small pawn on a disc. It is legible at 24 pixels per square, even without colour.
pub struct Badge {
    /// The centre of the disc, relative to the upper left corner of the square.
    pub center: Point,
    pub radius: f32,
    /// The width of the stroke around the disc.
    pub rim: f32,
    /// The pawn's head: its height above the centre of the disc, and its radius.
    pub head: (f32, f32),
    /// The corners of the pawn's foot, relative to the centre of the disc.
    pub foot: [Point; 4],
}

/// The unit of piece drawings, in squares.
pub(super) const UNIT: f32 = 1.0 / 45.0;

impl Badge {
    pub const STANDARD: Self = Self {
        center: [36.4 * UNIT, 8.6 * UNIT],
        radius: 7.6 * UNIT,
        rim: 1.7 * UNIT,
        head: (2.3 * UNIT, 2.1 * UNIT),
        foot: [
            [-3.4 * UNIT, 4.2 * UNIT],
            [3.4 * UNIT, 4.2 * UNIT],
            [0.9 * UNIT, -0.8 * UNIT],
            [-0.9 * UNIT, -0.8 * UNIT],
        ],
    };
}

/// The options for drawing a board, apart from its pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardLook {
    /// Whether to avoid colour, as in print.
    pub black_and_white: bool,
    pub last_move: bool,
    pub coordinates: bool,
}

/// Returns the shapes of `board`, from bottom to top.
pub fn board_shapes(board: &BoardScene, look: BoardLook) -> Vec<Shape> {
    let mut shapes = Vec::with_capacity(board.pieces.len() + 24);
    let dark = |place: &u8| (place / 8 + place % 8) % 2 == 1;
    let corner = |place: u8| [f32::from(place % 8), f32::from(place / 8)];
    shapes.push(Shape::Board(Paint::Light));
    let squares = (0..64).filter(dark).map(corner).collect();
    shapes.push(Shape::Squares(squares, Paint::Dark));
    if look.last_move
        && let Some(last) = board.last
    {
        last_move(board, last, look, &mut shapes);
    }
    if let Some(king) = board.check {
        shapes.push(check_shape(board.corner(king), look));
    }
    if look.coordinates {
        let ink = |square: Square| match (look.black_and_white, square.is_light()) {
            (true, _) => Paint::Ink,
            (false, true) => Paint::Dark,
            (false, false) => Paint::Light,
        };
        coordinates(board, |square| Some(ink(square)), &mut shapes);
    }
    // In print, light squares are as white as the paper, so only this line marks the edge of the board.
    if look.black_and_white {
        shapes.push(Shape::Edge(Paint::Ink));
    }
    let pieces = board.pieces.iter();
    shapes.extend(pieces.map(|it| Shape::Piece(board.corner(it.square), it.piece)));
    let promoted = board.pieces.iter().filter(|piece| piece.promoted);
    shapes.extend(promoted.map(|piece| Shape::Promoted(board.corner(piece.square))));
    shapes
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LastSquare {
    From,
    To,
    /// The target of a drop.
    Drop,
}

fn last_move(board: &BoardScene, last: LastMove, look: BoardLook, shapes: &mut Vec<Shape>) {
    let squares = match last.from {
        Some(from) => vec![(from, LastSquare::From), (last.to, LastSquare::To)],
        None => vec![(last.to, LastSquare::Drop)],
    };
    for (square, kind) in squares {
        let corner = board.corner(square);
        shapes.extend(last_square_shapes(corner, square.is_light(), kind, look));
    }
}

/// Returns the highlight of a square of the last move. `corner` is the upper left corner of the square. `light` is
/// `true` for a light square.
pub(super) fn last_square_shapes(
    corner: Point,
    light: bool,
    kind: LastSquare,
    look: BoardLook,
) -> Vec<Shape> {
    let frame = |width: f32, dashed: bool| Shape::Frame {
        corner,
        width: width * UNIT,
        dashed,
        paint: Paint::Frame,
    };
    if look.black_and_white {
        return vec![match kind {
            LastSquare::From => frame(1.4, true),
            LastSquare::To => frame(1.8, false),
            LastSquare::Drop => frame(3.2, false),
        }];
    }
    let paint = if light { Paint::LastLight } else { Paint::LastDark };
    let mut shapes = vec![Shape::Squares(vec![corner], paint)];
    // A drop has only one square; a frame distinguishes it from a move.
    if kind == LastSquare::Drop {
        shapes.push(frame(2.2, false));
    }
    shapes
}

/// Returns the highlight of a check on the square with the upper left corner `corner`: a glow or, in black and white, a
/// ring.
pub(super) fn check_shape(corner: Point, look: BoardLook) -> Shape {
    if !look.black_and_white {
        return Shape::Glow(corner);
    }
    Shape::Circle {
        center: [corner[0] + 0.5, corner[1] + 0.5],
        radius: 20.7 * UNIT,
        fill: Some(Paint::Light),
        stroke: Paint::Ink,
        width: 3.0 * UNIT,
        opacity: 1.0,
    }
}

/// Adds the coordinates of `board` to `shapes`. `ink` returns the colour of the coordinate on a square, or `None` to
/// omit that coordinate.
pub(super) fn coordinates(
    board: &BoardScene,
    ink: impl Fn(Square) -> Option<Paint>,
    shapes: &mut Vec<Shape>,
) {
    let (low_rank, left_file) = match board.below {
        Color::White => (Rank::First, File::A),
        Color::Black => (Rank::Eighth, File::H),
    };
    for rank in Rank::ALL {
        let square = Square::from_coords(left_file, rank);
        let number = |paint| Shape::RankNumber(board.corner(square), rank.char(), paint);
        shapes.extend(ink(square).map(number));
    }
    for file in File::ALL {
        let square = Square::from_coords(file, low_rank);
        let letter = |paint| Shape::FileLetter(board.corner(square), file.char(), paint);
        shapes.extend(ink(square).map(letter));
    }
}

pub fn mark_shape(board: &BoardScene, mark: Mark, look: BoardLook, opacity: f32) -> Shape {
    let paint = if look.black_and_white { Paint::Ink } else { Paint::Mark(mark.color) };
    let [x0, y0] = board.center(mark.from);
    let Some(to) = mark.to else {
        return Shape::Circle {
            center: [x0, y0],
            radius: 20.4 * UNIT,
            fill: None,
            stroke: paint,
            width: 3.4 * UNIT,
            opacity,
        };
    };
    let [x1, y1] = board.center(to);
    let (dx, dy) = (x1 - x0, y1 - y0);
    let length = dx.hypot(dy).max(UNIT);
    let (ux, uy) = (dx / length, dy / length);
    // The shaft begins at some distance from the centre of the origin square. The head ends in the centre of the target
    // square.
    let (tail, neck) = (12.0 * UNIT, length - 17.0 * UNIT);
    let (wide, thin) = (10.0 * UNIT, 3.6 * UNIT);
    let at = |along: f32, aside: f32| [x0 + ux * along - uy * aside, y0 + uy * along + ux * aside];
    let corners = [
        at(tail, -thin),
        at(neck, -thin),
        at(neck, -wide),
        at(length, 0.0),
        at(neck, wide),
        at(neck, thin),
        at(tail, thin),
    ];
    Shape::Arrow { corners, paint, opacity }
}

impl BoardScene {
    /// Returns the upper left corner of `square`, in squares.
    pub fn corner(&self, square: Square) -> Point {
        let (column, row) = self.place(square);
        [column.into(), row.into()]
    }

    /// Returns the middle of `square`, in squares.
    pub(super) fn center(&self, square: Square) -> Point {
        self.corner(square).map(|edge| edge + 0.5)
    }
}
