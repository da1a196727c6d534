//! [`Collection`]: several files as one list.

use super::{Index, IndexError, Notice, Opened, Progress, RecordId, Text, is_match_file};
use crate::file::{CacheFolder, FileError, FileRange, files_below};
use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
};

/// Files and folders of files, in one list.
#[derive(Debug, Default)]
pub struct Collection {
    /// The records of all files, one file behind the other.
    pub index: Index,
    /// The files; [`Row::file`](super::Row::file) counts them.
    pub files: Vec<CollectedFile>,
    /// What could not be opened, and why.
    pub missing: Vec<IndexError>,
}

/// One file of a [`Collection`].
#[derive(Debug)]
pub struct CollectedFile {
    /// The file, as it was named or found.
    pub path: PathBuf,
    /// Where its text is read.
    pub text: Text,
    /// What a person should know of how it was opened.
    pub notices: Vec<Notice>,
}

impl Collection {
    /// Opens each of `paths` as [`Opened::open`] does; of a folder, all files of matches in it and below. `each` is
    /// told how far the file at hand has come, with the records of the files before it.
    ///
    /// # Errors
    /// That it was given up. A file that cannot be opened is among the missing.
    pub fn open(
        paths: &[PathBuf],
        cache: Option<&CacheFolder>,
        mut each: impl FnMut(Progress, &Index) -> ControlFlow<()>,
    ) -> Result<Self, IndexError> {
        let mut all = Self::default();
        for path in paths {
            let found = if path.is_dir() {
                files_below(path, is_match_file)
            } else {
                Ok(vec![path.clone()])
            };
            match found {
                Ok(found) => {
                    for path in found {
                        all.add(&path, cache, &mut each)?;
                    }
                }
                Err(error) => all.missing.push(error.into()),
            }
        }
        Ok(all)
    }

    fn add(
        &mut self,
        path: &Path,
        cache: Option<&CacheFolder>,
        each: &mut impl FnMut(Progress, &Index) -> ControlFlow<()>,
    ) -> Result<(), IndexError> {
        let before = &self.index;
        let opened = Opened::open(path, cache, |progress, index| {
            let records = before.len() + index.len();
            each(
                Progress {
                    records,
                    ..progress
                },
                before,
            )
        });
        match opened {
            Ok(opened) => {
                self.index.join(&opened.index);
                self.files.push(CollectedFile {
                    path: opened.path,
                    text: opened.text,
                    notices: opened.notices,
                });
            }
            Err(IndexError::Cancelled) => return Err(IndexError::Cancelled),
            Err(error) => self.missing.push(error),
        }
        Ok(())
    }

    /// Puts the bytes of record `id` in place of what `into` holds, and says in which file and where they stand;
    /// `None` if there is no such record.
    ///
    /// # Errors
    /// As [`Text::read_range`].
    pub fn read(
        &self,
        id: RecordId,
        into: &mut Vec<u8>,
    ) -> Result<Option<(&CollectedFile, FileRange)>, FileError> {
        let row = self.index.row(id);
        let Some((file, range)) = row.and_then(|row| Some((self.files.get(row.file)?, row.range)))
        else {
            return Ok(None);
        };
        file.text.read_range(range, into)?;
        Ok(Some((file, range)))
    }
}
