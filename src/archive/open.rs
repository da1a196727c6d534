//! Opening files of any size, packed or not, alone or many as one list.

use super::{CacheError, Index, IndexError, Progress, RecordId, cache::Subject, growing::Growing};
use crate::file::{CacheFolder, FileError, FileRange, Reader, Source, Unpacker};
use std::{
    io::{self, Read as _},
    ops::ControlFlow,
    path::{Path, PathBuf},
};

/// The index of a smaller file is made faster than it is found.
const WORTH_KEEPING: u64 = 4 << 20;

/// So much is unpacked at a time.
const PIECE: usize = 256 << 10;

/// A file and its index.
#[derive(Debug)]
pub struct Opened {
    /// The file, as it was named.
    pub path: PathBuf,
    /// Where its text is read.
    pub text: Text,
    /// Its records.
    pub index: Index,
    /// What a person should know of how it was opened.
    pub notices: Vec<Notice>,
}

/// Where the text of a file is read.
#[derive(Debug)]
pub enum Text {
    /// On the disk: the file itself, or what was unpacked of it.
    File(Reader),
    /// In memory.
    Memory(Source),
}

impl Text {
    /// Puts the bytes of `range` in place of what `into` holds.
    ///
    /// # Errors
    /// As [`Reader::read_range`].
    pub fn read_range(&self, range: FileRange, into: &mut Vec<u8>) -> Result<(), FileError> {
        match self {
            Self::File(reader) => reader.read_range(range, into),
            Self::Memory(source) => {
                into.clear();
                into.extend_from_slice(source.slice(range));
                Ok(())
            }
        }
    }
}

/// Something about how a file was opened.
#[derive(Debug, thiserror::Error)]
pub enum Notice {
    /// What was kept of it is not used.
    #[error("the index that was kept {0}; it was made anew")]
    Cache(CacheError),
    /// Nothing could be kept for the next time.
    #[error("nothing is kept for the next time: {0}")]
    NotKept(FileError),
    /// The packed file ends too early, or is damaged.
    #[error("only what stands before the damage could be unpacked ({0})")]
    Torn(io::Error),
}

impl Opened {
    /// Opens the file at `path`. Its index is that of `cache`, if the file has not changed since, and is kept
    /// there otherwise; a packed file is unpacked into it, or into memory where there is none. `each` is told
    /// of every stretch that is done, with the index so far; where it breaks, the file is not opened.
    ///
    /// # Errors
    /// What the disk says, that it was given up, or that what is unpacked is more than the folder's limit.
    pub fn open(
        path: &Path,
        cache: Option<&CacheFolder>,
        mut each: impl FnMut(Progress, &Index) -> ControlFlow<()>,
    ) -> Result<Self, IndexError> {
        let reader = Reader::open(path)?;
        let names = Names::of(path);
        let mut notices = Vec::new();
        let kept = cache.and_then(|cache| match kept(cache, &names, &reader) {
            Ok(kept) => kept,
            Err(CacheError::Outdated) => None,
            Err(error) => {
                notices.push(Notice::Cache(error));
                None
            }
        });
        let (text, index) = if let Some((index, text)) = kept {
            (Text::File(text.unwrap_or(reader)), index)
        } else if Unpacker::of(&reader)?.is_some() {
            unpacked(&reader, path, cache, &names, &mut notices, &mut each)?
        } else {
            let index = Index::of_file(&reader, each)?;
            if let Some(cache) = cache.filter(|_| reader.length() >= WORTH_KEEPING) {
                keep(cache, &names, &index, &reader, None, &mut notices);
            }
            (Text::File(reader), index)
        };
        Ok(Self {
            path: path.to_owned(),
            text,
            index,
            notices,
        })
    }

    /// Puts the bytes of record `id` in place of what `into` holds, and says where they stand; `None` if there
    /// is no such record.
    ///
    /// # Errors
    /// As [`Reader::read_range`].
    pub fn read(&self, id: RecordId, into: &mut Vec<u8>) -> Result<Option<FileRange>, FileError> {
        let Some(range) = self.index.range(id) else {
            return Ok(None);
        };
        self.text.read_range(range, into)?;
        Ok(Some(range))
    }
}

/// What a file's index and text are called in the folder: after its path, so that another state of the file
/// takes the place of the one before.
struct Names {
    index: String,
    text: String,
}

impl Names {
    fn of(path: &Path) -> Self {
        let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        // FNV-1a, which is the same everywhere and for ever.
        let hash = whole.as_os_str().as_encoded_bytes().iter();
        let hash = hash.fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Self {
            index: format!("{hash:016x}.index"),
            text: format!("{hash:016x}.bpgn"),
        }
    }
}

/// The index that was kept of a file, and its text if it is packed; nothing where nothing was kept.
fn kept(
    cache: &CacheFolder,
    names: &Names,
    reader: &Reader,
) -> Result<Option<(Index, Option<Reader>)>, CacheError> {
    let Ok(file) = Reader::open(&cache.file(&names.index)) else {
        return Ok(None);
    };
    let mut bytes = Vec::new();
    let all = FileRange::new(0, file.length());
    file.read_range(all, &mut bytes)
        .map_err(|_| CacheError::Damaged)?;
    let (index, text) = Index::of_cache(&bytes, reader.fingerprint())?;
    let Some(text) = text else {
        return Ok(Some((index, None)));
    };
    let same = |file: &Reader| file.fingerprint() == &text;
    let text = Reader::open(&cache.file(&names.text)).ok().filter(same);
    // Somebody may have made room.
    Ok(text.map(|text| (index, Some(text))))
}

/// Keeps `index` for the next time, unless the file has changed meanwhile.
fn keep(
    cache: &CacheFolder,
    names: &Names,
    index: &Index,
    reader: &Reader,
    text: Option<&Reader>,
    notices: &mut Vec<Notice>,
) {
    if reader.is_unchanged() {
        let subject = Subject {
            file: reader.fingerprint().clone(),
            text: text.map(|text| text.fingerprint().clone()),
        };
        let kept = cache.keep(&names.index, &index.to_bytes(&subject));
        notices.extend(kept.err().map(Notice::NotKept));
    }
}

/// Unpacks the file into the folder, or into memory where there is none.
fn unpacked(
    reader: &Reader,
    path: &Path,
    cache: Option<&CacheFolder>,
    names: &Names,
    notices: &mut Vec<Notice>,
    each: &mut impl FnMut(Progress, &Index) -> ControlFlow<()>,
) -> Result<(Text, Index), IndexError> {
    let Some(cache) = cache else {
        let mut bytes = Vec::new();
        let (index, torn) = unpack(reader, each, |piece| {
            bytes.extend_from_slice(piece);
            Ok(())
        })?;
        notices.extend(torn.map(Notice::Torn));
        return Ok((Text::Memory(Source::from_bytes(path, bytes)), index));
    };
    let mut file = cache.begin()?;
    let (index, torn) = unpack(reader, each, |piece| file.write(piece))?;
    let kept = cache.file(&names.text);
    file.finish(&kept)?;
    let text = Reader::open(&kept)?;
    match torn {
        // It is shown, but unpacked again the next time, with the same words.
        Some(torn) => notices.push(Notice::Torn(torn)),
        None => keep(cache, names, &index, reader, Some(&text), notices),
    }
    Ok((Text::File(text), index))
}

/// Unpacks the file piece by piece, and makes its index at the same time. Where it is damaged, why it ends.
fn unpack(
    reader: &Reader,
    each: &mut impl FnMut(Progress, &Index) -> ControlFlow<()>,
    mut write: impl FnMut(&[u8]) -> Result<(), FileError>,
) -> Result<(Index, Option<io::Error>), IndexError> {
    let mut growing = Growing::new();
    let mut piece = vec![0; PIECE];
    let mut torn = None;
    if let Some(mut unpacker) = Unpacker::of(reader)? {
        loop {
            match unpacker.read(&mut piece) {
                Ok(0) => break,
                Ok(read) => {
                    write(&piece[..read])?;
                    let progress = Progress {
                        bytes: unpacker.taken(),
                        total: reader.length(),
                        records: 0,
                    };
                    growing.feed(&piece[..read], progress, each)?;
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => {
                    torn = Some(e);
                    break;
                }
            }
        }
    }
    Ok((growing.finish()?, torn))
}

/// Whether a file of that name is taken from a folder: `.bpgn` or `.pgn`, packed or not, letters of either
/// case.
#[must_use]
pub fn is_match_file(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.to_lowercase();
    let plain = [".bz2", ".gz", ".zst"]
        .iter()
        .find_map(|packed| name.strip_suffix(packed))
        .unwrap_or(&name);
    plain.ends_with(".bpgn") || plain.ends_with(".pgn")
}
