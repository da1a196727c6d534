//! The cache folder in a browser, where nothing is cached. Decompressed text is held in the memory of the page.

use super::{CacheFolder, FileError, Reader, system::fs};
use std::{
    io::{ErrorKind, Write as _},
    path::Path,
};

impl CacheFolder {
    /// Creates no file.
    ///
    /// # Errors
    /// Always.
    pub fn begin(&self) -> Result<CacheFile, FileError> {
        Err(FileError::from_write(ErrorKind::Unsupported.into(), &self.path))
    }

    /// As [`CacheFolder::begin`].
    ///
    /// # Errors
    /// Always.
    pub fn begin_with_limit(&self, _limit: u64) -> Result<CacheFile, FileError> {
        self.begin()
    }

    /// Does nothing.
    pub const fn remove_leftovers(&self) {}

    /// Stores nothing.
    ///
    /// # Errors
    /// Always.
    pub fn store(&self, _name: &str, _bytes: &[u8]) -> Result<(), FileError> {
        self.begin().map(drop)
    }

    /// Does nothing.
    pub const fn trim(&self, _name: &str) {}
}

/// Decompressed text in memory.
#[derive(Debug)]
pub struct CacheFile {
    file: fs::File,
    bytes_left: u64,
}

impl CacheFile {
    /// Creates a file in memory, limited to `limit` bytes.
    ///
    /// # Errors
    /// None.
    pub fn temporary(limit: u64) -> Result<Self, FileError> {
        Ok(Self { file: fs::File::unnamed(), bytes_left: limit })
    }

    /// Returns the path that error messages name.
    pub fn path(&self) -> &Path {
        Path::new("memory")
    }

    /// Opens the bytes written so far for reading.
    ///
    /// # Errors
    /// None.
    pub fn reader(&self) -> Result<Reader, FileError> {
        Reader::from_unnamed(&self.file, self.path())
    }

    /// Appends `bytes`.
    ///
    /// # Errors
    /// [`FileError::CacheLimit`].
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        let left = self.bytes_left.checked_sub(bytes.len() as u64);
        self.bytes_left = left.ok_or_else(|| FileError::CacheLimit(self.path().to_owned()))?;
        let path = self.path().to_owned();
        self.file.write_all(bytes).map_err(|e| FileError::from_write(e, &path))
    }

    /// Stores nothing.
    ///
    /// # Errors
    /// Always.
    pub fn finish(self, path: &Path) -> Result<(), FileError> {
        Err(FileError::from_write(ErrorKind::Unsupported.into(), path))
    }
}
