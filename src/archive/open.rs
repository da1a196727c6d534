//! Opening files of any size, packed or not, alone or many as one list.

use super::{
    CacheError, CollectedFile, Index, IndexError, Progress, cache::Subject, growing::Growing,
};
use crate::{
    file::{
        CacheFile, CacheFolder, FileError, FileRange, Fingerprint, Reader, Source, Text, Trailing,
        UnpackError, UnpackLimits, Unpacked, Unpacker,
    },
    notation::{BgnError, BgnLines, is_bgn},
};
use std::{
    io::{self, Read as _},
    ops::ControlFlow,
    path::{Path, PathBuf},
};

/// So many lines that are no match are told one by one.
const MOST_LINES: usize = 10;

/// So much of the beginning tells the notation.
const HEAD: u64 = 64 << 10;

/// So much is unpacked at a time.
const PIECE: usize = 256 << 10;

/// A file of no more bytes than this is held in memory.
const HELD: u64 = 16 << 20;

/// A file and its index.
pub(super) struct Found {
    pub(super) file: CollectedFile,
    pub(super) index: Index,
}

impl Found {
    /// The same, of which something may be kept in `cache`.
    fn kept_in(mut self, cache: Option<&CacheFolder>) -> Self {
        self.file.cache = cache.cloned();
        self
    }
}

/// Is told how far it has come, and can ask for what there is so far, if that can be shown.
pub(super) type Each<'e> = dyn FnMut(Progress, &dyn Fn() -> Option<Found>) -> ControlFlow<()> + 'e;

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
    #[error("only a part of it could be unpacked: {0}")]
    Torn(io::Error),
    /// More follows the packed text.
    #[error("{0}")]
    Trailing(Trailing),
    /// A line of a file of BGN that is no match.
    #[error(transparent)]
    Bgn(BgnError),
    /// So many more such lines.
    #[error("{0} more lines are not BGN and are left out")]
    MoreBgn(usize),
    /// There is no room for all of the unpacked text.
    #[error("only the beginning could be unpacked: {0}")]
    NoRoom(FileError),
}

impl Notice {
    /// Whether the rest of the file can be had by lifting a limit of ours, as [`UnpackLimits::LIFTED`] does.
    #[must_use]
    pub fn can_be_lifted(&self) -> bool {
        match self {
            Self::Torn(error) => {
                let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
                inner.is_some_and(UnpackError::is_limit)
            }
            Self::NoRoom(error) => matches!(error, FileError::CacheLimit(_)),
            _ => false,
        }
    }

    /// Whether all matches of the file are there all the same.
    #[must_use]
    pub const fn is_warning(&self) -> bool {
        matches!(self, Self::Trailing(_))
    }

    /// Whether it says that the file could not be unpacked to its end.
    #[must_use]
    pub const fn is_torn(&self) -> bool {
        matches!(self, Self::Torn(_) | Self::NoRoom(_))
    }
}

/// The records of a file that is open: packed or not, BPGN or BGN, as its bytes say.
pub(super) fn records_of(
    mut text: Text,
    cache: Option<&CacheFolder>,
    limits: UnpackLimits,
    each: &mut Each<'_>,
) -> Result<Found, IndexError> {
    let packed = Unpacker::of(&text)?.is_some();
    let opening = Opening {
        path: text.path().to_owned(),
        fingerprint: text.fingerprint().cloned(),
        packed,
        limits,
    };
    if holds_bgn(&text)? {
        let Unpacked { source, torn, trailing } = Source::unpacked_within(&text, limits)?;
        let json = if packed { source.clone().into() } else { text };
        let mut found = opening.bgn(&source, json, torn);
        found.file.notices.extend(trailing.map(Notice::Trailing));
        return Ok(found);
    }
    if !packed {
        text = held_if_small(text)?;
    }
    if let (false, Some(source)) = (packed, text.held()) {
        return Ok(opening.held(source.clone()));
    }
    // What comes from no file has nothing to be kept under.
    let cache = cache.filter(|_| text.reader().is_some());
    opening.large(text, cache, each)
}

/// The records of text that is in memory and not packed.
pub(super) fn found_in(source: Source) -> Found {
    let opening = Opening {
        path: source.path().to_owned(),
        fingerprint: source.fingerprint().cloned(),
        packed: false,
        limits: UnpackLimits::current(),
    };
    if is_bgn(source.path(), source.bytes()) {
        return opening.bgn(&source, source.clone().into(), None);
    }
    opening.held(source)
}

/// Whether `text`, packed or not, is BGN. Its first bytes tell, and where they do not, its name.
///
/// # Errors
/// What the disk says.
pub fn holds_bgn(text: &Text) -> Result<bool, FileError> {
    Ok(is_bgn(text.path(), &head(text)?))
}

/// `text`, held in memory if it is not larger than 16 MB.
///
/// # Errors
/// What the disk says.
pub fn held_if_small(text: Text) -> Result<Text, FileError> {
    if text.length() <= HELD { Ok(text.read_all()?.into()) } else { Ok(text) }
}

/// The first bytes of `text`, unpacked if it is packed, as far as that goes.
fn head(text: &Text) -> Result<Vec<u8>, FileError> {
    let mut head = Vec::new();
    match Unpacker::of(text)? {
        // The damage is told when all of it is read.
        Some(unpacker) => _ = unpacker.take(HEAD).read_to_end(&mut head),
        None => text.read_range(FileRange::new(0, HEAD), &mut head)?,
    }
    Ok(head)
}

/// A file that is being opened.
struct Opening {
    path: PathBuf,
    fingerprint: Option<Fingerprint>,
    packed: bool,
    limits: UnpackLimits,
}

impl Opening {
    fn found(&self, text: Text, index: Index, notices: Vec<Notice>) -> Found {
        Found {
            file: CollectedFile {
                path: self.path.clone(),
                text,
                fingerprint: self.fingerprint.clone(),
                packed: self.packed,
                bgn: None,
                json: None,
                notices,
                cache: None,
            },
            index,
        }
    }

    /// The matches of BPGN in memory.
    fn held(&self, source: Source) -> Found {
        let index = Index::of_bytes(source.bytes());
        self.found(source.into(), index, Vec::new())
    }

    /// The matches of BGN in memory; its lines that are no match are told.
    fn bgn(&self, source: &Source, json: Text, torn: Option<io::Error>) -> Found {
        let mut notices: Vec<Notice> = torn.map(Notice::Torn).into_iter().collect();
        let mut lines = BgnLines::read(source.bytes());
        let more = lines.unread.split_off(lines.unread.len().min(MOST_LINES)).len();
        notices.extend(lines.unread.drain(..).map(Notice::Bgn));
        notices.extend((more > 0).then_some(Notice::MoreBgn(more)));
        let source = Source::from_bytes(&self.path, std::mem::take(&mut lines.bpgn));
        let index = Index::of_bytes(source.bytes());
        let mut found = self.found(source.into(), index, notices);
        found.file.bgn = Some(lines.matches);
        found.file.json = Some(json);
        found
    }

    /// A file that is packed, or too large to be held; what is found of it is kept in `cache`.
    fn large(
        &self,
        text: Text,
        cache: Option<&CacheFolder>,
        each: &mut Each<'_>,
    ) -> Result<Found, IndexError> {
        let names = Names::of(&self.path);
        let mut notices = Vec::new();
        let places = cache.zip(text.reader());
        let kept = places.and_then(|(cache, reader)| match kept(cache, &names, reader) {
            Ok(kept) => kept,
            Err(CacheError::Outdated) => None,
            Err(error) => {
                notices.push(Notice::Cache(error));
                None
            }
        });
        if let Some((index, unpacked)) = kept {
            let found = self.found(unpacked.map_or(text, Text::from), index, notices);
            return Ok(found.kept_in(cache));
        }
        if self.packed {
            return self.unpack(&text, cache, &names, notices, each);
        }
        let index = match text.reader() {
            Some(reader) => Index::of_file(reader, |progress, index| {
                each(progress, &|| Some(self.found(text.clone(), index.clone(), Vec::new())))
            })?,
            None => Index::default(),
        };
        if let Some((cache, reader)) = cache.zip(text.reader()) {
            keep(cache, &names, &index, reader, None, &mut notices);
        }
        Ok(self.found(text, index, notices).kept_in(cache))
    }

    fn unpack(
        &self,
        text: &Text,
        cache: Option<&CacheFolder>,
        names: &Names,
        mut notices: Vec<Notice>,
        each: &mut Each<'_>,
    ) -> Result<Found, IndexError> {
        let unpacking = Unpacking { text, cache, limits: self.limits };
        let (unpacked, index, is_kept) =
            unpacking.run(names, &mut notices, &mut |progress, so_far| {
                each(progress, &|| {
                    let (unpacked, index) = so_far()?;
                    Some(self.found(unpacked, index, Vec::new()))
                })
            })?;
        // What is held in memory is unpacked as fast as it would be found.
        if let (Some(cache), Some(reader), Some(kept), true) =
            (cache, text.reader(), unpacked.reader(), is_kept)
        {
            keep(cache, names, &index, reader, Some(kept), &mut notices);
        }
        let cache = cache.filter(|_| is_kept);
        Ok(self.found(unpacked, index, notices).kept_in(cache))
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
        Self { index: kept_name(path, "index"), text: kept_name(path, "bpgn") }
    }
}

/// The name under which `what` of the file at `path` is kept.
pub(super) fn kept_name(path: &Path, what: &str) -> String {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    // FNV-1a, which is the same everywhere and for ever.
    let hash = whole.as_os_str().as_encoded_bytes().iter();
    let hash = hash.fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}.{what}")
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
    let (index, text) = Index::of_cache(&file, reader.fingerprint())?;
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
        let kept = cache
            .keep_pieces(&names.index, |file| index.write(&subject, |piece| file.write(piece)));
        notices.extend(kept.err().map(Notice::NotKept));
    }
}

/// A packed file, and where its text goes.
struct Unpacking<'f> {
    text: &'f Text,
    cache: Option<&'f CacheFolder>,
    limits: UnpackLimits,
}

/// Is told how far it has come, and can ask for the text and the index so far.
type EachPiece<'e> =
    dyn FnMut(Progress, &dyn Fn() -> Option<(Text, Index)>) -> ControlFlow<()> + 'e;

impl Unpacking<'_> {
    /// Unpacks the file piece by piece, and makes its index at the same time; and whether the text is in a file
    /// that is kept.
    fn run(
        &self,
        names: &Names,
        notices: &mut Vec<Notice>,
        each: &mut EachPiece<'_>,
    ) -> Result<(Text, Index, bool), IndexError> {
        let mut growing = Growing::new();
        let mut target = Target::Memory(Vec::new());
        let mut piece = vec![0; PIECE];
        let mut stopped = None;
        // What is long goes onto a disk.
        let mut unpacker = Unpacker::of_within(self.text, self.limits)?;
        while let Some(unpacker) = &mut unpacker {
            match unpacker.read(&mut piece) {
                Ok(0) => break,
                Ok(read) => {
                    if let Err(error) = target.write(&piece[..read], self) {
                        stopped = Some(Notice::NoRoom(error));
                        break;
                    }
                    let progress =
                        Progress { bytes: unpacker.taken(), total: self.text.length(), records: 0 };
                    growing.feed(&piece[..read], progress, &mut |progress, index| {
                        each(progress, &|| Some((target.so_far(self.text.path())?, index.clone())))
                    })?;
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => {
                    stopped = Some(Notice::Torn(e));
                    break;
                }
            }
        }
        let whole = stopped.is_none();
        notices.extend(stopped);
        let trailing = unpacker.and_then(|unpacker| unpacker.trailing());
        notices.extend(trailing.map(Notice::Trailing));
        let behind = growing.is_behind();
        let index = growing.finish()?;
        let (text, is_kept) = target.finish(self, names, whole)?;
        let index = match text.reader().filter(|_| behind) {
            Some(reader) => Index::of_file(reader, |progress, _| each(progress, &|| None))?,
            None => index,
        };
        Ok((text, index, is_kept))
    }
}

/// Where unpacked text goes: into memory as long as it is short, then into the folder, or where there is none into a
/// temporary file.
enum Target {
    Memory(Vec<u8>),
    Folder(CacheFile),
}

impl Target {
    fn write(&mut self, piece: &[u8], unpacking: &Unpacking<'_>) -> Result<(), FileError> {
        match self {
            Self::Memory(bytes) => {
                if (bytes.len() + piece.len()) as u64 <= HELD {
                    bytes.extend_from_slice(piece);
                    return Ok(());
                }
                let limits = unpacking.limits;
                let mut file = match unpacking.cache {
                    Some(cache) if limits == UnpackLimits::LIFTED => {
                        cache.begin_within(limits.bytes)?
                    }
                    Some(cache) => cache.begin()?,
                    None => CacheFile::temporary(limits.bytes)?,
                };
                file.write(bytes)?;
                file.write(piece)?;
                *self = Self::Folder(file);
                Ok(())
            }
            Self::Folder(file) => file.write(piece),
        }
    }

    /// What has been written so far, if it can be read again.
    fn so_far(&self, path: &Path) -> Option<Text> {
        match self {
            Self::Memory(bytes) => Some(Source::from_bytes(path, bytes.clone()).into()),
            Self::Folder(file) => Some(file.reader().ok()?.into()),
        }
    }

    /// The text, and whether its file is kept for the next time: if it is the `whole` of it, and not too long.
    fn finish(
        self,
        unpacking: &Unpacking<'_>,
        names: &Names,
        whole: bool,
    ) -> Result<(Text, bool), FileError> {
        let file = match self {
            Self::Memory(bytes) => {
                let text = Source::from_bytes(unpacking.text.path(), bytes);
                return Ok((text.into(), false));
            }
            Self::Folder(file) => file,
        };
        let text = file.reader()?;
        match unpacking.cache {
            Some(cache) if whole && text.length() <= cache.limit() => {
                let kept = cache.file(&names.text);
                file.finish(&kept)?;
                Ok((Reader::open(&kept)?.into(), true))
            }
            // It stays as long as it is open, and is unpacked again the next time, with the same words.
            _ => Ok((text.into(), false)),
        }
    }
}

/// Whether a file of that name is taken from a folder: `.bpgn`, `.pgn`, `.bgn` or `.bgn.jsonl`, packed or not, letters
/// of either case. What it holds is told by its bytes.
#[must_use]
pub fn is_match_file(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.to_lowercase();
    let plain = [".bz2", ".gz", ".zst"]
        .iter()
        .find_map(|packed| name.strip_suffix(packed))
        .unwrap_or(&name);
    let names = [".bpgn", ".pgn", ".bgn", ".bgn.jsonl", ".bgn.ndjson"];
    names.iter().any(|end| plain.ends_with(end))
}
