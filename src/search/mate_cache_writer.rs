//! [`MateCacheWriter`]: fills a mate cache during a search.

use super::{
    Selection,
    mate_cache::MateCache,
    record_cache::{CacheSlot, CacheWriter, Chunk, RecordCache},
};
use crate::file::FileError;

/// The number of new chunks between two commits: a few minutes of work, which is lost if the program is killed.
const CHUNKS_PER_COMMIT: usize = 512;

#[derive(Debug, Default)]
pub(super) struct MateChunk {
    pub(super) block: Chunk,
    /// Whether any value of the chunk is not in a cache yet.
    pub(super) is_new: bool,
    /// Whether values are missing, because another term of the query excluded records before the search for mates.
    pub(super) is_partial: bool,
}

/// Stores the facts found by a search of a whole file, from its first record to the one where the search ends. After an
/// error the search continues, but nothing more is stored.
#[derive(Debug)]
pub(super) struct MateCacheWriter<'l> {
    slot: CacheSlot<'l>,
    /// The caches that existed before the search.
    known: &'l MateCache,
    /// The cache that this search committed last.
    committed: Option<RecordCache>,
    /// The cache being written, beginning with chunk 0; `None` until a chunk is new.
    writer: Option<CacheWriter<'l>>,
    /// The number of new chunks since the last commit.
    new_chunks: usize,
    chunks_received: usize,
    /// Whether storing has stopped, after an error or an incomplete chunk.
    has_ended: bool,
}

impl<'l> MateCacheWriter<'l> {
    /// Creates a writer for `slot`. Returns `None` if `selection` is not a whole file or if the cache is complete.
    pub(super) fn of(
        slot: CacheSlot<'l>,
        selection: &Selection<'_>,
        known: &'l MateCache,
    ) -> Option<Self> {
        let mut rows = selection.rows.iter().zip(0..);
        let all = selection.rows.len() == selection.index.len() && rows.all(|(row, id)| *row == id);
        let is_needed = all && slot.belongs_to(selection) && !known.is_complete();
        is_needed.then_some(Self {
            slot,
            known,
            committed: None,
            writer: None,
            new_chunks: 0,
            chunks_received: 0,
            has_ended: false,
        })
    }

    /// Receives the next chunk of the search and stores it if needed.
    pub(super) fn take(&mut self, found: &MateChunk) {
        let number = self.chunks_received;
        self.chunks_received += 1;
        if self.has_ended {
            return;
        }
        if found.is_partial {
            self.has_ended = true;
            return self.finish();
        }
        if (found.is_new || self.writer.is_some()) && self.write(number, found).is_err() {
            self.has_ended = true;
            self.writer = None;
        }
    }

    /// Commits the cache being written. Later chunks begin a new one.
    pub(super) fn finish(&mut self) {
        if let Some(writer) = self.writer.take()
            && self.commit(writer).is_err()
        {
            self.has_ended = true;
        }
    }

    /// Writes chunk `number`. If no cache is being written, begins one with the earlier chunks of existing caches.
    fn write(&mut self, number: usize, found: &MateChunk) -> Result<(), FileError> {
        let mut writer = match self.writer.take() {
            Some(writer) => writer,
            None => self.copy_cached_chunks(self.slot.begin()?, number)?,
        };
        if writer.entry.chunks() < number {
            // A chunk has vanished because another process has changed the cache.
            self.has_ended = true;
            return Ok(());
        }
        writer.entry.push(&found.block)?;
        self.new_chunks += usize::from(found.is_new);
        if self.new_chunks < CHUNKS_PER_COMMIT {
            self.writer = Some(writer);
            return Ok(());
        }
        self.commit(writer)
    }

    /// Appends to `writer` the next chunks of existing caches, up to but excluding chunk `end`. Stops early if a chunk
    /// is missing. Returns `writer`.
    fn copy_cached_chunks(
        &self,
        mut writer: CacheWriter<'l>,
        end: usize,
    ) -> Result<CacheWriter<'l>, FileError> {
        let files = || self.committed.iter().chain(self.known.files());
        'blocks: while writer.entry.chunks() < end {
            for old_cache in files() {
                if writer.entry.copy(&old_cache.entry)? {
                    continue 'blocks;
                }
            }
            break;
        }
        Ok(writer)
    }

    /// Appends all later chunks of existing caches to the cache being written, and commits it. Discards it instead if
    /// another process has committed more chunks in the meantime.
    fn commit(&mut self, writer: CacheWriter<'l>) -> Result<(), FileError> {
        let writer = self.copy_cached_chunks(writer, usize::MAX)?;
        let current = self.slot.open();
        self.committed = match current {
            Some(current) if current.entry.chunks() > writer.entry.chunks() => Some(current),
            _ => {
                writer.finish()?;
                self.slot.open()
            }
        };
        self.new_chunks = 0;
        Ok(())
    }
}
