//! [`Merge`]: texts are added to those of an index.

use super::strings::{StringId, Strings};
use foldhash::fast::FixedState;
use std::hash::BuildHasher as _;

/// Finds the texts of one [`Strings`] by their words, so that none is added twice.
///
/// It holds numbers alone, and looks at the texts themselves. That is slower than what a scan has, and takes a sixth of
/// the memory.
#[derive(Debug, Default)]
pub(super) struct Merge {
    /// None, or as many as a power of two: at the place that its hash names, or at the next free one, the number of each
    /// text but the empty one. Half of them are free, which is 0.
    places: Vec<StringId>,
    hasher: FixedState,
}

impl Merge {
    /// So many places there are at first.
    const FEWEST: usize = 64;

    /// The number of `text` in `strings`, a new one if it is not there. They must be the same each time.
    pub(super) fn add(&mut self, strings: &mut Strings, text: &str) -> StringId {
        let text = Strings::clipped(text);
        if text.is_empty() {
            return 0;
        }
        let needed = strings.count() as usize * 2;
        if self.places.len() < needed {
            self.places.clear();
            self.places
                .resize(needed.next_power_of_two().max(Self::FEWEST), 0);
            for id in 1..strings.count() {
                let place = self.place(strings, strings.get(id));
                self.places[place] = id;
            }
        }
        let place = self.place(strings, text);
        if self.places[place] == 0 {
            self.places[place] = strings.push(text).unwrap_or(0);
        }
        self.places[place]
    }

    /// Where `text` is, or belongs.
    fn place(&self, strings: &Strings, text: &str) -> usize {
        let mask = self.places.len() - 1;
        let hash = self.hasher.hash_one(text.as_bytes()) & mask as u64;
        let mut place = usize::try_from(hash).unwrap_or(0);
        while self.places[place] != 0 && strings.get(self.places[place]) != text {
            place = (place + 1) & mask;
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_there_keeps_its_number() {
        let (mut strings, mut merge) = <(Strings, Merge)>::default();
        let words: Vec<String> = (0..500).map(|n| format!("word {}", n % 100)).collect();
        let ids = words.iter().map(|word| merge.add(&mut strings, word));
        let ids: Vec<StringId> = ids.collect();
        assert_eq!(strings.count(), 101);
        for (word, &id) in words.iter().zip(&ids) {
            assert_eq!(strings.get(id), word);
        }
        assert_eq!(merge.add(&mut strings, ""), 0);
        assert!(merge.places.len() <= 256);
        // Another finds them as well.
        let mut other = Merge::default();
        assert_eq!(other.add(&mut strings, "word 99"), ids[99]);
        assert_eq!(other.add(&mut strings, "new"), 101);
    }
}
