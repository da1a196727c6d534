//! [`svg`]: a picture as self-contained SVG. Each piece and each glyph is defined once.

mod board;
mod definition;
mod seat;
mod symbols;
mod units;

use super::{
    Background, BoardPart, PieceSet, Rgb, Scene, Theme, Weight,
    escape::Escaped,
    face::width_of,
    layout::{Area, Layout},
    path_data::OUTLINE_UNITS,
};
use crate::text::to_u32;
use definition::{Definition, define};
use std::{fmt::Write as _, mem};
pub(super) use symbols::{define_board, define_piece, define_promoted, define_veil};
use units::Decimal;

#[derive(Clone, Copy)]
pub struct Look<'a> {
    pub theme: &'a Theme,
    pub pieces: &'a PieceSet,
    pub background: Background,
}

/// The font size of names, clocks and captions, in units of the picture.
const TEXT: f32 = 18.0;

/// Returns `scene` as an SVG file `width` pixels wide.
pub fn svg(scene: &Scene, look: &Look<'_>, width: u32) -> String {
    let picture = Picture::of(scene, look, width);
    let (title, position) = (Escaped(&scene.title), Escaped(&scene.position));
    let about = format!("<title>{title}</title><desc>{position}</desc>");
    picture.file(&about)
}

/// A picture as parts: the seats, their clocks, the boards and the caption.
pub(super) struct Picture<'a> {
    look: Look<'a>,
    layout: Layout,
    /// The size in pixels.
    pub size: [u32; 2],
    /// The parts, from bottom to top.
    pub parts: Vec<PicturePart>,
}

#[derive(PartialEq)]
pub(super) struct PicturePart {
    /// The edges of the area that contains the part.
    pub area: Area,
    /// The elements that draw the part.
    body: String,
    /// The definitions to which the body refers.
    needs: Vec<Definition>,
    /// An area below the part that has only one colour.
    pub ground: Option<(Area, Rgb)>,
}

impl<'a> Picture<'a> {
    /// Draws `scene` as a picture `width` pixels wide.
    pub fn of(scene: &Scene, look: &Look<'a>, width: u32) -> Self {
        let layout = Layout::of(scene);
        let mut drawing = Drawing::new(look.theme, look.pieces);
        let mut parts = Vec::new();
        for (place, part) in scene.boards.iter().enumerate() {
            let left = Layout::board_left(place);
            if let Some([above, below]) = layout.seats(left) {
                for (seat, area, is_below) in
                    [(&part.above, above, false), (&part.below, below, true)]
                {
                    drawing.seat(scene, seat, &layout, area, is_below);
                    parts.push(drawing.take_part(area));
                    if layout.clocks {
                        let clock = drawing.clock(seat, &layout, area, is_below);
                        let plain = layout.clock_ground(area, is_below);
                        let ground = Some((plain, look.theme.card));
                        parts.push(PicturePart { ground, ..drawing.take_part(clock) });
                    }
                }
            }
            drawing.placed_board(scene, part, &layout, left);
            parts.push(drawing.take_part(layout.board(left)));
        }
        if let Some(middle) = layout.caption {
            let on_card = look.background == Background::Transparent;
            drawing.caption(scene, &layout, middle, on_card);
            parts.push(drawing.take_part(layout.caption_area(middle)));
        }
        Self { look: *look, layout, size: [width, layout.pixel_height(width)], parts }
    }

    /// Returns the colour of the background; `None` if it is transparent.
    pub fn background(&self) -> Option<Rgb> {
        match self.look.background {
            Background::Theme => Some(self.look.theme.ground),
            Background::Transparent => None,
            Background::Color(color) => Some(color),
        }
    }

    /// Returns the left, upper, right and lower edge of the pixels that a part inside `area` touches.
    pub fn pixels(&self, area: Area) -> [u32; 4] {
        let [width, height] = self.size;
        let across = |x: f32| x * width as f32 / self.layout.width;
        let down = |y: f32| y * height as f32 / self.layout.height;
        // Half of the line around a board or a seat is outside of the area.
        [
            to_u32(across(area.left - 1.0).floor()),
            to_u32(down(area.top - 1.0).floor()),
            to_u32(across(area.right + 1.0).ceil()).min(width),
            to_u32(down(area.bottom + 1.0).ceil()).min(height),
        ]
    }

    /// Returns the colour of all pixels below `part`, if they have only one.
    pub fn ground(&self, part: &PicturePart) -> Option<Rgb> {
        let (plain, color) = part.ground?;
        let [left, top, right, bottom] = self.pixels(part.area);
        let plain = self.pixels(plain);
        // The outermost pixels of the plain area may have parts of other colours.
        let is_inside = left > plain[0] + 1
            && top > plain[1] + 1
            && right + 1 < plain[2]
            && bottom + 1 < plain[3];
        if is_inside { Some(color) } else { None }
    }

    /// Returns the picture as an SVG file. `about` is written before the definitions.
    fn file(&self, about: &str) -> String {
        let parts: Vec<_> = self.parts.iter().collect();
        let background = match self.background() {
            Some(color) => format!(r#"<rect width="100%" height="100%" fill="{color}"/>"#),
            None => String::new(),
        };
        self.svg_with(&parts, about, &background)
    }

    /// Returns `parts` as SVG of the size of the picture, after the elements `about` and `background`.
    pub fn svg_with(&self, parts: &[&PicturePart], about: &str, background: &str) -> String {
        let [width, height] = self.size;
        let [wide, high] = [self.layout.width, self.layout.height].map(Decimal);
        let length: usize = parts.iter().map(|part| part.body.len()).sum();
        let mut out = String::with_capacity(length + 49_152);
        let _ = write!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{width}" height="{height}" viewBox="0 0 {wide} {high}" preserveAspectRatio="none" role="img">{about}<defs>"#,
        );
        let needs = parts.iter().flat_map(|part| part.needs.iter().copied());
        define(needs, self.look.theme, self.look.pieces, &mut out);
        out.push_str("</defs>");
        out.push_str(background);
        for part in parts {
            out.push_str(&part.body);
        }
        out.push_str("</svg>");
        out
    }
}

/// A picture that is being drawn.
struct Drawing<'a> {
    theme: &'a Theme,
    pieces: &'a PieceSet,
    body: String,
    /// The definitions to which the body refers.
    needs: Vec<Definition>,
}

#[derive(Clone, Copy)]
enum Anchor {
    Left,
    Middle,
    Right,
}

impl<'a> Drawing<'a> {
    fn new(theme: &'a Theme, pieces: &'a PieceSet) -> Self {
        Self { theme, pieces, body: String::new(), needs: Vec::new() }
    }

    /// Draws the board of `part`. `left` is the left edge of the board.
    fn placed_board(&mut self, scene: &Scene, part: &BoardPart, layout: &Layout, left: f32) {
        let (left, top) = (Decimal(left), Decimal(layout.board_top));
        let _ = write!(self.body, r#"<g transform="translate({left} {top})">"#);
        self.board(scene, part);
        self.body.push_str("</g>");
    }

    /// Returns what was drawn since the last part, as a part inside `area`.
    fn take_part(&mut self, area: Area) -> PicturePart {
        let (body, needs) = (mem::take(&mut self.body), mem::take(&mut self.needs));
        PicturePart { area, body, needs, ground: None }
    }

    /// Draws a line of text with the `anchor` of its baseline at (`x`, `y`).
    fn text(
        &mut self,
        (x, y): (f32, f32),
        anchor: Anchor,
        size: f32,
        weight: Weight,
        color: Rgb,
        text: &str,
    ) {
        if text.is_empty() {
            return;
        }
        let line = weight.face().line(text);
        let width = width_of(&line, size);
        let x = match anchor {
            Anchor::Left => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::Right => x - width,
        };
        let scale = size / OUTLINE_UNITS;
        let _ = write!(
            self.body,
            r#"<g fill="{color}" transform="matrix({scale:.6} 0 0 -{scale:.6} {} {})">"#,
            Decimal(x),
            Decimal(y)
        );
        for glyph in line {
            // A fallback font has only one weight.
            let glyph_weight = if glyph.face == 0 { weight } else { Weight::Regular };
            let letter = Definition::Letter(glyph_weight, glyph.face, glyph.id);
            self.needs.push(letter);
            let _ = write!(self.body, "<use xlink:href=\"#{letter}\"");
            if glyph.x != 0 {
                let _ = write!(self.body, r#" x="{}""#, glyph.x / 2);
            }
            self.body.push_str("/>");
        }
        self.body.push_str("</g>");
    }
}
