//! [`svg`]: a picture as SVG that needs nothing from elsewhere. Each piece and each letter is defined once.

mod board;
mod seat;
mod symbols;
mod units;

use super::{
    Background, BoardPart, PieceSet, Rgb, Scene, Theme, Weight,
    escape::Escaped,
    face::{OUTLINE_UNITS, width_of},
    layout::{BOARD, Layout},
};
use std::{
    collections::BTreeSet,
    fmt::{self, Write as _},
};
pub(super) use symbols::{define_board, define_piece, define_promoted, define_veil};
use units::N;

/// How a picture looks.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// The colours.
    pub theme: &'a Theme,
    /// The pieces.
    pub pieces: &'a PieceSet,
    /// What is behind.
    pub background: Background,
}

/// Text on names, clocks and captions.
const TEXT: f32 = 18.0;

/// `scene` as an SVG file that is `width` pixels wide.
#[must_use]
pub fn svg(scene: &Scene, look: &Look<'_>, width: u32) -> String {
    let layout = Layout::of(scene);
    let mut drawing = Drawing::new(look.theme, look.pieces);
    let behind = match look.background {
        Background::Theme => Some(look.theme.ground),
        Background::Transparent => None,
        Background::Color(color) => Some(color),
    };
    if let Some(color) = behind {
        let _ = write!(
            drawing.body,
            r#"<rect width="100%" height="100%" fill="{color}"/>"#
        );
    }
    for (place, part) in scene.boards.iter().enumerate() {
        drawing.part(scene, part, &layout, Layout::board_left(place));
    }
    if let Some(middle) = layout.caption {
        drawing.caption(scene, &layout, middle, behind.is_none());
    }
    drawing.file(scene, &layout, width)
}

/// A picture that grows.
struct Drawing<'a> {
    theme: &'a Theme,
    pieces: &'a PieceSet,
    body: String,
    /// What must be defined: pieces by their place in a set, letters by weight, face and number.
    used: BTreeSet<u16>,
    letters: BTreeSet<(Weight, u16, u16)>,
    check: bool,
    promoted: bool,
}

/// Where a text is held.
#[derive(Clone, Copy)]
enum Anchor {
    Left,
    Middle,
    Right,
}

impl<'a> Drawing<'a> {
    /// Nothing yet.
    fn new(theme: &'a Theme, pieces: &'a PieceSet) -> Self {
        Self {
            theme,
            pieces,
            body: String::with_capacity(16_384),
            used: BTreeSet::new(),
            letters: BTreeSet::new(),
            check: false,
            promoted: false,
        }
    }

    /// The whole file around what has been drawn.
    fn file(self, scene: &Scene, layout: &Layout, width: u32) -> String {
        let height = layout.pixel_height(width);
        let mut out = String::with_capacity(self.body.len() + 32_768);
        let _ = write!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{width}" height="{height}" viewBox="0 0 {} {}" preserveAspectRatio="none" role="img"><title>{}</title><desc>{}</desc><defs>"#,
            N(layout.width),
            N(layout.height),
            Escaped(&scene.title),
            Escaped(&scene.position),
        );
        for &slot in &self.used {
            define_piece(self.pieces, slot, &mut out);
        }
        self.define_letters(&mut out);
        if self.promoted {
            define_promoted(self.theme, &mut out);
        }
        self.define_check(&mut out);
        let _ = write!(out, "</defs>{}</svg>", self.body);
        out
    }

    /// Defines the letters that are used.
    fn define_letters(&self, out: &mut String) {
        for &(weight, face, id) in &self.letters {
            let outline = weight.face().outline_in(face, id);
            if !outline.is_empty() {
                let letter = Letter(weight, face, id);
                let _ = write!(out, r#"<path id="{letter}" d="{outline}"/>"#);
            }
        }
    }

    /// Defines the glow of a check, where one is used.
    fn define_check(&self, out: &mut String) {
        if self.check {
            let red = self.theme.warning;
            let _ = write!(
                out,
                r#"<radialGradient id="check" r=".72"><stop offset=".3" stop-color="{red}"/><stop offset="1" stop-color="{red}" stop-opacity="0"/></radialGradient>"#
            );
        }
    }

    /// A board with its seats.
    fn part(&mut self, scene: &Scene, part: &BoardPart, layout: &Layout, left: f32) {
        let bottom = layout.board_top + BOARD;
        let height = layout.bar + layout.tray;
        if height > 0.0 {
            let above = layout.board_top - height - 4.0;
            self.seat(scene, &part.above, layout, left, above, false);
            self.seat(scene, &part.below, layout, left, bottom + 4.0, true);
        }
        let _ = write!(
            self.body,
            r#"<g transform="translate({} {})">"#,
            N(left),
            N(layout.board_top)
        );
        self.board(scene, part);
        self.body.push_str("</g>");
    }

    /// One line of text that stands on `at`.
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
            N(x),
            N(y)
        );
        for glyph in line {
            // A font of the system is used in one weight alone.
            let of = if glyph.face == 0 {
                weight
            } else {
                Weight::Regular
            };
            self.letters.insert((of, glyph.face, glyph.id));
            let letter = Letter(of, glyph.face, glyph.id);
            let _ = write!(self.body, "<use xlink:href=\"#{letter}\"");
            if glyph.x != 0 {
                let _ = write!(self.body, r#" x="{}""#, glyph.x / 2);
            }
            self.body.push_str("/>");
        }
        self.body.push_str("</g>");
    }
}

/// The name under which a letter is defined: weight, face and number.
struct Letter(Weight, u16, u16);

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self(Weight::Regular, 0, id) => write!(f, "r{id}"),
            Self(Weight::SemiBold, 0, id) => write!(f, "s{id}"),
            Self(_, face, id) => write!(f, "f{face}-{id}"),
        }
    }
}
