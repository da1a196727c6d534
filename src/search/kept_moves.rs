//! [`KeptMoves`]: the moves of a large file, kept beside its index.
//!
//! The file begins with its name and version. Then come blocks of [`PIECE`] records, each with its number and a checksum,
//! and last what the file is about: the [`Fingerprint`] of the text, how many records it has, and the length of each
//! block. Whatever is not as it was written is not used: the text is read instead.

use super::{
    Selection, WalkError, Walked,
    kept_record::{BY_TEXT, KeptRecord, RecordKeeper},
    walk::PIECE,
};
use crate::{
    archive::{Collection, RecordId, RowNumber},
    file::{CacheFile, FileError, FileRange, Fingerprint, Reader},
};
use std::ops::{ControlFlow, Range};

/// The first bytes; the number is that of the form. Another version of the program may play a record otherwise.
const MAGIC: &str = concat!("tandem moves 1 ", env!("CARGO_PKG_VERSION"), "\n");

/// What the name ends with.
const NAME: &str = "moves";

/// No more bytes are kept of a record, so that a block is never large.
const LONGEST: usize = 256 << 10;

/// The bytes of a number.
const NUMBER: usize = size_of::<u32>();

/// The moves of a file, of which no more than a table is held.
#[derive(Debug)]
pub struct KeptMoves {
    file: Reader,
    /// The text that they are of.
    text: Fingerprint,
    records: usize,
    /// Where each block begins, and where the last one ends.
    bounds: Vec<u64>,
}

impl KeptMoves {
    /// What is kept of the only file of `list`, if that is of the file as it is.
    #[must_use]
    pub fn open(list: &Collection) -> Option<Self> {
        let [file] = list.files.as_slice() else {
            return None;
        };
        let (cache, name) = file.kept_as(NAME)?;
        let kept = Self::read(Reader::open(&cache.file(&name)).ok()?)?;
        let same = kept.text == *file.text.fingerprint()? && kept.records == list.index.len();
        same.then_some(kept)
    }

    fn read(file: Reader) -> Option<Self> {
        let mut bytes = Vec::new();
        let mut read = |range: Range<u64>| -> Option<Vec<u8>> {
            let range = FileRange::new(range.start, range.end);
            file.read_range(range, &mut bytes).ok()?;
            Some(std::mem::take(&mut bytes))
        };
        let head = MAGIC.len() as u64;
        if read(0..head)? != MAGIC.as_bytes() {
            return None;
        }
        let end = file.length().checked_sub(NUMBER as u64)?;
        let length = u32_of(&read(end..file.length())?)?;
        let start = end.checked_sub(u64::from(length))?;
        let tail = read(start..end)?;
        let tail = checked(&tail)?;
        let (length, tail) = tail.split_at_checked(NUMBER)?;
        let (text, tail) = tail.split_at_checked(u32_of(length)? as usize)?;
        let text = serde_json::from_slice(text).ok()?;
        let (records, lengths) = tail.split_at_checked(size_of::<u64>())?;
        let records = u64::from_le_bytes(*records.first_chunk()?);
        let records = usize::try_from(records).ok()?;
        let mut bounds = vec![head];
        let mut at = head;
        for length in lengths.as_chunks().0 {
            at = at.checked_add(u64::from(u32::from_le_bytes(*length)))?;
            bounds.push(at);
        }
        let whole = at == start && bounds.len() - 1 == records.div_ceil(PIECE);
        whole.then_some(Self {
            file,
            text,
            records,
            bounds,
        })
    }

    /// Whether they are of what `selection` is about, whose text has not changed since it was opened.
    pub(super) fn is_of(&self, selection: &Selection<'_>) -> bool {
        let [text] = selection.texts else {
            return false;
        };
        let same = |reader: &Reader| *reader.fingerprint() == self.text && reader.is_unchanged();
        selection.index.len() == self.records && text.reader().is_some_and(same)
    }

    /// What is kept of record `id`; nothing where that cannot be read as it was written. `block` keeps what was read, as
    /// the next record is most often of the same one.
    pub(super) fn record<'b>(
        &self,
        id: RecordId,
        block: &'b mut KeptBlock,
    ) -> Option<KeptRecord<'b>> {
        let number = id / PIECE;
        if block.number != Some(number) {
            block.number = Some(number);
            block.is_whole = self.read_block(number, &mut block.bytes).is_some();
        }
        let bytes = block.is_whole.then_some(block.bytes.as_slice())?;
        let (_, bytes) = bytes.split_at_checked(NUMBER)?;
        let (count, rest) = bytes.split_at_checked(NUMBER)?;
        let count = u32_of(count)? as usize;
        let (ends, bodies) = rest.split_at_checked(count.checked_mul(NUMBER)?)?;
        let ends: &[[u8; NUMBER]] = ends.as_chunks().0;
        let end = |place: usize| Some(u32::from_le_bytes(*ends.get(place)?) as usize);
        let place = id % PIECE;
        let start = place.checked_sub(1).map_or(Some(0), end)?;
        KeptRecord::decode(bodies.get(start..end(place)?)?)
    }

    /// Reads a block, and says whether it is as it was written.
    fn read_block(&self, number: usize, into: &mut Vec<u8>) -> Option<()> {
        let range = FileRange::new(*self.bounds.get(number)?, *self.bounds.get(number + 1)?);
        self.file.read_range(range, into).ok()?;
        let body = checked(into)?;
        let same = u32_of(body.get(..NUMBER)?)? as usize == number;
        let length = body.len();
        into.truncate(length);
        same.then_some(())
    }

    /// Keeps the moves of the only file of `list`, where anything is kept of it and this is not kept already. It takes
    /// one core: nobody waits for it. `each` is told how far it has come, and may break off; nothing is then kept.
    ///
    /// # Errors
    /// What the disk says, that it is nearly full, or that it was broken off.
    pub fn keep(
        list: &Collection,
        mut each: impl FnMut(Walked) -> ControlFlow<()>,
    ) -> Result<(), WalkError> {
        let [file] = list.files.as_slice() else {
            return Ok(());
        };
        let (Some((cache, name)), Some(reader)) = (file.kept_as(NAME), file.text.reader()) else {
            return Ok(());
        };
        if Self::open(list).is_some() {
            return Ok(());
        }
        let rows: Vec<RowNumber> = (0..).take(list.index.len()).collect();
        let selection = Selection {
            index: &list.index,
            texts: &[&file.text],
            rows: &rows,
            moves: None,
        };
        let mut writer = Writer::begin(cache.begin()?)?;
        let (mut keeper, mut buffer) = (RecordKeeper::default(), Vec::new());
        let mut block = NewBlock::default();
        let mut records = 0;
        for piece in rows.chunks(PIECE) {
            block.clear();
            selection.read(piece, &mut buffer, |record| {
                block.push(|out| keeper.encode(record.text, record.notation, out));
            })?;
            writer.write(&block)?;
            records += piece.len();
            let total = rows.len();
            if each(Walked { records, total }).is_break() {
                return Err(WalkError::Cancelled);
            }
        }
        if reader.is_unchanged() {
            let file = writer.finish(reader.fingerprint(), rows.len())?;
            file.finish(&cache.file(&name))?;
            cache.trim(&name);
        }
        Ok(())
    }
}

/// The block that was read last.
#[derive(Debug, Default)]
pub(super) struct KeptBlock {
    number: Option<usize>,
    bytes: Vec<u8>,
    is_whole: bool,
}

/// What is kept of some records.
#[derive(Default)]
struct NewBlock {
    /// Where each record ends among the bodies.
    ends: Vec<u32>,
    bodies: Vec<u8>,
}

impl NewBlock {
    fn clear(&mut self) {
        self.ends.clear();
        self.bodies.clear();
    }

    /// Adds what `encode` writes of a record; of one that is very long, that its text must be read.
    fn push(&mut self, encode: impl FnOnce(&mut Vec<u8>)) {
        let start = self.bodies.len();
        encode(&mut self.bodies);
        if self.bodies.len() - start > LONGEST {
            self.bodies.truncate(start);
            self.bodies.push(BY_TEXT);
        }
        self.ends.push(number(self.bodies.len()));
    }
}

struct Writer {
    file: CacheFile,
    /// The length of each block that is written.
    lengths: Vec<u32>,
    buffer: Vec<u8>,
}

impl Writer {
    fn begin(mut file: CacheFile) -> Result<Self, FileError> {
        file.write(MAGIC.as_bytes())?;
        Ok(Self {
            file,
            lengths: Vec::new(),
            buffer: Vec::new(),
        })
    }

    fn write(&mut self, block: &NewBlock) -> Result<(), FileError> {
        let out = &mut self.buffer;
        out.clear();
        out.extend(number(self.lengths.len()).to_le_bytes());
        out.extend(number(block.ends.len()).to_le_bytes());
        out.extend(block.ends.iter().flat_map(|end| end.to_le_bytes()));
        out.extend_from_slice(&block.bodies);
        out.extend(crc32fast::hash(out).to_le_bytes());
        self.lengths.push(number(out.len()));
        self.file.write(out)
    }

    /// Writes what it is about.
    fn finish(mut self, text: &Fingerprint, records: usize) -> Result<CacheFile, FileError> {
        let text = serde_json::to_vec(text).unwrap_or_default();
        let out = &mut self.buffer;
        out.clear();
        out.extend(number(text.len()).to_le_bytes());
        out.extend_from_slice(&text);
        out.extend((records as u64).to_le_bytes());
        out.extend(self.lengths.iter().flat_map(|length| length.to_le_bytes()));
        out.extend(crc32fast::hash(out).to_le_bytes());
        out.extend(number(out.len()).to_le_bytes());
        self.file.write(out)?;
        Ok(self.file)
    }
}

/// What stands before the checksum, if that is right.
fn checked(bytes: &[u8]) -> Option<&[u8]> {
    let (body, sum) = bytes.split_last_chunk()?;
    (crc32fast::hash(body) == u32::from_le_bytes(*sum)).then_some(body)
}

fn u32_of(bytes: &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.as_array()?))
}

/// A length as it is written; that of a block is at most [`PIECE`] times [`LONGEST`].
fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
