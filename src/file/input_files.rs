//! [`InputFiles`]: the files that an input path stands for.

use super::{FileError, check_regular};
use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

#[derive(Debug, Default)]
pub struct InputFiles {
    /// The files, sorted by name. In a folder, only regular files and links to them count, since reading a pipe or
    /// a device may block or never end.
    pub files: Vec<PathBuf>,
    /// The other paths in the folder, each with the reason for skipping it.
    pub skipped: Vec<(PathBuf, FileError)>,
    /// Links to folders, which are not followed, since they may form a cycle.
    pub linked_folders: Vec<PathBuf>,
    /// Backups that the program has written beside files of the folder.
    pub backups: Vec<PathBuf>,
}

impl InputFiles {
    /// Returns the files that `path` stands for. A path that is not a folder stands for itself, even if no file exists
    /// there. A folder stands for the files in it and its subfolders. Every command searches folders this way.
    ///
    /// # Errors
    /// Disk errors of the folder itself; unreadable subfolders are skipped.
    pub fn of(path: &Path) -> Result<Self, FileError> {
        if !path.is_dir() {
            return Ok(Self { files: vec![path.to_owned()], ..Self::default() });
        }
        let mut found = Self::default();
        for path in paths_below(path)? {
            match check_regular(&path) {
                Ok(()) => found.files.push(path),
                Err(FileError::Folder(link)) => found.linked_folders.push(link),
                Err(error) => found.skipped.push((path, error)),
            }
        }
        found.leave_out_backups();
        Ok(found)
    }

    /// Moves the backups of files in the list to [`InputFiles::backups`].
    fn leave_out_backups(&mut self) {
        let is_candidate = |path: &PathBuf| path.extension().is_some_and(|end| end == "bak");
        if !self.files.iter().any(is_candidate) {
            return;
        }
        let names: HashSet<PathBuf> = self.files.iter().map(|path| backup_name(path)).collect();
        let files = std::mem::take(&mut self.files).into_iter();
        (self.backups, self.files) = files.partition(|path| names.contains(path));
    }
}

/// The maximum length of a file name on all known file systems, in bytes.
const MAX_NAME_LEN: usize = 255;

/// Returns the name `NAME.bak`. A name too long for the suffix is truncated, followed by `~` and a checksum of the
/// whole name.
pub(super) fn backup_name(target: &Path) -> PathBuf {
    const SUFFIX: &str = ".bak";
    let name = target.file_name().unwrap_or_default();
    let mut backup_path = name.to_owned();
    if name.len() + SUFFIX.len() > MAX_NAME_LEN {
        let number = crc32fast::hash(name.as_encoded_bytes());
        let number = format!("~{number:08x}");
        let text = name.to_string_lossy();
        let room = MAX_NAME_LEN - SUFFIX.len() - number.len();
        let part = text.get(..text.floor_char_boundary(room));
        backup_path = part.unwrap_or_default().into();
        backup_path.push(number);
    }
    backup_path.push(SUFFIX);
    target.with_file_name(backup_path)
}

pub fn is_folder(path: &Path) -> bool {
    path.is_dir()
}

/// Returns the other regular files in the folder of `path` with the same extension, sorted by name. Returns none if the
/// folder cannot be read.
pub fn files_beside(path: &Path) -> Vec<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let Ok(entries) = fs::read_dir(folder.unwrap_or(Path::new("."))) else { return Vec::new() };
    let is_beside = |other: &PathBuf| {
        other.extension() == path.extension()
            && other.file_name() != path.file_name()
            && check_regular(other).is_ok()
    };
    let mut found: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(is_beside).collect();
    found.sort();
    found
}

/// Returns all paths below the folder `path`, sorted by name. Folders are not among them.
fn paths_below(path: &Path) -> Result<Vec<PathBuf>, FileError> {
    let mut found = Vec::new();
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(e) if folder == path => return Err(FileError::from_io(e, path)),
            Err(_) => continue,
        };
        for entry in entries.flatten() {
            // A link to a folder is not a folder here.
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(entry.path()),
                Ok(_) => found.push(entry.path()),
                Err(_) => {}
            }
        }
    }
    found.sort();
    Ok(found)
}
