//! [`Archive`]: the records of one file.

use super::{RecordId, Row, Summary, part::Causes};
use crate::{
    file::{FileRange, Source},
    notation::Records,
};

/// A file and its records, in file order.
#[derive(Clone, Debug)]
pub struct Archive {
    source: Source,
    records: Vec<Summary>,
    /// Whether any of them has a tag or a ply.
    readable: bool,
}

impl Archive {
    /// Finds the records of `source`, reads each once and notes what a list shows of it.
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

    /// Whether anything in it looks like a match: a tag or a ply.
    #[must_use]
    pub const fn has_matches(&self) -> bool {
        self.readable
    }

    /// The file.
    #[must_use]
    pub const fn source(&self) -> &Source {
        &self.source
    }

    /// What is known of each record.
    #[must_use]
    pub fn records(&self) -> &[Summary] {
        &self.records
    }

    /// Where record `id` stands in the file.
    #[must_use]
    pub fn range(&self, id: RecordId) -> Option<FileRange> {
        self.records.get(id).map(|summary| summary.range)
    }
}
