//! The index cache: an [`Index`] as bytes on disk.
//!
//! A cache file begins with a signature and version and ends with a checksum. The [`Fingerprint`] of its subject
//! invalidates it once that file changes.

use super::{
    Index,
    block::Block,
    columns::TEXTS,
    narrow::Narrow,
    strings::{StringId, Strings},
};
use crate::{
    file::{Fingerprint, Reader},
    notation::KnownTag,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The signature; the number is the version of the format.
const MAGIC: &[u8] = b"tandem index 5\n";

/// Bytes read at once.
const PIECE: usize = 256 << 10;

/// Why cached bytes are not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CacheError {
    /// Written by another program or version.
    #[error("is not an index of this version of the program")]
    Foreign,
    /// The checksum does not match.
    #[error("is damaged")]
    Damaged,
    /// The file has changed since.
    #[error("is that of an earlier state of the file")]
    Outdated,
}

/// The subject of an index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Subject {
    /// The file that the user opened.
    pub(super) file: Fingerprint,
    /// The decompressed text, if that file is compressed.
    pub(super) text: Option<Fingerprint>,
}

impl Index {
    /// Serializes the index of a single file, in chunks passed to `write`.
    pub(super) fn write<E>(
        &self,
        subject: &Subject,
        write: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut out = Out::to(write);
        out.raw(MAGIC)?;
        out.bytes(text_names().as_bytes())?;
        let subject = serde_json::to_vec(subject).unwrap_or_default();
        out.bytes(&subject)?;
        out.bytes(self.strings.text().as_bytes())?;
        out.numbers(self.strings.ends())?;
        let end = self.ends.first().copied().unwrap_or(0);
        out.raw(&end.to_le_bytes())?;
        out.number(self.blocks.len())?;
        for block in &self.blocks {
            out.raw(&block.base.to_le_bytes())?;
            out.number(block.len())?;
            for column in block.parts() {
                let (least, width, bits) = column.parts();
                out.raw(&least.to_le_bytes())?;
                out.raw(&[width])?;
                out.raw(bits)?;
            }
        }
        out.finish()
    }

    /// Deserializes the index of `file`, and the fingerprint of its decompressed text if it is compressed.
    pub(super) fn of_cache(
        kept: &Reader,
        file: &Fingerprint,
    ) -> Result<(Self, Option<Fingerprint>), CacheError> {
        let mut input = In::of(kept).ok_or(CacheError::Foreign)?;
        if input.take(MAGIC.len()) != Some(MAGIC) {
            return Err(CacheError::Foreign);
        }
        let read = input.index_of(file);
        // Damaged bytes may be mistaken for any other error.
        if input.ends_as_written() { read } else { Err(CacheError::Damaged) }
    }
}

/// Returns the names of the text columns, so that a version with other columns rejects the cache.
fn text_names() -> String {
    TEXTS.map(KnownTag::name).join(" ")
}

/// A writer in chunks, since the whole index is never needed at once.
struct Out<W> {
    write: W,
    piece: Vec<u8>,
    sum: crc32fast::Hasher,
}

impl<W: FnMut(&[u8]) -> Result<(), E>, E> Out<W> {
    fn to(write: W) -> Self {
        Self { write, piece: Vec::with_capacity(PIECE), sum: crc32fast::Hasher::new() }
    }

    fn raw(&mut self, mut bytes: &[u8]) -> Result<(), E> {
        while let (room, true) = (PIECE - self.piece.len(), !bytes.is_empty()) {
            let (now, later) = bytes.split_at(room.min(bytes.len()));
            self.piece.extend_from_slice(now);
            if self.piece.len() == PIECE {
                self.hand_over()?;
            }
            bytes = later;
        }
        Ok(())
    }

    fn number(&mut self, number: usize) -> Result<(), E> {
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        self.raw(&number.to_le_bytes())
    }

    fn bytes(&mut self, bytes: &[u8]) -> Result<(), E> {
        self.number(bytes.len())?;
        self.raw(bytes)
    }

    fn numbers(&mut self, numbers: &[u32]) -> Result<(), E> {
        self.number(numbers.len())?;
        let mut all = numbers.iter();
        all.try_for_each(|number| self.raw(&number.to_le_bytes()))
    }

    fn hand_over(&mut self) -> Result<(), E> {
        self.sum.update(&self.piece);
        (self.write)(&self.piece)?;
        self.piece.clear();
        Ok(())
    }

    /// Writes the last chunk and the checksum.
    fn finish(mut self) -> Result<(), E> {
        self.hand_over()?;
        let sum = self.sum.finalize();
        (self.write)(&sum.to_le_bytes())
    }
}

/// What is still to be read: a piece at a time, as memory that is touched for the first time takes longer than reading.
struct In<'r> {
    reader: &'r Reader,
    /// What was read last.
    piece: Vec<u8>,
    /// How much of that was taken.
    taken: usize,
    /// Where what was not read yet begins, and where the checksum does.
    at: u64,
    end: u64,
    sum: crc32fast::Hasher,
}

impl<'r> In<'r> {
    /// All of `reader` but its checksum.
    fn of(reader: &'r Reader) -> Option<Self> {
        Some(Self {
            reader,
            piece: Vec::new(),
            taken: 0,
            at: 0,
            end: reader.length().checked_sub(size_of::<u32>() as u64)?,
            sum: crc32fast::Hasher::new(),
        })
    }

    fn take(&mut self, count: usize) -> Option<&[u8]> {
        if self.piece.len() - self.taken < count {
            self.read_on(count)?;
        }
        let from = self.taken;
        self.taken += count;
        self.piece.get(from..self.taken)
    }

    /// Makes sure that `count` bytes can be taken.
    fn read_on(&mut self, count: usize) -> Option<()> {
        let held = self.piece.len() - self.taken;
        let left = usize::try_from(self.end - self.at).ok()?;
        if count > held.checked_add(left)? {
            return None;
        }
        self.piece.copy_within(self.taken.., 0);
        self.taken = 0;
        self.piece.resize(held + left.min(PIECE.max(count)), 0);
        let piece = &mut self.piece[held..];
        self.reader.read_at(self.at, piece).ok()?;
        self.sum.update(piece);
        self.at += piece.len() as u64;
        Some(())
    }

    /// Whether nothing is left.
    const fn is_empty(&self) -> bool {
        self.at == self.end && self.taken == self.piece.len()
    }

    /// Reads the remaining bytes and returns whether the checksum matches.
    fn ends_as_written(&mut self) -> bool {
        while self.at < self.end {
            self.taken = self.piece.len();
            if self.read_on(1).is_none() {
                return false;
            }
        }
        let mut sum = [0; size_of::<u32>()];
        let is_read = self.reader.read_at(self.end, &mut sum).is_ok();
        is_read && self.sum.clone().finalize() == u32::from_le_bytes(sum)
    }

    fn number(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(*self.take(4)?.first_chunk()?))
    }

    fn place(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(*self.take(8)?.first_chunk()?))
    }

    fn bytes(&mut self) -> Option<&[u8]> {
        let length = self.number()?;
        self.take(length as usize)
    }

    fn numbers(&mut self) -> Option<Vec<u32>> {
        let count = self.number()? as usize;
        let (chunks, _) = self.take(count.checked_mul(4)?)?.as_chunks();
        let numbers = chunks.iter().map(|chunk| u32::from_le_bytes(*chunk));
        Some(numbers.collect())
    }

    fn column(&mut self, rows: usize) -> Option<Narrow> {
        let head = (self.number()?, *self.take(1)?.first()?);
        Narrow::of_parts(rows, head, |count| self.take(count))
    }

    /// Returns the index if it is that of `file`.
    fn index_of(&mut self, file: &Fingerprint) -> Result<(Index, Option<Fingerprint>), CacheError> {
        if self.bytes().ok_or(CacheError::Damaged)? != text_names().as_bytes() {
            return Err(CacheError::Foreign);
        }
        let subject = self.bytes().ok_or(CacheError::Damaged)?;
        let subject: Subject = serde_json::from_slice(subject).map_err(|_| CacheError::Damaged)?;
        if subject.file != *file {
            return Err(CacheError::Outdated);
        }
        let index = self.index().ok_or(CacheError::Damaged)?;
        Ok((index, subject.text))
    }

    fn index(&mut self) -> Option<Index> {
        let text = std::str::from_utf8(self.bytes()?).ok()?.to_owned();
        let strings = Strings::of_parts(text, self.numbers()?)?;
        let count = strings.count();
        let mut index =
            Index { strings: Arc::new(strings), ends: vec![self.place()?], ..Index::default() };
        for _ in 0..self.number()? {
            index.push(self.block(count)?);
        }
        self.is_empty().then_some(index)
    }

    /// Reads a block whose text ids are below `count`.
    fn block(&mut self, count: StringId) -> Option<Block> {
        let base = self.place()?;
        let rows = self.number()? as usize;
        let column = || self.column(rows);
        Some(rows)
            .filter(|&rows| rows <= Block::MOST)
            .and_then(|rows| Block::of_parts(base, rows, count, column))
    }
}
