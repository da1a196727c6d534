//! [`OpenFile`]: the files that are open as one list, and everything that goes with them.

use super::listing::{Edited, ListJob, Listing};
use crate::{
    app::{Draft, Halt, LineDifference, Reading, Then},
    archive::{Collection, RecordId, RowNumber},
    document::Changes,
};
use std::path::PathBuf;

/// The files, and what is being read.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The file.
    pub file: Option<OpenFile>,
    /// The file that is being read.
    pub reading: Option<PathBuf>,
    /// How many times files were asked for.
    pub asked: u64,
    /// How many files have been shown in this session: what ends late may belong to one before.
    pub opened: u64,
    /// How many times a list was filtered or sorted.
    pub listed: u64,
}

/// The file that is open.
#[derive(Clone, Debug)]
pub struct OpenFile {
    /// Its name; the sample's is no path.
    pub path: PathBuf,
    /// What was asked for: it, several, or a folder.
    pub paths: Vec<PathBuf>,
    /// Its records, or those of several files.
    pub list: Collection,
    /// Which of all files that were shown in this session, counted.
    pub opened: u64,
    /// Which of all that was asked for in this session, counted.
    pub asked: u64,
    /// How far the reading has come, as long as it goes on.
    pub reading: Option<Reading>,
    /// Ends the reading.
    pub halt: Halt,
    /// The match to show when the list has come to it, counted from 1, and where in it.
    pub wanted: Option<(usize, Option<String>)>,
    /// Which of its records are listed, and in what order.
    pub filter: Filter,
    /// The record that is shown.
    pub chosen: RecordId,
    /// Its bytes as its file has them.
    pub original: Vec<u8>,
    /// The rows of records that have been changed.
    pub edited: Edited,
    /// What has been changed since it was saved.
    pub changes: Changes,
    /// What has been typed and is not in a record, because it cannot be or is not finished.
    pub drafts: Vec<Draft>,
    /// Whether pieces that are moved at the end of a match are written into its record.
    pub entering: bool,
    /// Whether its path is that of a file, so that it can be saved there.
    pub on_disk: bool,
    /// Whether it holds what no file holds: matches that were taken back after a crash.
    pub recovered: bool,
    /// Whether it is being saved.
    pub saving: bool,
    /// What is done when everything has been saved.
    pub then: Option<Then>,
    /// The lines that differ between the file on the disk and what would be saved, where another program has
    /// changed it.
    pub differences: Vec<LineDifference>,
}

/// Which records are listed, and in what order.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// The words that matches are filtered by.
    pub words: String,
    /// What is wrong with them.
    pub problem: Option<String>,
    /// What they mean, and the order of the list.
    pub listing: Listing,
    /// The records that pass, in that order.
    pub rows: Vec<RowNumber>,
    /// The number of the list that was asked for last.
    pub(super) asked: u64,
    /// The number of the list that is done.
    pub(super) done: u64,
    /// What is to be filtered and sorted elsewhere.
    pub(in crate::app) job: Option<Box<ListJob>>,
}

impl Filter {
    /// Whether the list is in the order that was asked for last.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.asked == self.done
    }

    /// The list that was asked for will not come.
    pub(in crate::app) const fn give_up(&mut self) {
        self.done = self.asked;
    }
}
