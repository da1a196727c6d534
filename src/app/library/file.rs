//! [`OpenFile`]: the files that are open as one list, and everything that goes with them.

use super::{
    Arrival, Storage, UnpackWhole,
    listing::{Edited, ListJob, Listing},
};
use crate::{
    app::{Draft, Opened, Reading, Save, guard::Guarded},
    archive::{Collection, RecordId, RowNumber},
    document::Changes,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

/// The files, and what is being read.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// Replaced by [`Library::replace`] alone.
    file: Option<OpenFile>,
    /// The file that is being read.
    pub reading: Option<PathBuf>,
    /// What was asked for that is being read.
    pub(in crate::app) request: Option<ReadRequest>,
    /// How many files have been shown in this session: what ends late may belong to one before.
    pub opened: u64,
    /// The files whose former version has been kept in this session.
    pub(in crate::app) backed_up: BTreeSet<PathBuf>,
}

/// Files that are to take the place of what is open.
#[derive(Clone, Debug)]
pub(in crate::app) struct ReadRequest {
    pub(in crate::app) read: UnpackWhole,
    /// How much had been changed, typed or saved when they were asked for; `None` if the user was not asked about
    /// unsaved work then.
    pub(in crate::app) touched: Option<u64>,
}

/// The file that is open.
#[derive(Clone, Debug)]
pub struct OpenFile {
    /// Its name; the sample's is no path.
    pub path: PathBuf,
    /// What was asked for: it, several, or a folder.
    pub paths: Vec<PathBuf>,
    /// Those files of which all was unpacked, whatever the limits are.
    pub unpack_whole: Vec<PathBuf>,
    /// Its records, or those of several files.
    pub list: Collection,
    /// Which of all files that were shown in this session, counted.
    pub(in crate::app) opened: u64,
    /// How far the reading has come, as long as it goes on.
    pub reading: Option<Reading>,
    /// The match to show when the list has come to it, counted from 1, and where in it.
    pub wanted: Option<(usize, Option<String>)>,
    /// Which of its records are listed, and in what order.
    pub filter: Filter,
    /// The record that is shown.
    pub chosen: RecordId,
    /// What is done when it has been read, as long as a job reads it.
    pub(in crate::app) arrival: Option<Arrival>,
    /// Its bytes as its file has them.
    pub original: Vec<u8>,
    /// The rows of records that have been changed.
    pub edited: Edited,
    /// What has been changed since it was saved.
    pub changes: Changes,
    /// What has been typed and is not in a record, because it cannot be or is not finished.
    pub drafts: Vec<Draft>,
    /// Which of its problems of Kriegspiel were answered, and whether the first answer was right.
    pub answers: BTreeMap<RecordId, bool>,
    /// Whether pieces that are moved at the end of a match are written into its record.
    pub entering: bool,
    /// Whether a person was told that some programs stumble over a comment on a ply without a clock.
    pub(in crate::app) told_clockless: bool,
    /// Where its records are kept outside the program.
    pub storage: Storage,
    /// How far saving it has come.
    pub save: Save,
    /// Whether a dialog of the system asks for a path to save to.
    pub(in crate::app) path_dialog: bool,
    /// Keeps the fields from being put together elsewhere than in [`Library::replace`].
    _guarded: (),
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
    /// Whether a job filters and sorts it.
    pub(in crate::app) pending: bool,
    /// What is to be filtered and sorted elsewhere.
    pub(in crate::app) job: Option<Box<ListJob>>,
}

impl Library {
    /// The file that is open. It is neither replaced nor dropped without the check for unsaved work:
    ///
    /// ```compile_fail
    /// let mut state = tandem::app::State::default();
    /// state.library.file = None;
    /// ```
    #[must_use]
    pub const fn file(&self) -> Option<&OpenFile> {
        self.file.as_ref()
    }

    pub(in crate::app) const fn file_mut(&mut self) -> Option<&mut OpenFile> {
        self.file.as_mut()
    }

    /// Opens `list`, which was read as `opened` says, in place of what is open.
    pub(in crate::app) fn replace(
        &mut self,
        opened: &Opened,
        list: Collection,
        storage: Storage,
        _: Guarded,
    ) {
        let path = match opened.paths.as_slice() {
            [path] => path.clone(),
            paths => PathBuf::from(format!("{} files", paths.len())),
        };
        self.opened += 1;
        self.file = Some(OpenFile {
            path,
            paths: opened.paths.clone(),
            unpack_whole: opened.unpack_whole.clone(),
            list,
            reading: opened.reading,
            wanted: opened.game.map(|game| (game, opened.at.clone())),
            filter: Filter::default(),
            opened: self.opened,
            chosen: 0,
            arrival: None,
            original: Vec::new(),
            edited: Edited::default(),
            changes: Changes::default(),
            drafts: Vec::new(),
            answers: BTreeMap::new(),
            entering: false,
            told_clockless: false,
            storage,
            save: Save::Idle,
            path_dialog: false,
            _guarded: (),
        });
    }
}

impl OpenFile {
    /// How it was read.
    pub(in crate::app) fn as_read(&self) -> UnpackWhole {
        UnpackWhole { paths: self.paths.clone(), whole: self.unpack_whole.clone() }
    }

    /// The name without its folder.
    #[must_use]
    pub fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str());
        name.to_string_lossy().into_owned()
    }
}

impl Filter {
    /// Whether the list is in the order that was asked for last.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        !self.pending
    }
}
