//! [`Action`]: an input of the state. [`Effect`]: work that the state requests from outside. [`JobKind`]: the kinds of
//! background jobs.

use super::{
    AddJob, AnalysisAction, AnalysisJob, Command, DeferredAction, DownloadJob, EngineAction,
    EngineTask, Imported, ImportingAction, IssuesAction, KriegspielAction, KriegspielJob,
    LibraryAction, ListJob, LoadingProgress, NotesAction, PictureAction, PictureJob,
    PlaybackAction, PuzzleAction, PuzzleSearchJob, QueryJob, RecordJob, SaveWhat, SavingAction,
    SearchAction, SearchPage, SettingsAction, ShellAction, Side, Sound, UnsavedWork,
    guard::Guarded,
};
use crate::{
    analysis::puzzles::Puzzle,
    archive::{Collection, IndexError, RecordId, RowNumber},
    file::{FileError, FileRange, Text},
    formats::ListError,
    rules::{Color, Position},
    settings::{Progress, Recovery, RecoveryId, Settings},
};
use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

/// The outcome of loading files: a list of matches, possibly still incomplete, or an error.
#[derive(Debug)]
pub struct OpenedFiles {
    /// The requested paths.
    pub paths: Vec<PathBuf>,
    /// The files unpacked without unpacking limits.
    pub unpack_whole: Vec<PathBuf>,
    /// The match to show first, one-based; `None` for the first.
    pub game: Option<usize>,
    /// The position to show in the first match, in the syntax of the command line.
    pub at: Option<String>,
    /// The matches.
    pub list: Result<Collection, IndexError>,
    /// Whether any record of `list` looks like a match.
    pub has_matches: bool,
    /// The progress of loading; `None` when complete.
    pub reading: Option<LoadingProgress>,
    /// The import report if `list` was merged from single-board exports and is in no file yet; `None` if the files
    /// contain matches.
    pub imported: Option<Imported>,
}

impl OpenedFiles {
    /// Creates the result for a completely loaded file named `path`.
    #[must_use]
    pub fn whole(path: impl Into<PathBuf>, list: Collection) -> Self {
        Self {
            paths: vec![path.into()],
            unpack_whole: Vec::new(),
            game: None,
            at: None,
            has_matches: list.has_matches(),
            list: Ok(list),
            reading: None,
            imported: None,
        }
    }
}

/// A user action or the report of a job, by feature.
#[derive(Debug)]
pub enum Action {
    /// Run a command of the command table.
    Do(Command),
    /// Boards and playback.
    Playback(PlaybackAction),
    /// Fields of the record.
    Notes(NotesAction),
    /// Files and the match list.
    Library(LibraryAction),
    /// The import dialog.
    Importing(ImportingAction),
    Issues(IssuesAction),
    Search(SearchAction),
    Puzzles(PuzzleAction),
    Kriegspiel(KriegspielAction),
    /// Saving and recovery.
    Saving(SavingAction),
    /// Export.
    Pictures(PictureAction),
    Engine(EngineAction),
    /// Exact analysis.
    Analysis(AnalysisAction),
    Settings(SettingsAction),
    /// Panels, dialogs and notices.
    Shell(ShellAction),
    /// Perform the deferred action: unsaved work has been saved or discarded.
    Proceed(DeferredAction, Guarded),
    /// A job of this kind has panicked; the text is its title.
    JobFailed(JobKind, &'static str),
}

macro_rules! from_features {
    ($($variant:ident($action:ty),)*) => {
        $(impl From<$action> for Action {
            fn from(action: $action) -> Self {
                Self::$variant(action)
            }
        })*
    };
}

from_features! {
    Do(Command),
    Playback(PlaybackAction),
    Notes(NotesAction),
    Library(LibraryAction),
    Importing(ImportingAction),
    Issues(IssuesAction),
    Search(SearchAction),
    Puzzles(PuzzleAction),
    Kriegspiel(KriegspielAction),
    Saving(SavingAction),
    Pictures(PictureAction),
    Engine(EngineAction),
    Analysis(AnalysisAction),
    Settings(SettingsAction),
    Shell(ShellAction),
}

/// The answer of a file dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileAnswer {
    /// The user has chosen a file.
    Chosen(PathBuf),
    /// The user has cancelled the dialog.
    Cancelled,
    /// The system has no such dialog.
    Unavailable,
}

/// A file to save: the original with some records replaced.
#[derive(Clone, Debug, PartialEq)]
pub struct SaveJob {
    /// The sequence number of the opened file within the session.
    pub opened: u64,
    /// The index of the file among the files of the list.
    pub number: usize,
    /// The original.
    pub file: Text,
    /// The changed records, by index in the list, sorted.
    pub records: Vec<RecordId>,
    /// The index in the list of the first record of the file.
    pub first: RecordId,
    /// The replacements for the changed records, as byte ranges of the original with new bytes, sorted.
    pub splices: Vec<(FileRange, Vec<u8>)>,
    /// The destination.
    pub to: PathBuf,
    /// Whether to fail if another program has changed the file.
    pub check: bool,
    /// Whether an existing file may be replaced.
    pub replace: bool,
    /// Whether to make a backup.
    pub backup: bool,
}

impl SaveJob {
    /// Returns the complete new contents, or `None` if the original is not in memory.
    #[must_use]
    pub fn whole(&self) -> Option<Vec<u8>> {
        let old = self.file.loaded()?.bytes();
        let offset = |at: u64| usize::try_from(at).map_or(old.len(), |at| at.min(old.len()));
        let mut whole = Vec::with_capacity(old.len());
        let mut at = 0;
        for (range, insert) in &self.splices {
            whole.extend_from_slice(&old[at..offset(range.start)]);
            whole.extend_from_slice(insert);
            at = offset(range.end);
        }
        whole.extend_from_slice(&old[at..]);
        Some(whole)
    }
}

/// The outcome of a [`SaveJob`].
#[derive(Debug)]
pub struct Saved {
    /// The sequence number of the opened file within the session.
    pub opened: u64,
    /// The index of the saved file in the list.
    pub number: usize,
    /// The destination.
    pub to: PathBuf,
    pub outcome: SaveOutcome,
}

#[derive(Debug)]
pub enum SaveOutcome {
    /// Success.
    Done {
        /// The saved file, reloaded.
        list: Collection,
        /// The changed records, by index in the list, with their saved bytes.
        records: Vec<(RecordId, Vec<u8>)>,
        /// Whether a backup was made.
        backed_up: bool,
    },
    /// Another program has changed the file; the lines that differ.
    ChangedOnDisk(Vec<LineDifference>),
    /// The destination exists.
    Exists,
    /// Writing failed.
    Failed(FileError),
    /// The file was saved but could not be reloaded.
    Unread(IndexError),
}

/// A line of a diff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineDifference {
    /// Whether the line is from the text to be saved rather than from the disk.
    pub mine: bool,
    /// The line number, one-based.
    pub number: usize,
    /// The text without line end.
    pub text: String,
}

/// Text to write to a new file, or to append to an existing one.
#[derive(Clone, Debug, PartialEq)]
pub struct WriteJob {
    /// The destination.
    pub to: PathBuf,
    /// The text.
    pub bytes: Vec<u8>,
    /// The kind of text.
    pub kind: WriteKind,
    /// Whether an existing file may be replaced.
    pub replace: bool,
}

/// Listed matches to export to a new file.
#[derive(Clone, Debug)]
pub struct ExportJob {
    /// The destination; its extension determines the format.
    pub to: PathBuf,
    pub list: Collection,
    /// The exported rows, in order.
    pub rows: Vec<RowNumber>,
    /// The new bytes of the changed records.
    pub changed: BTreeMap<RecordId, Vec<u8>>,
    /// Whether an existing file may be replaced.
    pub replace: bool,
}

/// Jobs are equal if they export the same rows to the same file; `list`, `changed` and `replace` are not compared.
impl PartialEq for ExportJob {
    fn eq(&self, other: &Self) -> bool {
        self.to == other.to && self.rows == other.rows
    }
}

/// Puzzles to export to a new file.
#[derive(Clone, Debug)]
pub struct PuzzleExportJob {
    /// The destination; its extension determines the format.
    pub to: PathBuf,
    /// The list of the matches that the puzzles come from.
    pub list: Collection,
    /// The puzzles, in order.
    pub puzzles: Vec<Puzzle>,
    /// Whether an existing file may be replaced.
    pub replace: bool,
}

/// Jobs are equal if they export the same puzzles to the same file; `list` and `replace` are not compared.
impl PartialEq for PuzzleExportJob {
    fn eq(&self, other: &Self) -> bool {
        self.to == other.to && self.puzzles == other.puzzles
    }
}

/// What a [`WriteJob`] writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteKind {
    /// A copy of the match.
    Copy,
    /// The match, appended to an existing file.
    Append,
    /// A game of Kriegspiel as heard by this side.
    Heard(Side),
    /// A copy of this number of matches.
    Matches(usize),
    /// The progress in puzzles.
    Progress,
    /// This number of puzzles.
    Puzzles(usize),
}

/// The result of a [`WriteJob`].
#[derive(Debug)]
pub struct Written {
    /// The destination.
    pub to: PathBuf,
    /// The kind of text.
    pub kind: WriteKind,
    /// Whether the text was written; `false` if the destination exists and may not be replaced.
    pub outcome: Result<bool, ListError>,
}

/// Unsaved changes of an earlier session, with their files.
#[derive(Debug)]
pub struct Recovered {
    pub id: RecoveryId,
    /// All records of the files, or the changed records alone if a file was modified after the recovery data was
    /// written.
    pub list: Collection,
    /// The changes.
    pub recovery: Recovery,
    /// Whether no file was modified after the recovery data was written, so that the changes can be saved in place.
    pub on_disk: bool,
    /// The files that were modified after the recovery data was written.
    pub changed_files: Vec<PathBuf>,
    /// The original bytes of the changed records in their files, in the order of the changes.
    pub originals: Vec<Vec<u8>>,
}

/// Work outside the state. A worker performs it and reports back with an [`Action`].
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    FindPuzzles(Box<PuzzleSearchJob>),
    /// Load the progress in puzzles.
    LoadProgress,
    /// Write the progress in puzzles.
    SaveProgress(Box<Progress>),
    /// Open the system's file dialog for a progress file to import.
    AskForProgress,
    /// Load files or folders.
    Read {
        paths: Vec<PathBuf>,
        /// The cache limit for indexes and unpacked files, in megabytes.
        keep_mb: u32,
        /// Whether the chat of imported matches is kept as comments.
        with_chat: bool,
        /// The match to show first, one-based; `None` for the first.
        game: Option<usize>,
        /// The position to show in the first match, in the syntax of the command line.
        at: Option<String>,
        /// The files to load without unpacking limits.
        unpack_whole: Vec<PathBuf>,
    },
    /// Download matches from chess.com. Only user actions request this.
    Download(Box<DownloadJob>),
    /// Add downloaded matches to a file.
    AddMatches(Box<AddJob>),
    /// Load a record of a file that is not held in memory.
    ReadRecord(Box<RecordJob>),
    /// Filter and sort a long list.
    List(Box<ListJob>),
    /// Open the system's file dialog.
    AskForFile,
    /// Open the system's folder dialog.
    AskForFolder,
    /// Open the system's save dialog.
    AskForPath {
        what: SaveWhat,
        /// The suggested path, if any.
        suggested: Option<PathBuf>,
        /// The title of the dialog.
        title: String,
    },
    /// Save a file.
    Save(Box<SaveJob>),
    /// Export the listed matches.
    Export(Box<ExportJob>),
    ExportPuzzles(Box<PuzzleExportJob>),
    /// Write a match to another file.
    Write(Box<WriteJob>),
    /// Write the settings.
    SaveSettings(Box<Settings>),
    /// Write recovery data.
    SaveRecovery(Box<UnsavedWork>),
    /// Delete the recovery data: there are no unsaved changes.
    DeleteRecovery,
    /// Load the files of unsaved changes of an earlier session.
    Recover(Box<(RecoveryId, Recovery)>),
    /// Make this session the owner of recovery data whose changes are now shown.
    AdoptRecovery(RecoveryId),
    /// Delete the recovery data of an earlier session.
    RemoveRecovery(RecoveryId),
    /// Copy text to the clipboard.
    Copy(String),
    /// Read the clipboard.
    AskForClipboard,
    /// Close the window.
    Quit,
    /// Toggle full screen.
    FullScreen,
    /// Focus the next region of the window, or the previous one if `false`.
    GoToRegion(bool),
    /// Open the first menu.
    OpenMenus,
    /// Export a picture.
    Draw(Box<PictureJob>),
    /// Copy a picture to the clipboard.
    CopyPicture(Box<PictureJob>),
    /// Analyse the moments of a match.
    Analyse(Arc<AnalysisJob>),
    /// Analyse a position of a variation.
    AnalysePosition(Box<Position>),
    Engine(EngineTask),
    /// A Kriegspiel calculation.
    RunKriegspielJob(KriegspielJob),
    /// Cancel the jobs of this kind, whose results are obsolete.
    Cancel(JobKind),
    /// Open the system's save dialog for a picture with this suggested name.
    AskForPicture(PathBuf),
    Play(Sound),
    /// Open a file, or a folder, with its default program.
    ShowFile(PathBuf),
    /// Run a query over all matches.
    ArchiveQuery(Box<QueryJob>),
}

impl Effect {
    /// Returns the kind of the job that the effect starts, if starting it cancels an earlier job of that kind.
    /// Otherwise returns `None`.
    pub(in crate::app) fn replaces(&self) -> Option<JobKind> {
        Some(match self {
            Self::Read { .. } => JobKind::Read,
            Self::Download(_) => JobKind::Download,
            Self::ReadRecord(_) => JobKind::Record,
            Self::List(_) => JobKind::List,
            Self::ArchiveQuery(job) => JobKind::Search(job.query.page()),
            Self::FindPuzzles(_) => JobKind::Puzzles,
            Self::Analyse(_) => JobKind::Analyse,
            Self::AnalysePosition(_) => JobKind::AnalysePosition,
            Self::Engine(EngineTask::Evaluate(_)) => JobKind::Evaluate,
            Self::Engine(EngineTask::Score(_)) => JobKind::Score,
            Self::RunKriegspielJob(job) => job.kind(),
            _ => return None,
        })
    }
}

/// The kind of a job. An [`Effect`] starts a job of one kind; cancellation is by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JobKind {
    /// Loads files into a list. A new job replaces the running one.
    Read,
    /// Downloads matches. A new job replaces the running one.
    Download,
    /// Loads a record. A new job replaces the running one.
    Record,
    /// Filters and sorts a long list. A new job replaces the running one.
    List,
    /// Runs the query of this search page. A new job replaces the running one.
    Search(SearchPage),
    /// Finds puzzles. A new job replaces the running one.
    Puzzles,
    /// Calculates the belief of this player of Kriegspiel. A new job replaces the running one.
    CalculateBelief(Color),
    /// Determines the referee's possible answers to a try. A new job replaces the running one.
    TryMove,
    /// Searches a plan for a Kriegspiel problem. A new job replaces the running one.
    Plan,
    /// Analyses the moments of the open match. A new job replaces the running one.
    Analyse,
    /// Analyses a position of a variation. A new job replaces the running one.
    AnalysePosition,
    /// Runs an engine on the current position. A new job replaces the running one.
    Evaluate,
    /// Runs an engine on every moment of the open match. A new job replaces the running one.
    Score,
    /// Looks for installed engines.
    FindEngines,
    /// Shows a system dialog for a file to open or a picture to save.
    Dialog,
    /// Shows a system dialog for the destination of the open file.
    PathDialog,
    /// Saves a file or a match.
    Save,
    /// Exports the listed matches.
    Export,
    /// Exports a picture or pages.
    Picture,
    /// Loads unsaved changes of an earlier session.
    Recover,
    /// Writes recovery data while the window is open.
    Recovery,
    /// Loads the progress in puzzles.
    LoadProgress,
    /// Writes the progress in puzzles. Newer progress replaces progress not written yet.
    SaveProgress,
    /// Writes the settings. New settings replace those not written yet.
    Settings,
    /// Plays sounds while the window is open.
    Sound,
    /// Reads the desktop's settings.
    Desktop,
}
