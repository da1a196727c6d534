//! A folder of files that can be made again.

use super::{FileError, Reader, open_regular, system, temporary};
use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    time::SystemTime,
};
use tempfile::TempPath;

/// A folder in which a program keeps what would take time to make again, up to a limit. It is made when
/// something is first kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CacheFolder {
    path: PathBuf,
    limit: u64,
}

impl CacheFolder {
    /// The folder at `path`, which may take `limit` bytes.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>, limit: u64) -> Self {
        let path = path.into();
        Self { path, limit }
    }

    /// So many bytes it may take.
    #[must_use]
    pub const fn limit(&self) -> u64 {
        self.limit
    }

    /// Where what is called `name` is, or would be.
    #[must_use]
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// A new file in it, without a name yet.
    ///
    /// # Errors
    /// What the disk says of the folder.
    pub fn begin(&self) -> Result<CacheFile, FileError> {
        self.begin_within(self.limit)
    }

    /// The same for a file that may have `limit` bytes. What is longer than the folder's own limit is not to be
    /// finished: it is gone when it is no longer used.
    ///
    /// # Errors
    /// What the disk says of the folder.
    pub fn begin_within(&self, limit: u64) -> Result<CacheFile, FileError> {
        let failed = |e| FileError::from_write(e, &self.path);
        fs::create_dir_all(&self.path).map_err(failed)?;
        let file = CacheFile::in_folder(&self.path, limit)?;
        self.remove_leftovers();
        Ok(file)
    }

    /// Removes what programs have left that were ended while they wrote into the folder.
    pub fn remove_leftovers(&self) {
        let Ok(entries) = fs::read_dir(&self.path) else {
            return;
        };
        for entry in entries.flatten() {
            let name = entry.file_name();
            if !name.to_string_lossy().starts_with(PREFIX) {
                continue;
            }
            let abandoned = |file: File| temporary::is_abandoned(&file, SystemTime::now());
            if open_regular(&entry.path()).is_ok_and(abandoned) {
                // Another program may have been faster.
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Keeps `bytes` as `name`, and lets go of what was used longest ago until all is within the limit.
    ///
    /// # Errors
    /// What the disk says, or that there is more than the limit; nothing is then kept.
    pub fn keep(&self, name: &str, bytes: &[u8]) -> Result<(), FileError> {
        self.keep_pieces(name, |file| file.write(bytes))
    }

    /// The same of what `write` writes.
    ///
    /// # Errors
    /// As [`CacheFolder::keep`], and what `write` says.
    pub fn keep_pieces(
        &self,
        name: &str,
        write: impl FnOnce(&mut CacheFile) -> Result<(), FileError>,
    ) -> Result<(), FileError> {
        let mut file = self.begin()?;
        write(&mut file)?;
        file.finish(&self.file(name))?;
        self.trim(name);
        Ok(())
    }

    /// Lets go of the files that were changed longest ago, but for those that begin like `name`, until all are
    /// within the limit. What cannot be let go of stays.
    pub fn trim(&self, name: &str) {
        let kept = name.split('.').next().unwrap_or(name);
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
            if !name.starts_with(kept) && fs::remove_file(&path).is_ok() {
                all -= length;
            }
        }
    }
}

/// A file that is being made. It is gone unless it is finished.
#[derive(Debug)]
pub struct CacheFile {
    file: File,
    /// Where it is until it is finished; a temporary file has no name where the system allows that, so that it is gone
    /// even if the program is killed.
    name: Option<TempPath>,
    folder: PathBuf,
    room: u64,
    /// So many bytes may be written until it is asked again how much room the disk has.
    before_asking: u64,
}

/// What the name of a file begins with that is being made.
const PREFIX: &str = ".new";

/// So much stays free on a disk that something is unpacked onto.
const LEFT_FREE: u64 = 256 << 20;

/// So much is written until it is asked again how much room the disk has.
const BETWEEN: u64 = 64 << 20;

impl CacheFile {
    /// A file in `folder` that may have `limit` bytes.
    fn in_folder(folder: &Path, limit: u64) -> Result<Self, FileError> {
        let failed = |e| FileError::from_write(e, folder);
        let file = tempfile::Builder::new().prefix(PREFIX).tempfile_in(folder).map_err(failed)?;
        // So that nobody takes it for a leftover.
        let _ = file.as_file().try_lock();
        let (file, name) = file.into_parts();
        Ok(Self::new(file, Some(name), folder, limit))
    }

    fn new(file: File, name: Option<TempPath>, folder: &Path, limit: u64) -> Self {
        Self { file, name, folder: folder.to_owned(), room: limit, before_asking: 0 }
    }

    /// A file among the system's own temporary ones, which may have `limit` bytes.
    ///
    /// # Errors
    /// What the disk says.
    pub fn temporary(limit: u64) -> Result<Self, FileError> {
        let folder = std::env::temp_dir();
        if !system::NAMELESS_FILES {
            return Self::in_folder(&folder, limit);
        }
        let file = tempfile::tempfile_in(&folder);
        let file = file.map_err(|e| FileError::from_write(e, &folder))?;
        Ok(Self::new(file, None, &folder, limit))
    }

    /// That the disk has room for what is written next.
    fn ask_for_room(&mut self, bytes: u64) -> Result<(), FileError> {
        if let Some(left) = self.before_asking.checked_sub(bytes) {
            self.before_asking = left;
            return Ok(());
        }
        // A file system that does not tell says so when it is full.
        let free = fs4::available_space(&self.folder).unwrap_or(u64::MAX);
        if free < LEFT_FREE + BETWEEN.max(bytes) {
            let (megabytes, path) = (free / 1_000_000, self.path().to_owned());
            return Err(FileError::NoSpace { megabytes, path });
        }
        self.before_asking = BETWEEN.saturating_sub(bytes);
        Ok(())
    }

    /// Where it is as long as it is not finished; its folder, if it has no name.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.name.as_deref().unwrap_or(&self.folder)
    }

    /// Opens what has been written so far.
    ///
    /// # Errors
    /// What the disk says.
    pub fn reader(&self) -> Result<Reader, FileError> {
        match &self.name {
            Some(name) => Reader::open(name),
            None => Reader::of_nameless(&self.file, &self.folder),
        }
    }

    /// Adds `bytes`.
    ///
    /// # Errors
    /// What the disk says, that it is nearly full, or that the file gets larger than its limit.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        use std::io::Write as _;
        let path = self.path().to_owned();
        self.ask_for_room(bytes.len() as u64)?;
        let left = self.room.checked_sub(bytes.len() as u64);
        self.room = left.ok_or_else(|| FileError::CacheLimit(path.clone()))?;
        self.file.write_all(bytes).map_err(|e| FileError::from_write(e, &path))
    }

    /// Gives it the name `path`. It is not waited for until it is on the disk: it can be made again.
    ///
    /// # Errors
    /// What the disk says. What has no name cannot be given one.
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
    fn a_temporary_file_has_no_name_and_can_be_read_while_it_grows() {
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
