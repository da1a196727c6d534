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
    layout::{BOARD, Layout},
    path_data::OUTLINE_UNITS,
};
use definition::{Definition, define};
use std::fmt::Write as _;
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
    let layout = Layout::of(scene);
    let mut drawing = Drawing::new(look.theme, look.pieces);
    let background = match look.background {
        Background::Theme => Some(look.theme.ground),
        Background::Transparent => None,
        Background::Color(color) => Some(color),
    };
    if let Some(color) = background {
        let _ = write!(drawing.body, r#"<rect width="100%" height="100%" fill="{color}"/>"#);
    }
    for (place, part) in scene.boards.iter().enumerate() {
        drawing.part(scene, part, &layout, Layout::board_left(place));
    }
    if let Some(middle) = layout.caption {
        drawing.caption(scene, &layout, middle, background.is_none());
    }
    let (height, [wide, high]) =
        (layout.pixel_height(width), [layout.width, layout.height].map(Decimal));
    let mut out = String::with_capacity(drawing.body.len() + 49_152);
    let _ = write!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{width}" height="{height}" viewBox="0 0 {wide} {high}" preserveAspectRatio="none" role="img"><title>{}</title><desc>{}</desc><defs>"#,
        Escaped(&scene.title),
        Escaped(&scene.position),
    );
    define(drawing.needs, look.theme, look.pieces, &mut out);
    out.push_str("</defs>");
    out.push_str(&drawing.body);
    out.push_str("</svg>");
    out
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

    /// Draws the board of `part` and its seats. `left` is the left edge of the board.
    fn part(&mut self, scene: &Scene, part: &BoardPart, layout: &Layout, left: f32) {
        let bottom = layout.board_top + BOARD;
        let height = layout.bar + layout.tray;
        if height > 0.0 {
            let above = layout.board_top - height - 4.0;
            self.seat(scene, &part.above, layout, left, above, false);
            self.seat(scene, &part.below, layout, left, bottom + 4.0, true);
        }
        let (left, top) = (Decimal(left), Decimal(layout.board_top));
        let _ = write!(self.body, r#"<g transform="translate({left} {top})">"#);
        self.board(scene, part);
        self.body.push_str("</g>");
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
