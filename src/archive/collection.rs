//! [`Collection`]: several files as one list.

use super::{
    Index, IndexError, Progress, RecordId, is_match_file,
    open::{Found, Notice, found_in, kept_name, records_of},
};
use crate::{
    file::{
        CacheFolder, FileError, FileRange, Fingerprint, InputFiles, Source, Text, UnpackLimits,
    },
    notation::{Bgn, BgnMatch, Record},
};
use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::Arc,
};

/// Tags are within so many bytes of a record.
const BEGINNING: u64 = 64 << 10;

/// Files and folders of files in one list, most often one file. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    /// The records of all files, one file behind the other.
    pub index: Index,
    /// The files; [`Row::file`](super::Row::file) counts them.
    pub files: Vec<Arc<CollectedFile>>,
    /// What could not be opened, and why.
    pub missing: Vec<Arc<IndexError>>,
}

/// One file of a [`Collection`].
#[derive(Debug)]
pub struct CollectedFile {
    /// The file, as it was named or found.
    pub path: PathBuf,
    /// Where its text is read: the file itself, or what was unpacked of it.
    pub text: Text,
    /// What the file itself was when it was opened; nothing for text that was never in a file.
    pub fingerprint: Option<Fingerprint>,
    /// Whether it is packed, so that its text is elsewhere.
    pub packed: bool,
    /// Where its matches stand, if it is BGN: the text is then the BPGN that it stands for.
    pub bgn: Option<Vec<BgnMatch>>,
    /// The lines themselves, if it is BGN, unpacked.
    pub json: Option<Text>,
    /// What a person should know of how it was opened.
    pub notices: Vec<Notice>,
    /// Where its index is kept, and more may be: where it is large, and anything is kept of it at all.
    pub cache: Option<CacheFolder>,
}

impl CollectedFile {
    /// Whether its text is what the file holds, byte by byte, so that a change can be saved in its place.
    #[must_use]
    pub const fn is_as_written(&self) -> bool {
        !self.packed && self.bgn.is_none()
    }

    /// The folder in which `what` is kept of it beside its index, and the name of that there. Nothing where no index is
    /// kept.
    #[must_use]
    pub fn kept_as(&self, what: &str) -> Option<(&CacheFolder, String)> {
        Some((self.cache.as_ref()?, kept_name(&self.path, what)))
    }

    /// Whether the file is still what it was when it was opened; text that was never in a file is.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        let Some(known) = &self.fingerprint else {
            return true;
        };
        Fingerprint::of(&self.path).is_ok_and(|now| now == *known)
    }
}

impl Collection {
    /// The records of text that is in memory, of BPGN or BGN. What is packed is not unpacked.
    #[must_use]
    pub fn of(source: Source) -> Self {
        let mut all = Self::default();
        all.join(found_in(source));
        all
    }

    /// The records of a file that is open, packed or not; what is packed is unpacked into memory.
    ///
    /// # Errors
    /// What the disk says.
    pub fn of_text(text: Text) -> Result<Self, IndexError> {
        let mut all = Self::default();
        let limits = UnpackLimits::current();
        all.join(records_of(text, None, limits, &mut |_, _| ControlFlow::Continue(()))?);
        Ok(all)
    }

    /// Opens each of `paths`, `-` being standard input; of a folder, all files of matches in it and below. The index of a large file is
    /// that of `cache`, if the file has not changed since, and is kept there otherwise; a packed file is
    /// unpacked into it, or into memory where there is none. `each` is told how far the file at hand has
    /// come, and can ask for what there is so far; where it breaks, nothing more is opened.
    ///
    /// # Errors
    /// That it was given up, and for a single file, why it cannot be opened. One of several is among the
    /// missing.
    pub fn open(
        paths: &[PathBuf],
        cache: Option<&CacheFolder>,
        each: impl FnMut(Progress, &dyn Fn() -> Self) -> ControlFlow<()>,
    ) -> Result<Self, IndexError> {
        Self::open_by(Text::open_input, paths, cache, |_| UnpackLimits::current(), each)
    }

    /// The same, where `limits` says how much is unpacked of a file. A pipe, of which nobody knows when it ends, is not
    /// waited for.
    ///
    /// # Errors
    /// As [`Collection::open`].
    pub fn open_within(
        paths: &[PathBuf],
        cache: Option<&CacheFolder>,
        limits: impl Fn(&Path) -> UnpackLimits,
        each: impl FnMut(Progress, &dyn Fn() -> Self) -> ControlFlow<()>,
    ) -> Result<Self, IndexError> {
        Self::open_by(Text::open, paths, cache, limits, each)
    }

    fn open_by(
        open: fn(&Path) -> Result<Text, FileError>,
        paths: &[PathBuf],
        cache: Option<&CacheFolder>,
        limits: impl Fn(&Path) -> UnpackLimits,
        mut each: impl FnMut(Progress, &dyn Fn() -> Self) -> ControlFlow<()>,
    ) -> Result<Self, IndexError> {
        if let Some(cache) = cache {
            cache.remove_leftovers();
        }
        let mut all = Self::default();
        for path in paths {
            match InputFiles::of(path, is_match_file) {
                Ok(found) => {
                    for path in found.files {
                        all.add(open(&path), cache, limits(&path), &mut each)?;
                    }
                    let skipped = found.skipped.into_iter();
                    all.missing.extend(skipped.map(|(_, error)| Arc::new(error.into())));
                }
                Err(error) => all.missing.push(Arc::new(error.into())),
            }
        }
        match (paths, all.files.as_slice()) {
            ([_], []) if !all.missing.is_empty() => {
                let alone = all.missing.pop().and_then(Arc::into_inner);
                Err(alone.unwrap_or(IndexError::Cancelled))
            }
            _ => Ok(all),
        }
    }

    fn add(
        &mut self,
        text: Result<Text, FileError>,
        cache: Option<&CacheFolder>,
        limits: UnpackLimits,
        each: &mut impl FnMut(Progress, &dyn Fn() -> Self) -> ControlFlow<()>,
    ) -> Result<(), IndexError> {
        let before = &*self;
        let mut each_record = |progress: Progress, found: &dyn Fn() -> Option<Found>| {
            let records = before.index.len() + progress.records;
            let so_far = || {
                let mut so_far = before.clone();
                if let Some(found) = found() {
                    so_far.join(found);
                }
                so_far
            };
            each(Progress { records, ..progress }, &so_far)
        };
        let opened = text.map_err(IndexError::from);
        let opened = opened.and_then(|text| records_of(text, cache, limits, &mut each_record));
        match opened {
            Ok(found) => self.join(found),
            Err(IndexError::Cancelled) => return Err(IndexError::Cancelled),
            Err(error) => self.missing.push(Arc::new(error)),
        }
        Ok(())
    }

    fn join(&mut self, found: Found) {
        self.append(Self {
            index: found.index,
            files: vec![Arc::new(found.file)],
            missing: Vec::new(),
        });
    }

    /// Puts the files of `other` behind those that are there.
    pub fn append(&mut self, other: Self) {
        if self.files.is_empty() {
            self.index = other.index;
        } else {
            self.index.join(&other.index);
        }
        self.files.extend(other.files);
        self.missing.extend(other.missing);
    }

    /// The same with file `number` as it is now, which `now` alone is about.
    #[must_use]
    pub fn with_file(&self, number: usize, now: &Self) -> Self {
        let mut all = self.clone();
        if let (Some(slot), [file]) = (all.files.get_mut(number), now.files.as_slice()) {
            *slot = Arc::clone(file);
            all.index = self.index.with_file(number, &now.index);
        }
        all
    }

    /// The bytes of record `id`, where its file is held.
    #[must_use]
    pub fn held(&self, id: RecordId) -> Option<&[u8]> {
        let (file, range) = self.place(id)?;
        Some(file.text.held()?.slice(range))
    }

    /// Whether anything in it looks like a match: a ply, a player or an event, or any tag of the first record,
    /// which may be a position and nothing else.
    #[must_use]
    pub fn has_matches(&self) -> bool {
        self.index.tells_of_matches() || self.first_says_something()
    }

    fn first_says_something(&self) -> bool {
        let Some((file, range)) = self.place(0) else {
            return false;
        };
        let mut text = Vec::new();
        let beginning = FileRange::new(range.start, range.end.min(range.start + BEGINNING));
        if file.text.read_range(beginning, &mut text).is_err() {
            return false;
        }
        let tags = Record::parse(&text).tags;
        tags.iter().any(|tag| !tag.value.of(&text).is_empty())
    }

    /// The file that holds record `id`, and where the record stands in its text; `None` if there is no such
    /// record.
    #[must_use]
    pub fn place(&self, id: RecordId) -> Option<(&Arc<CollectedFile>, FileRange)> {
        let row = self.index.row(id)?;
        Some((self.files.get(row.file)?, row.range))
    }

    /// What the file itself says of record `id`, if it is BGN.
    ///
    /// # Errors
    /// As [`Text::read_range`].
    pub fn given(&self, id: RecordId) -> Result<Option<Bgn>, FileError> {
        let Some((file, range)) = self.place(id) else {
            return Ok(None);
        };
        let (Some(matches), Some(json)) = (&file.bgn, &file.json) else {
            return Ok(None);
        };
        let Ok(place) = matches.binary_search_by_key(&range.start, |game| game.start) else {
            return Ok(None);
        };
        let mut line = Vec::new();
        json.read_range(matches[place].range, &mut line)?;
        Ok(Bgn::of_line(&line))
    }

    /// Puts the bytes of record `id` in place of what `into` holds; nothing where there is no such record.
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
