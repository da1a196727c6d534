//! A cache folder with a size limit.

use super::{CacheFolder, FileError, Reader, open_regular, system, temporary};
use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    time::SystemTime,
};
use tempfile::TempPath;

impl CacheFolder {
    /// Creates a file with a temporary name in the folder; [`CacheFile::finish`] renames it.
    ///
    /// # Errors
    /// Disk errors of the folder.
    pub fn begin(&self) -> Result<CacheFile, FileError> {
        self.begin_with_limit(self.limit)
    }

    /// As [`CacheFolder::begin`], for a file of up to `limit` bytes. If that is more than the limit of the folder, the
    /// file is for temporary use only: [`CacheFile::finish`] must not be called.
    ///
    /// # Errors
    /// Disk errors of the folder.
    pub fn begin_with_limit(&self, limit: u64) -> Result<CacheFile, FileError> {
        let failed = |e| FileError::from_write(e, &self.path);
        fs::create_dir_all(&self.path).map_err(failed)?;
        let file = CacheFile::in_folder(&self.path, limit)?;
        self.remove_leftovers();
        Ok(file)
    }

    /// Removes unfinished files left by programs that were killed.
    pub fn remove_leftovers(&self) {
        let Ok(entries) = fs::read_dir(&self.path) else { return };
        for entry in entries.flatten() {
            let name = entry.file_name();
            if !name.to_string_lossy().starts_with(PREFIX) {
                continue;
            }
            let abandoned = |file: File| temporary::is_abandoned(&file, SystemTime::now());
            if open_regular(&entry.path()).is_ok_and(abandoned) {
                // Another process may have removed it first.
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Stores `bytes` as `name`. Does not enforce the limit of the folder. The caller enforces it by an occasional
    /// [`CacheFolder::trim`], which reads the whole folder.
    ///
    /// # Errors
    /// Disk errors, and [`FileError::CacheLimit`] if `bytes` exceed the limit; nothing is stored then.
    pub fn store(&self, name: &str, bytes: &[u8]) -> Result<(), FileError> {
        fs::create_dir_all(&self.path).map_err(|e| FileError::from_write(e, &self.path))?;
        let mut file = CacheFile::in_folder(&self.path, self.limit)?;
        file.write(bytes)?;
        file.finish(&self.file(name))
    }

    /// Deletes the least recently modified files until the folder is within its limit. Spares files that cannot be
    /// removed, and files whose names begin like `name` up to its first dot.
    pub fn trim(&self, name: &str) {
        let stem = name.split('.').next().unwrap_or(name);
        let mut files: Vec<(SystemTime, u64, PathBuf)> = fs::read_dir(&self.path)
            .into_iter()
            .flatten()
            .filter_map(|entry| {
                let entry = entry.ok()?;
                let meta = entry.metadata().ok().filter(fs::Metadata::is_file)?;
                Some((meta.modified().ok()?, meta.len(), entry.path()))
            })
            .collect();
        files.sort();
        let mut all: u64 = files.iter().map(|(_, length, _)| length).sum();
        for (_, length, path) in files {
            if all <= self.limit {
                break;
            }
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if !name.starts_with(stem) && fs::remove_file(&path).is_ok() {
                all -= length;
            }
        }
    }
}

/// A cache file that is being written. It is deleted when dropped, unless it was finished.
#[derive(Debug)]
pub struct CacheFile {
    file: File,
    /// The path of the unfinished file; `None` for a nameless temporary file, which disappears even if the program is
    /// killed.
    name: Option<TempPath>,
    folder: PathBuf,
    bytes_left: u64,
    /// The number of bytes that may be written before free disk space is checked again.
    until_space_check: u64,
}

/// The prefix of the names of unfinished files.
const PREFIX: &str = ".new";

/// The number of bytes of disk space that a cache file must leave free.
const MIN_FREE_BYTES: u64 = 256 << 20;

/// The number of bytes written between two checks of free disk space.
const SPACE_CHECK_INTERVAL_BYTES: u64 = 64 << 20;

impl CacheFile {
    /// Creates a file in `folder`, limited to `limit` bytes.
    fn in_folder(folder: &Path, limit: u64) -> Result<Self, FileError> {
        let failed = |e| FileError::from_write(e, folder);
        let file = tempfile::Builder::new().prefix(PREFIX).tempfile_in(folder).map_err(failed)?;
        // The lock marks the file as in use, so that no process removes it as a leftover.
        let _ = file.as_file().try_lock();
        let (file, name) = file.into_parts();
        Ok(Self::new(file, Some(name), folder, limit))
    }

    fn new(file: File, name: Option<TempPath>, folder: &Path, limit: u64) -> Self {
        Self { file, name, folder: folder.to_owned(), bytes_left: limit, until_space_check: 0 }
    }

    /// Creates a file in the system's temporary folder, limited to `limit` bytes.
    ///
    /// # Errors
    /// Disk errors.
    pub fn temporary(limit: u64) -> Result<Self, FileError> {
        let folder = std::env::temp_dir();
        if !system::NAMELESS_FILES {
            return Self::in_folder(&folder, limit);
        }
        let file = tempfile::tempfile_in(&folder).map_err(|e| FileError::from_write(e, &folder))?;
        Ok(Self::new(file, None, &folder, limit))
    }

    /// Checks free disk space before the next `bytes` bytes are written, unless the previous check covers these bytes.
    fn check_free_space(&mut self, bytes: u64) -> Result<(), FileError> {
        if let Some(left) = self.until_space_check.checked_sub(bytes) {
            self.until_space_check = left;
            return Ok(());
        }
        // If free space is unknown, writing fails once the disk is full.
        let free = fs4::available_space(&self.folder).unwrap_or(u64::MAX);
        if free < MIN_FREE_BYTES + SPACE_CHECK_INTERVAL_BYTES.max(bytes) {
            let (megabytes, path) = (free / 1_000_000, self.path().to_owned());
            return Err(FileError::NoSpace { megabytes, path });
        }
        self.until_space_check = SPACE_CHECK_INTERVAL_BYTES.saturating_sub(bytes);
        Ok(())
    }

    /// Returns the path of the unfinished file. For a nameless file, returns its folder.
    pub fn path(&self) -> &Path {
        self.name.as_deref().unwrap_or(&self.folder)
    }

    /// Opens the bytes written so far for reading.
    ///
    /// # Errors
    /// Disk errors.
    pub fn reader(&self) -> Result<Reader, FileError> {
        match &self.name {
            Some(name) => Reader::open(name),
            None => Reader::from_unnamed(&self.file, &self.folder),
        }
    }

    /// Appends `bytes`.
    ///
    /// # Errors
    /// Disk errors, [`FileError::NoSpace`] on a nearly full disk, and [`FileError::CacheLimit`].
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        use std::io::Write as _;
        let path = self.path().to_owned();
        self.check_free_space(bytes.len() as u64)?;
        let left = self.bytes_left.checked_sub(bytes.len() as u64);
        self.bytes_left = left.ok_or_else(|| FileError::CacheLimit(path.clone()))?;
        self.file.write_all(bytes).map_err(|e| FileError::from_write(e, &path))
    }

    /// Renames the file to `path`. The file is not synced, since it can be rebuilt.
    ///
    /// # Errors
    /// Disk errors. A nameless file cannot be renamed.
    pub fn finish(self, path: &Path) -> Result<(), FileError> {
        let failed = |e| FileError::from_write(e, path);
        let name = self.name.ok_or_else(|| failed(std::io::ErrorKind::Unsupported.into()))?;
        name.persist(path).map_err(|e| failed(e.error))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::file::FileRange;

    #[test]
    fn unnamed_cache_file_is_readable_while_it_grows() {
        let mut file = CacheFile::temporary(100).unwrap();
        assert!(file.name.is_none());
        file.write(b"one").unwrap();
        let first = file.reader().unwrap();
        file.write(b"two").unwrap();
        let mut text = Vec::new();
        let whole = FileRange::new(0, u64::MAX);
        first.read_range(whole, &mut text).unwrap();
        assert_eq!(text, b"one");
        let second = file.reader().unwrap();
        drop(file);
        second.read_range(whole, &mut text).unwrap();
        assert_eq!(text, b"onetwo");
    }
}
