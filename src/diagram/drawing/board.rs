//! A board and its highlights, marks and veil as elements.

use super::{Anchor, Drawing};
use crate::diagram::{
    BoardLook, BoardPart, Paint, Point, Rgb, Scene, Shape, Weight, board_shapes,
    element::{Element, Line, Outline, Style},
    layout::{BOARD, SQUARE},
    mark_shape, veil_shapes,
};

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

    /// Converts a point on the board, in squares, to units of the picture.
    fn units(&self, [x, y]: Point) -> Point {
        [self.origin[0] + x * SQUARE, self.origin[1] + y * SQUARE]
    }

    pub(in crate::diagram) fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Board(paint) => {
                let board = Outline::rect(self.origin, [BOARD, BOARD], 0.0);
                self.outline(board, Style::fill(self.color(*paint)));
            }
            Shape::Squares(corners, paint) => {
                let corners = corners.iter().map(|&corner| self.units(corner)).collect();
                self.outline(Outline::Squares(corners), Style::fill(self.color(*paint)));
            }
            &Shape::Frame { corner, width, dashed, paint } => {
                let at = self.units(corner.map(|edge| edge + width / 2.0));
                let side = SQUARE * (1.0 - width);
                let line =
                    Line { color: self.color(paint), width: SQUARE * width, is_dashed: dashed };
                let style = Style { fill: None, stroke: Some(line), opacity: 1.0 };
                self.outline(Outline::rect(at, [side, side], 0.0), style);
            }
            &Shape::Glow(corner) => self.elements.push(Element::Glow(self.units(corner))),
            &Shape::Circle { center, radius, fill, stroke, width, opacity } => {
                let stroke = Style::stroke(self.color(stroke), width * SQUARE);
                let style = Style { fill: fill.map(|fill| self.color(fill)), opacity, ..stroke };
                let (center, radius) = (self.units(center), radius * SQUARE);
                self.outline(Outline::Circle { center, radius }, style);
            }
            Shape::Arrow { corners, paint, opacity } => {
                let corners = corners.iter().map(|&corner| self.units(corner)).collect();
                let style = Style::fill(self.color(*paint)).with_opacity(*opacity);
                self.outline(Outline::Polygon(corners), style);
            }
            &Shape::RankNumber(corner, letter, paint) => {
                let [x, y] = self.units(corner);
                self.coordinate([x + 2.0, y + 10.0], Anchor::Left, letter, paint);
            }
            &Shape::FileLetter(corner, letter, paint) => {
                let [x, y] = self.units(corner.map(|edge| edge + 1.0));
                self.coordinate([x - 2.0, y - 3.0], Anchor::Right, letter, paint);
            }
            Shape::Edge(paint) => {
                let board = Outline::rect(self.origin, [BOARD, BOARD], 0.0);
                self.outline(board, Style::stroke(self.color(*paint), 1.5));
            }
            &Shape::Piece(corner, piece) => {
                let at = self.units(corner);
                self.elements.push(Element::Piece { piece, at, side: SQUARE, opacity: 1.0 });
            }
            &Shape::Promoted(corner) => self.elements.push(Element::Promoted(self.units(corner))),
            Shape::Veil(corners) => self.veil(corners),
            &Shape::Warm { corner, warmth } => {
                let color = if self.theme.black_and_white { self.theme.dim } else { HEAT };
                let square = Outline::square(self.units(corner));
                self.outline(square, Style::fill(color).with_opacity(warmth));
            }
            Shape::Number(corner, text) => self.number(*corner, text),
            &Shape::Cross { center: [x, y], reach, width, paint } => {
                let at = |dx: f32, dy: f32| self.units([x + dx * reach, y + dy * reach]);
                let lines = vec![[at(-1.0, -1.0), at(1.0, 1.0)], [at(1.0, -1.0), at(-1.0, 1.0)]];
                let style = Style::stroke(self.color(paint), width * SQUARE);
                self.outline(Outline::Lines(lines), style);
            }
        }
    }

    /// Draws unseen squares. They are dimmed, and hatched to be visible in print.
    fn veil(&mut self, corners: &[Point]) {
        let squares = corners.iter().map(|&corner| self.units(corner)).collect();
        let lines = corners.iter().flat_map(|&[x, y]| {
            [([0.0, 0.5], [0.5, 0.0]), ([0.0, 1.0], [1.0, 0.0]), ([0.5, 1.0], [1.0, 0.5])]
                .map(|ends| [ends.0, ends.1].map(|[dx, dy]| self.units([x + dx, y + dy])))
        });
        let lines = lines.collect();
        let (dim, hatching) = (Style::fill(self.theme.ground), Style::stroke(self.theme.ink, 0.75));
        self.outline(Outline::Squares(squares), dim.with_opacity(0.45));
        self.outline(Outline::Lines(lines), hatching.with_opacity(0.3));
    }

    /// Draws a number in the middle of a square. The background of the number keeps it readable on any colour.
    fn number(&mut self, corner: Point, text: &str) {
        let [x, y] = self.units(corner.map(|edge| edge + 0.5));
        let width = Weight::SemiBold.face().width(text, NUMBER) + 6.0;
        let ground = Outline::rect([x - width / 2.0, y - 9.0], [width, 18.0], 4.0);
        self.outline(ground, Style::fill(self.theme.ground).with_opacity(0.85));
        let (at, ink) = ([x, y + NUMBER * 0.36], self.theme.ink);
        self.text(at, Anchor::Middle, NUMBER, Weight::SemiBold, ink, text);
    }

    fn coordinate(&mut self, at: Point, anchor: Anchor, letter: char, paint: Paint) {
        let color = self.color(paint);
        let text = letter.to_string();
        self.text(at, anchor, COORDINATE, Weight::SemiBold, color, &text);
    }
}
