//! The variations that a record should have after an edit, which the changed record is compared with.

use super::{
    VariationEdit,
    join::additions,
    outline::{Outline, get_mut, outlines, ply_mut},
};
use crate::{
    document::{Document, place::RecordEditor},
    replay::{BranchIndex, VariationKind, VariationPath},
};

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
