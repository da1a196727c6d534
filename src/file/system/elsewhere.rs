//! Windows, where a file has no mode and no number that could be had without a handle.

#![cfg_attr(test, allow(dead_code, reason = "on other systems the tests alone use it"))]
#![expect(clippy::unnecessary_wraps, reason = "on other systems the same can fail")]

use std::{
    fs::{File, Metadata},
    io,
    path::{Path, PathBuf},
};

/// Standard input has no name.
pub(crate) const STANDARD_INPUT: Option<&str> = None;

/// The mark of a read-only folder has another meaning.
pub(crate) const READ_ONLY_FOLDERS: bool = false;

/// A file without a name has one place at which it is read and written, which several readers would move.
pub(crate) const NAMELESS_FILES: bool = false;

/// Reads bytes from `at` on into `buffer`, and says how many there were. The place in the file moves with it, which
/// nobody relies on.
#[cfg(windows)]
pub(crate) fn read_at(file: &File, at: u64, buffer: &mut [u8]) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, at)
}

/// A file is known by its length and its times alone; two hard links to one file are taken for two files.
pub(crate) const fn file_number(_: &Metadata) -> Option<(u64, u64)> {
    None
}

/// A change whose time is set back is not noticed.
pub(crate) const fn changed_ns(_: &Metadata) -> Option<i64> {
    None
}

/// Pipes stand in no folder.
pub(crate) const fn is_pipe(_: &Metadata) -> bool {
    false
}

/// A file belongs to whoever made it.
pub(crate) const fn keep_owner(_: &File, _: &Metadata) {}

/// A new file is as open as its folder.
pub(crate) const fn open_to_all(_: &mut tempfile::Builder<'_, '_>) {}

/// Private files are in the person's own profile, which nobody else may read.
pub(crate) const fn make_private_file(_: &Path) -> io::Result<()> {
    Ok(())
}

/// As [`make_private_file`].
pub(crate) fn make_private_folder(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)
}

/// A folder cannot be opened, nor synced.
pub(crate) const fn sync_folder(_: &Path) {}

/// The path as UTF-8. Half of a surrogate pair, which no keyboard writes, is lost.
pub(crate) fn path_bytes(path: &Path) -> Vec<u8> {
    path.to_string_lossy().into_owned().into_bytes()
}

/// The path that [`path_bytes`] wrote.
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
