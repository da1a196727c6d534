//! [`Definition`]: what a picture draws several times, defined once and drawn with `<use>`.

use super::{Look, define_piece, define_promoted};
use crate::diagram::{
    Glyph, PieceSet, Weight,
    element::{Element, GLOW_CORE, GLOW_RADIUS},
    layout::SQUARE,
};
use std::{
    collections::BTreeSet,
    fmt::{self, Write as _},
};

/// An SVG definition to which the body of a picture refers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Definition {
    /// A piece, by its slot in a set.
    Piece(u16),
    /// A glyph: its weight, the number of its font, and its id in the font.
    Letter(Weight, u16, u16),
    Promoted,
    Check,
}

/// Displays the id of the definition.
impl fmt::Display for Definition {
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

/// Returns the definition of `glyph` in a line of text with `weight`. A fallback font has only one weight.
pub(super) fn letter_of(weight: Weight, glyph: &Glyph) -> Definition {
    let weight = if glyph.face == 0 { weight } else { Weight::Regular };
    Definition::Letter(weight, glyph.face, glyph.id)
}

/// Writes each definition that `elements` refer to once.
pub(super) fn define(elements: &[Element], look: &Look<'_>, out: &mut String) {
    let mut needs = BTreeSet::new();
    for element in elements {
        match element {
            Element::Outline(..) => {}
            Element::Glow(_) => _ = needs.insert(Definition::Check),
            Element::Text(line) => {
                needs.extend(line.glyphs.iter().map(|glyph| letter_of(line.weight, glyph)));
            }
            Element::Piece { piece, .. } => {
                needs.insert(Definition::Piece(PieceSet::slot(*piece)));
            }
            Element::Promoted(_) => _ = needs.insert(Definition::Promoted),
        }
    }
    for need in needs {
        match need {
            Definition::Piece(slot) => define_piece(look.pieces, slot, out),
            Definition::Letter(weight, face, id) => {
                let outline = weight.face().font(face).outline(id);
                if !outline.is_empty() {
                    let _ = write!(out, r#"<path id="{need}" d="{outline}"/>"#);
                }
            }
            Definition::Promoted => define_promoted(look.theme, out),
            Definition::Check => {
                let red = look.theme.warning;
                let radius = GLOW_RADIUS / SQUARE;
                let _ = write!(
                    out,
                    r#"<radialGradient id="{need}" r="{radius:.2}"><stop offset="{GLOW_CORE}" stop-color="{red}"/><stop offset="1" stop-color="{red}" stop-opacity="0"/></radialGradient>"#
                );
            }
        }
    }
}
