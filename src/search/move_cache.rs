//! [`MoveCache`]: the moves of a large file, cached beside its index.

use super::{
    Selection, WalkProgress,
    cached_match::{CachedMatch, MatchEncoder},
    record_cache::{CacheSlot, Cached, Chunk, ChunkBuffer, RecordCache, RecordFormat},
    walk::CHUNK_RECORDS,
};
use crate::{
    archive::{Collection, RecordId, RowNumber, WalkError},
    cache::Format,
};
use std::ops::ControlFlow;

const FORMAT: RecordFormat =
    RecordFormat { format: Format { name: "moves", version: 6 }, chunk: CHUNK_RECORDS };

#[derive(Debug)]
pub struct MoveCache(pub(super) RecordCache);

impl MoveCache {
    /// Opens the move cache of `list`. Returns `None` unless `list` is one file with a complete, current cache.
    pub fn open(list: &Collection) -> Option<Self> {
        let cache = CacheSlot::of(list, FORMAT)?.open()?;
        if cache.is_complete() { Some(Self(cache)) } else { None }
    }

    /// Returns the value of record `id`, or [`Cached::ReadText`] if the value is missing or damaged. `buffer` keeps the
    /// last chunk.
    pub(super) fn record<'b>(
        &self,
        id: RecordId,
        buffer: &'b mut ChunkBuffer,
    ) -> Cached<CachedMatch<'b>> {
        let value = self.0.bytes(id, buffer).and_then(|bytes| postcard::from_bytes(bytes).ok());
        value.unwrap_or(Cached::ReadText)
    }

    /// Builds the move cache of `list` if `list` is one file without a cache. Uses one core, since the build runs in
    /// the background. Calls `on_chunk` with the progress; if `on_chunk` cancels, nothing is stored.
    ///
    /// # Errors
    /// Disk errors, a nearly full disk, or cancellation.
    pub fn build(
        list: &Collection,
        mut on_chunk: impl FnMut(WalkProgress) -> ControlFlow<()>,
    ) -> Result<(), WalkError> {
        let (Some(slot), [file]) = (CacheSlot::of(list, FORMAT), list.files.as_slice()) else {
            return Ok(());
        };
        if Self::open(list).is_some() {
            return Ok(());
        }
        let rows: Vec<RowNumber> = (0..).take(list.index.len()).collect();
        let selection =
            Selection { index: &list.index, texts: &[&file.text], rows: &rows, moves: None };
        let mut writer = slot.begin()?;
        let (mut encoder, mut buffer) = (MatchEncoder::default(), Vec::new());
        let mut chunk = Chunk::default();
        let mut walked = WalkProgress::at_start(rows.len());
        for chunk_rows in rows.chunks(CHUNK_RECORDS) {
            chunk.clear();
            selection.read(chunk_rows, &mut buffer, |record| {
                chunk.push(&encoder.encode(record.text, record.notation));
            })?;
            writer.entry.push(&chunk)?;
            walked.records += chunk_rows.len();
            WalkError::if_break(on_chunk(walked))?;
        }
        writer.finish()?;
        Ok(())
    }
}
