//! [`KeptFile`]: what is kept of the records of a large file, in a file of blocks beside its index.
//!
//! The file begins with its name and version. Then come blocks of so many records each, with its number and a checksum,
//! and last what the file is about: the [`Fingerprint`] of the text, how many records that has, and the length of each
//! block. Blocks may be missing at the end. Whatever is not as it was written is not used: the text is read instead.

use super::{Selection, kept_record::BY_TEXT};
use crate::{
    archive::{Collection, RecordId},
    file::{CacheFile, CacheFolder, FileError, FileRange, Fingerprint, Reader},
};
use std::ops::Range;

/// No more bytes are kept of a record, so that a block is never large.
const LONGEST: usize = 256 << 10;

/// The bytes of a number.
const NUMBER: usize = size_of::<u32>();

/// One kind of such files.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeptForm {
    /// What the name of the file ends with.
    pub(super) name: &'static str,
    /// The number of the form of its records.
    pub(super) number: u32,
    /// So many records are a block.
    pub(super) piece: usize,
}

impl KeptForm {
    /// The first bytes. Another version of the program may play a record otherwise.
    fn magic(&self) -> String {
        let Self { name, number, .. } = self;
        format!("tandem {name} {number} {}\n", env!("CARGO_PKG_VERSION"))
    }
}

/// Where something is kept of a list of one file, or would be.
#[derive(Clone, Debug)]
pub(super) struct KeptPlace<'l> {
    form: KeptForm,
    cache: &'l CacheFolder,
    name: String,
    text: &'l Reader,
    records: usize,
}

impl<'l> KeptPlace<'l> {
    /// The place of `form` for `list`; nothing where nothing is kept of that.
    pub(super) fn of(list: &'l Collection, form: KeptForm) -> Option<Self> {
        let [file] = list.files.as_slice() else {
            return None;
        };
        let (cache, name) = file.kept_as(form.name)?;
        Some(Self { form, cache, name, text: file.text.reader()?, records: list.index.len() })
    }

    /// What is kept there, if that is of the text as it was when it was opened.
    pub(super) fn open(&self) -> Option<KeptFile> {
        let reader = Reader::open(&self.cache.file(&self.name)).ok()?;
        let kept = KeptFile::read(reader, self.form)?;
        let same = kept.text == *self.text.fingerprint() && kept.records == self.records;
        same.then_some(kept)
    }

    /// Whether it is of what `selection` is about, whose text has not changed since it was opened.
    pub(super) fn is_of(&self, selection: &Selection<'_>) -> bool {
        is_about(selection, self.text.fingerprint(), self.records)
    }

    /// Begins to write it anew. What is there stays until that is finished.
    pub(super) fn begin(&self) -> Result<KeptWriter<'l>, FileError> {
        let mut file = self.cache.begin()?;
        file.write(self.form.magic().as_bytes())?;
        Ok(KeptWriter { place: self.clone(), file, lengths: Vec::new(), buffer: Vec::new() })
    }
}

/// What is kept, of which no more than a table is held.
#[derive(Debug)]
pub(super) struct KeptFile {
    form: KeptForm,
    file: Reader,
    /// The text that it is of.
    text: Fingerprint,
    records: usize,
    /// Where each block begins, and where the last one ends.
    bounds: Vec<u64>,
}

impl KeptFile {
    fn read(file: Reader, form: KeptForm) -> Option<Self> {
        let mut bytes = Vec::new();
        let mut read = |range: Range<u64>| -> Option<Vec<u8>> {
            let range = FileRange::new(range.start, range.end);
            file.read_range(range, &mut bytes).ok()?;
            Some(std::mem::take(&mut bytes))
        };
        let magic = form.magic();
        let head = magic.len() as u64;
        if read(0..head)? != magic.as_bytes() {
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
        let fits = at == start && bounds.len() - 1 <= records.div_ceil(form.piece);
        fits.then_some(Self { form, file, text, records, bounds })
    }

    /// How many blocks there are.
    pub(super) const fn blocks(&self) -> usize {
        self.bounds.len() - 1
    }

    /// Whether no block is missing.
    pub(super) const fn is_whole(&self) -> bool {
        self.blocks() == self.records.div_ceil(self.form.piece)
    }

    /// Whether every block is as it was written. All of the file is read for that.
    pub(super) fn is_sound(&self) -> bool {
        let mut bytes = Vec::new();
        (0..self.blocks()).all(|number| self.read_block(number, &mut bytes).is_some())
    }

    /// How many records of the beginning it is about.
    pub(super) fn records(&self) -> usize {
        self.records.min(self.blocks() * self.form.piece)
    }

    /// Whether it is of what `selection` is about, whose text has not changed since it was opened.
    pub(super) fn is_of(&self, selection: &Selection<'_>) -> bool {
        is_about(selection, &self.text, self.records)
    }

    /// What is kept of record `id`; nothing where that cannot be read as it was written. `block` keeps what was read, as
    /// the next record is most often of the same one.
    pub(super) fn record<'b>(&self, id: RecordId, block: &'b mut KeptBlock) -> Option<&'b [u8]> {
        let number = id / self.form.piece;
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
        let place = id % self.form.piece;
        let start = place.checked_sub(1).map_or(Some(0), end)?;
        bodies.get(start..end(place)?)
    }

    /// Reads a block without its checksum, and says whether it is as it was written.
    fn read_block(&self, number: usize, into: &mut Vec<u8>) -> Option<()> {
        let range = FileRange::new(*self.bounds.get(number)?, *self.bounds.get(number + 1)?);
        self.file.read_range(range, into).ok()?;
        let body = checked(into)?;
        let same = u32_of(body.get(..NUMBER)?)? as usize == number;
        let length = body.len();
        into.truncate(length);
        same.then_some(())
    }
}

/// The block that was read last of a file.
#[derive(Debug, Default)]
pub(super) struct KeptBlock {
    number: Option<usize>,
    bytes: Vec<u8>,
    is_whole: bool,
}

/// What is to be kept of some records.
#[derive(Debug, Default)]
pub(super) struct NewBlock {
    /// Where each record ends among the bodies.
    ends: Vec<u32>,
    bodies: Vec<u8>,
}

impl NewBlock {
    pub(super) fn clear(&mut self) {
        self.ends.clear();
        self.bodies.clear();
    }

    /// Adds what `encode` writes of a record; of one that is very long, that its text must be read.
    pub(super) fn push(&mut self, encode: impl FnOnce(&mut Vec<u8>)) {
        let start = self.bodies.len();
        encode(&mut self.bodies);
        if self.bodies.len() - start > LONGEST {
            self.bodies.truncate(start);
            self.bodies.push(BY_TEXT);
        }
        self.ends.push(number(self.bodies.len()));
    }
}

/// What is being written. It is gone unless it is finished.
#[derive(Debug)]
pub(super) struct KeptWriter<'l> {
    place: KeptPlace<'l>,
    file: CacheFile,
    /// The length of each block that is written.
    lengths: Vec<u32>,
    buffer: Vec<u8>,
}

impl KeptWriter<'_> {
    /// How many blocks are written.
    pub(super) const fn blocks(&self) -> usize {
        self.lengths.len()
    }

    /// Writes the next block.
    pub(super) fn write(&mut self, block: &NewBlock) -> Result<(), FileError> {
        let out = &mut self.buffer;
        out.clear();
        out.extend(number(self.lengths.len()).to_le_bytes());
        out.extend(number(block.ends.len()).to_le_bytes());
        out.extend(block.ends.iter().flat_map(|end| end.to_le_bytes()));
        out.extend_from_slice(&block.bodies);
        self.end_block()
    }

    /// Writes the next block as `kept` has it; says whether that has it as it was written.
    pub(super) fn copy(&mut self, kept: &KeptFile) -> Result<bool, FileError> {
        let number = self.lengths.len();
        if kept.read_block(number, &mut self.buffer).is_none() {
            return Ok(false);
        }
        self.end_block()?;
        Ok(true)
    }

    /// Writes the block in the buffer, with its checksum.
    fn end_block(&mut self) -> Result<(), FileError> {
        let out = &mut self.buffer;
        out.extend(crc32fast::hash(out).to_le_bytes());
        self.lengths.push(number(out.len()));
        self.file.write(out)
    }

    /// Writes what it is about, and puts it in the place of what was kept, unless the text has changed meanwhile.
    pub(super) fn finish(mut self) -> Result<(), FileError> {
        let KeptPlace { cache, name, text, records, .. } = &self.place;
        if !text.is_unchanged() {
            return Ok(());
        }
        let about = serde_json::to_vec(text.fingerprint()).unwrap_or_default();
        let out = &mut self.buffer;
        out.clear();
        out.extend(number(about.len()).to_le_bytes());
        out.extend_from_slice(&about);
        out.extend((*records as u64).to_le_bytes());
        out.extend(self.lengths.iter().flat_map(|length| length.to_le_bytes()));
        out.extend(crc32fast::hash(out).to_le_bytes());
        out.extend(number(out.len()).to_le_bytes());
        self.file.write(out)?;
        self.file.finish(&cache.file(name))?;
        cache.trim(name);
        Ok(())
    }
}

/// Whether `selection` is about one text of so many records, which has not changed since it was opened.
fn is_about(selection: &Selection<'_>, text: &Fingerprint, records: usize) -> bool {
    let [of] = selection.texts else {
        return false;
    };
    let same = |reader: &Reader| reader.fingerprint() == text && reader.is_unchanged();
    selection.index.len() == records && of.reader().is_some_and(same)
}

/// What stands before the checksum, if that is right.
fn checked(bytes: &[u8]) -> Option<&[u8]> {
    let (body, sum) = bytes.split_last_chunk()?;
    (crc32fast::hash(body) == u32::from_le_bytes(*sum)).then_some(body)
}

fn u32_of(bytes: &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.as_array()?))
}

/// A length as it is written; that of a block is at most its records times [`LONGEST`].
fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
