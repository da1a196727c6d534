//! [`UnpackLimits`]: limits on the text of a compressed file.

use super::UnpackError;

/// Limits on the text of a compressed file. Without them, an archive bomb of a few thousand bytes could fill memory and
/// disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnpackLimits {
    /// Maximum bytes of text per byte of the file. Applies to texts of more than `ratio_exempt_bytes` bytes.
    pub ratio: u64,
    /// Length in bytes up to which a text is allowed regardless of `ratio`.
    pub ratio_exempt_bytes: u64,
    /// Maximum length of a text in bytes.
    pub bytes: u64,
    /// Maximum length of a text in memory, in bytes.
    pub memory: u64,
    /// Maximum number of files in an archive.
    pub files: u64,
    /// Maximum length of the list of files of a `.zip`, and of all file names of a `.tar` together, in bytes. Names are
    /// held in memory.
    pub directory: u64,
}

/// Maximum length of a path in an archive, in bytes. Linux has the same maximum for its paths.
pub(super) const MAX_NAME_BYTES: u64 = 4096;

impl UnpackLimits {
    /// The limits that apply unless the user chose others. Files of bughouse matches compress to a tenth of their size;
    /// a file with the same match a thousand times compresses to a hundredth.
    pub const DEFAULT: Self = Self {
        ratio: 250,
        ratio_exempt_bytes: 64 << 20,
        bytes: 64 << 30,
        memory: 512 << 20,
        files: 1_000_000,
        directory: 32 << 20,
    };

    /// The limits for unpacking a whole file on the user's request. Three limits of [`Self::DEFAULT`] stay: on text in
    /// memory, on the number of files in an archive, and on the length of their names.
    pub const LIFTED: Self =
        Self { ratio: u64::MAX, ratio_exempt_bytes: 0, bytes: u64::MAX, ..Self::DEFAULT };

    /// Returns [`Self::LIFTED`] if the limits are lifted, otherwise these limits.
    #[must_use]
    pub const fn unless_lifted(self, is_lifted: bool) -> Self {
        if is_lifted { Self::LIFTED } else { self }
    }

    /// Returns limits that allow a text of `bytes` bytes, on disk or in memory, whatever its ratio to the file.
    pub const fn allowing(bytes: u64) -> Self {
        Self { bytes, memory: bytes, ..Self::LIFTED }
    }

    /// Returns these limits for a text in memory: if `bytes` exceeds `memory`, it is reduced to `memory`.
    #[must_use]
    pub fn in_memory(self) -> Self {
        Self { bytes: self.bytes.min(self.memory), ..self }
    }

    /// Checks that a text of `output` bytes is allowed.
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
}
