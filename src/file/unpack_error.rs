//! [`UnpackError`]: why a packed file is not unpacked to its end.

use super::{UnpackLimits, tar_files::MAX_HEADER_BYTES, unpack_limits::MAX_NAME_BYTES};
use std::{error::Error, io, iter};

/// Why a packed file is not unpacked to its end, and how far its text can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnpackError {
    /// Its end is missing.
    #[error("it ends too early; {}", trusted(*verified))]
    Cut {
        /// So many bytes at the beginning of its text fit their checksums.
        verified: u64,
    },
    /// A checksum does not fit, or the bytes mean nothing.
    #[error("it is damaged; {}", trusted(*verified))]
    Damaged {
        /// So many bytes at the beginning of its text fit their checksums.
        verified: u64,
    },
    /// Its text is so much longer than it that it may be made to fill memory and disks.
    #[error(
        "its text is over {ratio} times as long as the file; only the first {} MB are read, unless more is allowed",
        unpacked / 1_000_000
    )]
    Ratio {
        /// So many times as long as the file its text may be.
        ratio: u64,
        /// So many bytes have been unpacked.
        unpacked: u64,
    },
    /// Its text is longer than is allowed.
    #[error("its text is over {} MB long; the rest is not read, unless more is allowed", bytes / 1_000_000)]
    TooLong {
        /// So many bytes are allowed.
        bytes: u64,
    },
    /// A packed folder holds more files than are read.
    #[error("it holds over {files} files; the rest is not read")]
    TooManyFiles {
        /// So many are read.
        files: u64,
    },
    /// The list of files in a `.zip` is longer than may be held.
    #[error("its list of files has over {} MB; no file in it is read", bytes / 1_000_000)]
    LongDirectory {
        /// So many bytes are allowed.
        bytes: u64,
    },
    /// A file in a packed folder has a name that no file system allows.
    #[error("a file in it has a name of over {MAX_NAME_BYTES} bytes; the rest is not read")]
    LongName,
    /// What a `.tar` notes about a file beside its name takes more room than any file needs.
    #[error("the header of a file in it has over {} MB; the rest is not read", MAX_HEADER_BYTES >> 20)]
    LongHeader,
}

fn trusted(verified: u64) -> String {
    if verified == 0 {
        "no checksum confirms what was read".to_owned()
    } else {
        format!("only the first {verified} bytes of its text fit their checksums")
    }
}

impl UnpackError {
    /// Whether a limit of ours was reached, which a person can lift.
    #[must_use]
    pub const fn is_limit(&self) -> bool {
        matches!(self, Self::Ratio { .. } | Self::TooLong { .. })
    }

    /// The one in `error`, however deep.
    #[must_use]
    pub fn within(error: &io::Error) -> Option<&Self> {
        causes(error).find_map(|cause| cause.downcast_ref())
    }

    /// Whether [`UnpackLimits::LIFTED`] gives more. It holds no more in memory than is usual.
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

    /// What a decoder's `error` means; an error of the disk stays what it is. `verified` as in [`UnpackError::Cut`].
    pub(super) fn of(error: io::Error, verified: u64) -> io::Error {
        // What the reader below said, or we.
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

/// Whether there was nothing more to read at the bottom of `error`.
fn is_end(error: &io::Error) -> bool {
    causes(error)
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|io| io.kind() == io::ErrorKind::UnexpectedEof)
}

/// `error`, what caused it, and so on.
fn causes(error: &io::Error) -> impl Iterator<Item = &(dyn Error + 'static)> {
    let first: &(dyn Error + 'static) = error;
    iter::successors(Some(first), |&cause| {
        match cause.downcast_ref::<io::Error>() {
            // An error of the system has none inside; one of a decoder is not its own source.
            Some(io) => io.get_ref().map(|inner| inner as &(dyn Error + 'static)),
            None => cause.source(),
        }
    })
}
