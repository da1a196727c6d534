//! [`Table`]: a hash table from texts to their ids.
//!
//! The table uses open addressing with linear probing, and at most half of its slots are full. Most lookups therefore
//! touch one cache line, and the processor can overlap the lookups of several texts.

/// The id of an interned text; 0 is the empty text.
pub type StringId = u32;

/// The first and last eight bytes of a text, and its length. Texts of up to 16 bytes, which are most, are equal if
/// their keys are equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Key {
    ends: [u64; 2],
    length: u32,
}

impl Key {
    /// The maximum length of a text that a key contains completely, in bytes.
    const MAX_WHOLE_BYTES: u32 = 16;

    pub(super) fn of(text: &[u8]) -> Self {
        let ends = match (text.first_chunk(), text.last_chunk()) {
            (Some(first), Some(last)) => [u64::from_le_bytes(*first), u64::from_le_bytes(*last)],
            _ => {
                let append = |value, byte: &u8| value << 8 | u64::from(*byte);
                [text.iter().fold(0, append), 0]
            }
        };
        Self {
            ends,
            // Texts have already been clipped to a much smaller length.
            length: u32::try_from(text.len()).unwrap_or(u32::MAX),
        }
    }

    pub(super) const fn is_whole(self) -> bool {
        self.length <= Self::MAX_WHOLE_BYTES
    }
}

/// A key with its text id, in 24 bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    ends: [u64; 2],
    length: u32,
    /// The id of the text; 0 in an empty slot.
    id: StringId,
}

impl Entry {
    pub(super) const fn new(key: Key, id: StringId) -> Self {
        Self { ends: key.ends, length: key.length, id }
    }

    pub(super) const fn key(self) -> Key {
        Key { ends: self.ends, length: self.length }
    }

    pub(super) const fn id(self) -> StringId {
        self.id
    }
}

/// A hash table from texts to their ids. The caller compares the texts.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// The slots. Invariant: their number is 0 or a power of two.
    slots: Vec<Entry>,
    used: usize,
}

impl Table {
    /// The number of slots after the first insertion.
    const INITIAL_SLOTS: usize = 64;

    /// Returns the entry in the first slot for `hash`. Usually this is the entry of the text with that hash.
    pub(super) fn first(&self, hash: u64) -> Entry {
        let slot = self.slot(hash);
        self.slots.get(slot).copied().unwrap_or_default()
    }

    /// Returns the id of the entry for `hash` that `same` accepts, or `None` if there is none.
    pub(super) fn find(&self, hash: u64, same: impl Fn(Entry) -> bool) -> Option<StringId> {
        let (before, from) = self.slots.split_at(self.slot(hash));
        let slots = from.iter().chain(before).copied();
        let mut entries = slots.take_while(|entry| entry.id > 0);
        entries.find(|&entry| same(entry)).map(Entry::id)
    }

    /// Inserts a new entry. `hash_of` recomputes the hashes of all entries if the table grows.
    pub(super) fn insert(&mut self, entry: Entry, hash: u64, hash_of: impl Fn(Entry) -> u64) {
        if self.slots.len() < (self.used + 1) * 2 {
            let more = vec![Entry::default(); (self.slots.len() * 2).max(Self::INITIAL_SLOTS)];
            let entries = std::mem::replace(&mut self.slots, more);
            for entry in entries.into_iter().filter(|entry| entry.id > 0) {
                self.put(entry, hash_of(entry));
            }
        }
        self.put(entry, hash);
        self.used += 1;
    }

    fn put(&mut self, entry: Entry, hash: u64) {
        let slot = self.slot(hash);
        let (before, from) = self.slots.split_at_mut(slot);
        let mut slots = from.iter_mut().chain(before);
        if let Some(free) = slots.find(|entry| entry.id == 0) {
            *free = entry;
        }
    }

    /// Returns the index of the first slot for `hash`; 0 if the table is empty.
    fn slot(&self, hash: u64) -> usize {
        let mask = self.slots.len().saturating_sub(1) as u64;
        usize::try_from(hash & mask).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_table_is_at_most_half_full() {
        let mut table = Table::default();
        for id in 1..=300 {
            let key = Key::of(id.to_string().as_bytes());
            table.insert(Entry::new(key, id), u64::from(id), |entry| u64::from(entry.id()));
            let needed = (id as usize * 2).next_power_of_two().max(Table::INITIAL_SLOTS);
            assert_eq!(table.slots.len(), needed, "{id} entries");
        }
        for id in 1..=300 {
            let key = Key::of(id.to_string().as_bytes());
            let found = table.find(u64::from(id), |entry| entry.key() == key);
            assert_eq!(found, Some(id));
        }
        assert_eq!(table.find(7, |_| false), None);
    }

    #[test]
    fn colliding_entries_are_adjacent_and_wrap_around() {
        let mut table = Table::default();
        let last = Table::INITIAL_SLOTS as u64 - 1;
        for id in 1..=5 {
            let key = Key::of(id.to_string().as_bytes());
            table.insert(Entry::new(key, id), last, |_| last);
        }
        assert_eq!(table.slots[0].id(), 2, "after the last slot comes the first");
        for id in 1..=5 {
            let key = Key::of(id.to_string().as_bytes());
            assert_eq!(table.find(last, |entry| entry.key() == key), Some(id));
        }
    }
}
