//! [`OpenFile`]: the files open as one list, with their state.

use super::{
    Arrival, Storage,
    listing::{Edited, ListJob, Listing},
};
use crate::{
    app::{Draft, Opened, Reading, Save, UnpackWhole, guard::Guarded},
    archive::{Collection, RecordId, RowNumber},
    document::Changes,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

/// The open file and the one being loaded.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// Set only by [`Library::replace`].
    file: Option<OpenFile>,
    /// The path being loaded.
    pub reading: Option<PathBuf>,
    /// The request being loaded.
    pub(in crate::app) request: Option<ReadRequest>,
    /// The number of files opened in this session; identifies the file of a late job.
    pub opened: u64,
    /// The files with a backup from this session.
    pub(in crate::app) backed_up: BTreeSet<PathBuf>,
}

/// A request for files that will replace the open one.
#[derive(Clone, Debug)]
pub(in crate::app) struct ReadRequest {
    pub(in crate::app) read: UnpackWhole,
    /// The value of `touched` at the request; `None` if the check for unsaved work is still to be made.
    pub(in crate::app) touched: Option<u64>,
}

/// The open file.
#[derive(Clone, Debug)]
pub struct OpenFile {
    /// The name; not a path for the built-in match.
    pub path: PathBuf,
    /// The requested paths: the file, several, or a folder.
    pub paths: Vec<PathBuf>,
    /// The files unpacked without limits.
    pub unpack_whole: Vec<PathBuf>,
    /// The records of all its files.
    pub list: Collection,
    /// The sequence number of the file within the session.
    pub(in crate::app) opened: u64,
    /// The progress of loading, while it is running.
    pub reading: Option<Reading>,
    /// The match to show once it is loaded, one-based, and the position in it.
    pub wanted: Option<(usize, Option<String>)>,
    /// The filter and order of the list.
    pub filter: Filter,
    /// The current record.
    pub chosen: RecordId,
    /// The navigation deferred until the record is loaded.
    pub(in crate::app) arrival: Option<Arrival>,
    /// The current record's bytes in the file.
    pub original: Vec<u8>,
    /// The rows of changed records.
    pub edited: Edited,
    /// The unsaved changes.
    pub changes: Changes,
    /// Typed text that is invalid or unfinished, and so not in a record yet.
    pub drafts: Vec<Draft>,
    /// The answered problems of Kriegspiel, and whether the first answer was correct.
    pub answers: BTreeMap<RecordId, bool>,
    /// Whether moves at the end of a match are appended to its record.
    pub entering: bool,
    /// Whether the notice about comments on plies without a clock, which confuse some programs, was shown.
    pub(in crate::app) told_clockless: bool,
    /// Where its records are stored.
    pub storage: Storage,
    /// The progress of saving.
    pub save: Save,
    /// Whether a system dialog asks for a destination.
    pub(in crate::app) path_dialog: bool,
    /// Prevents construction outside [`Library::replace`].
    _guarded: (),
}

/// The filter and order of the list.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// The filter text.
    pub words: String,
    /// The error in it.
    pub problem: Option<String>,
    /// The parsed filter and the order.
    pub listing: Listing,
    /// The matching records in that order.
    pub rows: Vec<RowNumber>,
    /// Whether a job is filtering and sorting.
    pub(in crate::app) pending: bool,
    /// A job to start.
    pub(in crate::app) job: Option<Box<ListJob>>,
}

impl Library {
    /// Returns the open file. It cannot be replaced or dropped without the check for unsaved work:
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

    /// Replaces the open file by `list`, which was loaded as described by `opened`.
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
    /// Returns the request that loaded the file.
    pub(in crate::app) fn as_read(&self) -> UnpackWhole {
        UnpackWhole { paths: self.paths.clone(), whole: self.unpack_whole.clone() }
    }

    /// Returns the name without folder.
    #[must_use]
    pub fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str());
        name.to_string_lossy().into_owned()
    }
}

impl Filter {
    /// Returns whether the list has the requested filter and order.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        !self.pending
    }
}
