//! [`Collection`]: the records of one or several files as one list.

use super::{
    Index, Progress, RecordId, RowFilter, RowNumber, WalkError,
    open::{Notice, cache_name, index_text},
};
use crate::{
    file::{
        ByteOrder, CacheFolder, FileError, FileRange, Fingerprint, Packing, Source, Text,
        UnpackWarning,
    },
    notation::{Bgn, BgnMatch, NoteKind, Record},
};
use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::Arc,
};

/// Only the first bytes of a record, up to this number, are searched for tags and moves.
const BEGINNING_BYTES: u64 = 64 << 10;

/// If no record has a name, at most this many records are searched for moves.
const MAX_SAMPLES: usize = 64;

/// The records of files and folders as one list. It is cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    /// The records of all files, one file after the other.
    pub index: Index,
    /// The files, indexed by [`Row::file`](super::Row::file).
    pub files: Vec<Arc<CollectedFile>>,
    /// The errors of files that could not be opened.
    pub open_errors: Vec<Arc<WalkError>>,
}

/// The kind of place from which the text of a [`CollectedFile`] comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextOrigin {
    /// A file that is not compressed, in UTF-8 or Windows-1252.
    File,
    /// A file in UTF-16, which is decoded on loading and encoded on saving.
    Utf16(ByteOrder),
    /// A file in UTF-16 with places that cannot be decoded, and so cannot be saved.
    Undecodable,
    /// A compressed file.
    Compressed,
    /// A file in an archive.
    Archived,
    /// Matches that were paired from single boards, which are in no file.
    Paired,
}

#[derive(Debug)]
pub struct CollectedFile {
    /// The path as given, or as found in a folder.
    pub path: PathBuf,
    /// The text in BPGN: the file itself, its unpacked text, or its conversion from BGN.
    pub text: Text,
    /// The fingerprint of the file when it was opened; `None` for text that is not from a file.
    pub fingerprint: Option<Fingerprint>,
    pub origin: TextOrigin,
    /// The position of each match in the BGN file and in its conversion; `None` for any other file.
    pub bgn: Option<Vec<BgnMatch>>,
    /// The decompressed text of a BGN file before its conversion; `None` for any other file.
    pub json: Option<Text>,
    /// The warnings and errors from opening the file, to be shown to the user.
    pub notices: Vec<Notice>,
    /// The cache folder that holds the index of the file; `None` if the index is not cached.
    pub cache: Option<CacheFolder>,
}

impl TextOrigin {
    /// Returns the origin of `text`, the bytes of a file. `warning` is that of unpacking it.
    ///
    /// # Errors
    /// Disk errors of reading the first bytes.
    pub fn of(text: &Text, warning: Option<UnpackWarning>) -> Result<Self, FileError> {
        Ok(match (Packing::of_text(text)?, warning) {
            (None, _) => Self::File,
            (Some(Packing::Utf16(_)), Some(UnpackWarning::Undecodable(_))) => Self::Undecodable,
            (Some(Packing::Utf16(order)), _) => Self::Utf16(order),
            (Some(Packing::Bzip2 | Packing::Gzip | Packing::Zstd), _) => Self::Compressed,
        })
    }

    /// Returns whether changes of the text can be saved in the file.
    pub const fn is_writable(self) -> bool {
        matches!(self, Self::File | Self::Utf16(_))
    }

    /// Returns what the file is if it cannot be overwritten with text, such as `compressed`; otherwise `None`.
    pub const fn read_only_reason(self) -> Option<&'static str> {
        match self {
            Self::File | Self::Utf16(_) => None,
            Self::Undecodable => Some("not valid UTF-16"),
            Self::Compressed => Some("compressed"),
            Self::Archived => Some("in an archive"),
            Self::Paired => Some("paired from single boards"),
        }
    }
}

impl CollectedFile {
    /// Sets the cache folder in which further caches of the file are stored.
    pub(super) fn with_cache(self, cache: Option<&CacheFolder>) -> Self {
        Self { cache: cache.cloned(), ..self }
    }

    /// Returns whether `text` is the text of the file itself, so that changes can be saved in place.
    pub const fn is_as_written(&self) -> bool {
        self.origin.is_writable() && self.bgn.is_none()
    }

    /// Returns the cache folder, and the name of the cache file of the given `kind` in that folder. Returns `None` if
    /// the index is not cached.
    pub fn cache_entry(&self, kind: &str) -> Option<(&CacheFolder, String)> {
        Some((self.cache.as_ref()?, cache_name(&self.path, kind)))
    }

    /// Returns whether the file is unchanged since it was opened. Text that is not from a file never changes.
    pub fn is_unchanged(&self) -> bool {
        let Some(known) = &self.fingerprint else { return true };
        Fingerprint::of(&self.path).is_ok_and(|now| now == *known)
    }
}

impl Collection {
    /// Returns the rows that match `filter`, in file order. Its words also find the names of the files, if the list has
    /// several.
    pub fn filter(&self, filter: &RowFilter) -> Vec<RowNumber> {
        self.index.filter(&filter.clone().with_files(&self.files))
    }

    /// Indexes an open file. A compressed file is decompressed into memory.
    ///
    /// # Errors
    /// Disk errors.
    pub fn from_text(text: Text) -> Result<Self, WalkError> {
        index_text(text, None, &mut |_, _| ControlFlow::Continue(()))
    }

    /// Indexes the text of a file, compressed or not, and appends its records. `origin` is [`TextOrigin::File`], also
    /// for a compressed file, or [`TextOrigin::Archived`]. An error of the file is added to
    /// [`Collection::open_errors`].
    ///
    /// The index of a large file is loaded from `cache`. If the cached index is missing or outdated, a new one is built
    /// and stored there. A compressed file is decompressed into memory if its text is short. Otherwise it is
    /// decompressed into `cache` or, without a cache, into a temporary file.
    ///
    /// Calls `on_progress` with the progress of the file and a function that returns the partial result. Cancels if
    /// `on_progress` returns `Break`.
    ///
    /// # Errors
    /// Cancellation.
    pub fn add_file(
        &mut self,
        text: Text,
        origin: TextOrigin,
        cache: Option<&CacheFolder>,
        on_progress: &mut impl FnMut(Progress, &dyn Fn() -> Self) -> ControlFlow<()>,
    ) -> Result<(), WalkError> {
        let before = &*self;
        let mut on_file_progress = |progress: Progress, found: &dyn Fn() -> Option<Self>| {
            let records = before.index.len() + progress.records;
            let partial = || {
                let mut partial = before.clone();
                if let Some(found) = found() {
                    partial.append(found.without_noise());
                }
                partial
            };
            on_progress(Progress { records, ..progress }, &partial)
        };
        match index_text(text, cache, &mut on_file_progress) {
            Ok(found) if origin == TextOrigin::File => self.append(found.without_noise()),
            Ok(found) => self.append(found.without_noise().with_origin(origin)),
            Err(WalkError::Cancelled) => return Err(WalkError::Cancelled),
            Err(error) => self.open_errors.push(Arc::new(error)),
        }
        Ok(())
    }

    /// Returns the collection of one file without its rows if it has no matches, so that a file in a list is refused as
    /// it is alone.
    #[must_use]
    pub fn without_noise(mut self) -> Self {
        if !self.index.is_empty() && !self.has_matches() {
            self.index = Index::from_bytes(b"");
            for file in self.files.iter_mut().filter_map(Arc::get_mut) {
                file.notices.push(Notice::NoMatch);
            }
        }
        self
    }

    /// Sets the origin of all files, for text that was read from elsewhere than the file at its path.
    #[must_use]
    pub fn with_origin(mut self, origin: TextOrigin) -> Self {
        for file in self.files.iter_mut().filter_map(Arc::get_mut) {
            file.origin = origin;
        }
        self
    }

    pub(super) fn of_file(file: CollectedFile, index: Index) -> Self {
        Self { index, files: vec![Arc::new(file)], open_errors: Vec::new() }
    }

    pub fn append(&mut self, other: Self) {
        if self.files.is_empty() {
            self.index = other.index;
        } else {
            self.index.join(&other.index);
        }
        self.files.extend(other.files);
        self.open_errors.extend(other.open_errors);
    }

    /// Returns the collection with file `number` replaced by the file of `now`. Returns an unchanged copy if there is
    /// no such file, or if `now` does not have exactly one file.
    pub fn with_file(&self, number: usize, now: &Self) -> Self {
        let mut all = self.clone();
        if let (Some(slot), [file]) = (all.files.get_mut(number), now.files.as_slice()) {
            *slot = Arc::clone(file);
            all.index = self.index.with_file(number, &now.index);
        }
        all
    }

    /// Returns the bytes of record `id`, or `None` if there is no such record or its file is not in memory.
    pub fn loaded(&self, id: RecordId) -> Option<&[u8]> {
        let (file, range) = self.place(id)?;
        Some(file.text.loaded()?.slice(range))
    }

    /// Returns whether the collection contains anything to show: a record with a player or an event, or a record that
    /// consists mostly of moves. A non-empty tag in the first record suffices too, since that record may be a position.
    pub fn has_matches(&self) -> bool {
        // The names are in the index, while the first record must be parsed.
        self.has_named_matches() || self.first_record_has_content()
    }

    /// Like [`Collection::has_matches`], but a tag of another name does not suffice: many formats have lines like tags.
    pub fn has_named_matches(&self) -> bool {
        let mut with_plies =
            self.index.rows().enumerate().filter(|(_, row)| row.plies > 0).take(MAX_SAMPLES);
        self.index.has_names() || with_plies.any(|(id, _)| self.is_mostly_moves(id))
    }

    /// Returns whether moves make up at least half of the first [`BEGINNING_BYTES`] of record `id`, not counting
    /// whitespace, tags and notes. This excludes prose and binary files, in which only a few words look like moves.
    /// Returns `false` if the record cannot be read.
    fn is_mostly_moves(&self, id: RecordId) -> bool {
        let Some(text) = self.beginning(id) else { return false };
        let record = Record::parse(&text);
        let length = |text: &[u8]| text.iter().filter(|byte| !byte.is_ascii_whitespace()).count();
        let moves: usize = record.plies.iter().map(|ply| length(ply.span.of(&text))).sum();
        let notes = record.notes.iter().filter(|note| note.kind != NoteKind::Stray);
        let notes: usize = notes.map(|note| length(note.span.of(&text))).sum();
        let tags: usize = record.tags.iter().map(|tag| length(tag.span.of(&text))).sum();
        moves * 2 >= length(&text).saturating_sub(notes + tags)
    }

    /// Returns the first [`BEGINNING_BYTES`] of record `id`, or fewer if the record is shorter. Returns `None` if they
    /// cannot be read.
    fn beginning(&self, id: RecordId) -> Option<Vec<u8>> {
        let (file, range) = self.place(id)?;
        let mut text = Vec::new();
        let beginning = FileRange::new(range.start, range.end.min(range.start + BEGINNING_BYTES));
        file.text.read_range(beginning, &mut text).ok()?;
        Some(text)
    }

    fn first_record_has_content(&self) -> bool {
        let Some(text) = self.beginning(0) else { return false };
        let tags = Record::parse(&text).tags;
        tags.iter().any(|tag| !tag.value.of(&text).is_empty())
    }

    /// Returns the file of record `id`, and the range of the record in the text of that file. Returns `None` if there
    /// is no such record.
    pub fn place(&self, id: RecordId) -> Option<(&Arc<CollectedFile>, FileRange)> {
        let (file, range, _) = self.index.location(id)?;
        Some((self.files.get(file)?, range))
    }

    /// Returns the number of record `id` within its file, counted from 1, and the number of records in that file. Returns
    /// `None` if there is no such record.
    pub fn number_in_file(&self, id: RecordId) -> Option<(usize, usize)> {
        let records = self.index.records_of(self.index.file_of(id)?);
        Some((id - records.start + 1, records.len()))
    }

    /// Returns the text of all files as one text, as if it were that of a file at `path`. The text of a single file stays
    /// unchanged; several are in UTF-8, with a blank line after each.
    ///
    /// # Errors
    /// As [`Text::read_all`].
    pub fn joined(&self, path: &Path) -> Result<Source, FileError> {
        if let [file] = self.files.as_slice() {
            return Ok(Source::from_bytes(path, file.text.read_all()?.bytes()));
        }
        let mut text = String::new();
        for file in &self.files {
            let source = file.text.read_all()?;
            let bytes = source.bytes().strip_prefix(b"\xef\xbb\xbf").unwrap_or(source.bytes());
            let decoded = source.encoding().decode(bytes);
            // Without a tag, the moves would belong to the last match of the previous file.
            if !decoded.trim_start().starts_with('[') {
                text += "[Event \"\"]\n\n";
            }
            text += &decoded;
            text.truncate(text.trim_end().len());
            text += "\n\n";
        }
        Ok(Source::from_bytes(path, text))
    }

    /// Returns the original BGN object of record `id`. Returns `None` if there is no such record, its file is not BGN,
    /// or the object cannot be parsed.
    ///
    /// # Errors
    /// As [`Text::read_range`].
    pub fn original_bgn(&self, id: RecordId) -> Result<Option<Bgn>, FileError> {
        let Some((file, range)) = self.place(id) else { return Ok(None) };
        let (Some(matches), Some(json)) = (&file.bgn, &file.json) else { return Ok(None) };
        let Ok(place) = matches.binary_search_by_key(&range.start, |game| game.start) else {
            return Ok(None);
        };
        let mut line = Vec::new();
        json.read_range(matches[place].range, &mut line)?;
        Ok(Bgn::from_line(&line))
    }

    /// Replaces the contents of `into` with the bytes of record `id`. Clears `into` if there is no such record.
    ///
    /// # Errors
    /// As [`Text::read_range`].
    pub fn read(&self, id: RecordId, into: &mut Vec<u8>) -> Result<(), FileError> {
        into.clear();
        match self.place(id) {
            Some((file, range)) => file.text.read_range(range, into),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_and_binary_data_are_no_matches() {
        let is_match =
            |text: &[u8]| Collection::of(Source::from_bytes("a.txt", text)).has_matches();
        for text in [
            "1A. e4 *",
            "1A. e4{299} 1a. d5{298} {C:a long comment on the first two moves of this match} *\n",
            "1. e4 e5 2. Nf3 Nc6 1-0\n",
            "[FEN \"8/8\"]\n\n*\n",
            "A preface.\n\n[Event \"x\"]\n\n*\n",
        ] {
            assert!(is_match(text.as_bytes()), "{text}");
        }
        for text in [
            "Dear all,\n\n1. Bring the clocks.\n2. Nf3 is a move.\n[see note]\n",
            "todo\n1. e4 is best\n2. d4 too\n",
        ] {
            assert!(!is_match(text.as_bytes()), "{text}");
        }
        // Pseudo-random bytes, in which some words look like moves.
        let mut state = 1_u32;
        let noise: Vec<u8> = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_be_bytes()[0]
        })
        .take(200_000)
        .collect();
        assert!(!is_match(&noise));
    }
}
