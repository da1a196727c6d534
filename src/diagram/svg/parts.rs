//! [`PictureParts`]: a picture as parts that are drawn one after the other. A part that is written the same is drawn the
//! same, so that who draws many pictures needs to draw again only what changed.

use super::{define_piece, define_promoted, units::N};
use crate::diagram::{PieceSet, Scene, Theme, Weight, escape::Escaped};
use resvg::{tiny_skia::Transform, usvg};
use std::{
    collections::BTreeSet,
    fmt::{self, Write as _},
    sync::Arc,
};

/// What must be defined before it is used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Need {
    /// A piece, by its place in a set.
    Piece(u16),
    /// A letter: weight, face and number.
    Letter(Weight, u16, u16),
    /// The badge of a piece that was a pawn.
    Promoted,
    /// The glow of a check.
    Check,
}

/// The name under which it is defined.
impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Piece(slot) => f.write_str(PieceSet::FILES[usize::from(slot)]),
            Self::Letter(Weight::Regular, 0, id) => write!(f, "r{id}"),
            Self::Letter(Weight::SemiBold, 0, id) => write!(f, "s{id}"),
            Self::Letter(_, face, id) => write!(f, "f{face}-{id}"),
            Self::Promoted => f.write_str("promoted"),
            Self::Check => f.write_str("check"),
        }
    }
}

/// Defines `needs`, each once: pieces, letters, badge and glow.
pub(super) fn define(
    needs: impl IntoIterator<Item = Need>,
    theme: &Theme,
    pieces: &PieceSet,
    out: &mut String,
) {
    for need in needs.into_iter().collect::<BTreeSet<_>>() {
        match need {
            Need::Piece(slot) => define_piece(pieces, slot, out),
            Need::Letter(weight, face, id) => {
                let outline = weight.face().outline_in(face, id);
                if !outline.is_empty() {
                    let _ = write!(out, r#"<path id="{need}" d="{outline}"/>"#);
                }
            }
            Need::Promoted => define_promoted(theme, out),
            Need::Check => {
                let red = theme.warning;
                let _ = write!(
                    out,
                    r#"<radialGradient id="{need}" r=".72"><stop offset=".3" stop-color="{red}"/><stop offset="1" stop-color="{red}" stop-opacity="0"/></radialGradient>"#
                );
            }
        }
    }
}

/// Where a piece stands, as its part writes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::diagram) struct PiecePlace {
    /// Which piece, by its place in a set.
    pub slot: u16,
    /// Its left and upper edge.
    pub at: [f32; 2],
    /// How large it is; 1 on a board.
    pub scale: f32,
    /// How strongly it is shown, from 0 to 1.
    pub opacity: f32,
}

/// One part of a picture.
pub(in crate::diagram) struct Part {
    pub(super) text: String,
    pub(super) needs: Vec<Need>,
    /// The left and upper edge of the board on which it stands.
    pub(super) board: Option<[f32; 2]>,
    /// The piece that it is, where it is one and nothing else.
    pub piece: Option<PiecePlace>,
}

impl Part {
    /// What is written for it, on its board.
    pub fn text(&self) -> String {
        match self.board {
            None => self.text.clone(),
            Some(_) => {
                let mut out = String::with_capacity(self.text.len() + 48);
                self.begin_board(&mut out);
                out.push_str(&self.text);
                out.push_str("</g>");
                out
            }
        }
    }

    /// Where what is read of it stands; `base` is what the frame does to a place.
    pub fn place(&self, base: Transform) -> Transform {
        let Some(piece) = self.piece else {
            return Transform::identity();
        };
        let [left, top] = self.board();
        let ([x, y], scale) = (piece.at, piece.scale);
        // In the order in which an SVG has them, so that sums are rounded alike.
        let place = base.pre_translate(left, top);
        place.pre_concat(Transform::from_row(scale, 0.0, 0.0, scale, x, y))
    }

    fn begin_board(&self, out: &mut String) {
        if let Some([left, top]) = self.board {
            let (left, top) = (N(left), N(top));
            let _ = write!(out, r#"<g transform="translate({left} {top})">"#);
        }
    }

    /// Where its board stands, as it is written; nowhere where it stands on none.
    pub fn board(&self) -> [f32; 2] {
        let [left, top] = self.board.unwrap_or_default();
        [N(left).written(), N(top).written()]
    }
}

/// A picture in parts.
pub(in crate::diagram) struct PictureParts<'a> {
    pub(super) theme: &'a Theme,
    /// Its pieces.
    pub pieces: &'a PieceSet,
    /// Its width and height in pixels.
    pub size: [u32; 2],
    /// The same in units.
    pub units: [f32; 2],
    /// The parts, the lowest first.
    pub parts: Vec<Part>,
}

impl PictureParts<'_> {
    /// The picture as an SVG file; `scene` is what it shows.
    pub(super) fn svg(&self, scene: &Scene) -> String {
        let body: usize = self.parts.iter().map(|part| part.text.len()).sum();
        let mut out = String::with_capacity(body + 49_152);
        self.begin(r#" role="img""#, &mut out);
        let _ = write!(
            out,
            "<title>{}</title><desc>{}</desc><defs>",
            Escaped(&scene.title),
            Escaped(&scene.position),
        );
        let needs = self.parts.iter().flat_map(|part| &part.needs).copied();
        define(needs, self.theme, self.pieces, &mut out);
        out.push_str("</defs>");
        let mut board = None;
        for part in &self.parts {
            if part.board != board {
                if board.is_some() {
                    out.push_str("</g>");
                }
                part.begin_board(&mut out);
                board = part.board;
            }
            out.push_str(&part.text);
        }
        if board.is_some() {
            out.push_str("</g>");
        }
        out.push_str("</svg>");
        out
    }

    /// What is written before every part of it, where nothing is defined: size and units.
    pub fn frame(&self) -> String {
        let mut out = String::new();
        self.begin("", &mut out);
        out
    }

    /// `part` alone as an SVG file, where the whole picture has it.
    pub fn svg_of(&self, part: &Part) -> String {
        let mut out = self.frame();
        out.push_str("<defs>");
        define(part.needs.iter().copied(), self.theme, self.pieces, &mut out);
        out.push_str("</defs>");
        out.push_str(&part.text());
        out.push_str("</svg>");
        out
    }

    /// `part` alone as it is read from SVG; a piece without its place.
    pub fn read(&self, part: &Part) -> Option<Arc<usvg::Tree>> {
        match part.piece {
            None => read(&self.svg_of(part)),
            Some(piece) => self.pieces.stamp(piece.slot, piece.opacity),
        }
    }

    fn begin(&self, more: &str, out: &mut String) {
        let ([width, height], [wide, high]) = (self.size, self.units.map(N));
        let _ = write!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{width}" height="{height}" viewBox="0 0 {wide} {high}" preserveAspectRatio="none"{more}>"#
        );
    }
}

fn read(svg: &str) -> Option<Arc<usvg::Tree>> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default());
    tree.ok().map(Arc::new)
}

/// What `frame`, the beginning of a picture as SVG, does to a place.
pub(in crate::diagram) fn base(frame: &str) -> Transform {
    let tree = read(&format!("{frame}</svg>"));
    let place = tree.as_ref().and_then(|tree| match tree.root().children() {
        [usvg::Node::Group(group)] => Some(group.transform()),
        _ => None,
    });
    place.unwrap_or_default()
}
