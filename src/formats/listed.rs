//! [`ListedDocuments`]: reads the matches of a list one by one.

use crate::{
    archive::{Collection, RecordId, RowNumber},
    document::Document,
    file::FileError,
};
use std::{collections::BTreeMap, sync::Arc};

/// Matches of a list, in the order in which they are written.
#[derive(Clone, Debug, Default)]
pub struct ListedMatches {
    pub list: Collection,
    pub rows: Vec<RowNumber>,
    /// The records with unsaved changes, and their current bytes.
    pub changed: BTreeMap<RecordId, Arc<[u8]>>,
}

impl ListedMatches {
    pub fn documents(&self) -> ListedDocuments<'_> {
        ListedDocuments {
            changed: Some(&self.changed),
            ..ListedDocuments::of(&self.list, &self.rows)
        }
    }
}

/// An iterator over matches of a list. Only one is in memory at a time.
pub struct ListedDocuments<'a> {
    list: &'a Collection,
    /// The rows not yet read.
    rows: std::slice::Iter<'a, RowNumber>,
    changed: Option<&'a BTreeMap<RecordId, Arc<[u8]>>>,
    /// The numbers of the matches that have been read only up to an illegal move.
    pub cut_short: Vec<usize>,
    /// The read error that ended the iteration, if any.
    pub read_error: Option<FileError>,
}

impl<'a> ListedDocuments<'a> {
    /// Iterates over the matches in `rows` of `list`, as they are in their files.
    pub fn of(list: &'a Collection, rows: &'a [RowNumber]) -> Self {
        Self { list, rows: rows.iter(), changed: None, cut_short: Vec::new(), read_error: None }
    }

    fn read(&self, id: RecordId) -> Option<Result<Document, FileError>> {
        if let Some(text) = self.changed.and_then(|changed| changed.get(&id)) {
            return Some(Ok(Document::from_text(text.to_vec())));
        }
        let (file, range) = self.list.place(id)?;
        Some(Document::read_unlimited(&file.text, range))
    }
}

impl Iterator for ListedDocuments<'_> {
    type Item = Document;

    fn next(&mut self) -> Option<Document> {
        let id = *self.rows.next()? as usize;
        match self.read(id)? {
            Ok(document) => {
                if document.played().cut_short {
                    self.cut_short.push(id + 1);
                }
                Some(document)
            }
            Err(error) => {
                self.read_error = Some(error);
                self.rows = [].iter();
                None
            }
        }
    }
}
