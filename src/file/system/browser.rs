//! The browser, where files are in memory.

use super::memory::{File, Metadata};
use std::{
    io,
    path::{Path, PathBuf},
};

pub(crate) use super::memory::unique_file;

/// No path: a page has no standard input.
pub(crate) const STANDARD_INPUT: Option<&str> = None;

/// Reads bytes from `at` on into `buffer` and returns their number.
pub(crate) fn read_at(file: &File, at: u64, buffer: &mut [u8]) -> io::Result<usize> {
    Ok(file.read_at(at, buffer))
}

/// Returns `None`: length and times alone identify a file.
pub(crate) const fn file_number(_: &Metadata) -> Option<(u64, u64)> {
    None
}

/// Returns `None`: no other program changes these files.
pub(crate) const fn changed_ns(_: &Metadata) -> Option<i64> {
    None
}

/// Returns false: there are no pipes.
pub(crate) const fn is_pipe(_: &Metadata) -> bool {
    false
}

/// Returns false: no name is reserved for a device.
pub(crate) const fn is_device(_: &Path) -> bool {
    false
}

/// Does nothing: files are private to the page.
pub(crate) const fn make_private_file(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Does nothing: there are no folders.
pub(crate) const fn make_private_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Returns the path, which is always text.
pub(crate) fn path_bytes(path: &Path) -> Vec<u8> {
    path.to_string_lossy().into_owned().into_bytes()
}

/// Converts the result of [`path_bytes`] back to a path.
pub(crate) fn path_of(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
        .into()
}
