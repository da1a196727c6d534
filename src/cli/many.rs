//! Files of any size, with what is known of their records.

use super::{Stop, read};
use crate::{
    archive::{Index, Opened, Query, RowNumber, Text},
    file::Reader,
    replay::is_bgn_name,
    search::Selection,
};
use std::{ops::ControlFlow, path::Path};

/// A file that need not be held.
pub(super) struct Matches {
    pub(super) index: Index,
    pub(super) text: Text,
}

impl Matches {
    /// The file at `path`, packed or not; what a name alone cannot open, such as a pipe, and BGN, are read whole.
    pub(super) fn open(path: &Path) -> Result<Self, Stop> {
        if Reader::open(path).is_ok() && !is_bgn_name(path) {
            let Opened { index, text, .. } =
                Opened::open(path, None, |_, _| ControlFlow::Continue(()))?;
            return Ok(Self { index, text });
        }
        let source = read(path)?;
        Ok(Self {
            index: Index::of_bytes(source.bytes()),
            text: Text::Memory(source),
        })
    }

    /// Gives `then` the records that fit `query`.
    pub(super) fn select<T>(
        &self,
        query: &Query,
        then: impl FnOnce(&Selection<'_>) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let rows: Vec<RowNumber> = self.index.filter(query);
        then(&Selection {
            index: &self.index,
            texts: &[&self.text],
            rows: &rows,
        })
    }
}
