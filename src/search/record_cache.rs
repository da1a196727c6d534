//! [`RecordCache`]: a cache file, beside the index of a large file, with a value for each record.
//!
//! Values are grouped in chunks of consecutive records. The last chunks may be missing. If the chunk of a record is
//! missing or damaged, the text of the record is read instead.

use super::Selection;
use crate::{
    archive::{Collection, RecordId},
    cache::{Entry, EntryWriter, Format},
    file::{CacheFolder, FileError, Fingerprint, Reader},
};
use serde::{Deserialize, Serialize};

/// The maximum length of an encoded value, in bytes. A longer value is not cached, and the text of the record is read
/// instead.
const MAX_VALUE_BYTES: usize = 256 << 10;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Cached<T> {
    /// The record is a game of Kriegspiel, not a match.
    NoMatch,
    /// No value is cached, so the text must be read.
    ReadText,
    Match(T),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct RecordFormat {
    pub(super) format: Format,
    /// The number of records per chunk.
    pub(super) chunk: usize,
}

/// The contents of the footer of a cache file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RecordsFooter {
    text: Fingerprint,
    records: usize,
}

/// The place of a cache file, which need not exist yet. The list must consist of one file.
#[derive(Clone, Debug)]
pub(super) struct CacheSlot<'l> {
    format: RecordFormat,
    folder: &'l CacheFolder,
    name: String,
    text: &'l Reader,
    records: usize,
}

impl<'l> CacheSlot<'l> {
    /// Returns the slot of `format` for `list`, or `None` if `list` cannot have such a cache.
    pub(super) fn of(list: &'l Collection, format: RecordFormat) -> Option<Self> {
        let [file] = list.files.as_slice() else { return None };
        let (folder, name) = file.cache_entry(format.format.name)?;
        Some(Self { format, folder, name, text: file.text.reader()?, records: list.index.len() })
    }

    /// Opens the cache file. Returns `None` if the file does not exist or belongs to another state of the text.
    pub(super) fn open(&self) -> Option<RecordCache> {
        let Self { format, folder, name, text, records } = self;
        let entry: Entry<RecordsFooter> = Entry::open(folder, name, format.format).ok()??;
        let about = entry.about();
        let fits = about.text == *text.fingerprint()
            && about.records == *records
            && entry.chunks() <= records.div_ceil(format.chunk);
        if fits { Some(RecordCache { format: *format, entry }) } else { None }
    }

    /// Returns whether the slot belongs to the file of `selection`, and the text of this file is unchanged since it was
    /// opened.
    pub(super) fn belongs_to(&self, selection: &Selection<'_>) -> bool {
        belongs_to(selection, self.text.fingerprint(), self.records)
    }

    /// Begins a new cache file. The existing one is replaced when the new one is finished.
    pub(super) fn begin(&self) -> Result<CacheWriter<'l>, FileError> {
        let entry = EntryWriter::begin(self.folder, self.format.format)?;
        Ok(CacheWriter { slot: self.clone(), entry })
    }
}

/// An open cache file. Only its footer is in memory.
#[derive(Debug)]
pub(super) struct RecordCache {
    format: RecordFormat,
    pub(super) entry: Entry<RecordsFooter>,
}

impl RecordCache {
    /// Returns whether all records have a chunk.
    pub(super) const fn is_complete(&self) -> bool {
        self.entry.chunks() == self.entry.about().records.div_ceil(self.format.chunk)
    }

    /// Returns the number of records covered, counted from the first.
    pub(super) fn records(&self) -> usize {
        self.entry.about().records.min(self.entry.chunks() * self.format.chunk)
    }

    /// Returns whether the cache belongs to the file of `selection`, and the text of this file is unchanged since it
    /// was opened.
    pub(super) fn belongs_to(&self, selection: &Selection<'_>) -> bool {
        let about = self.entry.about();
        belongs_to(selection, &about.text, about.records)
    }

    /// Returns the encoded value of record `id`, or `None` if the value is missing or damaged. `buffer` keeps the chunk
    /// of the record, which usually contains the next record too.
    pub(super) fn bytes<'b>(&self, id: RecordId, buffer: &'b mut ChunkBuffer) -> Option<&'b [u8]> {
        let number = id / self.format.chunk;
        if buffer.number != Some(number) {
            buffer.number = Some(number);
            buffer.chunk = self.entry.chunk(number, &mut buffer.bytes);
        }
        buffer.chunk.as_ref()?.get(id % self.format.chunk)
    }
}

#[derive(Debug, Default)]
pub(super) struct ChunkBuffer {
    number: Option<usize>,
    bytes: Vec<u8>,
    chunk: Option<Chunk>,
}

/// One chunk of a cache file: the encoded values of consecutive records.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Chunk {
    /// For each value, its end in `values`.
    ends: Vec<u32>,
    #[serde(with = "serde_bytes")]
    values: Vec<u8>,
}

impl Chunk {
    pub(super) fn clear(&mut self) {
        self.ends.clear();
        self.values.clear();
    }

    /// Appends `value`, or [`Cached::ReadText`] if its encoding fails or is too long.
    pub(super) fn push<T: Serialize>(&mut self, value: &Cached<T>) {
        let start = self.values.len();
        if !self.encode(value) || self.values.len() - start > MAX_VALUE_BYTES {
            self.values.truncate(start);
            self.encode(&Cached::<()>::ReadText);
        }
        self.end_value();
    }

    pub(super) fn push_bytes(&mut self, bytes: &[u8]) {
        self.values.extend_from_slice(bytes);
        self.end_value();
    }

    fn encode<T: Serialize>(&mut self, value: &Cached<T>) -> bool {
        let values = std::mem::take(&mut self.values);
        let encoded = postcard::to_extend(value, values);
        encoded.map(|values| self.values = values).is_ok()
    }

    fn end_value(&mut self) {
        self.ends.push(u32::try_from(self.values.len()).unwrap_or(u32::MAX));
    }

    fn get(&self, place: usize) -> Option<&[u8]> {
        let start = place.checked_sub(1).map_or(Some(&0), |before| self.ends.get(before))?;
        self.values.get(*start as usize..*self.ends.get(place)? as usize)
    }
}

/// A cache file that is being written. If the writer is dropped before [`CacheWriter::finish`], the file is deleted.
#[derive(Debug)]
pub(super) struct CacheWriter<'l> {
    slot: CacheSlot<'l>,
    pub(super) entry: EntryWriter<'l>,
}

impl CacheWriter<'_> {
    /// Replaces the existing cache file by the new file. Discards the new file instead if the text has changed in the
    /// meantime.
    pub(super) fn finish(self) -> Result<(), FileError> {
        let CacheSlot { name, text, records, .. } = self.slot;
        if !text.is_unchanged() {
            return Ok(());
        }
        let about = RecordsFooter { text: text.fingerprint().clone(), records };
        self.entry.finish(&name, &about)
    }
}

/// Returns whether `selection` has `records` records and consists of one file with the fingerprint `text`, unchanged
/// since it was opened.
fn belongs_to(selection: &Selection<'_>, text: &Fingerprint, records: usize) -> bool {
    let [selected_text] = selection.texts else { return false };
    let same = |reader: &Reader| reader.fingerprint() == text && reader.is_unchanged();
    selection.index.len() == records && selected_text.reader().is_some_and(same)
}
