//! [`Merge`]: adding texts to an index without duplicates.

use super::strings::{StringId, Strings};
use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher as _;

/// A table of the ids in a [`Strings`], by the content of the texts.
///
/// Only ids are stored, and the texts themselves are compared. Compared with a
/// [`StringInterner`](super::strings::StringInterner), a lookup is slower, but the table takes only a sixth of the
/// memory.
#[derive(Debug, Default)]
pub(super) struct Merge {
    /// The ids of all texts except the empty one.
    ids: HashTable<StringId>,
    hasher: FixedState,
}

impl Merge {
    /// Returns the id of `text` in `strings`, and adds `text` if it is missing. A text longer than the maximum is
    /// clipped first. Returns 0, the id of the empty text, if there is no room. All calls must pass the same `strings`.
    pub(super) fn add(&mut self, strings: &mut Strings, text: &str) -> StringId {
        let text = Strings::clipped(text);
        if text.is_empty() {
            return 0;
        }
        let Self { ids, hasher } = self;
        let hash = |text: &str| hasher.hash_one(text.as_bytes());
        if ids.is_empty() {
            // The first call registers the texts that `strings` already contains.
            for id in 1..strings.count() {
                ids.insert_unique(hash(strings.get(id)), id, |&id| hash(strings.get(id)));
            }
        }
        if let Some(&id) = ids.find(hash(text), |&id| strings.get(id) == text) {
            return id;
        }
        let Some(id) = strings.push(text) else { return 0 };
        ids.insert_unique(hash(text), id, |&id| hash(strings.get(id)));
        id
    }

    /// Adds the texts of `others` that `strings` lacks. Returns for each text of `others`, in order, the id in
    /// `strings`.
    pub(super) fn add_all(strings: &mut Strings, others: &Strings) -> Vec<StringId> {
        let mut merge = Self::default();
        let texts = others.iter();
        texts.map(|text| merge.add(strings, text)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interned_text_keeps_its_id() {
        let (mut strings, mut merge) = <(Strings, Merge)>::default();
        let words: Vec<String> = (0..500).map(|n| format!("word {}", n % 100)).collect();
        let ids = words.iter().map(|word| merge.add(&mut strings, word));
        let ids: Vec<StringId> = ids.collect();
        assert_eq!(strings.count(), 101);
        for (word, &id) in words.iter().zip(&ids) {
            assert_eq!(strings.get(id), word);
        }
        assert_eq!(merge.add(&mut strings, ""), 0);
        assert!(merge.ids.capacity() <= 256);
        // A new `Merge` finds the texts that `strings` already contains.
        let mut other = Merge::default();
        assert_eq!(other.add(&mut strings, "word 99"), ids[99]);
        assert_eq!(other.add(&mut strings, "new"), 101);
    }
}
