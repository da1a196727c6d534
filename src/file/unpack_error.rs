//! [`UnpackError`]: the reason why a compressed file was not fully unpacked.

use super::{UnpackLimits, tar_files::MAX_HEADER_BYTES, unpack_limits::MAX_NAME_BYTES};
use std::{error::Error, io, iter};

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnpackError {
    #[error("truncated; {}", describe_verified(*verified))]
    Cut {
        /// The number of bytes at the start of the text that checksums have verified.
        verified: u64,
    },
    /// A checksum does not match, or the data is invalid.
    #[error("damaged; {}", describe_verified(*verified))]
    Damaged {
        /// As in [`UnpackError::Cut`].
        verified: u64,
    },
    /// The text is so much longer than the file that it may be an archive bomb.
    #[error(
        "it unpacks to more than {ratio} times its size; only the first {} MB were read",
        unpacked / 1_000_000
    )]
    Ratio {
        /// The limit: bytes of text per byte of the file.
        ratio: u64,
        unpacked: u64,
    },
    #[error("it unpacks to more than {} MB; the rest was not read", bytes / 1_000_000)]
    TooLong {
        /// The limit in bytes.
        bytes: u64,
    },
    #[error("it contains more than {files} files; the rest was not read")]
    TooManyFiles { files: u64 },
    /// The list of files in a `.zip` is too long for memory.
    #[error("its file list is larger than {} MB; no file in it was read", bytes / 1_000_000)]
    LongDirectory {
        /// The limit in bytes.
        bytes: u64,
    },
    /// The names of the files in a `.tar` are together too long for memory.
    #[error("its file names take more than {} MB; the rest was not read", bytes / 1_000_000)]
    LongNames {
        /// The limit in bytes.
        bytes: u64,
    },
    /// A file in an archive has a longer name than any file system allows.
    #[error("it contains a file name longer than {MAX_NAME_BYTES} bytes; the rest was not read")]
    LongName,
    /// The extended headers of a file in a `.tar` are larger than any file needs.
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
    /// Returns the unpack error wrapped in `error` at any depth, or `None`.
    pub fn within(error: &io::Error) -> Option<&Self> {
        causes(error).find_map(|cause| cause.downcast_ref())
    }

    /// Returns whether unpacking again within [`UnpackLimits::LIFTED`] would yield more text. `LIFTED` keeps the limit
    /// on text in memory.
    pub const fn can_lift_limit(&self) -> bool {
        match self {
            Self::Ratio { .. } => true,
            Self::TooLong { bytes } => *bytes != UnpackLimits::LIFTED.memory,
            _ => false,
        }
    }

    /// Converts an error of a decoder to an [`UnpackError`] that reports `verified` bytes of text. Disk errors stay
    /// unchanged.
    pub(super) fn of(error: io::Error, verified: u64) -> io::Error {
        // An error of the disk or of a nested decoder stays as it is.
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

/// Returns whether an unexpected end of input caused `error`.
fn is_end(error: &io::Error) -> bool {
    causes(error)
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|io| io.kind() == io::ErrorKind::UnexpectedEof)
}

/// Returns `error` and its causes, outermost first.
fn causes(error: &io::Error) -> impl Iterator<Item = &(dyn Error + 'static)> {
    let first: &(dyn Error + 'static) = error;
    iter::successors(Some(first), |&cause| {
        match cause.downcast_ref::<io::Error>() {
            // `io::Error::source` would skip the wrapped error and return that error's own source.
            Some(io) => io.get_ref().map(|inner| inner as &(dyn Error + 'static)),
            None => cause.source(),
        }
    })
}
