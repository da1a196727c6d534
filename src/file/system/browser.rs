//! The browser, where files are in memory.

use super::memory::File;
use std::{io, path::Path};

pub(crate) use super::memory::unique_file;

/// Reads bytes from `at` on into `buffer` and returns their number.
pub(crate) fn read_at(file: &File, at: u64, buffer: &mut [u8]) -> io::Result<usize> {
    Ok(file.read_at(at, buffer))
}

/// Returns false: no name is reserved for a device.
pub(crate) const fn is_device(_: &Path) -> bool {
    false
}

/// Does nothing: there are no folders.
pub(crate) const fn make_private_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
