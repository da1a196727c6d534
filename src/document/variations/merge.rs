//! Merges the variations of another record of the same match into this one.

use super::{
    VariationForm,
    join::{joined, with_additions},
};
use crate::{
    document::{ChangeError, Document, place::RecordEditor},
    file::{Edit, EditSet, Span},
    replay::{Point, VariationPath},
    rules::{Move, Seat},
    text::count_text,
    timeline::Moment,
};
use std::{
    collections::{BTreeMap, HashMap, HashSet},
    fmt,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    #[error("these are different matches: the starting positions differ")]
    OtherStart,
    #[error("these are different matches: they differ from move {0} on")]
    OtherPly(usize),
    #[error("the other match has no variations")]
    Nothing,
    /// The variations cannot be written to this record.
    #[error(transparent)]
    Change(#[from] ChangeError),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merge {
    /// The number of variations that were added to the match.
    pub added: usize,
    /// The number of variations of the other record from which something was added to existing ones.
    pub joined: usize,
}

impl fmt::Display for Merge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { added, joined } = self;
        let variations = count_text(*added, "variation", "variations");
        write!(f, "{variations} added")?;
        if *joined > 0 {
            write!(f, ", {joined} merged with existing ones")?;
        }
        Ok(())
    }
}

impl Document {
    /// Returns this match with the variations of `other`, which must have the same start and the same plies. A
    /// variation whose first ply is new is copied as it is. Any other variation is merged with the existing one: it
    /// adds the missing plies, and glyphs and comments where there are none.
    ///
    /// # Errors
    /// The reason why the variations cannot be merged.
    pub fn with_variations_of(&self, other: &Self) -> Result<(Self, Merge), MergeError> {
        self.check_same_match(other)?;
        if other.variations().is_empty() {
            return Err(MergeError::Nothing);
        }
        let mut merge = Merge::default();
        let mut groups: BTreeMap<Moment, Vec<u8>> = BTreeMap::new();
        let mut to_join = Vec::new();
        let mut first_plies: HashMap<Moment, HashSet<(Seat, Move)>> = HashMap::new();
        let editor = RecordEditor::of(self);
        for (index, root) in other.variations().roots.iter().enumerate() {
            let branches_off_at = other.variations().branches_off_at(&VariationPath::root(index));
            let variation_bytes = other.variation_bytes(&root.variation, VariationForm::InComment);
            let words = variation_bytes.ok().and_then(|bytes| {
                let words = other.record().encoding.decode(&bytes);
                editor.words(&words).ok()
            });
            let following = first_plies.entry(branches_off_at).or_insert_with(|| {
                let point = Point::Match(branches_off_at);
                let choices = self.variations().choices(self.played(), &point).into_iter();
                choices.map(|choice| (choice.ply.seat, choice.ply.mv)).collect()
            });
            let first = &root.variation.plies[0].ply;
            match words {
                Some(words) if following.insert((first.seat, first.mv)) => {
                    merge.added += 1;
                    let group = groups.entry(root.after as usize).or_default();
                    if !group.is_empty() {
                        group.push(b' ');
                    }
                    group.extend(words);
                }
                _ => to_join.push(index),
            }
        }
        let merged = with_additions(self, editor.insert_groups(&groups)?)?;
        let (changed, joined) = joined(&merged, other, &to_join)?;
        merge.joined = joined;
        Ok((changed.unwrap_or(merged), merge))
    }

    /// Returns the smallest single edit that turns this record into `changed`, another version of it.
    pub fn diff_to(&self, changed: &Self) -> EditSet {
        let whole = Span::from_offsets(0, self.text().len());
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
}
