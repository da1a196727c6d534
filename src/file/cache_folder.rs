//! [`CacheFolder`]: the path and the size limit of a cache.

use std::path::PathBuf;

/// A folder of files that can be rebuilt, with a size limit. The folder is created with its first file. In a browser, the
/// folder stores nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CacheFolder {
    pub(super) path: PathBuf,
    pub(super) limit: u64,
}

impl CacheFolder {
    /// Creates a handle to the folder at `path`, limited to `limit` bytes.
    pub fn new(path: impl Into<PathBuf>, limit: u64) -> Self {
        Self { path: path.into(), limit }
    }

    /// Returns the limit in bytes.
    pub const fn limit(&self) -> u64 {
        self.limit
    }

    /// Returns the path of the entry `name`, whether it exists or not.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }
}
