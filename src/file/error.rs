//! [`FileError`]: errors of reading and writing files.

use super::system;
use std::path::{Path, PathBuf};

/// An error of reading or writing a file. Its message ends with the path, as every message of the program does.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The path names a folder.
    #[error("this is a folder, not a file: {0}")]
    Folder(PathBuf),
    /// The path does not exist.
    #[error("no such file: {0}")]
    Missing(PathBuf),
    /// The user may not read the file.
    #[error("no permission to read: {0}")]
    Permission(PathBuf),
    /// Any other read error.
    #[error("cannot read ({reason}): {path}", reason = system_message(reason))]
    Read {
        /// The operating-system error.
        reason: std::io::Error,
        /// The file.
        path: PathBuf,
    },
    /// The file could not be written; its old bytes are untouched.
    #[error("cannot write ({reason}): {path}", reason = system_message(reason))]
    Write {
        /// The operating-system error.
        reason: std::io::Error,
        /// The file.
        path: PathBuf,
    },
    /// The file is read-only, or this user may not write it. It is not replaced by a new file either, even if its
    /// folder would allow that.
    #[error("the file is read-only; not changed: {0}")]
    ReadOnly(PathBuf),
    /// The folder allows no new file beside the target.
    #[error("the folder is read-only; nothing written: {0}")]
    ReadOnlyFolder(PathBuf),
    /// The target's folder does not exist.
    #[error("no such folder: {0}")]
    NoFolder(PathBuf),
    /// The path names a device or a pipe, whose bytes cannot be preserved.
    #[error("this is a device or a pipe, not a file: {0}")]
    NotAFile(PathBuf),
    /// The disk has no room for the new version beside the old one.
    #[error("the disk is full; the file is unchanged: {0}")]
    Full(PathBuf),
    /// Another program wrote the file during the save.
    #[error("another program has changed the file; nothing written: {0}")]
    Changed(PathBuf),
    /// The backup failed, so the file was not replaced.
    #[error(
        "cannot create the backup ({reason}); nothing written: {path}",
        reason = system_message(reason)
    )]
    Backup {
        /// The operating-system error.
        reason: std::io::Error,
        /// Path of the backup.
        path: PathBuf,
    },
    /// The access control list or other attributes could not be preserved, so the file was not replaced.
    #[error(
        "cannot preserve its access control list or attributes ({reason}); nothing written: \
         {path}",
        reason = system_message(reason)
    )]
    Attributes {
        /// The operating-system error.
        reason: std::io::Error,
        /// The file.
        path: PathBuf,
    },
    /// The disk is nearly full and unpacking has stopped.
    #[error("only {megabytes} MB of disk space left: {path}")]
    NoSpace {
        /// Free space in MB.
        megabytes: u64,
        /// A file or folder on that disk.
        path: PathBuf,
    },
    /// Changes to a file that overlap or are out of order.
    #[error("changes overlap or are out of order at byte {at}; nothing written: {path}")]
    Splices {
        /// Offset from the start of the file, in bytes.
        at: u64,
        /// The file to be changed.
        path: PathBuf,
    },
    /// A change beyond the end of the file.
    #[error("a change lies beyond the end of the file; nothing written: {0}")]
    BeyondEnd(PathBuf),
    /// A cache entry larger than the limit in the settings.
    #[error("larger than the cache size in the settings: {0}")]
    CacheLimit(PathBuf),
    /// Another program truncated the file while it was open.
    #[error("the file was truncated while reading; open it again: {0}")]
    Shorter(PathBuf),
    /// A match list to be written to a name without a known extension.
    #[error("unknown list format; use .bpgn, .bgn.jsonl or .csv: {0}")]
    UnknownListFormat(PathBuf),
    /// A record longer than any real match.
    #[error("the match is {megabytes} MB long; the limit is {limit} MB: {path}")]
    LongRecord {
        /// Its length in MB.
        megabytes: u64,
        /// The limit in MB.
        limit: u64,
        /// The file.
        path: PathBuf,
    },
    /// A file, or its decompressed contents, above the limit of 4 GiB, since spans are 32 bits wide.
    #[error("the file is larger than the limit of 4 GiB: {0}")]
    TooLarge(PathBuf),
}

/// Returns the system's message without its error number.
#[must_use]
pub fn system_message(reason: &std::io::Error) -> String {
    let words = reason.to_string();
    match words.split_once(" (os error ") {
        Some((words, _)) => words.to_owned(),
        None => words,
    }
}

impl FileError {
    /// Converts an error of reading `path`.
    pub(super) fn from_io(reason: std::io::Error, path: &Path) -> Self {
        use std::io::ErrorKind;
        let path = path.to_owned();
        match reason.kind() {
            ErrorKind::NotFound => Self::Missing(path),
            ErrorKind::PermissionDenied => Self::Permission(path),
            ErrorKind::IsADirectory => Self::Folder(path),
            _ if system::is_device(&path) => Self::NotAFile(path),
            _ => Self::Read { reason, path },
        }
    }

    /// Converts an error of writing `path` through a temporary file.
    pub(crate) fn from_write(reason: std::io::Error, path: &Path) -> Self {
        use std::io::ErrorKind;
        let path = path.to_owned();
        match reason.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Self::Full(path),
            ErrorKind::IsADirectory => Self::Folder(path),
            _ if system::is_device(&path) => Self::NotAFile(path),
            _ => Self::Write { reason, path },
        }
    }
}
