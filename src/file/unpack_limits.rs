//! [`UnpackLimits`]: limits on the text of a compressed file.

use super::UnpackError;
use std::sync::atomic::{AtomicU64, Ordering};

/// Limits on the text of a compressed file. An archive bomb of a few thousand bytes can unpack to gigabytes, which
/// would fill memory and disks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnpackLimits {
    /// Maximum bytes of text per byte of the file.
    pub ratio: u64,
    /// Bytes of text that are allowed regardless of the ratio.
    pub harmless: u64,
    /// Maximum bytes of text.
    pub bytes: u64,
    /// Maximum bytes of text in memory.
    pub memory: u64,
    /// Maximum number of files in an archive.
    pub files: u64,
    /// Maximum bytes of a `.zip`'s list of files, which is held in memory.
    pub directory: u64,
}

/// Maximum bytes of a path in an archive, folders included: the longest path on Linux.
pub(super) const MAX_NAME_BYTES: u64 = 4096;

/// The user's limit in bytes; 0 for the usual limits.
static ALLOWED_BYTES: AtomicU64 = AtomicU64::new(0);

impl UnpackLimits {
    /// The usual limits. Matches compress to a tenth, the same match repeated a thousand times to a hundredth.
    pub const USUAL: Self = Self {
        ratio: 250,
        harmless: 64 << 20,
        bytes: 64 << 30,
        memory: 1 << 30,
        files: 1_000_000,
        directory: 32 << 20,
    };

    /// Limits for a file that the user wants in full: as much as the disk can hold. Memory stays bounded.
    pub const LIFTED: Self = Self { ratio: u64::MAX, harmless: 0, bytes: u64::MAX, ..Self::USUAL };

    /// Returns limits of up to `bytes` of text, regardless of the ratio.
    #[must_use]
    pub const fn allowing(bytes: u64) -> Self {
        Self { bytes, memory: bytes, ..Self::LIFTED }
    }

    /// Returns the same limits for text in memory.
    #[must_use]
    pub fn in_memory(self) -> Self {
        Self { bytes: self.bytes.min(self.memory), ..self }
    }

    /// Checks that `output` bytes of text are allowed.
    ///
    /// # Errors
    /// [`UnpackError::TooLong`].
    pub const fn check_length(self, output: u64) -> Result<(), UnpackError> {
        let bytes = self.bytes;
        if output > bytes {
            return Err(UnpackError::TooLong { bytes });
        }
        Ok(())
    }

    /// Checks that `output` bytes of text are allowed for `packed` bytes of a file.
    ///
    /// # Errors
    /// [`UnpackError::Ratio`].
    pub fn check_ratio(self, output: u64, packed: u64) -> Result<(), UnpackError> {
        let ratio = self.ratio;
        if output > self.harmless.max(packed.saturating_mul(ratio)) {
            let unpacked = output;
            return Err(UnpackError::Ratio { ratio, unpacked });
        }
        Ok(())
    }

    /// Checks that an archive of `files` files is allowed.
    ///
    /// # Errors
    /// [`UnpackError::TooManyFiles`].
    pub const fn check_files(self, files: u64) -> Result<(), UnpackError> {
        let most = self.files;
        if files > most {
            return Err(UnpackError::TooManyFiles { files: most });
        }
        Ok(())
    }

    /// Returns the limits of this process: the usual ones, or those set by the user.
    #[must_use]
    pub fn current() -> Self {
        match ALLOWED_BYTES.load(Ordering::Relaxed) {
            0 => Self::USUAL,
            bytes => Self::allowing(bytes),
        }
    }

    /// Allows `bytes` of text for this process; `None` restores the usual limits.
    pub fn allow(bytes: Option<u64>) {
        ALLOWED_BYTES.store(bytes.unwrap_or(0), Ordering::Relaxed);
    }
}
