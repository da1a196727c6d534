//! A board and its highlights, marks and veil as SVG.

use super::{
    Anchor, Definition, Drawing,
    units::{Decimal, Fraction, units},
};
use crate::{
    diagram::{
        BoardLook, BoardPart, Paint, PieceSet, Point, Rgb, Scene, Shape, Weight, board_shapes,
        layout::SQUARE, mark_shape, veil_shapes,
    },
    rules::Piece,
};
use std::fmt::Write as _;

/// The font size of coordinates, in units of the picture.
const COORDINATE: f32 = 9.5;

const HEAT: Rgb = Rgb(0xd2, 0x4a, 0x2a);

/// The font size of a probability in the middle of a square, in units of the picture.
const NUMBER: f32 = 14.0;

const MARK_OPACITY: f32 = 0.8;

impl Drawing<'_> {
    pub(super) fn board(&mut self, scene: &Scene, part: &BoardPart) {
        let look = BoardLook {
            black_and_white: self.theme.black_and_white,
            last_move: !scene.hidden.last_move,
            coordinates: !scene.hidden.coordinates,
        };
        let veil = part.veil.iter();
        let veil = veil.flat_map(|veil| veil_shapes(&part.board, veil, look));
        let marks = part.marks.iter();
        let marks = marks.map(|mark| mark_shape(&part.board, *mark, look, MARK_OPACITY));
        for shape in board_shapes(&part.board, look).into_iter().chain(veil).chain(marks) {
            self.shape(&shape);
        }
    }

    fn color(&self, paint: Paint) -> Rgb {
        match paint {
            Paint::Light => self.theme.light,
            Paint::Dark => self.theme.dark,
            Paint::LastLight => self.theme.last_light,
            Paint::LastDark => self.theme.last_dark,
            Paint::Frame => self.theme.frame,
            Paint::Ink | Paint::OnVeil { .. } => self.theme.ink,
            Paint::Mark(color) => color.into(),
            Paint::Warning => self.theme.warning,
            Paint::Ground => Rgb(0xff, 0xff, 0xff),
        }
    }

    pub(super) fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Board(paint) => {
                let color = self.color(*paint);
                let _ = write!(self.body, r#"<path fill="{color}" d="M0 0h360v360H0z"/>"#);
            }
            Shape::Squares(corners, paint) => {
                let color = self.color(*paint);
                let _ = write!(self.body, r#"<path fill="{color}" d=""#);
                for &corner in corners {
                    let [x, y] = units(corner);
                    let _ = write!(self.body, "M{x} {y}h45v45h-45z");
                }
                self.body.push_str(r#""/>"#);
            }
            &Shape::Frame { corner, width, dashed, paint } => {
                let color = self.color(paint);
                let [x, y] = units([corner[0] + width / 2.0, corner[1] + width / 2.0]);
                let (side, width) = (Decimal(SQUARE * (1.0 - width)), Decimal(SQUARE * width));
                let dashes = if dashed { r#" stroke-dasharray="5 4""# } else { "" };
                let _ = write!(
                    self.body,
                    r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="none" stroke="{color}" stroke-width="{width}"{dashes}/>"#,
                );
            }
            &Shape::Glow(corner) => {
                self.needs.push(Definition::Check);
                let [x, y] = units(corner);
                let _ = write!(self.body, r#"<path d="M{x} {y}h45v45h-45z" fill="url(#check)"/>"#);
            }
            Shape::Circle { .. } => self.circle(shape),
            Shape::Arrow { corners, paint, opacity } => self.arrow(corners, *paint, *opacity),
            &Shape::RankNumber([x, y], letter, paint) => {
                let at = (x * SQUARE + 2.0, y * SQUARE + 10.0);
                self.coordinate(at, Anchor::Left, letter, paint);
            }
            &Shape::FileLetter([x, y], letter, paint) => {
                let at = ((x + 1.0) * SQUARE - 2.0, (y + 1.0) * SQUARE - 3.0);
                self.coordinate(at, Anchor::Right, letter, paint);
            }
            Shape::Edge(paint) => {
                let color = self.color(*paint);
                let _ = write!(
                    self.body,
                    r#"<path fill="none" stroke="{color}" stroke-width="1.5" d="M0 0h360v360H0z"/>"#
                );
            }
            &Shape::Piece([x, y], piece) => {
                self.piece(piece, x * SQUARE, y * SQUARE, SQUARE, 1.0);
            }
            &Shape::Promoted(corner) => {
                self.needs.push(Definition::Promoted);
                let [x, y] = units(corner);
                let _ = write!(self.body, "<use xlink:href=\"#promoted\" x=\"{x}\" y=\"{y}\"/>");
            }
            Shape::Veil(_) | Shape::Warm { .. } | Shape::Number(..) | Shape::Cross { .. } => {
                self.veil_shape(shape);
            }
        }
    }

    fn veil_shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Veil(corners) => self.veil(corners),
            &Shape::Warm { corner, warmth } => {
                let [x, y] = units(corner);
                let color = if self.theme.black_and_white { self.theme.dim } else { HEAT };
                let _ = write!(
                    self.body,
                    r#"<path fill="{color}" opacity="{}" d="M{x} {y}h45v45h-45z"/>"#,
                    Fraction(warmth)
                );
            }
            Shape::Number([x, y], text) => self.number([*x, *y], text),
            &Shape::Cross { center, reach, width, paint } => {
                let color = self.color(paint);
                let [x, y] = [center[0] - reach, center[1] - reach];
                let ([x, y], side) = (units([x, y]), Decimal(2.0 * reach * SQUARE));
                let width = Decimal(width * SQUARE);
                let _ = write!(
                    self.body,
                    r#"<path fill="none" stroke="{color}" stroke-width="{width}" d="M{x} {y}l{side} {side}m0-{side}l-{side} {side}"/>"#
                );
            }
            _ => {}
        }
    }

    /// Draws unseen squares. They are dimmed, and hatched to be visible in print.
    fn veil(&mut self, corners: &[Point]) {
        let (ground, ink) = (self.theme.ground, self.theme.ink);
        let _ = write!(self.body, r#"<path fill="{ground}" opacity=".45" d=""#);
        for &corner in corners {
            let [x, y] = units(corner);
            let _ = write!(self.body, "M{x} {y}h45v45h-45z");
        }
        let _ = write!(
            self.body,
            r#""/><path fill="none" stroke="{ink}" stroke-width=".75" opacity=".3" d=""#
        );
        for &[x, y] in corners {
            for (from, to) in
                [([0.0, 0.5], [0.5, 0.0]), ([0.0, 1.0], [1.0, 0.0]), ([0.5, 1.0], [1.0, 0.5])]
            {
                let [x0, y0] = units([x + from[0], y + from[1]]);
                let [x1, y1] = units([x + to[0], y + to[1]]);
                let _ = write!(self.body, "M{x0} {y0}L{x1} {y1}");
            }
        }
        self.body.push_str(r#""/>"#);
    }

    /// Draws a number in the middle of a square. The background of the number keeps it readable on any colour.
    fn number(&mut self, [x, y]: Point, text: &str) {
        let at = ((x + 0.5) * SQUARE, (y + 0.5) * SQUARE + NUMBER * 0.36);
        let (ground, ink) = (self.theme.ground, self.theme.ink);
        let width = Weight::SemiBold.face().width(text, NUMBER) + 6.0;
        let _ = write!(
            self.body,
            r#"<rect x="{}" y="{}" width="{}" height="18" rx="4" fill="{ground}" opacity=".85"/>"#,
            Decimal(at.0 - width / 2.0),
            Decimal((y + 0.5) * SQUARE - 9.0),
            Decimal(width)
        );
        self.text(at, Anchor::Middle, NUMBER, Weight::SemiBold, ink, text);
    }

    fn arrow(&mut self, corners: &[[f32; 2]], paint: Paint, opacity: f32) {
        let color = self.color(paint);
        self.body.push_str(r#"<path d="M"#);
        for (place, &corner) in corners.iter().enumerate() {
            let blank = if place == 0 { "" } else { " " };
            let [x, y] = units(corner);
            let _ = write!(self.body, "{blank}{x} {y}");
        }
        let _ = write!(self.body, r#"z" fill="{color}" opacity="{}"/>"#, Fraction(opacity));
    }

    fn circle(&mut self, shape: &Shape) {
        let &Shape::Circle { center, radius, fill, stroke, width, opacity } = shape else { return };
        let [x, y] = units(center);
        let (radius, width) = (Decimal(radius * SQUARE), Decimal(width * SQUARE));
        let _ = write!(self.body, r#"<circle cx="{x}" cy="{y}" r="{radius}" fill=""#);
        let _ = match fill {
            Some(fill) => write!(self.body, "{}", self.color(fill)),
            None => write!(self.body, "none"),
        };
        let stroke = self.color(stroke);
        let _ = write!(self.body, r#"" stroke="{stroke}" stroke-width="{width}""#);
        if opacity < 1.0 {
            let _ = write!(self.body, r#" opacity="{}""#, Fraction(opacity));
        }
        self.body.push_str("/>");
    }

    fn coordinate(&mut self, at: (f32, f32), anchor: Anchor, letter: char, paint: Paint) {
        let color = self.color(paint);
        let text = letter.to_string();
        self.text(at, anchor, COORDINATE, Weight::SemiBold, color, &text);
    }

    pub(super) fn piece(&mut self, piece: Piece, x: f32, y: f32, side: f32, opacity: f32) {
        let name = Definition::Piece(PieceSet::slot(piece));
        self.needs.push(name);
        let _ = write!(self.body, "<use xlink:href=\"#{name}\"");
        let scale = side / SQUARE;
        if scale == 1.0 {
            let _ = write!(self.body, r#" x="{}" y="{}""#, Decimal(x), Decimal(y));
        } else {
            let (x, y, scale) = (Decimal(x), Decimal(y), Decimal(scale));
            let _ = write!(self.body, r#" transform="translate({x} {y}) scale({scale})""#);
        }
        if opacity < 1.0 {
            let _ = write!(self.body, r#" opacity="{}""#, Decimal(opacity));
        }
        self.body.push_str("/>");
    }
}
