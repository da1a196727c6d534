//! The variations that a record should have after an edit, which the changed record is compared with.

use super::{
    VariationEdit,
    join::with_plies,
    outline::{Outline, get_mut, in_text_order, outlines, ply_mut},
};
use crate::{
    document::{ChangeError, Document, place::RecordEditor},
    notation::DIAGRAM_NAG,
    replay::{BranchIndex, VariationKind, VariationPath, VariationPlace},
};

/// Returns the variations that `document` should have after `edit`.
///
/// # Errors
/// The reason why the change is impossible.
pub(super) fn expected(
    edit: &VariationEdit,
    document: &Document,
) -> Result<Vec<Outline>, ChangeError> {
    let mut all = outlines(document);
    match edit {
        VariationEdit::Play { from, plies } => {
            all = in_text_order(document, with_plies(document, from, plies)?);
        }
        VariationEdit::Glyph { at, text } => {
            let ply = ply_mut(&mut all, at)?;
            replace_first(&mut ply.glyphs, text.trim().as_bytes());
        }
        VariationEdit::Comment { at, text } => {
            let old = document.variations().ply(at);
            let form = document.variation_form(&at.path);
            let comment = RecordEditor::of(document).comment_with_words(old, form, text)?;
            replace_first(&mut ply_mut(&mut all, at)?.comments, &comment);
        }
        VariationEdit::AddDiagram(at) => {
            let diagrams = &mut ply_mut(&mut all, at)?.diagrams;
            if diagrams.is_empty() {
                diagrams.push(DIAGRAM_NAG.into());
            }
        }
        VariationEdit::RemoveDiagram(at) => ply_mut(&mut all, at)?.diagrams.clear(),
        VariationEdit::Promote(path) => match path.parent() {
            Some((parent, turn)) => promote(get_mut(&mut all, &parent)?, turn),
            None => {
                let first = document.variations().first_root_beside(path.root);
                all[first..=path.root].rotate_right(1);
            }
        },
        VariationEdit::MoveUp(path) | VariationEdit::MoveDown(path) => {
            let (siblings, index) = siblings_mut(&mut all, path)?;
            let first = index - usize::from(matches!(edit, VariationEdit::MoveUp(_)));
            siblings.swap(first, first + 1);
        }
        VariationEdit::Delete(path)
        | VariationEdit::DeleteFrom(VariationPlace { path, plies: ..=1 }) => {
            let (siblings, index) = siblings_mut(&mut all, path)?;
            siblings.remove(index);
        }
        VariationEdit::DeleteFrom(place) => {
            let variation = get_mut(&mut all, &place.path)?;
            variation.plies.truncate(place.plies - 1);
        }
    }
    Ok(all)
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

/// Returns the variations on the same ply as the one at `path`, and its index among them. For a variation on a ply of the
/// match, returns all variations of the match.
fn siblings_mut<'o>(
    all: &'o mut Vec<Outline>,
    path: &VariationPath,
) -> Result<(&'o mut Vec<Outline>, usize), ChangeError> {
    Ok(match path.parent() {
        Some((parent, turn)) => {
            (&mut ply_mut(all, &parent.after(turn.ply + 1))?.branches, turn.branch)
        }
        None => (all, path.root),
    })
}

/// Swaps the branch `turn`, which must exist, with the continuation of `variation`.
fn promote(variation: &mut Outline, turn: BranchIndex) {
    let mut old = variation.plies.split_off(turn.ply);
    let Outline { kind, mut plies, .. } = old[0].branches.remove(turn.branch);
    let branches = &mut plies[0].branches;
    if kind == VariationKind::Alternative {
        let is_alternative = |other: &Outline| other.kind == VariationKind::Alternative;
        let (alternatives, continuations): (Vec<_>, _) =
            old[0].branches.drain(..).partition(is_alternative);
        old[0].branches = continuations;
        branches.push(Outline::alternative(old));
        branches.extend(alternatives);
    } else {
        let rest = old.split_off(1);
        variation.plies.extend(old);
        if !rest.is_empty() {
            branches.push(Outline::alternative(rest));
        }
    }
    variation.plies.extend(plies);
}
