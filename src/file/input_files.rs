//! [`InputFiles`]: the files that a path stands for, a file or a folder.

use super::{FileError, check_regular};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The files that a path stands for.
#[derive(Debug, Default)]
pub struct InputFiles {
    /// Files in the order of their names. Of a folder, these are regular files or links to such: nothing that is found
    /// on the way can be waited for or has no end.
    pub files: Vec<PathBuf>,
    /// What else has such a name in the folder, and why it is skipped.
    pub skipped: Vec<(PathBuf, FileError)>,
    /// Whether the path names a folder.
    pub is_folder: bool,
}

impl InputFiles {
    /// The file at `path`, whatever it is; or the files in the folder there, and in the folders below, whose names are
    /// `wanted`. Every command walks folders by this.
    ///
    /// # Errors
    /// What the disk says of the folder itself; folders below that cannot be read are left out.
    pub fn of(path: &Path, wanted: impl Fn(&Path) -> bool) -> Result<Self, FileError> {
        if !path.is_dir() {
            return Ok(Self { files: vec![path.to_owned()], ..Self::default() });
        }
        let mut found = Self { is_folder: true, ..Self::default() };
        for path in paths_below(path, wanted)? {
            match check_regular(&path) {
                Ok(()) => found.files.push(path),
                Err(error) => found.skipped.push((path, error)),
            }
        }
        Ok(found)
    }

    /// Whether it is a folder in which nothing has such a name.
    #[must_use]
    pub fn is_empty_folder(&self) -> bool {
        self.files.is_empty() && self.skipped.is_empty()
    }
}

/// All `wanted` paths in the folder `path` and below but folders, in the order of their names.
fn paths_below(path: &Path, wanted: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>, FileError> {
    let mut found = Vec::new();
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(e) if folder == path => return Err(FileError::from_io(e, path)),
            Err(_) => continue,
        };
        for entry in entries.flatten() {
            // A link to a folder might lead back up.
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(entry.path()),
                Ok(_) if wanted(&entry.path()) => found.push(entry.path()),
                _ => {}
            }
        }
    }
    found.sort();
    Ok(found)
}
