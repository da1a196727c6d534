//! Paints the shapes of a board with egui. All squares are one mesh, and all pieces another.

use crate::{
    diagram::{Badge, BoardLook, Paint, Point, Rgb, Shape},
    ui::{
        art::Pieces,
        theme::{self, Tokens},
    },
};
use eframe::egui::{
    self, Align2, Color32, CornerRadius, FontId, Mesh, Painter, Pos2, Rect, Stroke, StrokeKind,
    Vec2, epaint::PathShape, vec2,
};

/// The look of a board on the screen, with coordinates.
pub const SCREEN: BoardLook =
    BoardLook { black_and_white: false, last_move: true, coordinates: true };

/// The opacity of the veil over an unseen square.
const VEIL: f32 = 0.45;

/// The colour of the pawn on the badge of a promoted piece, the same in every theme.
const INK: Color32 = Color32::from_rgb(0x1c, 0x1f, 0x26);

/// The maximum size of a coordinate, as a fraction of the side of its square.
const MAX_LETTER_SHARE: f32 = 0.235;

/// The minimum radius of a badge, in points.
const MIN_BADGE_RADIUS: f32 = 4.0;

/// Paints `shapes` in order, for the board that fills `rect`.
pub fn paint_shapes(
    painter: &Painter,
    rect: Rect,
    tokens: &Tokens,
    shapes: &[Shape],
    pieces: &mut Pieces,
) {
    let shape_painter = ShapePainter { painter, rect, tokens, side: rect.width() / 8.0 };
    let mut squares = Mesh::default();
    for shape in shapes {
        match shape {
            Shape::Board(paint) => squares.add_colored_rect(rect, shape_painter.color(*paint)),
            Shape::Squares(corners, paint) => {
                for &corner in corners {
                    let square = shape_painter.square(corner);
                    squares.add_colored_rect(square, shape_painter.color(*paint));
                }
            }
            _ => {
                shape_painter.flush(&mut squares);
                if let Shape::Piece(corner, piece) = shape {
                    pieces.put(*piece, shape_painter.square(*corner), 1.0);
                } else {
                    shape_painter.flush(&mut pieces.mesh);
                    shape_painter.shape(shape);
                }
            }
        }
    }
    shape_painter.flush(&mut squares);
    shape_painter.flush(&mut pieces.mesh);
}

/// Paints a shape that is neither a square nor a piece.
pub fn paint_shape(painter: &Painter, rect: Rect, tokens: &Tokens, shape: &Shape) {
    let shape_painter = ShapePainter { painter, rect, tokens, side: rect.width() / 8.0 };
    shape_painter.shape(shape);
}

struct ShapePainter<'p> {
    painter: &'p Painter,
    rect: Rect,
    tokens: &'p Tokens,
    /// The side of a square, in points.
    side: f32,
}

impl ShapePainter<'_> {
    fn color(&self, paint: Paint) -> Color32 {
        match paint {
            Paint::Light => self.tokens.light_square,
            Paint::Dark => self.tokens.dark_square,
            Paint::LastLight | Paint::LastDark => self.tokens.last_move,
            Paint::Frame => self.tokens.last_move.to_opaque(),
            Paint::Ink => self.tokens.text,
            Paint::Mark(color) => {
                let rgb = Rgb::from(color);
                Color32::from_rgb(rgb.0, rgb.1, rgb.2)
            }
            Paint::Warning => self.tokens.warning,
            Paint::Ground => self.tokens.ground,
            Paint::OnVeil { light, warmth } => theme::ink_on(self.veiled(light, warmth)),
        }
    }

    /// Returns the colour of a veiled square, light or dark, with a heat of `warmth` per cent.
    fn veiled(&self, light: bool, warmth: u8) -> Color32 {
        let tokens = self.tokens;
        let square = if light { tokens.light_square } else { tokens.dark_square };
        let veiled = square.lerp_to_gamma(tokens.ground, VEIL);
        veiled.lerp_to_gamma(tokens.heat, f32::from(warmth) / 100.0)
    }

    fn at(&self, [x, y]: Point) -> Pos2 {
        self.rect.min + vec2(x, y) * self.side
    }

    fn square(&self, corner: Point) -> Rect {
        Rect::from_min_size(self.at(corner), Vec2::splat(self.side))
    }

    fn flush(&self, mesh: &mut Mesh) {
        if !mesh.is_empty() {
            let empty = Mesh::with_texture(mesh.texture_id);
            self.painter.add(std::mem::replace(mesh, empty));
        }
    }

    fn shape(&self, shape: &Shape) {
        let tokens = self.tokens;
        match shape {
            Shape::Board(_) | Shape::Squares(..) | Shape::Piece(..) => {}
            &Shape::Frame { corner, width, paint, .. } => {
                let stroke = Stroke::new((width * self.side).max(1.5), self.color(paint));
                let square = self.square(corner);
                self.painter.rect_stroke(square, CornerRadius::ZERO, stroke, StrokeKind::Inside);
            }
            &Shape::Glow(corner) => self.glow(self.square(corner), tokens.warning.to_opaque()),
            &Shape::Circle { center, radius, fill, stroke, width, opacity } => {
                let fill = fill.map_or(Color32::TRANSPARENT, |fill| self.color(fill));
                let stroke = self.color(stroke).gamma_multiply(opacity);
                let stroke = Stroke::new(width * self.side, stroke);
                let radius = radius * self.side;
                self.painter.circle(self.at(center), radius, fill, stroke);
            }
            Shape::Arrow { corners, paint, opacity } => {
                let color = self.color(*paint).gamma_multiply(*opacity);
                let [a, b, left, tip, right, c, d] = corners.map(|corner| self.at(corner));
                self.polygon(vec![a, b, c, d], color);
                self.polygon(vec![left, tip, right], color);
            }
            &Shape::RankNumber(corner, letter, paint) => {
                let at = self.square(corner).left_top() + self.padding();
                self.letter(at, Align2::LEFT_TOP, letter, paint);
            }
            &Shape::FileLetter(corner, letter, paint) => {
                let at = self.square(corner).right_bottom() - self.padding();
                self.letter(at, Align2::RIGHT_BOTTOM, letter, paint);
            }
            Shape::Edge(paint) => {
                let stroke = Stroke::new(1.5, self.color(*paint));
                self.painter.rect_stroke(self.rect, CornerRadius::ZERO, stroke, StrokeKind::Middle);
            }
            &Shape::Promoted(corner) => self.badge(self.square(corner).right_top()),
            Shape::Veil(corners) => {
                for &corner in corners {
                    self.veil(self.square(corner));
                }
            }
            &Shape::Warm { corner, warmth } => {
                let heat = tokens.heat.gamma_multiply(warmth);
                self.painter.rect_filled(self.square(corner), CornerRadius::ZERO, heat);
            }
            Shape::Number(corner, text) => self.number(self.square(*corner), text),
            &Shape::Cross { center, reach, width, paint } => {
                let center = self.at(center);
                let reach = reach * self.side;
                let stroke = Stroke::new((width * self.side).max(1.2), self.color(paint));
                for aside in [vec2(reach, reach), vec2(reach, -reach)] {
                    self.painter.line_segment([center - aside, center + aside], stroke);
                }
            }
        }
    }

    /// Paints an unseen square: dimmed, and hatched so that it does not look empty.
    fn veil(&self, square: Rect) {
        let (painter, tokens) = (self.painter, self.tokens);
        let ground = tokens.ground.gamma_multiply(VEIL);
        painter.rect_filled(square, CornerRadius::ZERO, ground);
        let ink = tokens.text.gamma_multiply(0.16);
        let stroke = Stroke::new((square.width() / 60.0).max(0.8), ink);
        for part in [0.5_f32, 1.0, 1.5] {
            // The line joins all points whose distances from the left and the bottom edge add up to `part` sides of the
            // square.
            let (low, high) = ((part - 1.0).max(0.0), part.min(1.0));
            let at = |along: f32| square.left_bottom() + vec2(along, along - part) * square.width();
            painter.line_segment([at(low), at(high)], stroke);
        }
    }

    /// Paints a number in the middle of a square. Its background keeps it readable on any heat.
    fn number(&self, square: Rect, text: &str) {
        let font = theme::semibold((square.width() * 0.26).clamp(9.0, 17.0));
        let ink = self.tokens.text;
        let galley = self.painter.layout_no_wrap(text.to_owned(), font, ink);
        let place = Rect::from_center_size(square.center(), galley.size());
        let ground = self.tokens.ground.gamma_multiply(0.85);
        let card = place.expand2(vec2(3.0, 0.0));
        self.painter.rect_filled(card, CornerRadius::same(4), ground);
        self.painter.galley(place.min, galley, ink);
    }

    fn polygon(&self, corners: Vec<Pos2>, color: Color32) {
        let polygon = PathShape::convex_polygon(corners, color, Stroke::NONE);
        self.painter.add(egui::Shape::Path(polygon));
    }

    fn padding(&self) -> Vec2 {
        let padding = (self.side * 0.05).max(1.5);
        vec2(padding, padding * 0.6)
    }

    fn letter(&self, at: Pos2, anchor: Align2, letter: char, paint: Paint) {
        // On small squares, letters of readable size take a larger part of the square, but never more than this.
        let least = (self.side * MAX_LETTER_SHARE).min(8.0);
        let font: FontId = theme::regular((self.side * 0.2).clamp(least, 13.0));
        // Coordinates in the exact colour of the opposite squares would be hard to read.
        let ink = match paint {
            Paint::Dark => theme::ink_on(self.tokens.light_square),
            Paint::Light => theme::ink_on(self.tokens.dark_square),
            other => self.color(other),
        };
        self.painter.text(at, anchor, letter, font, ink);
    }

    /// Paints a glow that fades from `strong` in the middle to transparent at the edge.
    fn glow(&self, square: Rect, strong: Color32) {
        let mut glow = Mesh::default();
        glow.colored_vertex(square.center(), strong);
        let steps: u16 = 24;
        let radius = square.width() * 0.62;
        for step in 0..steps {
            let angle = std::f32::consts::TAU * f32::from(step) / f32::from(steps);
            let rim = square.center() + vec2(angle.cos(), angle.sin()) * radius;
            glow.colored_vertex(square.clamp(rim), Color32::TRANSPARENT);
        }
        for step in 0..u32::from(steps) {
            glow.add_triangle(0, 1 + step, 1 + (step + 1) % u32::from(steps));
        }
        self.painter.with_clip_rect(square).add(glow);
    }

    /// Paints the badge of a promoted piece at `corner`, the upper right corner of a square. The badge has a minimum
    /// size, so that it stays legible.
    fn badge(&self, corner: Pos2) {
        let Badge { center: [x, y], radius, rim, head: (above, head), foot } = Badge::STANDARD;
        let side = self.side.max(MIN_BADGE_RADIUS / radius);
        let center = corner + vec2(x - 1.0, y) * side;
        let rim = Stroke::new((rim * side).max(1.0), self.tokens.warning);
        let painter = self.painter;
        painter.circle(center, radius * side, Color32::WHITE, rim);
        let above = vec2(0.0, above * side);
        painter.circle_filled(center - above, head * side, INK);
        let foot = foot.map(|[x, y]| center + vec2(x, y) * side);
        self.polygon(foot.to_vec(), INK);
    }
}
