//! Windows, where a file has no mode, and no inode without an open handle.

#![cfg_attr(test, allow(dead_code, reason = "on other systems the tests alone use it"))]
#![expect(clippy::unnecessary_wraps, reason = "on other systems the same can fail")]

use std::{
    fs::{File, Metadata},
    io,
    path::{Path, PathBuf},
};

/// Standard input has no path.
pub(crate) const STANDARD_INPUT: Option<&str> = None;

/// Read-only folders mean something else.
pub(crate) const READ_ONLY_FOLDERS: bool = false;

/// A nameless file has a single file position, which concurrent readers would share.
pub(crate) const NAMELESS_FILES: bool = false;

/// Reads bytes from `at` on into `buffer` and returns their number. Moves the file position, on which no code relies.
#[cfg(windows)]
pub(crate) fn read_at(file: &File, at: u64, buffer: &mut [u8]) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, at)
}

/// Files are identified by length and times alone; two hard links to one file count as two files.
pub(crate) const fn file_number(_: &Metadata) -> Option<(u64, u64)> {
    None
}

/// A change whose modification time is set back goes unnoticed.
pub(crate) const fn changed_ns(_: &Metadata) -> Option<i64> {
    None
}

/// Pipes are not in folders.
pub(crate) const fn is_pipe(_: &Metadata) -> bool {
    false
}

/// A file belongs to its creator.
pub(crate) const fn keep_owner(_: &File, _: &Metadata) {}

/// A new file inherits the permissions of its folder.
pub(crate) const fn open_to_all(_: &mut tempfile::Builder<'_, '_>) {}

/// Private files are in the user's profile, which other users cannot read.
pub(crate) const fn make_private_file(_: &Path) -> io::Result<()> {
    Ok(())
}

/// As [`make_private_file`].
pub(crate) fn make_private_folder(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)
}

/// Folders can be neither opened nor synced.
pub(crate) const fn sync_folder(_: &Path) {}

/// Returns the path as UTF-8. Unpaired surrogates are lost.
pub(crate) fn path_bytes(path: &Path) -> Vec<u8> {
    path.to_string_lossy().into_owned().into_bytes()
}

/// Converts the result of [`path_bytes`] back to a path.
pub(crate) fn path_of(bytes: Vec<u8>) -> PathBuf {
    PathBuf::from(match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_comes_back() {
        for text in ["C:\\Users\\José\\a.bpgn", "\\\\server\\王\\b.bpgn", ""] {
            assert_eq!(path_of(path_bytes(Path::new(text))), Path::new(text));
        }
        assert_eq!(path_of(b"a\xffb".to_vec()), Path::new("a\u{fffd}b"));
    }

    #[test]
    fn a_private_folder_is_made_with_those_above() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("one/two");
        make_private_folder(&own).unwrap();
        make_private_folder(&own).unwrap();
        assert!(own.is_dir());
    }

    #[test]
    fn files_are_told_apart_by_length_and_time_alone() {
        let folder = tempfile::tempdir().unwrap();
        let meta = folder.path().metadata().unwrap();
        assert_eq!((file_number(&meta), changed_ns(&meta)), (None, None));
    }
}
