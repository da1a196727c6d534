//! [`Strings`]: interned texts.

pub use super::id_table::StringId;
use super::id_table::{Entry, Key, Table};
use foldhash::fast::FixedState;
use std::{hash::BuildHasher as _, sync::OnceLock};

/// The maximum length of a text in bytes. Longer tag values are clipped, since lists show only their start.
const MAX_TEXT_BYTES: usize = 1000;

/// Interned texts, by id. Once the texts total 4 GiB, the empty text replaces each further text.
#[derive(Clone, Debug)]
pub struct Strings {
    /// All texts without separators.
    pub(super) text: String,
    /// The offset of the end of each text.
    pub(super) ends: Vec<u32>,
    /// All texts in lower case, computed on first use.
    lowercase: OnceLock<LowercaseTexts>,
}

/// The texts in lower case. Each is followed by a NUL, so that no search matches across two texts.
#[derive(Clone, Debug)]
struct LowercaseTexts {
    text: String,
    ends: Vec<u32>,
}

impl Default for Strings {
    fn default() -> Self {
        Self { text: String::new(), ends: vec![0], lowercase: OnceLock::new() }
    }
}

impl Strings {
    /// Returns the text with id `id`, or the empty text if there is no such id.
    pub fn get(&self, id: StringId) -> &str {
        text_of(&self.text, &self.ends, id)
    }

    /// Returns the number of texts, including the empty one. Every id is less than this number.
    pub fn count(&self) -> u32 {
        u32::try_from(self.ends.len()).unwrap_or(u32::MAX)
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.count()).map(|id| self.get(id))
    }

    /// Returns the memory used, in bytes.
    pub fn memory(&self) -> usize {
        let lowercase = self.lowercase.get();
        self.text.capacity()
            + self.ends.capacity() * size_of::<u32>()
            + lowercase.map_or(0, |f| f.text.capacity() + f.ends.capacity() * size_of::<u32>())
    }

    /// Creates interned texts from `text`, which holds all texts without separators, and `ends`, the end offset of each
    /// text. Returns `None` if the offsets are invalid.
    pub(super) fn from_parts(text: String, ends: Vec<u32>) -> Option<Self> {
        let fit = ends.first() == Some(&0)
            && ends.is_sorted()
            && ends.last().is_some_and(|&end| end as usize == text.len())
            && ends.iter().all(|&end| text.is_char_boundary(end as usize));
        fit.then(|| Self { text, ends, ..Self::default() })
    }

    pub(super) fn texts_after(&self, last: StringId) -> Vec<Box<str>> {
        (last + 1..self.count()).map(|id| self.get(id).into()).collect()
    }

    /// Releases excess capacity.
    pub(super) fn finish(&mut self) {
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    /// Returns the first [`MAX_TEXT_BYTES`] of `text`, or fewer to end at a character boundary.
    pub(super) fn clipped(text: &str) -> &str {
        text.get(..text.floor_char_boundary(MAX_TEXT_BYTES)).unwrap_or(text)
    }

    /// Adds `text`, which must be new, and returns its id. Returns `None` if there is no room left.
    pub(super) fn push(&mut self, text: &str) -> Option<StringId> {
        let end = u32::try_from(self.text.len() + text.len()).ok()?;
        let id = self.count();
        self.text.push_str(text);
        self.ends.push(end);
        self.lowercase.take();
        Some(id)
    }

    /// Returns for each id whether its text contains `word`, ignoring case. `word` must be in lower case.
    pub(super) fn ids_containing(&self, word: &str) -> Vec<bool> {
        let lowercase = self.lowercase();
        let mut found = vec![word.is_empty(); self.ends.len()];
        let mut id = 0;
        for at in memchr::memmem::find_iter(lowercase.text.as_bytes(), word.as_bytes()) {
            // Matches come in order, so the search for the text of a match continues at the text of the previous match.
            id += lowercase.ends[id..].partition_point(|&end| end as usize <= at);
            if let Some(found) = found.get_mut(id) {
                *found = true;
            }
        }
        found
    }

    pub(super) fn lowercase_text(&self, id: StringId) -> &str {
        let lowercase = self.lowercase();
        text_of(&lowercase.text, &lowercase.ends, id).trim_end_matches('\0')
    }

    /// Returns the rank of each id in the alphabetical order of lower-case texts. Equal texts have the same rank.
    pub(super) fn alphabetical_ranks(&self) -> Vec<u32> {
        let mut order: Vec<StringId> = (0..self.count()).collect();
        order.sort_unstable_by_key(|&id| self.lowercase_text(id));
        let mut alphabetical_ranks = vec![0; order.len()];
        let mut place = 0;
        for pair in order.windows(2) {
            place += u32::from(self.lowercase_text(pair[0]) != self.lowercase_text(pair[1]));
            alphabetical_ranks[pair[1] as usize] = place;
        }
        alphabetical_ranks
    }

    fn lowercase(&self) -> &LowercaseTexts {
        self.lowercase.get_or_init(|| {
            let mut text = String::with_capacity(self.text.len() + self.ends.len());
            let ends = self
                .iter()
                .map(|one| {
                    if one.is_ascii() {
                        text.extend(one.chars().map(|c| c.to_ascii_lowercase()));
                    } else {
                        text.push_str(&one.to_lowercase());
                    }
                    text.push('\0');
                    u32::try_from(text.len()).unwrap_or(u32::MAX)
                })
                .collect();
            LowercaseTexts { text, ends }
        })
    }
}

/// A hash table from texts to their ids in a [`Strings`], for scans that look up millions of texts.
#[derive(Debug, Default)]
pub(super) struct StringInterner {
    table: Table,
    hasher: FixedState,
}

impl StringInterner {
    /// Returns the id of `text` in `strings`, and adds `text` if it is missing. A text longer than
    /// [`MAX_TEXT_BYTES`] is clipped first. Returns 0, the id of the empty text, if there is no room. All calls must
    /// pass the same `strings`.
    pub(super) fn add(&mut self, strings: &mut Strings, text: &str) -> StringId {
        let text = Strings::clipped(text);
        match self.find(strings, text.as_bytes()) {
            Ok(id) => id,
            Err((key, hash)) => self.insert(strings, text, key, hash),
        }
    }

    /// Like [`StringInterner::add`], for ASCII text.
    pub(super) fn add_ascii(&mut self, strings: &mut Strings, text: &[u8]) -> StringId {
        let text = &text[..text.len().min(MAX_TEXT_BYTES)];
        match self.find(strings, text) {
            Ok(id) => id,
            Err((key, hash)) => {
                let text = std::str::from_utf8(text).unwrap_or_default();
                self.insert(strings, text, key, hash)
            }
        }
    }

    /// Like [`StringInterner::add_ascii`], for several texts at once.
    pub(super) fn add_all_ascii<const N: usize>(
        &mut self,
        strings: &mut Strings,
        texts: [&[u8]; N],
    ) -> [StringId; N] {
        let sought = texts.map(|text| {
            let key = Key::of(text);
            (key, hash_of(&self.hasher, key, text))
        });
        // Load all slots before any comparison, so that cache misses overlap.
        let near = sought.map(|(_, hash)| self.table.first(hash));
        std::array::from_fn(|at| {
            let (key, _) = sought[at];
            if near[at].key() == key && key.is_whole() {
                // An empty text finds an empty slot, whose id is 0, the id of the empty text.
                near[at].id()
            } else {
                self.add_ascii(strings, texts[at])
            }
        })
    }

    /// Returns the id of `text`. If `text` is missing, the error holds the key and the hash with which to insert it.
    fn find(&self, strings: &Strings, text: &[u8]) -> Result<StringId, (Key, u64)> {
        if text.is_empty() {
            return Ok(0);
        }
        let key = Key::of(text);
        let hash = hash_of(&self.hasher, key, text);
        let same = |entry: Entry| {
            entry.key() == key && (key.is_whole() || strings.get(entry.id()).as_bytes() == text)
        };
        self.table.find(hash, same).ok_or((key, hash))
    }

    fn insert(&mut self, strings: &mut Strings, text: &str, key: Key, hash: u64) -> StringId {
        let Some(id) = strings.push(text) else { return 0 };
        let hasher = &self.hasher;
        self.table.insert(Entry::new(key, id), hash, |entry| {
            hash_of(hasher, entry.key(), strings.get(entry.id()).as_bytes())
        });
        id
    }
}

fn hash_of(hasher: &FixedState, key: Key, text: &[u8]) -> u64 {
    if key.is_whole() { hasher.hash_one(key) } else { hasher.hash_one(text) }
}

fn text_of<'t>(text: &'t str, ends: &[u32], id: StringId) -> &'t str {
    let id = id as usize;
    let Some(&end) = ends.get(id) else { return "" };
    let start = id.checked_sub(1).map_or(0, |before| ends[before]);
    text.get(start as usize..end as usize).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_share_an_id() {
        let (mut strings, mut numbers) = <(Strings, StringInterner)>::default();
        let words: Vec<String> = (0..500).map(|n| format!("word {}", n % 100)).collect();
        let ids = words.iter().map(|word| numbers.add(&mut strings, word));
        let ids: Vec<StringId> = ids.collect();
        assert_eq!(strings.count(), 101);
        for (word, id) in words.iter().zip(ids) {
            assert_eq!(strings.get(id), word);
        }
        assert_eq!(numbers.add(&mut strings, ""), 0);
        assert_eq!(strings.get(5000), "");
        assert_eq!(strings.get(strings.count() - 1), "word 99");
    }

    #[test]
    fn search_ignores_case() {
        let (mut strings, mut numbers) = <(Strings, StringInterner)>::default();
        for text in ["Gnejs", "death", "MÜLLER", "gnejsdeath", "sd"] {
            numbers.add(&mut strings, text);
        }
        assert_eq!(strings.ids_containing("gnejs"), [false, true, false, false, true, false]);
        assert_eq!(strings.ids_containing("müll"), [false, false, false, true, false, false]);
        // Matches do not span two texts.
        assert_eq!(strings.ids_containing("sd"), [false, false, false, false, true, true]);
        assert_eq!(strings.ids_containing(""), [true; 6]);
        assert_eq!(strings.alphabetical_ranks(), [0, 2, 1, 4, 3, 5]);
    }

    #[test]
    fn long_texts_are_clipped_at_character_boundaries() {
        let (mut strings, mut numbers) = <(Strings, StringInterner)>::default();
        let id = numbers.add(&mut strings, &"ü".repeat(MAX_TEXT_BYTES));
        assert_eq!(strings.get(id).len(), MAX_TEXT_BYTES);
        let id = numbers.add(&mut strings, &format!("a{}", "ü".repeat(MAX_TEXT_BYTES)));
        assert_eq!(strings.get(id).len(), MAX_TEXT_BYTES - 1);
    }
}
