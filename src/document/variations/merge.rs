//! The variations of another file's record of the same match, added to this one.

use super::{VariationEdit, VariationForm, bytes::Bytes};
use crate::{
    document::{ChangeError, Document, DocumentEdit},
    file::{Edit, EditSet},
    replay::{Point, Turn, VariationPath},
    rules::{Move, Seat},
    text::count_words,
    timeline::Moment,
};
use std::{collections::BTreeMap, fmt};

/// Why the variations of one match cannot be added to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// They begin with other positions.
    #[error("these are two matches: they begin with different positions")]
    OtherStart,
    /// They part at some ply.
    #[error("these are two matches: they part at ply {0}")]
    OtherPly(usize),
    /// The other has no variations.
    #[error("the other match has no variations")]
    Nothing,
    /// The words cannot be written here.
    #[error(transparent)]
    Change(#[from] ChangeError),
}

/// What was added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merge {
    /// Variations on the match that were not there.
    pub added: usize,
    /// Variations of which a part was there, and which were put together with it.
    pub joined: usize,
}

impl fmt::Display for Merge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { added, joined } = self;
        let variations = count_words(*added, "variation", "variations");
        write!(f, "{variations} added")?;
        if *joined > 0 {
            write!(f, ", {joined} joined with those that were there")?;
        }
        Ok(())
    }
}

impl Document {
    /// This match with the variations of `other`, which must be the same match: the same start and the same plies. Those
    /// that begin with a ply that no variation here begins with are added as they are; of the others the plies that are
    /// missing, and where a ply has neither glyph nor comment here, theirs.
    ///
    /// # Errors
    /// Why they cannot be added. This match is as it was.
    pub fn with_variations_of(&self, other: &Self) -> Result<(Self, Merge), MergeError> {
        self.check_same_match(other)?;
        if other.variations().is_empty() {
            return Err(MergeError::Nothing);
        }
        let mut merge = Merge::default();
        let mut groups: BTreeMap<Moment, Vec<u8>> = BTreeMap::new();
        let mut rest = Vec::new();
        let mut begun: Vec<(usize, Seat, Move)> = Vec::new();
        for (index, root) in other.variations().roots.iter().enumerate() {
            let path = VariationPath::root(index);
            let leaves_at = other.variations().leaves_at(&path);
            let first = &root.variation.plies[0].ply;
            let key = (leaves_at, first.seat, first.mv);
            let from = Point::Match(leaves_at);
            let choices = self.variations().choices(self.played(), &from);
            let is_there = choices
                .iter()
                .any(|choice| (choice.ply.seat, choice.ply.mv) == (first.seat, first.mv));
            let written = other.written(&root.variation, VariationForm::InComment);
            let words = written.ok().and_then(|bytes| {
                let words = other.record().encoding.decode(&bytes);
                Bytes::of(self).place.words(&words).ok()
            });
            match words {
                Some(words) if !is_there && !begun.contains(&key) => {
                    begun.push(key);
                    merge.added += 1;
                    let group = groups.entry(root.after as usize).or_default();
                    if !group.is_empty() {
                        group.push(b' ');
                    }
                    group.extend(words);
                }
                _ => rest.push(path),
            }
        }
        let mut merged = self.with_groups(&groups)?;
        for path in rest {
            if merged.join(other, &path)? {
                merge.joined += 1;
            }
        }
        Ok((merged, merge))
    }

    /// The edits that make `changed`, another state of this record, of it: one, as small as it can be.
    #[must_use]
    pub fn edit_to(&self, changed: &Self) -> EditSet {
        let whole = crate::file::Span::new(0, u32::try_from(self.text().len()).unwrap_or(u32::MAX));
        let edit = Edit { span: whole, insert: changed.text().to_vec() };
        EditSet::new(vec![edit.trimmed(self.text())]).unwrap_or_default()
    }

    fn check_same_match(&self, other: &Self) -> Result<(), MergeError> {
        let (ours, theirs) = (self.played(), other.played());
        if ours.set_up.position != theirs.set_up.position {
            return Err(MergeError::OtherStart);
        }
        let same = ours
            .plies
            .iter()
            .zip(&theirs.plies)
            .take_while(|(a, b)| (a.seat, a.mv) == (b.seat, b.mv))
            .count();
        let longest = ours.plies.len().max(theirs.plies.len());
        if same < longest {
            return Err(MergeError::OtherPly(same + 1));
        }
        Ok(())
    }

    /// The record with groups in the comments of plies.
    fn with_groups(&self, groups: &BTreeMap<Moment, Vec<u8>>) -> Result<Self, MergeError> {
        let bytes = Bytes::of(self);
        let mut edits = Vec::new();
        for (moment, group) in groups {
            edits.extend(bytes.on_ply(*moment, group)?);
        }
        let set = EditSet::new(edits).map_err(ChangeError::from)?;
        let changed = self.with_text(set.apply(self.text()));
        if changed.played().plies != self.played().plies {
            return Err(ChangeError::Misread.into());
        }
        Ok(changed)
    }

    /// Adds what is missing of the variation of `other` at `path`, and of its branches; whether that was anything.
    fn join(&mut self, other: &Self, path: &VariationPath) -> Result<bool, MergeError> {
        let before = self.text().to_vec();
        let variations = other.variations();
        let Some(variation) = variations.get(path) else {
            return Ok(false);
        };
        let from = Point::Match(variations.leaves_at(path));
        for (index, ply) in variation.plies.iter().enumerate() {
            let place = path.clone().after(index + 1);
            let plies: Vec<(Seat, Move)> = variations
                .plies_to(&place)
                .into_iter()
                .map(|ply| (ply.ply.seat, ply.ply.mv))
                .collect();
            self.do_edit(VariationEdit::Play { from: from.clone(), plies: plies.clone() })?;
            let (there, _) = self.variations().follow(self.played(), from.clone(), &plies);
            if let Point::Variation(at) = there {
                let ours = self.variations().ply(&at);
                let bare = ours.is_some_and(|ply| ply.glyphs.is_empty());
                if let Some(glyph) = ply.glyphs.first().filter(|_| bare) {
                    let text = other.record().encoding.decode(glyph.of(other.text()));
                    // Words, which plain round brackets may hold, stay where they are.
                    let _ = self
                        .do_edit(VariationEdit::Glyph { at: at.clone(), text: text.into_owned() });
                }
                let ours = self.variation_comment(&at).unwrap_or_default();
                let theirs = other.variation_comment(&place).unwrap_or_default();
                if ours.is_empty() && !theirs.is_empty() {
                    self.do_edit(VariationEdit::Comment { at, text: theirs })?;
                }
            }
            for branch in 0..ply.branches.len() {
                self.join(other, &path.branch(Turn { ply: index, branch }))?;
            }
        }
        Ok(self.text() != before)
    }

    fn do_edit(&mut self, edit: VariationEdit) -> Result<(), ChangeError> {
        let (changed, set) = self.changed(&[DocumentEdit::Variation(edit)])?;
        if !set.is_empty() {
            *self = changed;
        }
        Ok(())
    }
}
