//! [`Outline`]: a variation without spans. Outlines describe the intended result of a change. What they add to the
//! record is written from them, and they are compared with the variations parsed from the changed text.

use super::{
    VariationForm,
    variation_form::{diagram_sign, glyph_text},
};
use crate::{
    document::{ChangeError, Document},
    file::Span,
    notation::PlyName,
    replay::{Variation, VariationKind, VariationPath, VariationPlace, VariationPly},
    rules::Move,
    timeline::Moment,
};

/// A variation without the spans of its text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Outline {
    /// The moment after the ply of the match that the variation is on; 0 for a branch.
    pub after: Moment,
    pub kind: VariationKind,
    pub plies: Vec<OutlinePly>,
}

impl Outline {
    /// Creates a branch that replaces a ply.
    pub const fn alternative(plies: Vec<OutlinePly>) -> Self {
        Self { after: 0, kind: VariationKind::Alternative, plies }
    }

    /// Writes the variation in parentheses.
    pub fn write(&self, form: VariationForm, out: &mut Vec<u8>) {
        out.push(b'(');
        for (index, ply) in self.plies.iter().enumerate() {
            if index > 0 {
                out.push(b' ');
            }
            ply.write(form, out);
        }
        out.push(b')');
    }
}

/// A ply of a variation without the spans of its text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OutlinePly {
    pub name: PlyName,
    pub mv: Move,
    /// The move as written, without a glyph.
    pub san: Vec<u8>,
    pub glyphs: Vec<Vec<u8>>,
    /// The requests for a diagram, as [`diagram_sign`] writes them.
    pub diagrams: Vec<Vec<u8>>,
    pub comments: Vec<Vec<u8>>,
    /// The groups in parentheses that are not variations.
    pub words: Vec<Vec<u8>>,
    pub branches: Vec<Outline>,
}

impl OutlinePly {
    pub fn bare(name: PlyName, mv: Move, san: String) -> Self {
        Self {
            name,
            mv,
            san: san.into_bytes(),
            glyphs: Vec::new(),
            diagrams: Vec::new(),
            comments: Vec::new(),
            words: Vec::new(),
            branches: Vec::new(),
        }
    }

    /// Writes the ply with its glyphs, comments and branches.
    pub fn write(&self, form: VariationForm, out: &mut Vec<u8>) {
        out.extend_from_slice(format!("{}. ", self.name).as_bytes());
        out.extend_from_slice(&self.san);
        self.glyphs.iter().for_each(|glyph| out.extend(glyph_text(glyph)));
        self.diagrams.iter().for_each(|diagram| out.extend(glyph_text(diagram)));
        for comment in &self.comments {
            out.push(b' ');
            out.extend(form.comment(comment));
        }
        for branch in &self.branches {
            out.push(b' ');
            branch.write(form, out);
        }
    }
}

/// Returns the variations of `document` in text order.
pub(super) fn outlines(document: &Document) -> Vec<Outline> {
    let roots = document.variations().roots.iter();
    roots.map(|root| outline(document, &root.variation, root.after as usize)).collect()
}

fn outline(document: &Document, variation: &Variation, after: Moment) -> Outline {
    let bytes = |spans: &[Span]| -> Vec<Vec<u8>> {
        let spans = spans.iter();
        spans.map(|span| span.of(document.text()).to_vec()).collect()
    };
    let san = |ply: &VariationPly| {
        let glyphs = ply.glyphs.iter().map(|glyph| glyph.start);
        let end = glyphs.chain([ply.san_span.end]).min().unwrap_or_default();
        Span::new(ply.san_span.start, end).of(document.text()).to_vec()
    };
    let diagrams = |ply: &VariationPly| -> Vec<Vec<u8>> {
        let spans = ply.diagrams.iter();
        spans.map(|span| diagram_sign(span.of(document.text())).to_vec()).collect()
    };
    let plies = variation.plies.iter().map(|ply| OutlinePly {
        name: ply.ply.name(),
        mv: ply.ply.mv,
        san: san(ply),
        glyphs: bytes(&ply.glyphs),
        diagrams: diagrams(ply),
        comments: bytes(&ply.comments),
        words: bytes(&ply.words),
        branches: ply.branches.iter().map(|branch| outline(document, branch, 0)).collect(),
    });
    Outline { after, kind: variation.kind, plies: plies.collect() }
}

/// Sorts `all` into the order in which they read back. These are the variations of `document`, followed by new ones.
pub(super) fn in_text_order(document: &Document, all: Vec<Outline>) -> Vec<Outline> {
    let old = document.variations().roots.len();
    let outlines = all.into_iter().enumerate();
    let mut keyed: Vec<_> = outlines
        .map(|(index, outline)| {
            let is_old = index < old;
            let next = if is_old { index } else { document.next_root_index(outline.after) };
            ((next, is_old, outline.after), outline)
        })
        .collect();
    keyed.sort_by_key(|(key, _)| *key);
    keyed.into_iter().map(|(_, outline)| outline).collect()
}

pub(super) fn get_mut<'o>(
    all: &'o mut [Outline],
    path: &VariationPath,
) -> Result<&'o mut Outline, ChangeError> {
    let mut outline = all.get_mut(path.root).ok_or(ChangeError::NoVariation)?;
    for turn in &path.branches {
        let ply = outline.plies.get_mut(turn.ply);
        let branch = ply.and_then(|ply| ply.branches.get_mut(turn.branch));
        outline = branch.ok_or(ChangeError::NoVariation)?;
    }
    Ok(outline)
}

pub(super) fn ply_mut<'o>(
    all: &'o mut [Outline],
    at: &VariationPlace,
) -> Result<&'o mut OutlinePly, ChangeError> {
    let variation = get_mut(all, &at.path)?;
    let ply = at.plies.checked_sub(1).and_then(|index| variation.plies.get_mut(index));
    ply.ok_or(ChangeError::NoVariation)
}
