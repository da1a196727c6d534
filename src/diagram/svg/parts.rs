//! [`PictureParts`]: a picture as parts, which are drawn in order. Parts with the same text look the same, so a
//! sequence of pictures needs to redraw only changed parts.

use super::{define_piece, define_promoted, units::Decimal};
use crate::diagram::{PieceSet, Scene, Theme, Weight, escape::Escaped};
use resvg::{tiny_skia::Transform, usvg};
use std::{
    collections::BTreeSet,
    fmt::{self, Write as _},
    sync::Arc,
};

/// An SVG definition to which parts refer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PartDefinition {
    /// A piece, by its slot in a set.
    Piece(u16),
    /// A glyph: its weight, the number of its font, and its id in the font.
    Letter(Weight, u16, u16),
    Promoted,
    Check,
}

/// Displays the id of the definition.
impl fmt::Display for PartDefinition {
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

/// Writes each definition in `needs` to `out` once.
pub(super) fn define(
    needs: impl IntoIterator<Item = PartDefinition>,
    theme: &Theme,
    pieces: &PieceSet,
    out: &mut String,
) {
    for need in needs.into_iter().collect::<BTreeSet<_>>() {
        match need {
            PartDefinition::Piece(slot) => define_piece(pieces, slot, out),
            PartDefinition::Letter(weight, face, id) => {
                let outline = weight.face().font(face).outline(id);
                if !outline.is_empty() {
                    let _ = write!(out, r#"<path id="{need}" d="{outline}"/>"#);
                }
            }
            PartDefinition::Promoted => define_promoted(theme, out),
            PartDefinition::Check => {
                let red = theme.warning;
                let _ = write!(
                    out,
                    r#"<radialGradient id="{need}" r=".72"><stop offset=".3" stop-color="{red}"/><stop offset="1" stop-color="{red}" stop-opacity="0"/></radialGradient>"#
                );
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::diagram) struct PiecePlace {
    pub slot: u16,
    /// The left and upper edge, relative to the board; for a piece in a reserve, relative to the picture.
    pub at: [f32; 2],
    /// The scale; 1 for a piece on a board.
    pub scale: f32,
    /// The opacity, from 0 to 1.
    pub opacity: f32,
}

pub(in crate::diagram) struct PicturePart {
    pub(super) text: String,
    pub(super) definitions: Vec<PartDefinition>,
    /// The left and upper edge of the board that the part is on, if any.
    pub(super) board: Option<[f32; 2]>,
    /// The placement of the piece if the part is a single piece.
    pub piece: Option<PiecePlace>,
}

impl PicturePart {
    /// Returns the SVG text of the part, at its place in the picture.
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

    /// Returns the transform that puts the tree from [`PictureParts::read`] in its place in the picture. The parameter
    /// `base` is the result of the function [`base()`].
    pub fn place(&self, base: Transform) -> Transform {
        let Some(piece) = self.piece else { return Transform::identity() };
        let [left, top] = self.board();
        let ([x, y], scale) = (piece.at, piece.scale);
        // The transforms are applied in the same order as in the SVG, so that rounding is the same.
        let place = base.pre_translate(left, top);
        place.pre_concat(Transform::from_row(scale, 0.0, 0.0, scale, x, y))
    }

    fn begin_board(&self, out: &mut String) {
        if let Some([left, top]) = self.board {
            let (left, top) = (Decimal(left), Decimal(top));
            let _ = write!(out, r#"<g transform="translate({left} {top})">"#);
        }
    }

    /// Returns the left and upper edge of the part's board, rounded as in the SVG. Without a board, both are 0.
    pub fn board(&self) -> [f32; 2] {
        let [left, top] = self.board.unwrap_or_default();
        [Decimal(left).rounded(), Decimal(top).rounded()]
    }
}

pub(in crate::diagram) struct PictureParts<'a> {
    pub(super) theme: &'a Theme,
    pub pieces: &'a PieceSet,
    /// The width and height, in pixels.
    pub size: [u32; 2],
    /// The width and height, in units of the picture.
    pub units: [f32; 2],
    /// The parts, bottom first.
    pub parts: Vec<PicturePart>,
}

impl PictureParts<'_> {
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
        let needs = self.parts.iter().flat_map(|part| &part.definitions).copied();
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

    /// Returns the opening tag of the SVG, with size and units and without definitions.
    pub fn frame(&self) -> String {
        let mut out = String::new();
        self.begin("", &mut out);
        out
    }

    /// Returns an SVG file that contains only `part`, at its place in the picture.
    pub fn svg_of(&self, part: &PicturePart) -> String {
        let mut out = self.frame();
        out.push_str("<defs>");
        define(part.definitions.iter().copied(), self.theme, self.pieces, &mut out);
        out.push_str("</defs>");
        out.push_str(&part.text());
        out.push_str("</svg>");
        out
    }

    /// Parses `part` as SVG, or returns `None` if it is invalid. A single piece is parsed without its position, so that
    /// equal pieces share a tree.
    pub fn read(&self, part: &PicturePart) -> Option<Arc<usvg::Tree>> {
        match part.piece {
            None => read(&self.svg_of(part)),
            Some(piece) => self.pieces.parsed_piece(piece.slot, piece.opacity),
        }
    }

    /// Writes the opening tag of the SVG. `attributes` are further attributes, with a leading space.
    fn begin(&self, attributes: &str, out: &mut String) {
        let ([width, height], [wide, high]) = (self.size, self.units.map(Decimal));
        let _ = write!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{width}" height="{height}" viewBox="0 0 {wide} {high}" preserveAspectRatio="none"{attributes}>"#
        );
    }
}

fn read(svg: &str) -> Option<Arc<usvg::Tree>> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default());
    tree.ok().map(Arc::new)
}

/// Returns the transform from units of the picture to pixels, as stated by `frame`, the opening tag of the picture.
pub(in crate::diagram) fn base(frame: &str) -> Transform {
    let tree = read(&format!("{frame}</svg>"));
    let place = tree.as_ref().and_then(|tree| match tree.root().children() {
        [usvg::Node::Group(group)] => Some(group.transform()),
        _ => None,
    });
    place.unwrap_or_default()
}
