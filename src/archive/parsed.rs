//! [`Archive`]: the records of a file in memory.

use super::{RecordId, Row, Summary, index_chunk::Causes};
use crate::{
    file::{FileRange, Source},
    notation::Records,
};

#[derive(Clone, Debug)]
pub struct Archive {
    source: Source,
    records: Vec<Summary>,
    /// Whether any record has a tag or a ply.
    readable: bool,
}

impl Archive {
    /// Parses each record of `source` and builds its row.
    #[must_use]
    pub fn of(source: Source) -> Self {
        let mut walk = Records::of(source.bytes());
        let mut records = Vec::new();
        let mut readable = false;
        let mut causes = Causes::default();
        while let Some((record, text, range)) = walk.read_next() {
            readable |= record.is_readable();
            records.push(Row::read(record, text, range, &mut causes).summary());
        }
        Self { source, records, readable }
    }

    /// Returns whether any record has a tag or a ply.
    #[must_use]
    pub const fn has_matches(&self) -> bool {
        self.readable
    }

    #[must_use]
    pub const fn source(&self) -> &Source {
        &self.source
    }

    #[must_use]
    pub fn records(&self) -> &[Summary] {
        &self.records
    }

    #[must_use]
    pub fn range(&self, id: RecordId) -> Option<FileRange> {
        self.records.get(id).map(|summary| summary.range)
    }
}
