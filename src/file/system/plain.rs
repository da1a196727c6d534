//! What Windows and the browser have in common: files without inode and mode, and paths that are text.
#![cfg_attr(test, allow(dead_code, reason = "on other systems the tests alone use it"))]

use super::fs::Metadata;
use std::{
    io,
    path::{Path, PathBuf},
};

/// No path: standard input has none.
pub(crate) const STANDARD_INPUT: Option<&str> = None;

/// Returns `None`: length and times alone identify a file, and two hard links count as two files.
pub(crate) const fn file_number(_: &Metadata) -> Option<(u64, u64)> {
    None
}

/// Returns `None`. Without this time, a change goes undetected if a program sets the modification time back.
pub(crate) const fn changed_ns(_: &Metadata) -> Option<i64> {
    None
}

/// Returns false: a named pipe on Windows is not a file in a folder, and a page has no pipes.
pub(crate) const fn is_pipe(_: &Metadata) -> bool {
    false
}

/// Does nothing: private files are in the user's profile, which other users cannot read, or in the page.
pub(crate) const fn make_private_file(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Returns the path as UTF-8. Unpaired surrogates are lost.
pub(crate) fn path_bytes(path: &Path) -> Vec<u8> {
    path.to_string_lossy().into_owned().into_bytes()
}

/// Converts the result of [`path_bytes`] back to a path.
pub(crate) fn path_of(bytes: Vec<u8>) -> PathBuf {
    let text = String::from_utf8(bytes);
    text.unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_round_trips() {
        for text in ["C:\\Users\\José\\a.bpgn", "\\\\server\\王\\b.bpgn", ""] {
            assert_eq!(path_of(path_bytes(Path::new(text))), Path::new(text));
        }
        assert_eq!(path_of(b"a\xffb".to_vec()), Path::new("a\u{fffd}b"));
    }

    #[test]
    fn fingerprint_uses_length_and_time() {
        let folder = tempfile::tempdir().unwrap();
        let meta = folder.path().metadata().unwrap();
        assert_eq!((file_number(&meta), changed_ns(&meta)), (None, None));
    }
}
