//! [`UnpackError`]: the reason why a compressed file cannot be unpacked to its end.

use super::{UnpackLimits, tar_files::MAX_HEADER_BYTES, unpack_limits::MAX_NAME_BYTES};
use std::{error::Error, io, iter};

/// The reason why a compressed file cannot be unpacked to its end, and how much of its text can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnpackError {
    /// The file is truncated.
    #[error("truncated; {}", describe_verified(*verified))]
    Cut {
        /// Bytes at the start of the text that match their checksums.
        verified: u64,
    },
    /// A checksum mismatch or invalid data.
    #[error("damaged; {}", describe_verified(*verified))]
    Damaged {
        /// Bytes at the start of the text that match their checksums.
        verified: u64,
    },
    /// A text so much longer than the file that it may be an archive bomb.
    #[error(
        "it unpacks to more than {ratio} times its size; only the first {} MB were read",
        unpacked / 1_000_000
    )]
    Ratio {
        /// The limit: bytes of text per byte of the file.
        ratio: u64,
        /// Bytes unpacked.
        unpacked: u64,
    },
    /// A text longer than allowed.
    #[error("it unpacks to more than {} MB; the rest was not read", bytes / 1_000_000)]
    TooLong {
        /// The limit in bytes.
        bytes: u64,
    },
    /// An archive with too many files.
    #[error("it contains more than {files} files; the rest was not read")]
    TooManyFiles {
        /// The limit on files.
        files: u64,
    },
    /// A list of files in a `.zip` too long for memory.
    #[error("its file list is larger than {} MB; no file in it was read", bytes / 1_000_000)]
    LongDirectory {
        /// The limit in bytes.
        bytes: u64,
    },
    /// A file in an archive with a name longer than any file system allows.
    #[error("it contains a file name longer than {MAX_NAME_BYTES} bytes; the rest was not read")]
    LongName,
    /// Extended headers of a file in a `.tar` larger than any file needs.
    #[error("it contains a file header larger than {} MB; the rest was not read", MAX_HEADER_BYTES >> 20)]
    LongHeader,
}

fn describe_verified(verified: u64) -> String {
    if verified == 0 {
        "the text read is not verified by a checksum".to_owned()
    } else {
        format!("only the first {verified} bytes are verified by a checksum")
    }
}

impl UnpackError {
    /// Returns whether the error is a limit that the user can lift.
    #[must_use]
    pub const fn is_limit(&self) -> bool {
        matches!(self, Self::Ratio { .. } | Self::TooLong { .. })
    }

    /// Returns the unpack error in `error`, at any depth.
    #[must_use]
    pub fn within(error: &io::Error) -> Option<&Self> {
        causes(error).find_map(|cause| cause.downcast_ref())
    }

    /// Returns whether [`UnpackLimits::LIFTED`] would give more of the text. Its limit on memory is the usual one.
    #[must_use]
    pub const fn can_be_lifted(&self) -> bool {
        match self {
            Self::Ratio { .. } => true,
            Self::TooLong { bytes } => *bytes != UnpackLimits::LIFTED.memory,
            Self::Cut { .. }
            | Self::Damaged { .. }
            | Self::TooManyFiles { .. }
            | Self::LongDirectory { .. }
            | Self::LongName
            | Self::LongHeader => false,
        }
    }

    /// Converts a decoder's `error`; disk errors stay unchanged. `verified` as in [`UnpackError::Cut`].
    pub(super) fn of(error: io::Error, verified: u64) -> io::Error {
        // An error of the underlying reader or of ours.
        let known = error
            .get_ref()
            .is_some_and(|inner| inner.is::<Self>() || inner.is::<super::FileError>());
        if known || error.kind() == io::ErrorKind::Interrupted {
            error
        } else if is_end(&error) {
            Self::Cut { verified }.into()
        } else {
            Self::Damaged { verified }.into()
        }
    }
}

impl From<UnpackError> for io::Error {
    fn from(error: UnpackError) -> Self {
        Self::other(error)
    }
}

/// Returns whether the innermost cause of `error` is the end of the input.
fn is_end(error: &io::Error) -> bool {
    causes(error)
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|io| io.kind() == io::ErrorKind::UnexpectedEof)
}

/// Iterates over `error` and its causes.
fn causes(error: &io::Error) -> impl Iterator<Item = &(dyn Error + 'static)> {
    let first: &(dyn Error + 'static) = error;
    iter::successors(Some(first), |&cause| {
        match cause.downcast_ref::<io::Error>() {
            // A system error contains no other error; a decoder's error is not its own source.
            Some(io) => io.get_ref().map(|inner| inner as &(dyn Error + 'static)),
            None => cause.source(),
        }
    })
}
