//! [`Archive`]: the records of one file.

use super::{RecordId, Summary};
use crate::{
    file::{FileRange, Source},
    notation::Records,
};

/// A file and its records, in file order.
#[derive(Clone, Debug)]
pub struct Archive {
    source: Source,
    records: Vec<Summary>,
}

impl Archive {
    /// Finds the records of `source`, reads each once and notes what a list shows of it.
    #[must_use]
    pub fn of(source: Source) -> Self {
        let mut walk = Records::of(source.bytes());
        let mut records = Vec::new();
        while let Some((record, text, range)) = walk.read_next() {
            records.push(Summary::of(record, text, range));
        }
        Self { source, records }
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
