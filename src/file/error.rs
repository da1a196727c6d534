//! Why a file could not be read or written.

use std::path::{Path, PathBuf};

/// What the disk can say no to. The path comes last, as in every message of the program.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The path names a folder.
    #[error("this is a folder, not a file: {0}")]
    Folder(PathBuf),
    /// Nothing is at the path.
    #[error("no such file: {0}")]
    Missing(PathBuf),
    /// The file may not be read by this user.
    #[error("no permission to read: {0}")]
    Permission(PathBuf),
    /// Anything else the system said.
    #[error("cannot read ({reason}): {path}")]
    Read {
        /// The system's own words.
        reason: std::io::Error,
        /// The file.
        path: PathBuf,
    },
    /// The file could not be written; what was there before still is.
    #[error("cannot write ({reason}): {path}")]
    Write {
        /// The system's own words.
        reason: std::io::Error,
        /// The file.
        path: PathBuf,
    },
    /// A record may hold 4 GiB at most, since spans are 32 bits wide.
    #[error("larger than the 4 GiB that can be opened: {0}")]
    TooLarge(PathBuf),
}

impl FileError {
    /// The error of reading `path`.
    pub(super) fn from_io(reason: std::io::Error, path: &Path) -> Self {
        use std::io::ErrorKind;
        let path = path.to_owned();
        match reason.kind() {
            ErrorKind::NotFound => Self::Missing(path),
            ErrorKind::PermissionDenied => Self::Permission(path),
            ErrorKind::IsADirectory => Self::Folder(path),
            _ => Self::Read { reason, path },
        }
    }
}
