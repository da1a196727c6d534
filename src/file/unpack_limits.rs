//! [`UnpackLimits`]: how much text is taken out of a packed file.

use super::UnpackError;
use std::sync::atomic::{AtomicU64, Ordering};

/// How much text is taken out of a packed file. A few thousand bytes can hold gigabytes, which would fill memory and
/// disks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnpackLimits {
    /// The text may be so many times as long as the file.
    pub ratio: u64,
    /// So many bytes of text are taken out whatever the ratio is.
    pub harmless: u64,
    /// The text may have so many bytes.
    pub bytes: u64,
    /// So many bytes of text are held in memory.
    pub memory: u64,
    /// A packed folder may hold so many files.
    pub files: u64,
    /// The list of files in a `.zip`, which is held in memory, may take so many bytes.
    pub directory: u64,
}

/// A file in a packed folder may have a name of so many bytes, its folders included: as long as a path can be on Linux.
pub(super) const MAX_NAME_BYTES: u64 = 4096;

/// What a person allows, in bytes; 0 for the usual limits.
static ALLOWED: AtomicU64 = AtomicU64::new(0);

impl UnpackLimits {
    /// Matches shrink to a tenth, the same match a thousand times over to a hundredth.
    pub const USUAL: Self = Self {
        ratio: 250,
        harmless: 64 << 20,
        bytes: 64 << 30,
        memory: 1 << 30,
        files: 1_000_000,
        directory: 32 << 20,
    };

    /// For a file that a person wants all of: as much as the disk has room for. What is held in memory stays bounded.
    pub const LIFTED: Self = Self { ratio: u64::MAX, harmless: 0, bytes: u64::MAX, ..Self::USUAL };

    /// Up to `bytes` of text, however short the file is.
    #[must_use]
    pub const fn allowing(bytes: u64) -> Self {
        Self { bytes, memory: bytes, ..Self::LIFTED }
    }

    /// The same for text that is held in memory.
    #[must_use]
    pub fn in_memory(self) -> Self {
        Self { bytes: self.bytes.min(self.memory), ..self }
    }

    /// That `given` bytes of text are not too many.
    ///
    /// # Errors
    /// [`UnpackError::TooLong`].
    pub const fn check_length(self, given: u64) -> Result<(), UnpackError> {
        let bytes = self.bytes;
        if given > bytes {
            return Err(UnpackError::TooLong { bytes });
        }
        Ok(())
    }

    /// That `given` bytes of text are not too many for `packed` bytes of a file.
    ///
    /// # Errors
    /// [`UnpackError::Ratio`].
    pub fn check_ratio(self, given: u64, packed: u64) -> Result<(), UnpackError> {
        let ratio = self.ratio;
        if given > self.harmless.max(packed.saturating_mul(ratio)) {
            let unpacked = given;
            return Err(UnpackError::Ratio { ratio, unpacked });
        }
        Ok(())
    }

    /// That a packed folder with `files` files does not have too many.
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

    /// Those that hold for this program: the usual ones, or what a person allows.
    #[must_use]
    pub fn current() -> Self {
        match ALLOWED.load(Ordering::Relaxed) {
            0 => Self::USUAL,
            bytes => Self::allowing(bytes),
        }
    }

    /// A person allows so many bytes for this run of the program, or lets the usual limits hold again.
    pub fn allow(bytes: Option<u64>) {
        ALLOWED.store(bytes.unwrap_or(0), Ordering::Relaxed);
    }
}
