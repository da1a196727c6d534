//! [`Inputs`]: the matches of files, folders, archives and standard input.

use super::{
    files::{BoardFiles, NoBoardsError, OmittedFile},
    reader::InputFile,
};
use crate::{
    archive::{Collection, Progress, WalkError},
    file::{CacheFolder, FileError, Text},
};
use std::{
    collections::HashSet,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The matches of files, folders, archives and standard input. Every file is recognized by its content.
#[derive(Debug, Default)]
pub struct Inputs {
    /// The matches in files, one file after the other.
    pub list: Collection,
    /// The matches that were paired from single-board exports, without those that are also in `list`.
    pub boards: BoardFiles,
}

/// How [`Inputs::open`] opens files.
pub struct InputOptions<'o> {
    /// Opens a file, with [`Text::open`], or [`Text::open_input`], which also reads pipes. Sets the limits on unpacking it.
    pub open: &'o dyn Fn(&Path) -> Result<Text, FileError>,
    /// As for [`Collection::add_file`].
    pub cache: Option<&'o CacheFolder>,
    /// Whether the chat of single-board exports becomes comments.
    pub with_chat: bool,
    pub is_cancelled: &'o dyn Fn() -> bool,
}

impl Default for InputOptions<'_> {
    fn default() -> Self {
        Self { open: &Text::open, cache: None, with_chat: false, is_cancelled: &|| false }
    }
}

impl Inputs {
    /// Opens `paths` as one list. A folder stands for all files in it and in its subfolders, and an archive for the
    /// files in it. `-` stands for standard input.
    ///
    /// Calls `on_progress` as [`Collection::add_file`] does, for one file after the other.
    ///
    /// # Errors
    /// Cancellation. If `paths` is a single file, also the reason why it cannot be opened; with several, such errors
    /// are in [`Collection::open_errors`].
    pub fn open(
        paths: &[PathBuf],
        options: &InputOptions<'_>,
        mut on_progress: impl FnMut(Progress, &dyn Fn() -> Collection) -> ControlFlow<()>,
    ) -> Result<Self, WalkError> {
        let InputOptions { open, cache, with_chat, is_cancelled } = *options;
        if let Some(cache) = cache {
            cache.remove_leftovers();
        }
        let mut list = Collection::default();
        let mut rejected = Vec::new();
        let boards = BoardFiles::read(paths, open, with_chat, |file| {
            if is_cancelled() {
                return ControlFlow::Break(());
            }
            match file {
                InputFile::Next => ControlFlow::Continue(()),
                InputFile::Matches(file) => {
                    let added = list.add_file(file.text, file.origin, cache, &mut on_progress);
                    if added.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                }
                InputFile::Rejected(file) => {
                    match file.why {
                        NoBoardsError::File(error) => list.open_errors.push(Arc::new(error.into())),
                        why => rejected.push(OmittedFile {
                            path: file.path.to_owned(),
                            archive: file.path.to_owned(),
                            why,
                        }),
                    }
                    ControlFlow::Continue(())
                }
            }
        });
        let mut boards = boards.ok_or(WalkError::Cancelled)?;
        boards.omitted.splice(0..0, rejected);
        let has_nothing = list.files.is_empty() && boards.files.is_empty();
        if let [_] = paths
            && has_nothing
            && let Some(error) = list.open_errors.pop()
        {
            return Err(Arc::into_inner(error).unwrap_or(WalkError::Cancelled));
        }
        let mut inputs = Self { list, boards };
        inputs.drop_known_matches();
        Ok(inputs)
    }

    /// Drops the paired matches that are also in a file: the file may be the output of an earlier import.
    fn drop_known_matches(&mut self) {
        if self.list.index.is_empty() || self.boards.import.matches.is_empty() {
            return;
        }
        let paired = self.boards.list("").index;
        let known: HashSet<usize> =
            paired.duplicates_in(&self.list.index).into_iter().map(|(paired, _)| paired).collect();
        let mut place = 0..;
        let import = &mut self.boards.import;
        import.matches.retain(|_| place.next().is_none_or(|place| !known.contains(&place)));
        import.repeated += known.len();
    }

    /// Returns whether there are files with matches beside the single-board exports.
    pub fn has_files(&self) -> bool {
        !self.list.files.is_empty()
    }

    /// Returns the matches in files, followed by the paired matches as if read from a file at `path`. The file need not
    /// exist.
    pub fn list(&self, path: &Path) -> Collection {
        let mut list = self.list.clone();
        if !self.boards.import.matches.is_empty() {
            list.append(self.boards.list(path));
        }
        list
    }

    /// Returns the path under which paired matches are shown: the first of `paths`, unless it may be another file.
    pub fn paired_path<'p>(&'p self, paths: &'p [PathBuf]) -> &'p Path {
        let first_board = if self.has_files() { self.boards.files.first() } else { None };
        first_board.or(paths.first()).map_or(Path::new(""), PathBuf::as_path)
    }
}
