//! The variations of another file's record of the same match, added to this one.

use super::{VariationForm, bytes::Bytes, join::joined};
use crate::{
    document::{ChangeError, Document, place::Place},
    file::{Edit, EditSet},
    replay::{Point, VariationPath},
    rules::{Move, Seat},
    text::count_words,
    timeline::Moment,
};
use std::{
    collections::{BTreeMap, HashMap, HashSet},
    fmt,
};

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
        let mut first_plies = FirstPlies::default();
        let place = Place::of(self);
        for (index, root) in other.variations().roots.iter().enumerate() {
            let leaves_at = other.variations().leaves_at(&VariationPath::root(index));
            let written = other.written(&root.variation, VariationForm::InComment);
            let words = written.ok().and_then(|bytes| {
                let words = other.record().encoding.decode(&bytes);
                place.words(&words).ok()
            });
            let begun = first_plies.at(self, leaves_at);
            let first = &root.variation.plies[0].ply;
            match words {
                Some(words) if begun.insert((first.seat, first.mv)) => {
                    merge.added += 1;
                    let group = groups.entry(root.after as usize).or_default();
                    if !group.is_empty() {
                        group.push(b' ');
                    }
                    group.extend(words);
                }
                _ => rest.push(index),
            }
        }
        let merged = self.with_groups(&groups)?;
        let (changed, joined) = joined(&merged, other, &rest)?;
        merge.joined = joined;
        Ok((changed.unwrap_or(merged), merge))
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
}

/// What can be played from each moment of a match.
#[derive(Default)]
struct FirstPlies(HashMap<Moment, HashSet<(Seat, Move)>>);

impl FirstPlies {
    /// From `moment` of `document`, and what was added since.
    fn at(&mut self, document: &Document, moment: Moment) -> &mut HashSet<(Seat, Move)> {
        self.0.entry(moment).or_insert_with(|| {
            let choices = document.variations().choices(document.played(), &Point::Match(moment));
            choices.into_iter().map(|choice| (choice.ply.seat, choice.ply.mv)).collect()
        })
    }
}
