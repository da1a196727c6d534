//! [`Definition`]: what a picture draws several times, defined once and drawn with `<use>`.

use super::{define_piece, define_promoted};
use crate::diagram::{PieceSet, Theme, Weight};
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

/// Writes each definition in `needs` to `out` once.
pub(super) fn define(
    needs: impl IntoIterator<Item = Definition>,
    theme: &Theme,
    pieces: &PieceSet,
    out: &mut String,
) {
    for need in needs.into_iter().collect::<BTreeSet<_>>() {
        match need {
            Definition::Piece(slot) => define_piece(pieces, slot, out),
            Definition::Letter(weight, face, id) => {
                let outline = weight.face().font(face).outline(id);
                if !outline.is_empty() {
                    let _ = write!(out, r#"<path id="{need}" d="{outline}"/>"#);
                }
            }
            Definition::Promoted => define_promoted(theme, out),
            Definition::Check => {
                let red = theme.warning;
                let _ = write!(
                    out,
                    r#"<radialGradient id="{need}" r=".72"><stop offset=".3" stop-color="{red}"/><stop offset="1" stop-color="{red}" stop-opacity="0"/></radialGradient>"#
                );
            }
        }
    }
}
