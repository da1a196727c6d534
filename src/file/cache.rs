//! A folder of files that can be made again.

use super::FileError;
use std::{
    fs,
    path::{Path, PathBuf},
    time::SystemTime,
};
use tempfile::NamedTempFile;

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
        let failed = |e| FileError::from_write(e, &self.path);
        fs::create_dir_all(&self.path).map_err(failed)?;
        let file = tempfile::Builder::new()
            .prefix(".new")
            .tempfile_in(&self.path);
        Ok(CacheFile {
            file: file.map_err(failed)?,
            room: self.limit,
        })
    }

    /// Keeps `bytes` as `name`, and lets go of what was used longest ago until all is within the limit.
    ///
    /// # Errors
    /// What the disk says, or that there is more than the limit; nothing is then kept.
    pub fn keep(&self, name: &str, bytes: &[u8]) -> Result<(), FileError> {
        let mut file = self.begin()?;
        file.write(bytes)?;
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
    file: NamedTempFile,
    room: u64,
}

impl CacheFile {
    /// Where it is as long as it is not finished.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Adds `bytes`.
    ///
    /// # Errors
    /// What the disk says, or that it gets larger than the folder's limit.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        use std::io::Write as _;
        let path = self.file.path().to_owned();
        let left = self.room.checked_sub(bytes.len() as u64);
        self.room = left.ok_or_else(|| FileError::CacheLimit(path.clone()))?;
        self.file
            .write_all(bytes)
            .map_err(|e| FileError::from_write(e, &path))
    }

    /// Gives it the name `path`. It is not waited for until it is on the disk: it can be made again.
    ///
    /// # Errors
    /// What the disk says.
    pub fn finish(self, path: &Path) -> Result<(), FileError> {
        let kept = self.file.persist(path);
        kept.map(drop)
            .map_err(|e| FileError::from_write(e.error, path))
    }
}

/// The files in the folder `path` and the folders below whose names `wanted` says yes to, in the order of
/// their names.
///
/// # Errors
/// What the disk says of the folder itself; what cannot be read below is left out.
pub fn files_below(path: &Path, wanted: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>, FileError> {
    let mut files = Vec::new();
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
                Ok(_) if wanted(&entry.path()) => files.push(entry.path()),
                _ => {}
            }
        }
    }
    files.sort();
    Ok(files)
}
