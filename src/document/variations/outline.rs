//! [`Outline`]: a variation without spans. It serves to compare the intended result of a change with the variation
//! parsed from the changed text.

use crate::{
    document::Document,
    file::Span,
    notation::PlyName,
    replay::{Variation, VariationKind, VariationPath, VariationPlace},
    rules::Move,
};

/// A variation without the spans of its text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Outline {
    /// The moment at which the variation departs from the match; `None` for a branch.
    pub branches_off_at: Option<usize>,
    pub kind: VariationKind,
    pub plies: Vec<OutlinePly>,
}

impl Outline {
    /// Creates a branch that replaces a ply.
    pub const fn alternative(plies: Vec<OutlinePly>) -> Self {
        Self { branches_off_at: None, kind: VariationKind::Alternative, plies }
    }
}

/// A ply of a variation without the spans of its text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OutlinePly {
    pub name: PlyName,
    pub mv: Move,
    pub glyphs: Vec<Vec<u8>>,
    pub comments: Vec<Vec<u8>>,
    /// The groups in parentheses that are not variations.
    pub words: Vec<Vec<u8>>,
    pub branches: Vec<Outline>,
}

impl OutlinePly {
    pub const fn bare(name: PlyName, mv: Move) -> Self {
        Self {
            name,
            mv,
            glyphs: Vec::new(),
            comments: Vec::new(),
            words: Vec::new(),
            branches: Vec::new(),
        }
    }
}

pub(super) fn outlines(document: &Document) -> Vec<Outline> {
    let roots = document.variations().roots.iter().enumerate();
    roots
        .map(|(index, root)| {
            let branches_off_at =
                document.variations().branches_off_at(&VariationPath::root(index));
            outline(document, &root.variation, Some(branches_off_at))
        })
        .collect()
}

fn outline(document: &Document, variation: &Variation, branches_off_at: Option<usize>) -> Outline {
    let bytes = |spans: &[Span]| -> Vec<Vec<u8>> {
        let spans = spans.iter();
        spans.map(|span| span.of(document.text()).to_vec()).collect()
    };
    let plies = variation.plies.iter().map(|ply| OutlinePly {
        name: ply.ply.name(),
        mv: ply.ply.mv,
        glyphs: bytes(&ply.glyphs),
        comments: bytes(&ply.comments),
        words: bytes(&ply.words),
        branches: ply.branches.iter().map(|branch| outline(document, branch, None)).collect(),
    });
    Outline { branches_off_at, kind: variation.kind, plies: plies.collect() }
}

pub(super) fn get_mut<'o>(all: &'o mut [Outline], path: &VariationPath) -> Option<&'o mut Outline> {
    let mut outline = all.get_mut(path.root)?;
    for turn in &path.branches {
        outline = outline.plies.get_mut(turn.ply)?.branches.get_mut(turn.branch)?;
    }
    Some(outline)
}

pub(super) fn ply_mut<'o>(
    all: &'o mut [Outline],
    at: &VariationPlace,
) -> Option<&'o mut OutlinePly> {
    get_mut(all, &at.path)?.plies.get_mut(at.plies.checked_sub(1)?)
}
