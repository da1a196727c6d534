//! [`FileError`]: errors of reading and writing files.

use std::path::{Path, PathBuf};

/// An error of reading or writing a file. The path comes last, as in every message of the program.
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
    #[error("cannot read ({reason}): {path}", reason = in_words(reason))]
    Read {
        /// The system's error.
        reason: std::io::Error,
        /// The file.
        path: PathBuf,
    },
    /// The file could not be written; its old bytes are untouched.
    #[error("cannot write ({reason}): {path}", reason = in_words(reason))]
    Write {
        /// The system's error.
        reason: std::io::Error,
        /// The file.
        path: PathBuf,
    },
    /// The file is read-only or this user may not write it. It is not replaced either, although its folder would allow
    /// that.
    #[error("the file is read-only, and was left as it is: {0}")]
    ReadOnly(PathBuf),
    /// The folder allows no new file beside the target.
    #[error("its folder is read-only, and nothing was written: {0}")]
    ReadOnlyFolder(PathBuf),
    /// The target's folder does not exist.
    #[error("there is no such folder to write to: {0}")]
    NoFolder(PathBuf),
    /// A device or a pipe, whose bytes cannot be preserved.
    #[error("this is a device or a pipe, not a file: {0}")]
    NotAFile(PathBuf),
    /// No room for the new version beside the old one.
    #[error("the disk is full, and the file was left as it was: {0}")]
    Full(PathBuf),
    /// Another program wrote the file during the save.
    #[error("another program changed the file meanwhile, and nothing was written: {0}")]
    Changed(PathBuf),
    /// The backup failed, so the file was not replaced.
    #[error(
        "the previous version cannot be kept ({reason}), and nothing was written: {path}",
        reason = in_words(reason)
    )]
    Backup {
        /// The system's error.
        reason: std::io::Error,
        /// Path of the backup.
        path: PathBuf,
    },
    /// The access control list or other attributes could not be preserved, so the file was not replaced.
    #[error(
        "its access control list or other attributes cannot be kept ({reason}), and nothing was written: {path}",
        reason = in_words(reason)
    )]
    Attributes {
        /// The system's error.
        reason: std::io::Error,
        /// The file.
        path: PathBuf,
    },
    /// The disk is nearly full, so unpacking stopped.
    #[error("the disk has only {megabytes} MB left: {path}")]
    NoSpace {
        /// Free space in MB.
        megabytes: u64,
        /// A file or folder on that disk.
        path: PathBuf,
    },
    /// Changes that overlap or are out of order.
    #[error("two changes meet or are out of order at byte {at}, and nothing was written: {path}")]
    Splices {
        /// Offset from the start of the file, in bytes.
        at: u64,
        /// The file to be changed.
        path: PathBuf,
    },
    /// A change beyond the end of the file.
    #[error("a change lies beyond the end of the file, and nothing was written: {0}")]
    BeyondEnd(PathBuf),
    /// A cache entry larger than the limit in the settings.
    #[error("larger than the limit that the settings give to unpacked files and indexes: {0}")]
    CacheLimit(PathBuf),
    /// Another program truncated the file while it was open.
    #[error("the file has become shorter while it was read; open it again: {0}")]
    Shorter(PathBuf),
    /// A match list to be written to a name without a known extension.
    #[error("a list is written as .bpgn, .bgn.jsonl or .csv, which the name must end with: {0}")]
    Form(PathBuf),
    /// A record longer than any real match.
    #[error(
        "the match has {megabytes} MB of text, and one of up to {limit} MB can be shown: {path}"
    )]
    LongRecord {
        /// Its length in MB.
        megabytes: u64,
        /// The limit in MB.
        limit: u64,
        /// The file.
        path: PathBuf,
    },
    /// A record above the limit of 4 GiB, since spans are 32 bits wide.
    #[error("larger than the 4 GiB that can be opened: {0}")]
    TooLarge(PathBuf),
}

/// Returns the system's message without its error number.
#[must_use]
pub fn in_words(reason: &std::io::Error) -> String {
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
            _ => Self::Read { reason, path },
        }
    }

    /// Converts an error of copying attributes to the new version of `path`.
    pub(super) fn from_attributes(reason: std::io::Error, path: &Path) -> Self {
        let path = path.to_owned();
        Self::Attributes { reason, path }
    }

    /// Converts an error of writing `path` through a temporary file.
    pub(crate) fn from_write(reason: std::io::Error, path: &Path) -> Self {
        use std::io::ErrorKind;
        let path = path.to_owned();
        match reason.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Self::Full(path),
            ErrorKind::IsADirectory => Self::Folder(path),
            _ => Self::Write { reason, path },
        }
    }
}
