//! [`Outline`]: a variation without spans. It serves to compare the intended result of a change with the variation
//! parsed from the changed text.

use super::VariationEdit;
use crate::{
    document::Document,
    file::Span,
    replay::{BranchIndex, Point, Variation, VariationKind, VariationPath, VariationPlace},
    rules::{Move, Seat},
};

/// A variation without the spans of its text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Outline {
    /// The moment at which the variation departs from the match; `None` for a branch.
    pub branches_off_at: Option<usize>,
    pub kind: VariationKind,
    pub plies: Vec<OutlinePly>,
}

/// A ply of a variation without the spans of its text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OutlinePly {
    pub number: u16,
    pub seat: Seat,
    pub mv: Move,
    pub glyphs: Vec<Vec<u8>>,
    pub comments: Vec<Vec<u8>>,
    /// The groups in parentheses that are not variations.
    pub words: Vec<Vec<u8>>,
    pub branches: Vec<Outline>,
}

impl OutlinePly {
    pub const fn bare((seat, mv): (Seat, Move), number: u16) -> Self {
        Self {
            number,
            seat,
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
        number: ply.ply.number,
        seat: ply.ply.seat,
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
        VariationEdit::Play { from, plies } => add_plies(&mut all, document, from, plies)?,
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

/// Returns the outlines of all variations of `document`, without the comments on the ply before `at`. Returns `None` if
/// there is no such ply.
pub(super) fn outlines_without_comment(
    document: &Document,
    at: &VariationPlace,
) -> Option<Vec<Outline>> {
    let mut all = outlines(document);
    ply_mut(&mut all, at)?.comments.clear();
    Some(all)
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
    let branch_of = |plies: Vec<OutlinePly>| Outline {
        branches_off_at: None,
        kind: VariationKind::Alternative,
        plies,
    };
    if branch.kind == VariationKind::Alternative {
        let (alternatives, continuations) =
            replaced.branches.drain(..).partition(|other| other.kind == VariationKind::Alternative);
        replaced.branches = continuations;
        let mut old = vec![replaced];
        old.extend(rest);
        first.branches.push(branch_of(old));
        let alternatives: Vec<Outline> = alternatives;
        first.branches.extend(alternatives);
    } else {
        variation.plies.push(replaced);
        if !rest.is_empty() {
            first.branches.push(branch_of(rest));
        }
    }
    variation.plies.push(first);
    variation.plies.extend(plies);
    Some(())
}

/// Adds `plies` after `from`. Leading plies that already follow `from` are skipped. Returns `None` if `from` does not
/// exist.
fn add_plies(
    all: &mut Vec<Outline>,
    document: &Document,
    from: &Point,
    plies: &[(Seat, Move)],
) -> Option<()> {
    let (variations, match_played) = (document.variations(), document.played());
    let (point, existing) = variations.follow(match_played, from.clone(), plies);
    let rest = &plies[existing..];
    let mut last: [Option<(u16, Seat)>; 2] = [None; 2];
    let mut added: Vec<OutlinePly> = Vec::new();
    for ply in rest {
        let seat = ply.0;
        let of_board = &mut last[seat.board() as usize];
        let number = match *of_board {
            Some((number, before)) if seat.color().is_black() && before != seat => number,
            Some((number, _)) => number.saturating_add(1),
            None => document.number_at(&point, seat),
        };
        *of_board = Some((number, seat));
        added.push(OutlinePly::bare(*ply, number));
    }
    if added.is_empty() {
        return Some(());
    }
    match point {
        Point::Match(moment) => {
            let at_end = moment == match_played.plies.len();
            let branch_moment = if at_end { moment } else { moment + 1 };
            let repeated = at_end
                .then(|| {
                    super::variation_editor::VariationEditor::of(document).repeated(moment, rest)
                })
                .flatten();
            let mut plies = added;
            let mut outline = Outline {
                branches_off_at: Some(moment),
                kind: VariationKind::Alternative,
                plies: Vec::new(),
            };
            if repeated.is_some() {
                let ply = match_played.plies[moment - 1];
                plies.insert(0, OutlinePly::bare((ply.seat, ply.mv), ply.number));
                outline.branches_off_at = Some(moment - 1);
            } else if at_end {
                outline.kind = VariationKind::Continuation;
            }
            outline.plies = plies;
            all.insert(document.next_root_index(branch_moment), outline);
        }
        Point::Variation(place) => {
            let variation = get_mut(all, &place.path)?;
            if place.plies == variation.plies.len() {
                variation.plies.extend(added);
            } else {
                variation.plies[place.plies].branches.push(Outline {
                    branches_off_at: None,
                    kind: VariationKind::Alternative,
                    plies: added,
                });
            }
        }
    }
    Some(())
}
