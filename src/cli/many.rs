//! Files of any size, with what is known of their records.

use super::{Stop, read};
use crate::{
    archive::{Collection, Query, RowNumber},
    file::{Reader, Text},
    replay::is_bgn_name,
    search::Selection,
};
use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
};

/// Files that need not be held.
pub(super) struct Matches {
    pub(super) list: Collection,
}

impl Matches {
    /// The file at `path`, packed or not, or the folder of files; what a name alone cannot open, such as a pipe,
    /// and BGN, are read whole.
    pub(super) fn open(path: &Path) -> Result<Self, Stop> {
        let path = path.to_owned();
        Self::open_all(&[path])
    }

    /// All of `paths` as one list.
    pub(super) fn open_all(paths: &[PathBuf]) -> Result<Self, Stop> {
        let is_read_whole =
            |path: &Path| !path.is_dir() && (Reader::open(path).is_err() || is_bgn_name(path));
        let list = match paths {
            [path] if is_read_whole(path) => Collection::of(read(path)?),
            paths => Collection::open(paths, None, |_, _| ControlFlow::Continue(()))?,
        };
        Ok(Self { list })
    }

    /// Where the text of each file is read.
    pub(super) fn texts(&self) -> Vec<&Text> {
        self.list.files.iter().map(|file| &file.text).collect()
    }

    /// Gives `then` the records that fit `query`.
    pub(super) fn select<T>(
        &self,
        query: &Query,
        then: impl FnOnce(&Selection<'_>) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let rows: Vec<RowNumber> = self.list.index.filter(query);
        then(&Selection {
            index: &self.list.index,
            texts: &self.texts(),
            rows: &rows,
        })
    }
}
