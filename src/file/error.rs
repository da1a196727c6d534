//! [`FileError`]: errors of reading and writing files.

use super::{Unwritable, system};
use std::path::{Path, PathBuf};

/// An error of reading or writing a file. Its message begins with the path.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error("{0}: this is a folder, not a file")]
    Folder(PathBuf),
    #[error("{0}: no such file")]
    Missing(PathBuf),
    /// A picture, a program or another binary file.
    #[error("{0}: this is not a text file, so it has no matches")]
    NotText(PathBuf),
    #[error("{0}: no permission to read")]
    Permission(PathBuf),
    /// Any other read error.
    #[error("{path}: cannot read ({reason})", reason = system_message(reason))]
    Read { reason: std::io::Error, path: PathBuf },
    /// The file could not be written; its old bytes are untouched.
    #[error("{path}: cannot write ({reason})", reason = system_message(reason))]
    Write { reason: std::io::Error, path: PathBuf },
    /// The file is read-only, or this user may not write it. The program does not replace such a file, even if its
    /// folder would allow that.
    #[error("{0}: the file is read-only; nothing written")]
    ReadOnly(PathBuf),
    /// The folder allows no new file beside the target.
    #[error("{0}: its folder is read-only; nothing written")]
    ReadOnlyFolder(PathBuf),
    #[error("{0}: no such folder")]
    NoFolder(PathBuf),
    /// The path names a device or a pipe, whose bytes cannot be preserved.
    #[error("{0}: this is a device or a pipe, not a file")]
    NotAFile(PathBuf),
    /// The disk has no room for the new version beside the old one.
    #[error("{0}: the disk is full; the file is unchanged")]
    Full(PathBuf),
    /// A text to be appended has a character that the encoding of the file lacks.
    #[error("{path}: {why}; nothing written")]
    Unwritable { why: Unwritable, path: PathBuf },
    #[error("{0}: the file ends in half a UTF-16 character; nothing written")]
    OddUtf16(PathBuf),
    /// Another program wrote the file during the save.
    #[error("{0}: another program has changed the file; nothing written")]
    Changed(PathBuf),
    /// The backup failed, so the file was not replaced.
    #[error(
        "{path}: cannot create the backup ({reason}); nothing written",
        reason = system_message(reason)
    )]
    Backup {
        reason: std::io::Error,
        /// Path of the backup.
        path: PathBuf,
    },
    /// The access control list or other attributes could not be preserved, so the file was not replaced.
    #[error(
        "{path}: cannot preserve its access control list or attributes ({reason}); nothing written",
        reason = system_message(reason)
    )]
    Attributes { reason: std::io::Error, path: PathBuf },
    /// The disk is nearly full and unpacking has stopped.
    #[error("{path}: only {megabytes} MB of disk space left")]
    NoSpace {
        megabytes: u64,
        /// A file or folder on that disk.
        path: PathBuf,
    },
    /// The changes to a file overlap or are out of order.
    #[error("{path}: changes overlap or are out of order at byte {at}; nothing written")]
    Splices {
        /// Offset from the start of the file, in bytes.
        at: u64,
        path: PathBuf,
    },
    #[error("{0}: a change lies beyond the end of the file; nothing written")]
    BeyondEnd(PathBuf),
    /// A cache entry is larger than the limit in the settings.
    #[error("{0}: larger than the cache size in the settings")]
    CacheLimit(PathBuf),
    #[error("{0}: the file was truncated while reading; open it again")]
    Truncated(PathBuf),
    /// A match list cannot be written, because the file name has no known extension.
    #[error("{0}: unknown list format; use .bpgn, .bgn.jsonl or .csv")]
    UnknownListFormat(PathBuf),
    /// A record is longer than any real match.
    #[error("{path}: the match is {megabytes} MB long; the limit is {limit} MB")]
    LongRecord {
        /// The length of the record in MB.
        megabytes: u64,
        /// The limit in MB.
        limit: u64,
        path: PathBuf,
    },
    /// A file or its decompressed text exceeds 4 GiB, the limit of 32-bit spans.
    #[error("{0}: the file is larger than the limit of 4 GiB")]
    TooLarge(PathBuf),
}

/// Returns the system's message without its error number.
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
