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
    #[error("cannot read ({reason}): {path}", reason = in_words(reason))]
    Read {
        /// The system's own words.
        reason: std::io::Error,
        /// The file.
        path: PathBuf,
    },
    /// The file could not be written; what was there before still is.
    #[error("cannot write ({reason}): {path}", reason = in_words(reason))]
    Write {
        /// The system's own words.
        reason: std::io::Error,
        /// The file.
        path: PathBuf,
    },
    /// The file is marked as read-only, or this user may not write it. It is not replaced either, though
    /// its folder would allow that.
    #[error("the file is read-only, and was left as it is: {0}")]
    ReadOnly(PathBuf),
    /// No file may be made beside the one that is to be written.
    #[error("its folder is read-only, and nothing was written: {0}")]
    ReadOnlyFolder(PathBuf),
    /// The folder of the file that is to be written is not there.
    #[error("there is no such folder to write to: {0}")]
    NoFolder(PathBuf),
    /// A device or a pipe, which has no bytes to keep.
    #[error("this is a device or a pipe, not a file: {0}")]
    NotAFile(PathBuf),
    /// No room for the new version beside the old one.
    #[error("the disk is full, and the file was left as it was: {0}")]
    Full(PathBuf),
    /// Another program wrote the file while it was being saved.
    #[error("another program changed the file meanwhile, and nothing was written: {0}")]
    Changed(PathBuf),
    /// The version before could not be kept, so it was not replaced.
    #[error(
        "the previous version cannot be kept ({reason}), and nothing was written: {path}",
        reason = in_words(reason)
    )]
    Backup {
        /// The system's own words.
        reason: std::io::Error,
        /// Where it should have been kept.
        path: PathBuf,
    },
    /// Who may read the file, or what else is noted about it, could not be kept, so it was not replaced.
    #[error(
        "its access control list or other attributes cannot be kept ({reason}), and nothing was written: {path}",
        reason = in_words(reason)
    )]
    Attributes {
        /// The system's own words.
        reason: std::io::Error,
        /// The file.
        path: PathBuf,
    },
    /// A disk is nearly full, and nothing more is unpacked onto it.
    #[error("the disk has only {megabytes} MB left: {path}")]
    NoSpace {
        /// How much it has.
        megabytes: u64,
        /// A file or folder on it.
        path: PathBuf,
    },
    /// Two changes want the same bytes, or they are not in the order of the file.
    #[error("two changes meet or are out of order at byte {at}, and nothing was written: {path}")]
    Splices {
        /// Where, in bytes from the start of the file.
        at: u64,
        /// The file that was to be changed.
        path: PathBuf,
    },
    /// A change to bytes that the file does not have.
    #[error("a change lies beyond the end of the file, and nothing was written: {0}")]
    BeyondEnd(PathBuf),
    /// What was to be kept for the next time is more than the settings allow.
    #[error("larger than the limit that the settings give to unpacked files and indexes: {0}")]
    CacheLimit(PathBuf),
    /// Another program cut the file short while it was open.
    #[error("the file has become shorter while it was read; open it again: {0}")]
    Shorter(PathBuf),
    /// A list of matches is to be written in a form that its name does not tell.
    #[error("a list is written as .bpgn, .bgn.jsonl or .csv, which the name must end with: {0}")]
    Form(PathBuf),
    /// A record that no match is as long as.
    #[error(
        "the match has {megabytes} MB of text, and one of up to {limit} MB can be shown: {path}"
    )]
    LongRecord {
        /// How long it is.
        megabytes: u64,
        /// How long one may be.
        limit: u64,
        /// The file.
        path: PathBuf,
    },
    /// A record may hold 4 GiB at most, since spans are 32 bits wide.
    #[error("larger than the 4 GiB that can be opened: {0}")]
    TooLarge(PathBuf),
}

/// What the system says, without the number of it.
#[must_use]
pub fn in_words(reason: &std::io::Error) -> String {
    let words = reason.to_string();
    match words.split_once(" (os error ") {
        Some((words, _)) => words.to_owned(),
        None => words,
    }
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

    /// The error of giving the new version of `path` what the old one had.
    pub(super) fn from_attributes(reason: std::io::Error, path: &Path) -> Self {
        let path = path.to_owned();
        Self::Attributes { reason, path }
    }

    /// The error of writing `path`, by way of a file beside it.
    pub(super) fn from_write(reason: std::io::Error, path: &Path) -> Self {
        use std::io::ErrorKind;
        let path = path.to_owned();
        match reason.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Self::Full(path),
            ErrorKind::IsADirectory => Self::Folder(path),
            _ => Self::Write { reason, path },
        }
    }
}
