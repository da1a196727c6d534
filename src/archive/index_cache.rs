//! The index cache: an [`Index`] as a cache file, valid for one state of the indexed file.

use super::{Index, bit_packed::BitPackedColumn, block::Block, columns::TEXTS, strings::Strings};
use crate::{
    cache::{CacheError, Entry, EntryWriter, Format},
    file::{CacheFolder, FileError, Fingerprint},
    notation::KnownTag,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

const FORMAT: Format = Format { name: "index", version: 8 };

/// The state of the files that a cached index describes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct IndexedFile {
    /// The fingerprint of the file that the user opened.
    pub(super) file: Fingerprint,
    /// The fingerprint of the decompressed text in the cache; `None` if the file is not compressed.
    pub(super) text: Option<Fingerprint>,
}

/// The footer of a cache file.
#[derive(Debug, Serialize, Deserialize)]
struct IndexFooter {
    /// The names of the text columns. A program with other columns rejects the file.
    columns: String,
    subject: IndexedFile,
    /// The offset of the end of the last record.
    end: u64,
}

impl Index {
    /// Stores the index of a single file under `name`: a chunk with the texts, then a chunk for each block.
    pub(super) fn store(
        &self,
        subject: IndexedFile,
        cache: &CacheFolder,
        name: &str,
    ) -> Result<(), FileError> {
        let mut writer = EntryWriter::begin(cache, FORMAT)?;
        writer.push(&(&self.strings.text, &self.strings.ends))?;
        for block in &self.blocks {
            writer.push(&(block.base, block.len(), block.parts().collect::<Vec<_>>()))?;
        }
        let end = self.ends.first().copied().unwrap_or(0);
        writer.finish(name, &IndexFooter { columns: text_names(), subject, end })
    }

    /// Loads the index of `file` stored under `name`, with the fingerprint of the decompressed text if `file` is
    /// compressed. Returns `None` if nothing is stored under `name`. An index of another state of the file is an error.
    pub(super) fn load(
        cache: &CacheFolder,
        name: &str,
        file: &Fingerprint,
    ) -> Result<Option<(Self, Option<Fingerprint>)>, CacheError> {
        let Some(entry) = Entry::<IndexFooter>::open(cache, name, FORMAT)? else { return Ok(None) };
        let IndexFooter { columns, subject, end } = entry.about();
        if *columns != text_names() {
            return Err(CacheError::Foreign);
        }
        if subject.file != *file {
            return Err(CacheError::Outdated);
        }
        let index = Self::from_chunks(&entry, *end).ok_or(CacheError::Damaged)?;
        Ok(Some((index, subject.text.clone())))
    }

    fn from_chunks(entry: &Entry<IndexFooter>, end: u64) -> Option<Self> {
        let mut buffer = Vec::new();
        let (text, ends): (&str, Vec<u32>) = entry.chunk(0, &mut buffer)?;
        let strings = Strings::from_parts(text.to_owned(), ends)?;
        let count = strings.count();
        let mut index = Self { strings: Arc::new(strings), ends: vec![end], ..Self::default() };
        for number in 1..entry.chunks() {
            let (base, rows, columns): (u64, usize, Vec<BitPackedColumn>) =
                entry.chunk(number, &mut buffer)?;
            index.push(Block::from_parts(base, rows, count, columns)?);
        }
        Some(index)
    }
}

fn text_names() -> String {
    TEXTS.map(KnownTag::name).join(" ")
}
