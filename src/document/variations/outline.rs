//! [`Outline`]: a variation without spans. It serves to compare the intended result of a change with the variation
//! parsed from the changed text.

use super::{VariationEdit, join::additions};
use crate::{
    document::{Document, place::RecordEditor},
    file::Span,
    notation::PlyName,
    replay::{BranchIndex, Variation, VariationKind, VariationPath, VariationPlace},
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

/// Returns the variations that `document` should have after `edit`, or `None` if `edit` refers to a missing place.
pub(super) fn expected(edit: &VariationEdit, document: &Document) -> Option<Vec<Outline>> {
    let mut all = outlines(document);
    match edit {
        VariationEdit::Play { from, plies } => {
            all = additions(document, from, plies).ok()?.outlines(&RecordEditor::of(document))?;
        }
        VariationEdit::Glyph { at, text } => {
            let ply = ply_mut(&mut all, at)?;
            replace_first(&mut ply.glyphs, text.trim().as_bytes());
        }
        // The words are compared separately, since marks may lie between them.
        VariationEdit::Comment { at, .. } => ply_mut(&mut all, at)?.comments.clear(),
        VariationEdit::Promote(path) => match path.parent() {
            Some((parent, turn)) => promote(get_mut(&mut all, &parent)?, turn)?,
            None => {
                let mut place = path.clone();
                while let Some(before) = document.adjacent_variation(&place, false) {
                    all.swap(place.root, before.root);
                    place = before;
                }
            }
        },
        VariationEdit::MoveUp(path) => swap_variations(&mut all, document, path, false)?,
        VariationEdit::MoveDown(path) => swap_variations(&mut all, document, path, true)?,
        VariationEdit::Delete(path) => delete_variation(&mut all, path)?,
        VariationEdit::DeleteFrom(place) if place.plies <= 1 => {
            delete_variation(&mut all, &place.path)?;
        }
        VariationEdit::DeleteFrom(place) => {
            let variation = get_mut(&mut all, &place.path)?;
            variation.plies.truncate(place.plies - 1);
        }
    }
    Some(all)
}

/// Replaces the first of `texts` with `words`, or adds `words` if there is no text. Removes the first text if `words`
/// is empty.
fn replace_first(texts: &mut Vec<Vec<u8>>, words: &[u8]) {
    if !texts.is_empty() {
        texts.remove(0);
    }
    if !words.is_empty() {
        texts.insert(0, words.to_vec());
    }
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

fn delete_variation(all: &mut Vec<Outline>, path: &VariationPath) -> Option<()> {
    match path.parent() {
        Some((parent, turn)) => {
            let branches = &mut get_mut(all, &parent)?.plies.get_mut(turn.ply)?.branches;
            branches.remove(turn.branch);
        }
        None => {
            all.remove(path.root);
        }
    }
    Some(())
}

fn swap_variations(
    all: &mut [Outline],
    document: &Document,
    path: &VariationPath,
    down: bool,
) -> Option<()> {
    let other = document.adjacent_variation(path, down)?;
    match (path.parent(), other.branches.last()) {
        (Some((parent, turn)), Some(other)) => {
            let branches = &mut get_mut(all, &parent)?.plies.get_mut(turn.ply)?.branches;
            branches.swap(turn.branch, other.branch);
        }
        _ => all.swap(path.root, other.root),
    }
    Some(())
}

/// Swaps the branch `turn`, which must exist, with the continuation of `variation`. Returns `None` if the branch has no
/// plies.
fn promote(variation: &mut Outline, turn: BranchIndex) -> Option<()> {
    let rest = variation.plies.split_off(turn.ply + 1);
    let mut replaced = variation.plies.pop()?;
    let branch = replaced.branches.remove(turn.branch);
    let mut plies = branch.plies.into_iter();
    let mut first = plies.next()?;
    if branch.kind == VariationKind::Alternative {
        let (alternatives, continuations) =
            replaced.branches.drain(..).partition(|other| other.kind == VariationKind::Alternative);
        replaced.branches = continuations;
        let mut old = vec![replaced];
        old.extend(rest);
        first.branches.push(Outline::alternative(old));
        let alternatives: Vec<Outline> = alternatives;
        first.branches.extend(alternatives);
    } else {
        variation.plies.push(replaced);
        if !rest.is_empty() {
            first.branches.push(Outline::alternative(rest));
        }
    }
    variation.plies.push(first);
    variation.plies.extend(plies);
    Some(())
}
