//! Opening files of any size, compressed or not, one or several.

use super::{
    CollectedFile, Collection, Index, Progress, TextOrigin, WalkError,
    incremental::IncrementalIndex, index_cache::IndexedFile,
};
use crate::{
    cache::CacheError,
    file::{
        CacheFile, CacheFolder, FileError, Fingerprint, Packing, Reader, Source, Text, UnpackError,
        UnpackLimits, UnpackWarning, Unpacked, Unpacker, has_extension, is_binary,
    },
    notation::{BgnError, BgnLines, is_bgn},
};
use std::{
    io::{self, Read as _},
    ops::ControlFlow,
    path::{Path, PathBuf},
};

/// The maximum number of unreadable lines that are reported individually.
const MAX_REPORTED_LINES: usize = 10;

/// The number of bytes at the start of a file that are examined to detect BGN.
const HEAD_BYTES: u64 = 64 << 10;

/// The number of bytes decompressed at once.
const READ_BYTES: usize = 256 << 10;

/// The maximum size of a file held in memory, in bytes.
const MAX_IN_MEMORY_BYTES: u64 = 16 << 20;

/// A progress callback. Its second argument is a function that returns the partial result, or `None` if there is
/// nothing to show.
pub(super) type ProgressFn<'e> =
    dyn FnMut(Progress, &dyn Fn() -> Option<Collection>) -> ControlFlow<()> + 'e;

/// A warning or an error from opening a file, to be shown to the user.
#[derive(Debug, thiserror::Error)]
pub enum Notice {
    #[error("the index cache {0}; rebuilt")]
    Cache(CacheError),
    #[error("cannot save the index cache: {0}")]
    NotCached(FileError),
    /// The file has text, but nothing in it looks like a match. It adds no rows to the list.
    #[error("no bughouse match in this file")]
    NoMatch,
    /// Decompression stopped at damage, a truncated end or a limit.
    #[error("only part of the file could be unpacked: {0}")]
    Incomplete(io::Error),
    /// The file has data after the compressed text, or undecodable places.
    #[error(transparent)]
    Unpacked(UnpackWarning),
    #[error(transparent)]
    Bgn(BgnError),
    /// The number of unreadable lines beyond those reported individually.
    #[error("skipped {0} more lines that are not BGN")]
    MoreBgn(usize),
    /// The disk or the cache had no room for all of the decompressed text.
    #[error("only the beginning of the file could be unpacked: {0}")]
    NoRoom(FileError),
}

impl Notice {
    /// Returns whether decompression stopped at a limit that [`UnpackLimits::LIFTED`] lifts, or at that of the cache.
    pub fn can_lift_limit(&self) -> bool {
        match self {
            Self::Incomplete(error) => {
                UnpackError::within(error).is_some_and(UnpackError::can_lift_limit)
            }
            Self::NoRoom(error) => matches!(error, FileError::CacheLimit(_)),
            _ => false,
        }
    }

    /// Returns whether the notice is only a warning: the file was unpacked to its end, and no match is missing.
    pub const fn is_warning(&self) -> bool {
        matches!(self, Self::Unpacked(_))
    }

    fn is_undecodable(&self) -> bool {
        matches!(self, Self::Unpacked(UnpackWarning::Undecodable(_)))
    }

    /// Returns whether only a part of the file was decompressed.
    pub const fn is_incomplete(&self) -> bool {
        matches!(self, Self::Incomplete(_) | Self::NoRoom(_))
    }
}

/// Indexes an open file. The first bytes of the file show whether it is compressed, and whether it is BPGN or BGN.
pub(super) fn index_text(
    mut text: Text,
    cache: Option<&CacheFolder>,
    on_progress: &mut ProgressFn<'_>,
) -> Result<Collection, WalkError> {
    let origin = TextOrigin::of(&text, None)?;
    let packed = origin != TextOrigin::File;
    let mut opening = Opening::of(&text, origin);
    if holds_bgn(&text)? {
        let unpacked = Source::unpacked(&text)?;
        let json = if packed { unpacked.source.clone().into() } else { text };
        return Ok(opening.bgn(unpacked, json));
    }
    if !packed {
        text = load_if_small(text)?;
        if let Some(source) = text.loaded() {
            return Ok(opening.loaded(source.clone()));
        }
    }
    // Only a file on disk is cached: a cache file is named after its path, which standard input does not have.
    opening.cache = if text.reader().is_some() { cache } else { None };
    opening.large(text, on_progress)
}

/// Returns whether `text`, compressed or not, is BGN. Decides by the first bytes or, if both formats can begin with
/// these, by the file name. Every reader of match files begins with this function, which refuses binary files.
///
/// # Errors
/// Disk errors, and [`FileError::NotText`].
pub fn holds_bgn(text: &Text) -> Result<bool, FileError> {
    // Ignore damage here: it is reported when the whole text is read.
    let (head, _) = Unpacker::head(text, HEAD_BYTES)?;
    if is_binary(&head) {
        return Err(FileError::NotText(text.path().to_owned()));
    }
    Ok(is_bgn(text.path(), &head))
}

/// Loads `text` into memory if it is at most 16 MiB long. Returns a longer text unchanged.
///
/// # Errors
/// Disk errors.
pub fn load_if_small(text: Text) -> Result<Text, FileError> {
    if text.length() <= MAX_IN_MEMORY_BYTES { Ok(text.read_all()?.into()) } else { Ok(text) }
}

/// Opens the file at `path` if its BPGN can be read directly from disk. Returns `None` if the file is small enough for
/// memory, compressed, or BGN.
///
/// # Errors
/// Disk errors, and a pipe or device at `path`.
pub fn large_text(path: &Path) -> Result<Option<Text>, FileError> {
    // Opening a [`Reader`] rejects a pipe, whose bytes could be read only once.
    let text = Text::from(Reader::open(path)?);
    let is_large = text.length() > MAX_IN_MEMORY_BYTES
        && Packing::of_text(&text)?.is_none()
        && !holds_bgn(&text)?;
    Ok(is_large.then_some(text))
}

/// The properties of a file that is being opened.
struct Opening<'c> {
    path: PathBuf,
    fingerprint: Option<Fingerprint>,
    origin: TextOrigin,
    limits: UnpackLimits,
    /// The folder in which the index and the decompressed text are cached; `None` if they are not.
    cache: Option<&'c CacheFolder>,
}

impl Opening<'_> {
    fn of(text: &Text, origin: TextOrigin) -> Self {
        Self {
            path: text.path().to_owned(),
            fingerprint: text.fingerprint().cloned(),
            origin,
            limits: text.limits(),
            cache: None,
        }
    }

    fn file(&self, text: Text, notices: Vec<Notice>) -> CollectedFile {
        let is_undecodable = notices.iter().any(Notice::is_undecodable);
        CollectedFile {
            path: self.path.clone(),
            text: text.within(self.limits),
            fingerprint: self.fingerprint.clone(),
            origin: if is_undecodable && self.origin != TextOrigin::Compressed {
                TextOrigin::Undecodable
            } else {
                self.origin
            },
            bgn: None,
            json: None,
            notices,
            cache: None,
        }
    }

    /// Returns the file as far as it has been indexed.
    fn partial(&self, text: Text, index: &Index) -> Collection {
        Collection::of_file(self.file(text, Vec::new()), index.clone())
    }

    fn loaded(&self, source: Source) -> Collection {
        let index = Index::from_bytes(source.bytes());
        Collection::of_file(self.file(source.into(), Vec::new()), index)
    }

    /// Converts and indexes BGN in memory. Lines that are not matches become notices.
    fn bgn(&self, Unpacked { source, error, warning }: Unpacked, json: Text) -> Collection {
        let mut notices: Vec<Notice> = error.map(Notice::Incomplete).into_iter().collect();
        let mut lines = BgnLines::read(source.bytes());
        let more = lines
            .unreadable_lines
            .split_off(lines.unreadable_lines.len().min(MAX_REPORTED_LINES))
            .len();
        notices.extend(lines.unreadable_lines.drain(..).map(Notice::Bgn));
        if more > 0 {
            notices.push(Notice::MoreBgn(more));
        }
        notices.extend(warning.map(Notice::Unpacked));
        let source = Source::from_bytes(&self.path, std::mem::take(&mut lines.bpgn));
        let index = Index::from_bytes(source.bytes());
        let file = self.file(source.into(), notices);
        let (bgn, json) = (Some(lines.matches), Some(json));
        Collection::of_file(CollectedFile { bgn, json, ..file }, index)
    }

    /// Indexes a file that is compressed or too large for memory. Uses and fills the cache.
    fn large(&self, text: Text, on_progress: &mut ProgressFn<'_>) -> Result<Collection, WalkError> {
        let mut notices = Vec::new();
        let places = self.cache.zip(text.reader());
        let cached_file = places.and_then(|(cache, reader)| match self.cached(cache, reader) {
            Ok(cached_file) => cached_file,
            Err(CacheError::Outdated) => None,
            Err(error) => {
                notices.push(Notice::Cache(error));
                None
            }
        });
        if let Some((index, unpacked)) = cached_file {
            let file = self.file(unpacked.map_or(text, Text::from), notices);
            return Ok(Collection::of_file(file.with_cache(self.cache), index));
        }
        if self.origin != TextOrigin::File {
            return self.unpack(&text, notices, on_progress);
        }
        let index = match text.reader() {
            Some(reader) => Index::from_file(reader, |progress, index| {
                on_progress(progress, &|| Some(self.partial(text.clone(), index)))
            })?,
            // An uncompressed text without a reader is in memory, and was indexed by `loaded`.
            None => Index::default(),
        };
        if let Some((cache, reader)) = self.cache.zip(text.reader()) {
            self.store(cache, &index, reader, None, &mut notices);
        }
        Ok(Collection::of_file(self.file(text, notices).with_cache(self.cache), index))
    }

    /// Decompresses `text` and, at the same time, indexes it.
    fn unpack(
        &self,
        text: &Text,
        mut notices: Vec<Notice>,
        on_progress: &mut ProgressFn<'_>,
    ) -> Result<Collection, WalkError> {
        let mut growing = IncrementalIndex::new();
        let mut target = Target::Memory(Vec::new());
        let mut block = vec![0; READ_BYTES];
        let mut stopped = None;
        // A long text is written to disk while it is decompressed.
        let mut unpacker = Unpacker::of(text, self.limits)?;
        while let Some(unpacker) = &mut unpacker {
            match unpacker.read(&mut block) {
                Ok(0) => break,
                Ok(read) => {
                    if let Err(error) = target.write(&block[..read], self) {
                        stopped = Some(Notice::NoRoom(error));
                        break;
                    }
                    let (bytes, total) = (unpacker.bytes_read(), text.length());
                    let progress = Progress { bytes, total, records: 0 };
                    growing.feed(&block[..read], progress, &mut |progress, index| {
                        on_progress(progress, &|| {
                            Some(self.partial(target.partial(&self.path)?, index))
                        })
                    })?;
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => {
                    stopped = Some(Notice::Incomplete(e));
                    break;
                }
            }
        }
        let is_whole = stopped.is_none();
        notices.extend(stopped);
        let warning = unpacker.and_then(|unpacker| unpacker.warning());
        notices.extend(warning.map(Notice::Unpacked));
        // A record was longer than the incremental index allows.
        let must_index_again = growing.has_stopped();
        let mut index = growing.finish()?;
        // The cache does not hold the warning, which forbids changing the file.
        let can_cache = is_whole && !notices.iter().any(Notice::is_undecodable);
        let (unpacked, is_cached) = target.finish(self, can_cache)?;
        if must_index_again && let Some(reader) = unpacked.reader() {
            index = Index::from_file(reader, |progress, _| on_progress(progress, &|| None))?;
        }
        // The index is cached only if the text is. A short text is not cached: decompressing and indexing it again is
        // as fast as loading the cache.
        let cache = if is_cached { self.cache } else { None };
        if let (Some(cache), Some(reader)) = (cache, text.reader()) {
            self.store(cache, &index, reader, unpacked.reader(), &mut notices);
        }
        Ok(Collection::of_file(self.file(unpacked, notices).with_cache(cache), index))
    }

    /// Returns the cached index of the file, and its cached text if the file is compressed. Returns `None` if either is
    /// missing.
    fn cached(
        &self,
        cache: &CacheFolder,
        reader: &Reader,
    ) -> Result<Option<(Index, Option<Reader>)>, CacheError> {
        let name = cache_name(&self.path, "index");
        let Some((index, text)) = Index::load(cache, &name, reader.fingerprint())? else {
            return Ok(None);
        };
        let Some(text) = text else { return Ok(Some((index, None))) };
        let same = |file: &Reader| file.fingerprint() == &text;
        let text = Reader::open(&self.cached_text(cache)).ok().filter(same);
        // The cache may have evicted the text.
        Ok(text.map(|text| (index, Some(text))))
    }

    /// Returns the path of the decompressed text in `cache`.
    fn cached_text(&self, cache: &CacheFolder) -> PathBuf {
        cache.file(&cache_name(&self.path, "bpgn"))
    }

    /// Stores `index` in the cache, unless the file has changed since it was opened. `text` is the cached text if the
    /// file is compressed. A failure becomes a notice.
    fn store(
        &self,
        cache: &CacheFolder,
        index: &Index,
        reader: &Reader,
        text: Option<&Reader>,
        notices: &mut Vec<Notice>,
    ) {
        if reader.is_unchanged() {
            let subject = IndexedFile {
                file: reader.fingerprint().clone(),
                text: text.map(|text| text.fingerprint().clone()),
            };
            let stored = index.store(subject, cache, &cache_name(&self.path, "index"));
            notices.extend(stored.err().map(Notice::NotCached));
        }
    }
}

impl Collection {
    /// Indexes uncompressed BPGN or BGN in memory.
    pub fn of(source: Source) -> Self {
        let text = Text::from(source.clone());
        let opening = Opening::of(&text, TextOrigin::File);
        if is_bgn(source.path(), source.bytes()) {
            return opening.bgn(Unpacked { source, error: None, warning: None }, text);
        }
        opening.loaded(source)
    }

    /// Stores the index in the cache again, after endings were added to it. Does nothing unless the collection consists
    /// of one file whose index is cached and which has not changed since it was opened.
    ///
    /// # Errors
    /// Disk errors.
    pub fn cache_index(&self) -> Result<(), FileError> {
        let [file] = self.files.as_slice() else { return Ok(()) };
        let (Some((cache, name)), Some(fingerprint)) =
            (file.cache_entry("index"), file.fingerprint.clone())
        else {
            return Ok(());
        };
        if !file.is_unchanged() {
            return Ok(());
        }
        let text = match file.origin {
            TextOrigin::Compressed => file.text.reader().map(|text| text.fingerprint().clone()),
            _ => None,
        };
        self.index.store(IndexedFile { file: fingerprint, text }, cache, &name)
    }
}

/// Returns the name of the cache file of the given `kind` for the file at `path`. The name depends only on the path, so
/// the cache of a changed file replaces the old one.
pub(super) fn cache_name(path: &Path, kind: &str) -> String {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    // FNV-1a: the same hash on every platform and in every version.
    let hash = whole.as_os_str().as_encoded_bytes().iter();
    let hash = hash.fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}.{kind}")
}

/// The destination of decompressed text: memory while the text is short, then the cache folder or, without a cache, a
/// temporary file.
enum Target {
    Memory(Vec<u8>),
    Folder(CacheFile),
}

impl Target {
    fn write(&mut self, block: &[u8], opening: &Opening<'_>) -> Result<(), FileError> {
        match self {
            Self::Memory(bytes) if (bytes.len() + block.len()) as u64 <= MAX_IN_MEMORY_BYTES => {
                bytes.extend_from_slice(block);
                Ok(())
            }
            Self::Memory(bytes) => {
                let limits = opening.limits;
                let mut file = match opening.cache {
                    Some(cache) if limits == UnpackLimits::LIFTED => {
                        cache.begin_with_limit(limits.bytes)?
                    }
                    Some(cache) => cache.begin()?,
                    None => CacheFile::temporary(limits.bytes)?,
                };
                file.write(bytes)?;
                file.write(block)?;
                *self = Self::Folder(file);
                Ok(())
            }
            Self::Folder(file) => file.write(block),
        }
    }

    /// Returns the text written so far, or `None` if it cannot be read.
    fn partial(&self, path: &Path) -> Option<Text> {
        match self {
            Self::Memory(bytes) => Some(Source::from_bytes(path, bytes.clone()).into()),
            Self::Folder(file) => Some(file.reader().ok()?.into()),
        }
    }

    /// Returns the text, and whether it stays in the cache. `can_cache` is whether the text is complete, and was decoded
    /// without a warning. Only such a text within the size limit of the cache stays there.
    fn finish(self, opening: &Opening<'_>, can_cache: bool) -> Result<(Text, bool), FileError> {
        let file = match self {
            Self::Memory(bytes) => {
                return Ok((Source::from_bytes(&opening.path, bytes).into(), false));
            }
            Self::Folder(file) => file,
        };
        let text = file.reader()?;
        match opening.cache {
            Some(cache) if can_cache && text.length() <= cache.limit() => {
                let cached_file = opening.cached_text(cache);
                file.finish(&cached_file)?;
                Ok((Reader::open(&cached_file)?.into(), true))
            }
            // The unpacked file is deleted when it is closed, so the original is decompressed again at the next
            // opening.
            _ => Ok((text.into(), false)),
        }
    }
}

/// Returns whether a file at `path` is opened as part of a folder. Its name must end in `.bpgn`, `.pgn`, `.bgn`,
/// `.bgn.jsonl` or `.bgn.ndjson`, optionally followed by the extension of a compressed file. Case is ignored.
pub fn is_match_file(path: &Path) -> bool {
    has_extension(path, &[".bpgn", ".pgn", ".bgn", ".bgn.jsonl", ".bgn.ndjson"])
}
