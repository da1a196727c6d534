//! An [`Index`] as bytes, to be kept from one day to the next.
//!
//! A file of ours begins with its name and version, and ends with a checksum. It says what it is the index
//! of by a [`Fingerprint`]: that of a file which has changed is of another one, and not used.

use super::{
    Index,
    block::Block,
    columns::{TEXT_COUNT, TEXTS},
    strings::{StringId, Strings},
};
use crate::{file::Fingerprint, notation::KnownTag};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The first bytes; the number is that of the form.
const MAGIC: &[u8] = b"tandem index 4\n";

/// Why kept bytes are not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CacheError {
    /// Another program wrote it, or another version.
    #[error("is not an index of this version of the program")]
    Foreign,
    /// The bytes are not those that were written.
    #[error("is damaged")]
    Damaged,
    /// It is about the file as it once was.
    #[error("is that of an earlier state of the file")]
    Outdated,
}

/// What an index is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Subject {
    /// The file that a person opened.
    pub(super) file: Fingerprint,
    /// The unpacked text, if that file is packed.
    pub(super) text: Option<Fingerprint>,
}

impl Index {
    /// The index of a single file as bytes.
    pub(super) fn to_bytes(&self, subject: &Subject) -> Vec<u8> {
        let mut out = Out(Vec::with_capacity(self.memory() + 1024));
        out.0.extend_from_slice(MAGIC);
        out.bytes(text_names().as_bytes());
        let subject = serde_json::to_vec(subject).unwrap_or_default();
        out.bytes(&subject);
        out.bytes(self.strings.text().as_bytes());
        out.numbers(self.strings.ends());
        out.0
            .extend(self.ends.first().copied().unwrap_or(0).to_le_bytes());
        out.number(self.blocks.len());
        for block in &self.blocks {
            out.0.extend(block.base.to_le_bytes());
            out.numbers(&block.starts);
            block.numbers.iter().for_each(|column| out.row(column));
            for short in block.shorts.iter().flatten() {
                out.0.extend(short.to_le_bytes());
            }
            for column in &block.bytes {
                out.0.extend_from_slice(column);
            }
        }
        let sum = crc32fast::hash(&out.0);
        out.0.extend(sum.to_le_bytes());
        out.0
    }

    /// Reads what [`Index::to_bytes`] has written about `file`; for a packed one, what its text was.
    pub(super) fn of_cache(
        bytes: &[u8],
        file: &Fingerprint,
    ) -> Result<(Self, Option<Fingerprint>), CacheError> {
        let Some(rest) = bytes.strip_prefix(MAGIC) else {
            return Err(CacheError::Foreign);
        };
        let (_, sum) = bytes.split_last_chunk().ok_or(CacheError::Damaged)?;
        let (body, _) = bytes.split_at(bytes.len() - size_of::<u32>());
        if crc32fast::hash(body) != u32::from_le_bytes(*sum) {
            return Err(CacheError::Damaged);
        }
        let body = &rest[..rest.len() - size_of::<u32>()];
        let mut input = In(body);
        if input.bytes().ok_or(CacheError::Damaged)? != text_names().as_bytes() {
            return Err(CacheError::Foreign);
        }
        let subject = input.bytes().ok_or(CacheError::Damaged)?;
        let subject: Subject = serde_json::from_slice(subject).map_err(|_| CacheError::Damaged)?;
        if subject.file != *file {
            return Err(CacheError::Outdated);
        }
        let index = input.index().ok_or(CacheError::Damaged)?;
        Ok((index, subject.text))
    }
}

/// The tags whose texts are kept: a program with other columns does not use the bytes.
fn text_names() -> String {
    TEXTS.map(KnownTag::name).join(" ")
}

/// What is written.
struct Out(Vec<u8>);

impl Out {
    fn number(&mut self, number: usize) {
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        self.0.extend(number.to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len());
        self.0.extend_from_slice(bytes);
    }

    fn numbers(&mut self, numbers: &[u32]) {
        self.number(numbers.len());
        self.row(numbers);
    }

    fn row(&mut self, numbers: &[u32]) {
        for number in numbers {
            self.0.extend(number.to_le_bytes());
        }
    }
}

/// What is still to be read.
struct In<'b>(&'b [u8]);

impl<'b> In<'b> {
    fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(*self.take(4)?.first_chunk()?))
    }

    fn place(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(*self.take(8)?.first_chunk()?))
    }

    fn bytes(&mut self) -> Option<&'b [u8]> {
        let length = self.number()?;
        self.take(length as usize)
    }

    fn row(&mut self, count: usize) -> Option<Vec<u32>> {
        let (chunks, _) = self.take(count.checked_mul(4)?)?.as_chunks();
        Some(
            chunks
                .iter()
                .map(|chunk| u32::from_le_bytes(*chunk))
                .collect(),
        )
    }

    fn numbers(&mut self) -> Option<Vec<u32>> {
        let count = self.number()?;
        self.row(count as usize)
    }

    fn index(&mut self) -> Option<Index> {
        let text = std::str::from_utf8(self.bytes()?).ok()?.to_owned();
        let strings = Strings::of_parts(text, self.numbers()?)?;
        let count = strings.count();
        let mut index = Index {
            strings: Arc::new(strings),
            ends: vec![self.place()?],
            ..Index::default()
        };
        for _ in 0..self.number()? {
            index.push(self.block(count)?);
        }
        self.0.is_empty().then_some(index)
    }

    /// A block whose texts have numbers below `count`.
    fn block(&mut self, count: StringId) -> Option<Block> {
        let base = self.place()?;
        let starts = self.numbers()?;
        let rows = starts.len();
        let mut block = Block {
            file: 0,
            base,
            ..Block::default()
        };
        for column in &mut block.numbers {
            *column = self.row(rows)?;
        }
        for column in &mut block.shorts {
            let (shorts, _) = self.take(rows.checked_mul(2)?)?.as_chunks();
            *column = shorts.iter().map(|two| u16::from_le_bytes(*two)).collect();
        }
        for column in &mut block.bytes {
            *column = self.take(rows)?.to_vec();
        }
        block.starts = starts;
        let known = (0..TEXT_COUNT).all(|place| block.texts(place).iter().all(|&id| id < count));
        (known && block.starts.is_sorted()).then_some(block)
    }
}
