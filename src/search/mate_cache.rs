//! [`MateCache`]: the ledgers of a large file, with the facts about forced mates, cached beside its index.

use super::{
    SearchQuery, Selection,
    forced::DEFAULT_MATE_MOVES,
    match_facts::MatchFacts,
    record_cache::{CacheSlot, Cached, ChunkBuffer, RecordCache, RecordFormat},
};
use crate::{
    archive::{Collection, RecordId},
    cache::Format,
};
use memchr::memchr;
use serde::{Deserialize, Serialize};

/// The number of records per chunk: about a quarter of a second of work, which is the most that a cancelled search
/// loses.
pub(super) const CHUNK_RECORDS: usize = 32;

/// Returns the slot for facts from a search depth of `moves` moves. Returns `None` if `moves` is not from 1 to 4, or if
/// `list` cannot have a cache.
pub(super) fn slot(list: &Collection, moves: u8) -> Option<CacheSlot<'_>> {
    let names = ["mates1", "mates2", "mates3", "mates4"];
    let name = *names.get(usize::from(moves).checked_sub(1)?)?;
    CacheSlot::of(list, RecordFormat { format: Format { name, version: 11 }, chunk: CHUNK_RECORDS })
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct CachedFacts {
    pub(super) facts: MatchFacts,
    pub(super) may_have_variations: bool,
}

impl CachedFacts {
    pub(super) fn of(text: &[u8], facts: MatchFacts) -> Self {
        Self { facts, may_have_variations: memchr(b'(', text).is_some() }
    }
}

/// One buffer for each file of a [`MateCache`].
pub(super) type MateBuffers = [ChunkBuffer; DEFAULT_MATE_MOVES as usize];

#[derive(Debug, Default)]
pub(super) struct MateCache {
    /// The existing files in the order of search depth, beginning with the depth of the query. A search for mates in 3
    /// also finds mates in 2, so a query about mates alone can use any of these files. Other facts depend on the depth,
    /// so a query about them opens only the file for its own depth.
    /// [`MateCacheWriter`](super::mate_cache_writer::MateCacheWriter) copies chunks from the files for greater depths.
    files: Vec<RecordCache>,
}

impl MateCache {
    /// Opens the cache files of `list` that can answer `query`. `moves` is the search depth of the query. Returns an
    /// empty cache if `list` has several files, or if `selection` does not belong to the current state of the file.
    pub(super) fn open(
        list: &Collection,
        selection: &Selection<'_>,
        query: &SearchQuery,
        moves: u8,
    ) -> Self {
        let deepest =
            if query.needs_full_tactics() { moves } else { moves.max(DEFAULT_MATE_MOVES) };
        let files = (moves..=deepest).filter_map(|moves| slot(list, moves)?.open());
        Self { files: files.filter(|cache| cache.belongs_to(selection)).collect() }
    }

    pub(super) fn files(&self) -> &[RecordCache] {
        &self.files
    }

    /// Returns whether one of the files covers all records and is undamaged.
    pub(super) fn is_complete(&self) -> bool {
        let mut files = self.files.iter();
        files.any(|cache| cache.is_complete() && cache.entry.is_sound())
    }

    /// Returns the number of records covered by the longest file, counted from the start of the archive.
    pub(super) fn records(&self) -> usize {
        let records = self.files.iter().map(RecordCache::records);
        records.max().unwrap_or(0)
    }

    /// Returns the value of record `id` and its encoding, or `None` if the value is missing or damaged. `buffers` keep
    /// the last chunk of each file.
    pub(super) fn record<'b>(
        &self,
        id: RecordId,
        buffers: &'b mut MateBuffers,
    ) -> Option<(Cached<CachedFacts>, &'b [u8])> {
        let mut files = self.files.iter().zip(buffers);
        files.find_map(|(cache, buffer)| {
            let bytes = cache.bytes(id, buffer)?;
            Some((postcard::from_bytes(bytes).ok()?, bytes))
        })
    }
}
