//! [`MateKeeper`]: keeps what a search finds out about forced mates, as it goes.

use super::{
    Selection,
    mate_cache::MateCache,
    record_cache::{CacheSlot, CacheWriter, Chunk, RecordCache},
};
use crate::file::FileError;

/// After so many new blocks what is written is put in its place: some minutes of work at most, which is all that is lost
/// when the program is killed.
const AT_ONCE: usize = 512;

/// What a search has found out in a piece of the records, which is a block of what is kept.
#[derive(Debug, Default)]
pub(super) struct FoundOut {
    /// What is to be kept of each record.
    pub(super) block: Chunk,
    /// Whether any of it was not kept yet.
    pub(super) is_new: bool,
    /// Whether a record was not asked about mates, as something else that is asked is not so in it.
    pub(super) is_partial: bool,
}

/// Keeps what a search of all records of a file finds out, from the first record on and as far as the search comes.
/// Nobody waits for it: where it fails, the search goes on and nothing more is kept.
#[derive(Debug)]
pub(super) struct MateKeeper<'l> {
    place: CacheSlot<'l>,
    /// What was kept before the search.
    known: &'l MateCache,
    /// What the search has put in its place so far.
    put: Option<RecordCache>,
    /// What is being written, from the first block on; nothing as long as nothing is new.
    writer: Option<CacheWriter<'l>>,
    /// How many blocks are new since something was put in its place.
    new: usize,
    /// How many pieces the search has told.
    pieces: usize,
    /// Whether nothing more is kept.
    has_ended: bool,
}

impl<'l> MateKeeper<'l> {
    /// One that keeps at `place`, beside what is `known`; nothing where `selection` leaves out records, or nothing is new.
    pub(super) fn of(
        place: CacheSlot<'l>,
        selection: &Selection<'_>,
        known: &'l MateCache,
    ) -> Option<Self> {
        let mut rows = selection.rows.iter().zip(0..);
        let all = selection.rows.len() == selection.index.len() && rows.all(|(row, id)| *row == id);
        let wanted = all && place.is_of(selection) && !known.is_complete();
        wanted.then_some(Self {
            place,
            known,
            put: None,
            writer: None,
            new: 0,
            pieces: 0,
            has_ended: false,
        })
    }

    /// Takes what was found out in the next piece.
    pub(super) fn take(&mut self, found: &FoundOut) {
        let number = self.pieces;
        self.pieces += 1;
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

    /// Puts in its place what there is. What is found out later is kept too.
    pub(super) fn finish(&mut self) {
        if let Some(writer) = self.writer.take()
            && self.put(writer).is_err()
        {
            self.has_ended = true;
        }
    }

    /// Writes block `number`, and those before it if none is written.
    fn write(&mut self, number: usize, found: &FoundOut) -> Result<(), FileError> {
        let mut writer = match self.writer.take() {
            Some(writer) => writer,
            None => self.copied(self.place.begin()?, number)?,
        };
        if writer.chunks() < number {
            // Somebody has changed what was kept.
            self.has_ended = true;
            return Ok(());
        }
        writer.write(&found.block)?;
        self.new += usize::from(found.is_new);
        if self.new < AT_ONCE {
            self.writer = Some(writer);
            return Ok(());
        }
        self.put(writer)
    }

    /// Adds to what is written the blocks up to `end` that are kept already, as far as all are.
    fn copied(
        &self,
        mut writer: CacheWriter<'l>,
        end: usize,
    ) -> Result<CacheWriter<'l>, FileError> {
        let files = || self.put.iter().chain(self.known.files());
        'blocks: while writer.chunks() < end {
            for kept in files() {
                if writer.copy(kept)? {
                    continue 'blocks;
                }
            }
            break;
        }
        Ok(writer)
    }

    /// Puts what is written in its place, with what was kept behind it already; unless another window has come further.
    fn put(&mut self, writer: CacheWriter<'l>) -> Result<(), FileError> {
        let writer = self.copied(writer, usize::MAX)?;
        let there = self.place.open();
        self.put = match there {
            Some(there) if there.chunks() > writer.chunks() => Some(there),
            _ => {
                writer.finish()?;
                self.place.open()
            }
        };
        self.new = 0;
        Ok(())
    }
}
