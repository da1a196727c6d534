//! [`Painter`]: paints elements as pixels.

use super::{
    Look, Rgb, Weight,
    element::{DASHES, Element, GLOW_CORE, GLOW_RADIUS, Line, Outline, Style, TextLine, badge},
    layout::SQUARE,
    path_data::BUNDLED_UNITS,
};
use resvg::tiny_skia::{
    Color, FillRule, GradientStop, Paint, Path, PathBuilder, Pixmap, Point, RadialGradient, Rect,
    SpreadMode, Stroke, StrokeDash, Transform,
};
use skrifa::outline::OutlinePen;
use std::collections::HashMap;

/// The distance of the control points of a quarter of a circle from its ends, for a radius of 1.
const ARC: f32 = 0.552_284_8;

/// Paints elements. Keeps the outlines of glyphs.
#[derive(Default)]
pub(super) struct Painter {
    /// The outlines, by the weight, the number of the font, and the id of the glyph. `None` is an empty outline.
    glyphs: HashMap<(Weight, u16, u16), Option<Path>>,
}

impl Painter {
    /// Paints `element` over `pixmap`. `scale` converts units of the picture to pixels.
    pub fn paint(
        &mut self,
        element: &Element,
        look: &Look<'_>,
        scale: Transform,
        pixmap: &mut Pixmap,
    ) {
        match element {
            Element::Outline(outline, style) => {
                if let Some(path) = path_of(outline) {
                    paint_path(&path, style, scale, pixmap);
                }
            }
            &Element::Glow(corner) => {
                let Some(path) = path_of(&Outline::square(corner)) else { return };
                let [x, y] = corner.map(|edge| edge + SQUARE / 2.0);
                let center = Point::from_xy(x, y);
                let red = color(look.theme.warning, 1.0);
                let mut faded = red;
                faded.set_alpha(0.0);
                let stops = vec![GradientStop::new(GLOW_CORE, red), GradientStop::new(1.0, faded)];
                let (pad, place) = (SpreadMode::Pad, Transform::identity());
                let glow = RadialGradient::new(center, 0.0, center, GLOW_RADIUS, stops, pad, place);
                if let Some(shader) = glow {
                    let paint = Paint { shader, ..Paint::default() };
                    pixmap.fill_path(&path, &paint, FillRule::Winding, scale, None);
                }
            }
            Element::Text(line) => {
                if let Some(path) = self.line(line) {
                    let (size, [x, y]) = (line.size / BUNDLED_UNITS as f32, line.at);
                    let place = scale.pre_translate(x, y).pre_scale(size, -size);
                    paint_path(&path, &Style::fill(line.color), place, pixmap);
                }
            }
            &Element::Piece { piece, at: [x, y], side, opacity } => {
                look.pieces.paint(piece, side, opacity, scale.pre_translate(x, y), pixmap);
            }
            &Element::Promoted(corner) => {
                for element in badge(look.theme, corner) {
                    self.paint(&element, look, scale, pixmap);
                }
            }
        }
    }

    /// Returns the outlines of a line of text as one path, or `None` if all are empty.
    fn line(&mut self, line: &TextLine) -> Option<Path> {
        let mut path = PathBuilder::new();
        for glyph in &line.glyphs {
            let outline =
                self.glyphs.entry((line.weight, glyph.face, glyph.id)).or_insert_with(|| {
                    let mut pen = GlyphPen::default();
                    line.weight.face().font(glyph.face).draw(glyph.id, &mut pen);
                    pen.0.finish()
                });
            let place = Transform::from_translate(glyph.x as f32, 0.0);
            if let Some(outline) = outline.clone().and_then(|outline| outline.transform(place)) {
                path.push_path(&outline);
            }
        }
        path.finish()
    }
}

fn paint_path(path: &Path, style: &Style, scale: Transform, pixmap: &mut Pixmap) {
    let mut paint = Paint::default();
    if let Some(fill) = style.fill {
        paint.set_color(color(fill, style.opacity));
        pixmap.fill_path(path, &paint, FillRule::Winding, scale, None);
    }
    if let Some(Line { color: ink, width, is_dashed }) = style.stroke {
        paint.set_color(color(ink, style.opacity));
        let dash = if is_dashed { StrokeDash::new(DASHES.to_vec(), 0.0) } else { None };
        let stroke = Stroke { width, dash, ..Stroke::default() };
        pixmap.stroke_path(path, &paint, &stroke, scale, None);
    }
}

fn color(Rgb(red, green, blue): Rgb, opacity: f32) -> Color {
    let mut color = Color::from_rgba8(red, green, blue, 255);
    color.set_alpha(opacity);
    color
}

fn path_of(outline: &Outline) -> Option<Path> {
    let mut path = PathBuilder::new();
    match outline {
        &Outline::Rect { at: [x, y], size: [width, height], radius: 0.0 } => {
            path.push_rect(Rect::from_xywh(x, y, width, height)?);
        }
        &Outline::Rect { at: [left, top], size: [width, height], radius } => {
            let (right, bottom) = (left + width, top + height);
            let reach = radius * (1.0 - ARC);
            path.move_to(left + radius, top);
            path.line_to(right - radius, top);
            path.cubic_to(right - reach, top, right, top + reach, right, top + radius);
            path.line_to(right, bottom - radius);
            path.cubic_to(right, bottom - reach, right - reach, bottom, right - radius, bottom);
            path.line_to(left + radius, bottom);
            path.cubic_to(left + reach, bottom, left, bottom - reach, left, bottom - radius);
            path.line_to(left, top + radius);
            path.cubic_to(left, top + reach, left + reach, top, left + radius, top);
            path.close();
        }
        &Outline::Circle { center: [x, y], radius } => path.push_circle(x, y, radius),
        Outline::Squares(corners) => {
            for &[x, y] in corners {
                path.push_rect(Rect::from_xywh(x, y, SQUARE, SQUARE)?);
            }
        }
        Outline::Polygon(corners) => {
            let (&[x, y], others) = corners.split_first()?;
            path.move_to(x, y);
            others.iter().for_each(|&[x, y]| path.line_to(x, y));
            path.close();
        }
        Outline::Lines(lines) => {
            for &[[x0, y0], [x1, y1]] in lines {
                path.move_to(x0, y0);
                path.line_to(x1, y1);
            }
        }
    }
    path.finish()
}

/// Builds a path from the outline of a glyph, in font units.
#[derive(Default)]
struct GlyphPen(PathBuilder);

impl OutlinePen for GlyphPen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.0.quad_to(cx, cy, x, y);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.0.cubic_to(cx0, cy0, cx1, cy1, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}
