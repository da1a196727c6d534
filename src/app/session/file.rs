//! [`FileSession`]: the files open as one list, with their state; [`RecordSession`]: the current record among them.

use super::{Save, Storage};
use crate::{
    app::{
        ChangedFile, Draft, DraftPlace, DraftTask, EditedRows, JobKind, Listing, LoadRequest,
        OpenedFiles, Sample, ScoreSheets, guard::Guarded,
    },
    archive::{Collection, Index, RecordId, RowNumber},
    document::Changes,
    kriegspiel::Notation,
    platform,
    rules::{Move, Seat},
    timeline::Moment,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

/// The open file, and the request for the files that will replace it.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The open file of the shown tab. Set only by [`Library::replace`] and [`Library::unpark`], and removed only by
    /// [`Library::close`] and [`Library::park`].
    file: Option<FileSession>,
    /// The other files that hidden tabs show, in any order.
    parked: Vec<FileSession>,
    /// The pending request, if any. Set only by [`Library::begin_read`]. Invariant: while a request is pending, the
    /// open file does not grow.
    request: Option<ReadRequest>,
    /// The number of files opened in this session. Jobs return this number with their results; results for an earlier
    /// file are ignored.
    pub opened: u64,
    /// The files of which this session has made a backup.
    pub(in crate::app) backed_up: BTreeSet<PathBuf>,
}

/// Identifies the unsaved work of the open file: the number of the file, and its [`FileSession::revision`].
pub(in crate::app) type UnsavedRevision = Option<(u64, u64)>;

/// A request for files that will replace the open one.
#[derive(Clone, Debug)]
pub(in crate::app) struct ReadRequest {
    pub(in crate::app) read: LoadRequest,
    /// The unsaved work when the user allowed loading; `None` if the user has not been asked yet.
    pub(in crate::app) allowed: Option<UnsavedRevision>,
    /// The number of the tab that requested the files.
    pub(in crate::app) tab: u64,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub enum LoadState {
    /// Completely loaded, or loading was stopped.
    #[default]
    Whole,
    /// Partly loaded; a job loads the rest.
    Growing {
        /// The number of the match to show once it is loaded (one-based), and the position to show in that match.
        /// `None` if no match is awaited.
        pending_match: Option<(usize, Option<String>)>,
    },
}

/// What to do once a record is loaded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Arrival {
    /// Show the start of the record.
    #[default]
    Show,
    /// Go to this moment.
    Moment(Moment),
    /// Go to the ply with this name.
    Named(String),
    /// Play these plies from a moment, as a variation.
    Variation(Moment, Vec<(Seat, Move)>),
    /// Go to the field of a draft.
    Draft(DraftPlace, DraftTask),
    /// Undo the last change, which was made in this record.
    Undo,
    /// Redo the last undone change.
    Redo,
}

/// The open files, shown as one list, with their state.
#[derive(Clone, Debug)]
pub struct FileSession {
    /// The path. For several files, and for records that are in no file on the disk, only a display name.
    pub path: PathBuf,
    /// The request that reloads the files.
    pub read: LoadRequest,
    /// The records of all files.
    pub list: Collection,
    /// The number of the opened file. The files opened in a session are numbered from 1.
    pub opened: u64,
    pub load: LoadState,
    pub filter: Filter,
    pub record: RecordSession,
    /// The index whose matches the latest job replays; `None` if no job was started.
    pub(in crate::app) replaying: Option<Index>,
    /// The rows of changed records.
    pub edited: EditedRows,
    pub changes: Changes,
    /// Typed text that is not in a record, because it is invalid or unfinished.
    drafts: Vec<Draft>,
    /// The number of times that a draft was added or removed.
    draft_revision: u64,
    /// For each answered Kriegspiel problem, whether the first answer was correct.
    pub answers: BTreeMap<RecordId, bool>,
    /// Whether moves made at the end of a match are appended to the record.
    pub entering: bool,
    /// The score sheets that are being entered.
    pub sheets: ScoreSheets,
    /// Whether the user was warned that comments on plies without a clock confuse some programs.
    pub(in crate::app) has_warned_clockless: bool,
    pub storage: Storage,
    pub save: Save,
    /// The path typed last for a save that has not succeeded yet. If the save fails, the dialog opens again.
    pub(in crate::app) typed_save: Option<PathBuf>,
    /// The names of the files that the current save has written.
    pub(in crate::app) saved_names: Vec<String>,
    /// The files that differ from those on disk, by index, as the last check found them.
    pub(in crate::app) on_disk: BTreeMap<usize, ChangedFile>,
    /// Whether a system dialog asks for the destination of a save.
    pub(in crate::app) path_dialog: bool,
    /// Ensures that only [`Library::replace`] creates a value.
    _guarded: (),
}

/// The current record of a file.
#[derive(Clone, Debug, Default)]
pub struct RecordSession {
    pub id: RecordId,
    /// The record's bytes in the file.
    pub original: Vec<u8>,
    /// Where to go in the record once it is loaded; `None` unless a job is loading the record.
    pub(in crate::app) arrival: Option<Arrival>,
    /// The record shown before this one in the same tab, and its moment.
    pub(in crate::app) previous: Option<(RecordId, Moment)>,
}

#[derive(Clone, Debug, Default)]
pub struct Filter {
    pub words: String,
    /// The error in the filter text.
    pub problem: Option<String>,
    /// The parsed filter and the order.
    pub listing: Listing,
    /// The listed records, in order.
    pub rows: Vec<RowNumber>,
    /// Whether a job is filtering and sorting.
    pub pending: bool,
    /// The game of Kriegspiel whose end the listed rows do not depend on, because a player's view hides it.
    pub(in crate::app) hidden: Option<RecordId>,
}

impl Library {
    /// Returns the open file. The file cannot be replaced or dropped without the check for unsaved work:
    ///
    /// ```compile_fail
    /// let mut state = tandem::app::State::default();
    /// state.library.file = None;
    /// ```
    pub const fn file(&self) -> Option<&FileSession> {
        self.file.as_ref()
    }

    /// Returns whether the open file was read from `paths`.
    pub(in crate::app) fn shows_files(&self, paths: &[PathBuf]) -> bool {
        self.file.as_ref().is_some_and(|file| file.read.paths == paths)
    }

    pub(in crate::app) fn unsaved_revision(&self) -> UnsavedRevision {
        self.file.as_ref().map(|file| (file.opened, file.revision()))
    }

    pub(in crate::app) const fn file_mut(&mut self) -> Option<&mut FileSession> {
        self.file.as_mut()
    }

    /// Replaces the open file by the records of `list`. `opened` describes how the records were loaded.
    pub(in crate::app) fn replace(
        &mut self,
        opened: &OpenedFiles,
        list: Collection,
        storage: Storage,
        _: Guarded,
    ) {
        let path = match opened.read.paths.as_slice() {
            [path] => path.clone(),
            paths => PathBuf::from(format!("{} files", paths.len())),
        };
        self.opened += 1;
        self.file = Some(FileSession {
            path,
            read: opened.read.clone(),
            list,
            opened: self.opened,
            load: LoadState::of(opened.is_partial),
            filter: Filter::default(),
            record: RecordSession::default(),
            replaying: None,
            edited: EditedRows::default(),
            changes: Changes::default(),
            drafts: Vec::new(),
            draft_revision: 0,
            answers: BTreeMap::new(),
            entering: false,
            sheets: ScoreSheets::default(),
            has_warned_clockless: false,
            storage,
            save: Save::Idle,
            typed_save: None,
            saved_names: Vec::new(),
            on_disk: BTreeMap::new(),
            path_dialog: false,
            _guarded: (),
        });
    }

    /// Closes the open file. A pending request for other files stays.
    pub(in crate::app) fn close(&mut self, _: Guarded) {
        self.file = None;
    }

    /// Returns all open files: first that of the shown tab, then those of hidden tabs.
    pub fn files(&self) -> impl Iterator<Item = &FileSession> {
        self.file.iter().chain(&self.parked)
    }

    /// Returns the file with the number `opened` that a hidden tab shows, unless the shown tab shows it as well.
    pub(in crate::app) fn parked(&self, opened: Option<u64>) -> Option<&FileSession> {
        self.parked.iter().find(|file| Some(file.opened) == opened)
    }

    pub(in crate::app) fn parked_mut(&mut self, opened: u64) -> Option<&mut FileSession> {
        self.parked.iter_mut().find(|file| file.opened == opened)
    }

    /// Returns the file that a job is loading, and whether the shown tab shows it: a hidden one, or else the open file.
    pub(in crate::app) fn growing_mut(&mut self) -> Option<(&mut FileSession, bool)> {
        match self.parked.iter_mut().find(|file| file.is_loading()) {
            Some(file) => Some((file, false)),
            None => Some((self.file.as_mut()?, true)),
        }
    }

    /// Keeps the open file for hidden tabs.
    pub(in crate::app) fn park(&mut self) {
        if let Some(file) = &mut self.file {
            // The answer to the dialog would arrive at another file.
            file.path_dialog = false;
        }
        self.parked.extend(self.file.take());
    }

    /// Shows the parked file with the number `opened`; the open file is parked.
    pub(in crate::app) fn unpark(&mut self, opened: Option<u64>) {
        if self.file.as_ref().map(|file| file.opened) == opened {
            return;
        }
        self.park();
        let index = self.parked.iter().position(|file| Some(file.opened) == opened);
        self.file = index.map(|index| self.parked.remove(index));
    }

    /// Drops the parked file with the number `opened`.
    pub(in crate::app) fn drop_parked(&mut self, opened: Option<u64>, _: &Guarded) {
        self.parked.retain(|file| Some(file.opened) != opened);
    }

    /// Updates the hidden lists that contain the file at `path`, after the file numbered `opened` was saved there as
    /// `written`. A list in which the file has unsaved work or another number of records stays as it is.
    pub(in crate::app) fn follow_save(&mut self, opened: u64, path: &Path, written: &Collection) {
        for file in self.parked.iter_mut().filter(|file| file.opened != opened) {
            file.follow_save(path, written);
        }
    }

    /// Returns the path of the first requested file while the files are loading.
    pub fn requested(&self) -> Option<&Path> {
        self.request.as_ref()?.read.paths.first().map(PathBuf::as_path)
    }

    /// Records `request` in place of any earlier request. Stops loading the rest of the open file.
    pub(in crate::app) fn begin_read(&mut self, request: ReadRequest) {
        self.end_loading();
        self.request = Some(request);
    }

    /// Removes and returns the pending request, because its result has arrived.
    pub(in crate::app) const fn arrive(&mut self) -> Option<ReadRequest> {
        self.request.take()
    }

    /// Ends all loading; loaded records stay.
    pub(in crate::app) fn end_loading(&mut self) {
        self.request = None;
        for file in self.file.iter_mut().chain(&mut self.parked) {
            file.load = LoadState::Whole;
        }
    }
}

impl LoadState {
    pub(in crate::app) const fn of(is_partial: bool) -> Self {
        if is_partial { Self::Growing { pending_match: None } } else { Self::Whole }
    }
}

impl FileSession {
    /// Returns whether a job loads the rest of the file.
    pub const fn is_loading(&self) -> bool {
        matches!(self.load, LoadState::Growing { .. })
    }

    /// Replaces the file at `path` by `written`, which another tab has saved, if no unsaved work depends on it.
    fn follow_save(&mut self, path: &Path, written: &Collection) {
        let Some(number) = self.list.files.iter().position(|file| file.path == path) else {
            return;
        };
        let records = self.list.index.records_of(number);
        let has_changes = self.changes.texts().any(|(id, _)| records.contains(&id));
        let has_drafts = self.drafts.iter().any(|draft| records.contains(&draft.place.record));
        let is_same_length = records.len() == written.index.len();
        // The page knows no paths: files of the same name may be different ones.
        let is_that_file = self.storage.is_in_file() && platform::HAS_DISK;
        if !is_that_file || self.is_loading() || has_changes || has_drafts || !is_same_length {
            return;
        }
        self.list = self.list.with_file(number, written);
        self.on_disk.remove(&number);
        self.changes.forget_records(records);
    }

    /// Returns the kinds of jobs whose results the file is waiting for.
    pub(in crate::app) fn pending_jobs(&self) -> impl Iterator<Item = JobKind> {
        let pending_jobs = [
            (JobKind::Read, self.is_loading()),
            (JobKind::Record, self.record.arrival.is_some()),
            (JobKind::List, self.filter.pending),
            (JobKind::Endings, self.replaying.is_some()),
            (JobKind::PathDialog, self.path_dialog),
        ];
        pending_jobs.into_iter().filter(|(_, is_pending)| *is_pending).map(|(kind, _)| kind)
    }

    /// Returns a number that grows with every change, keystroke and save.
    pub(in crate::app) const fn revision(&self) -> u64 {
        self.changes.revision() + self.draft_revision
    }

    /// Returns the typed texts that are not in a record yet.
    pub const fn drafts(&self) -> &[Draft] {
        self.drafts.as_slice()
    }

    pub(in crate::app) fn add_draft(&mut self, draft: Draft) {
        self.draft_revision += 1;
        self.drafts.push(draft);
    }

    pub(in crate::app) fn take_draft(&mut self, index: usize) -> Draft {
        self.draft_revision += 1;
        self.drafts.remove(index)
    }

    /// Returns whether there are changes or drafts since the file was opened or saved.
    pub fn is_edited(&self) -> bool {
        !self.changes.is_clean() || !self.drafts.is_empty()
    }

    /// Returns whether there is unsaved work: a change, a draft, or matches that are in no file.
    pub fn is_unsaved(&self) -> bool {
        self.is_edited() || !self.storage.is_in_file()
    }

    /// Returns whether the file is a built-in record without changes, which opening another file may replace.
    pub(in crate::app) fn is_untouched_sample(&self) -> bool {
        Sample::is_name(&self.path) && !self.is_on_disk() && !self.is_unsaved()
    }

    /// Returns whether the chosen record is a game of Kriegspiel.
    pub fn shows_game(&self) -> bool {
        let location = self.list.index.location(self.record.id);
        location.is_some_and(|(.., notation)| notation == Notation::Kriegspiel)
    }

    /// Returns the name without folder.
    pub fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str());
        name.to_string_lossy().into_owned()
    }
}
