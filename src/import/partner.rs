//! Searches for the partner board of a half match in the folder of its file.

use super::{HalfMatchCandidate, completions, files::BoardFiles, reader::InputFile};
use crate::file::{Encoding, FileError, Text, files_beside};
use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
};

/// The maximum number of files that are searched for a partner board.
const MAX_FILES_BESIDE: usize = 500;
/// The maximum size in bytes of a file that is searched for a partner board.
const MAX_BYTES_BESIDE: u64 = 1 << 20;
/// The maximum total size in bytes of the files that are searched for a partner board. This limits the wait, since the
/// imported board is shown only after the search.
const MAX_ALL_BESIDE: u64 = 16 << 20;

impl BoardFiles {
    /// Searches the folder of the imported file for the partner board of its half match, and returns the file that
    /// contains that board. Returns `None` if there is no such file. Also returns `None` unless the import consists of
    /// one file with one half match. `open` opens a file, as for [`BoardFiles::read`].
    pub fn partner_file(
        &self,
        open: &dyn Fn(&Path) -> Result<Text, FileError>,
        is_cancelled: impl Fn() -> bool,
    ) -> Option<PathBuf> {
        let ([path], [found]) = (self.files.as_slice(), self.import.matches.as_slice()) else {
            return None;
        };
        let half = candidate(&found.text);
        if !half.is_half() {
            return None;
        }
        let mut bytes_left = MAX_ALL_BESIDE;
        files_beside(path).into_iter().take(MAX_FILES_BESIDE).find(|other| {
            let length = open(other).map_or(u64::MAX, |text| text.length());
            if is_cancelled() || length > MAX_BYTES_BESIDE.min(bytes_left) {
                return false;
            }
            bytes_left -= length;
            boards_in(other, open, &is_cancelled).is_some_and(|boards| {
                match boards.import.matches.as_slice() {
                    [other] => !completions(&[half], &[candidate(&other.text)]).is_empty(),
                    _ => false,
                }
            })
        })
    }
}

/// Reads the boards in the file at `path`. Returns `None` if the file is none of boards, or if reading is cancelled.
fn boards_in(
    path: &Path,
    open: &dyn Fn(&Path) -> Result<Text, FileError>,
    is_cancelled: impl Fn() -> bool,
) -> Option<BoardFiles> {
    BoardFiles::read(&[path.to_owned()], open, false, |file| match file {
        InputFile::Next if !is_cancelled() => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    })
}

fn candidate(text: &str) -> HalfMatchCandidate<'_> {
    HalfMatchCandidate { place: 0, text: text.as_bytes(), encoding: Encoding::Utf8 }
}
