//! [`UnpackBudget`]: the limits on unpacking one input, and [`BudgetedReader`], which enforces them.

use super::{UnpackError, UnpackLimits, unpack_limits::MAX_NAME_BYTES};
use std::{
    cell::Cell,
    io::{self, Read, Seek, SeekFrom},
    rc::Rc,
};

/// The number of bytes decoded at once. No limit is exceeded by more than this.
pub(super) const CHUNK_BYTES: usize = 1 << 18;

/// The budget for unpacking one input. All decoders of the input share the budget, however deeply nested: a compressed
/// file in an archive has no budget of its own. Cheap to clone.
#[derive(Clone, Debug)]
pub struct UnpackBudget(Rc<Shared>);

#[derive(Debug)]
struct Shared {
    limits: UnpackLimits,
    /// Length of the input in bytes.
    length: u64,
    /// Bytes read from the input.
    bytes_read: Cell<u64>,
    /// Bytes returned by all decoders.
    unpacked: Cell<u64>,
    /// The number of files counted in the archive so far.
    files: Cell<u64>,
    /// The length of their names in bytes.
    names: Cell<u64>,
}

impl UnpackBudget {
    pub fn new(limits: UnpackLimits, length: u64) -> Self {
        let [bytes_read, unpacked, files, names] = [(); 4].map(|()| Cell::new(0));
        Self(Rc::new(Shared { limits, length, bytes_read, unpacked, files, names }))
    }

    pub fn limits(&self) -> UnpackLimits {
        self.0.limits
    }

    /// Returns the number of bytes read from the input.
    pub fn bytes_read(&self) -> u64 {
        self.0.bytes_read.get()
    }

    /// Returns the number of bytes returned by all decoders.
    pub fn unpacked(&self) -> u64 {
        self.0.unpacked.get()
    }

    /// Checks the total output of all decoders against the limits.
    ///
    /// # Errors
    /// [`UnpackError::TooLong`] or [`UnpackError::Ratio`].
    pub fn check(&self) -> Result<(), UnpackError> {
        let UnpackLimits { ratio, ratio_exempt_bytes, .. } = self.limits();
        let unpacked = self.unpacked();
        self.limits().check_length(unpacked)?;
        // Files of a `.zip` may overlap; bytes read twice do not count as more input.
        let packed = self.bytes_read().min(self.0.length);
        if unpacked > ratio_exempt_bytes.max(packed.saturating_mul(ratio)) {
            return Err(UnpackError::Ratio { ratio, unpacked });
        }
        Ok(())
    }

    /// Reads `file` to its end and appends it to `into`, up to the limit on text in memory.
    ///
    /// # Errors
    /// [`UnpackError::TooLong`], and those of `file`.
    pub fn read_in_memory(&self, file: impl Read, into: &mut Vec<u8>) -> io::Result<()> {
        let limits = self.limits().in_memory();
        let capacity = limits.bytes.saturating_sub(into.len() as u64);
        file.take(capacity.saturating_add(1)).read_to_end(into)?;
        Ok(limits.check_length(into.len() as u64)?)
    }

    /// Counts a file of an archive, and the bytes of its name.
    ///
    /// # Errors
    /// [`UnpackError::TooManyFiles`], [`UnpackError::LongName`] and [`UnpackError::LongNames`].
    pub(super) fn count_file(&self, name: &[u8]) -> Result<(), UnpackError> {
        let length = name.len() as u64;
        self.0.files.update(|files| files + 1);
        self.0.names.update(|names| names + length);
        let UnpackLimits { files, directory, .. } = self.limits();
        if self.0.files.get() > files {
            Err(UnpackError::TooManyFiles { files })
        } else if length > MAX_NAME_BYTES {
            Err(UnpackError::LongName)
        } else if self.0.names.get() > directory {
            Err(UnpackError::LongNames { bytes: directory })
        } else {
            Ok(())
        }
    }

    /// Wraps the input, to count the bytes read.
    pub(super) fn input<R>(&self, input: R) -> Input<R> {
        Input { input, budget: self.clone() }
    }

    /// Wraps a decoder, to count and limit its output.
    pub(super) fn limited<R>(&self, decoder: R) -> BudgetedReader<R> {
        BudgetedReader { decoder, budget: self.clone() }
    }
}

/// The input of the outermost decoder.
pub(super) struct Input<R> {
    input: R,
    budget: UnpackBudget,
}

impl<R: Read> Read for Input<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        let taken = &self.budget.0.bytes_read;
        taken.set(taken.get() + read as u64);
        Ok(read)
    }
}

impl<R: Seek> Seek for Input<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.input.seek(to)
    }
}

/// The output of a decoder, within the budget.
pub(super) struct BudgetedReader<R> {
    pub(super) decoder: R,
    budget: UnpackBudget,
}

impl<R: Read> Read for BudgetedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // If the previous chunk exceeded the budget, return the error instead of another chunk.
        self.budget.check()?;
        let most = buffer.len().min(CHUNK_BYTES);
        let read = self.decoder.read(&mut buffer[..most])?;
        let unpacked = &self.budget.0.unpacked;
        unpacked.set(unpacked.get() + read as u64);
        Ok(read)
    }
}
