//! [`UnpackBudget`]: what may be unpacked of one input, and [`Metered`], through which all of it is read.

use super::{UnpackError, UnpackLimits};
use std::{
    cell::Cell,
    io::{self, Read, Seek, SeekFrom},
    rc::Rc,
};

/// At most so much is decoded at a time, so that no limit is exceeded by more.
pub(super) const CHUNK_BYTES: usize = 1 << 18;

/// What may be unpacked of one input. Every decoder of that input shares it, however they are nested: a packed file in a
/// packed folder has no allowance of its own. Cheap to clone.
#[derive(Clone, Debug)]
pub struct UnpackBudget(Rc<Shared>);

#[derive(Debug)]
struct Shared {
    limits: UnpackLimits,
    /// Length of the input in bytes.
    length: u64,
    /// Bytes read from the input.
    taken: Cell<u64>,
    /// Bytes returned by all decoders.
    unpacked: Cell<u64>,
    /// Files of a packed folder that were begun.
    files: Cell<u64>,
}

impl UnpackBudget {
    /// A budget for an input of `length` bytes.
    #[must_use]
    pub fn new(limits: UnpackLimits, length: u64) -> Self {
        let [taken, unpacked, files] = [(); 3].map(|()| Cell::new(0));
        Self(Rc::new(Shared { limits, length, taken, unpacked, files }))
    }

    /// The limits that it enforces.
    #[must_use]
    pub fn limits(&self) -> UnpackLimits {
        self.0.limits
    }

    /// Bytes read from the input.
    #[must_use]
    pub fn taken(&self) -> u64 {
        self.0.taken.get()
    }

    /// Bytes returned by all decoders.
    #[must_use]
    pub fn unpacked(&self) -> u64 {
        self.0.unpacked.get()
    }

    /// Checks what all decoders have returned so far.
    ///
    /// # Errors
    /// [`UnpackError::TooLong`] or [`UnpackError::Ratio`].
    pub fn check(&self) -> Result<(), UnpackError> {
        let limits = self.limits();
        limits.check_length(self.unpacked())?;
        // Files of a `.zip` may overlap: what is read twice is no more of the input.
        limits.check_ratio(self.unpacked(), self.taken().min(self.0.length))
    }

    /// Reads `file`, packed or not, to its end behind what `into` holds of it, as much as may be held in memory.
    ///
    /// # Errors
    /// [`UnpackError::TooLong`], and those of `file`.
    pub fn read_held(&self, file: impl Read, into: &mut Vec<u8>) -> io::Result<()> {
        let limits = self.limits().in_memory();
        let room = limits.bytes.saturating_sub(into.len() as u64);
        file.take(room.saturating_add(1)).read_to_end(into)?;
        Ok(limits.check_length(into.len() as u64)?)
    }

    /// Counts a file of a packed folder.
    ///
    /// # Errors
    /// [`UnpackError::TooManyFiles`].
    pub(super) fn count_file(&self) -> Result<(), UnpackError> {
        let files = self.0.files.get() + 1;
        self.0.files.set(files);
        self.limits().check_files(files)
    }

    /// Reads the input itself.
    pub(super) fn input<R>(&self, input: R) -> Input<R> {
        Input { input, budget: self.clone() }
    }

    /// Reads what `decoder` returns.
    pub(super) fn metered<R>(&self, decoder: R) -> Metered<R> {
        Metered { decoder, budget: self.clone() }
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
        let taken = &self.budget.0.taken;
        taken.set(taken.get() + read as u64);
        Ok(read)
    }
}

impl<R: Seek> Seek for Input<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.input.seek(to)
    }
}

/// What a decoder returns, as far as the budget goes.
pub(super) struct Metered<R> {
    pub(super) decoder: R,
    budget: UnpackBudget,
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // The chunk before may have exceeded the budget, and is the last.
        self.budget.check()?;
        let most = buffer.len().min(CHUNK_BYTES);
        let read = self.decoder.read(&mut buffer[..most])?;
        let unpacked = &self.budget.0.unpacked;
        unpacked.set(unpacked.get() + read as u64);
        Ok(read)
    }
}
