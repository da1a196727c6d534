//! Files of any size, with what is known of their records.

use super::{Stop, read};
use crate::{
    archive::{Collection, Query, RowNumber},
    file::{Reader, Text},
    replay::is_bgn_name,
    search::Selection,
};
use std::{ops::ControlFlow, path::Path};

/// A file that need not be held.
pub(super) struct Matches {
    pub(super) list: Collection,
}

impl Matches {
    /// The file at `path`, packed or not; what a name alone cannot open, such as a pipe, and BGN, are read whole.
    pub(super) fn open(path: &Path) -> Result<Self, Stop> {
        let list = if Reader::open(path).is_ok() && !is_bgn_name(path) {
            let path = [path.to_owned()];
            Collection::open(&path, None, |_, _| ControlFlow::Continue(()))?
        } else {
            Collection::of(read(path)?)
        };
        Ok(Self { list })
    }

    /// Gives `then` the records that fit `query`.
    pub(super) fn select<T>(
        &self,
        query: &Query,
        then: impl FnOnce(&Selection<'_>) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let rows: Vec<RowNumber> = self.list.index.filter(query);
        let texts: Vec<&Text> = self.list.files.iter().map(|file| &file.text).collect();
        then(&Selection {
            index: &self.list.index,
            texts: &texts,
            rows: &rows,
        })
    }
}
