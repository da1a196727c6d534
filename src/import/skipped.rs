//! [`SkippedFiles`]: the files of folders and archives that were not read, counted by reason.

use crate::{file::UnsupportedPacking, text::count_text};
use std::{
    collections::BTreeMap,
    fmt,
    path::{Path, PathBuf},
};

/// The reason why a file of a folder or an archive was not read, which is no error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SkipReason {
    /// The file contains neither boards nor matches.
    OtherFormat,
    /// A compressed file or an archive in a format that is not read.
    Packing(UnsupportedPacking),
    /// A link to a folder, which may form a cycle.
    LinkedFolder,
    /// A backup that the program has written beside the file.
    Backup,
    /// A command that reads only single boards has skipped a file of matches.
    Matches,
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherFormat => f.write_str("without matches"),
            Self::Packing(packing) => write!(f, "in the unsupported format {packing}"),
            Self::LinkedFolder => f.write_str("linked to a folder"),
            Self::Backup => f.write_str("kept as a backup"),
            Self::Matches => f.write_str("of matches, which need no import"),
        }
    }
}

/// The files of folders and archives that were not read, counted by reason. Hidden files are not counted. Formatted as
/// `skipped 3 files without matches (notes.txt and 2 more)`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkippedFiles(BTreeMap<SkipReason, SkippedGroup>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct SkippedGroup {
    files: usize,
    first: PathBuf,
}

impl SkippedFiles {
    pub fn add(&mut self, path: &Path, reason: SkipReason) {
        let group = SkippedGroup { files: 0, first: path.to_owned() };
        self.0.entry(reason).or_insert(group).files += 1;
    }

    /// Returns the text as the end of a message: `; skipped …`, or an empty text if no file was skipped.
    pub fn suffix(&self) -> String {
        if self.is_empty() { String::new() } else { format!("; {self}") }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for SkippedFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("skipped ")?;
        for (number, (reason, SkippedGroup { files, first })) in self.0.iter().enumerate() {
            let comma = if number > 0 { ", " } else { "" };
            let name = first.file_name().unwrap_or(first.as_os_str()).display();
            write!(f, "{comma}{} {reason} ({name}", count_text(*files, "file", "files"))?;
            if *files > 1 {
                write!(f, " and {} more", files - 1)?;
            }
            f.write_str(")")?;
        }
        Ok(())
    }
}

/// Returns whether the file at `path`, inside a folder or archive, is hidden or in a hidden folder.
pub(super) fn is_hidden(path: &Path) -> bool {
    path.iter().any(|name| name.as_encoded_bytes().starts_with(b"."))
}

/// Returns whether a file that begins with `head` belongs to a desktop and not to the user: its name is that of a folder
/// view, or its content is what macOS stores beside files on foreign disks and in archives.
pub(super) fn is_desktop_file(path: &Path, head: &[u8]) -> bool {
    let name = path.file_name().unwrap_or_default();
    let is_view = [".DS_Store", "Thumbs.db", "desktop.ini"].iter().any(|it| name == *it);
    is_view || head.starts_with(b"\0\x05\x16\x07")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skipped_files_are_counted_by_reason() {
        let mut skipped = SkippedFiles::default();
        let packing = SkipReason::Packing(UnsupportedPacking::Xz);
        for (name, reason) in [
            ("a/notes.txt", SkipReason::OtherFormat),
            ("a/b.bpgn.xz", packing),
            ("a/c.png", SkipReason::OtherFormat),
        ] {
            skipped.add(Path::new(name), reason);
        }
        let words = "skipped 2 files without matches (notes.txt and 1 more), 1 file in the unsupported format xz \
                     (b.bpgn.xz)";
        assert_eq!(skipped.to_string(), words);
    }

    #[test]
    fn hidden_files_and_desktop_files_are_recognized() {
        for (path, hidden) in [(".git/config", true), ("a/.x", true), ("a/x.y", false)] {
            assert_eq!(is_hidden(Path::new(path)), hidden, "{path}");
        }
        assert!(is_desktop_file(Path::new("a/Thumbs.db"), b"\xd0\xcf"));
        assert!(is_desktop_file(
            Path::new("__MACOSX/._a.pgn"),
            b"\0\x05\x16\x07\0\x02\0\0Mac OS X"
        ));
        assert!(!is_desktop_file(Path::new("a.pgn"), b"[Event \"x\"]"));
    }
}
