//! The inputs of the application state ([`Action`]), its outputs ([`Effect`]), and the kinds of background jobs that
//! perform the outputs ([`JobKind`]).

use super::{
    AddJob, AnalysisAction, AnalysisJob, Command, DeferredAction, DownloadJob, EngineAction,
    EngineTask, FileCheckJob, Imported, ImportingAction, IssuesAction, JobReport, KriegspielAction,
    KriegspielJob, LibraryAction, ListJob, LoadRequest, NotesAction, PictureAction, PictureJob,
    PlaybackAction, PuzzleAction, PuzzleSearchJob, PuzzleSheetChoice, QueryJob, RecordJob,
    ReplyJob, ReviewAction, ReviewJob, SaveTarget, SavingAction, SearchAction, SearchPage,
    SettingsAction, ShellAction, Sound, TabsAction, UnsavedWork, guard::Guarded,
};
use crate::{
    analysis::{puzzles::Puzzle, report::Missed},
    archive::{CollectedFile, Collection, RecordId, RowNumber, WalkError},
    file::{FileError, Splice},
    formats::ListError,
    rules::{Color, Position},
    search::BookRow,
    settings::{Progress, Recovery, RecoveryId, Settings},
};
use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

/// The result of loading files: a list of matches, or an error. While loading continues, the list has only the matches
/// loaded so far.
#[derive(Debug)]
pub struct OpenedFiles {
    /// The request for the files.
    pub read: LoadRequest,
    /// The number of the match to show first, one-based; `None` for the first match.
    pub game: Option<usize>,
    /// The position to show in that match, in the syntax of the command line's `--at`; `None` for the start.
    pub at: Option<String>,
    pub list: Result<Collection, WalkError>,
    /// Whether any record of `list` looks like a match; `false` if `list` is an error.
    pub has_matches: bool,
    /// Whether more records are still being loaded.
    pub is_partial: bool,
    /// The report on matches that were paired from single-board exports and are in no file yet; `None` for other files.
    pub imported: Option<Imported>,
}

impl OpenedFiles {
    /// Creates the result for a completely loaded file named `path`.
    pub fn complete(path: impl Into<PathBuf>, list: Collection) -> Self {
        Self {
            read: LoadRequest::of(vec![path.into()]),
            game: None,
            at: None,
            has_matches: list.has_matches(),
            list: Ok(list),
            is_partial: false,
            imported: None,
        }
    }
}

/// Files and folders to load.
#[derive(Clone, Debug)]
pub struct ReadJob {
    pub read: LoadRequest,
    /// The cache limit for indexes and unpacked files, in megabytes.
    pub keep_mb: u32,
    /// Whether the chat of imported matches is kept as comments.
    pub with_chat: bool,
    /// The number of the match to show first, one-based; `None` for the first match.
    pub game: Option<usize>,
    /// The position to show in that match, in the syntax of the command line's `--at`; `None` for the start.
    pub at: Option<String>,
}

/// Defines [`Action`], with a conversion from the actions of each feature.
macro_rules! actions {
    ($($(#[$doc:meta])* $variant:ident($action:ty),)*) => {
        /// A user action or the report of a job. Most variants hold the action type of one feature.
        #[derive(Debug)]
        pub enum Action {
            $($(#[$doc])* $variant($action),)*
            /// Create the match of the new-match dialog.
            BeginMatch,
            /// Perform an action that was deferred until unsaved work was saved or discarded.
            Proceed(DeferredAction, Guarded),
            /// The runner, which executes background jobs, reports on the job of this kind.
            Job(JobKind, JobReport),
        }

        $(impl From<$action> for Action {
            fn from(action: $action) -> Self {
                Self::$variant(action)
            }
        })*
    };
}

actions! {
    /// Run a command of the command table.
    RunCommand(Command),
    Playback(PlaybackAction),
    /// Edits of the record, including text typed into its fields.
    Notes(NotesAction),
    /// Files and the match list.
    Library(LibraryAction),
    Importing(ImportingAction),
    Issues(IssuesAction),
    Search(SearchAction),
    Puzzles(PuzzleAction),
    Kriegspiel(KriegspielAction),
    Saving(SavingAction),
    /// Exports of pictures and pages.
    Pictures(PictureAction),
    Engine(EngineAction),
    /// Exact analysis, without an engine.
    Analysis(AnalysisAction),
    /// The estimate of the match, and playing on against it.
    Review(ReviewAction),
    Settings(SettingsAction),
    /// Panels, dialogs and notices.
    Shell(ShellAction),
    Tabs(TabsAction),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileAnswer {
    Chosen(PathBuf),
    Cancelled,
    /// The system has no file dialog.
    Unavailable,
}

/// A file to save: the original with some records replaced.
#[derive(Clone, Debug)]
pub struct SaveJob {
    /// The number of the request with which the file was opened, counted from 1 in this session. A request may open
    /// several files.
    pub opened: u64,
    /// The index of the file among the files that were opened together.
    pub number: usize,
    /// The file before the changes.
    pub file: Arc<CollectedFile>,
    /// The changed records, sorted.
    pub records: Vec<RecordId>,
    /// The index of the file's first record in the match list.
    pub first: RecordId,
    /// The open list, in which the job replaces the saved file. `None` for a single file, and for a list that still
    /// grows.
    pub list: Option<Collection>,
    /// The changes of `file`, sorted by range.
    pub splices: Vec<Splice>,
    pub to: PathBuf,
    /// Whether to fail if another program has changed the file.
    pub check: bool,
    /// Whether an existing file may be replaced.
    pub replace: bool,
    pub backup: bool,
}

impl SaveJob {
    /// Returns the complete new contents, in UTF-8 if the file is in UTF-16. Returns `None` if `file` is
    /// not in memory.
    pub fn whole(&self) -> Option<Vec<u8>> {
        let old = self.file.text.loaded()?.bytes();
        let offset = |at: u64| usize::try_from(at).map_or(old.len(), |at| at.min(old.len()));
        let mut whole = Vec::with_capacity(old.len());
        let mut at = 0;
        for Splice { range, insert } in &self.splices {
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
    /// The number of the request with which the file was opened, counted from 1 in this session. A request may open
    /// several files.
    pub opened: u64,
    /// The index of the saved file among the files that were opened together.
    pub number: usize,
    pub to: PathBuf,
    pub outcome: SaveOutcome,
}

#[derive(Debug)]
pub enum SaveOutcome {
    Done {
        /// The saved file, reloaded; or the open list with that file, if the job got the list.
        list: Collection,
        /// The saved file alone, reloaded.
        file: Box<Collection>,
        /// The changed records with their saved bytes.
        records: Vec<(RecordId, Vec<u8>)>,
        backed_up: bool,
    },
    /// Another program has changed the file. Holds the differing lines.
    ChangedOnDisk(Vec<LineDifference>),
    /// The destination exists and may not be replaced.
    Exists,
    Failed(FileError),
    /// The file was saved but could not be reloaded.
    Unread(WalkError),
}

/// A line that differs between the file on the disk and the text to save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineDifference {
    /// `true` for a line of the text to save, `false` for a line of the file on the disk.
    pub is_mine: bool,
    /// The line number, one-based.
    pub number: usize,
    /// The text without line end. If it has a long part in common with the other version, that part is cut to `…`.
    pub text: String,
}

/// Text to write to a new file, or to append to an existing one.
#[derive(Clone, Debug, PartialEq)]
pub struct WriteJob {
    pub to: PathBuf,
    pub bytes: Vec<u8>,
    /// The purpose: a match, a game of Kriegspiel in one view, or the puzzle progress.
    pub what: SaveTarget,
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
    /// A game of Kriegspiel whose end is hidden.
    pub hidden: Option<RecordId>,
    /// Whether an existing file may be replaced.
    pub replace: bool,
}

#[derive(Clone, Debug)]
pub struct PuzzleExportJob {
    /// The destination; its extension determines the format.
    pub to: PathBuf,
    /// The matches from which the puzzles are taken.
    pub list: Collection,
    pub puzzles: Vec<Puzzle>,
    /// The look of the pages, if the format is PDF.
    pub sheet: PuzzleSheetChoice,
    /// Whether an existing file may be replaced.
    pub replace: bool,
}

/// The book of mistakes, to write to a file.
#[derive(Clone, Debug)]
pub struct BookExportJob {
    /// The destination; its extension determines the format.
    pub to: PathBuf,
    /// The matches that the book is about.
    pub list: Collection,
    /// The name of the player.
    pub name: String,
    pub missed: Missed,
    /// The listed mistakes.
    pub rows: Vec<BookRow>,
    /// Whether an existing file may be replaced.
    pub replace: bool,
}

/// The result of a [`WriteJob`] or an export.
#[derive(Debug)]
pub struct Written {
    pub to: PathBuf,
    pub what: SaveTarget,
    /// The number of matches, puzzles or mistakes.
    pub count: usize,
    /// `Ok(true)` if the text was written, `Ok(false)` if the destination exists and may not be replaced.
    pub outcome: Result<bool, ListError>,
}

/// The unsaved changes of an earlier session, as stored in its recovery data, and the files to which they belong.
#[derive(Debug)]
pub struct Recovered {
    pub id: RecoveryId,
    /// If `on_disk`, all records of the files; otherwise only the records with unsaved changes.
    pub list: Collection,
    pub recovery: Recovery,
    /// Whether the changes can be saved in place; `false` if a file no longer matches the recovery data.
    pub on_disk: bool,
    /// The files that were modified after the recovery data was written.
    pub changed_files: Vec<PathBuf>,
    /// The files that can no longer be read.
    pub missing_files: Vec<PathBuf>,
    /// The original bytes of each changed record, in the order of the changes; empty for a record that cannot be read.
    pub originals: Vec<Vec<u8>>,
}

/// Work that only the window can do.
#[derive(Clone, Debug)]
pub enum WindowEffect {
    /// Copy text to the clipboard.
    Copy(String),
    CopyPicture(Box<PictureJob>),
    /// Read the clipboard.
    AskForClipboard,
    Quit,
    /// Toggle full screen.
    FullScreen,
    /// Focus the next region of the window.
    NextRegion,
    /// Focus the previous region of the window.
    PreviousRegion,
    /// Open the first menu.
    OpenMenus,
}

impl From<WindowEffect> for Effect {
    fn from(effect: WindowEffect) -> Self {
        Self::Window(effect)
    }
}

/// Recovery data of an earlier session, or discarded changes, that an open file takes over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdoptedRecovery {
    pub id: RecoveryId,
    /// The number of the file that shows the changes.
    pub opened: u64,
    /// The number of the file that the recovered one has replaced, if it has recovery data. That data is kept for
    /// recovery.
    pub replaced: Option<u64>,
}

/// Work outside the state, such as I/O or a long calculation. Results come back as [`Action`]s.
#[derive(Clone, Debug)]
pub enum Effect {
    Window(WindowEffect),
    FindPuzzles(Box<PuzzleSearchJob>),
    /// Load the user's puzzle progress.
    LoadProgress,
    /// Write the user's puzzle progress.
    SaveProgress(Box<Progress>),
    /// Open the system's file dialog for a progress file to import.
    AskForProgress,
    /// Load files or folders.
    Read(Box<ReadJob>),
    /// Ask the copy of Tandem at this web address for its version. Requested only if the user has switched it on.
    CheckVersion(String),
    /// Download matches from chess.com. Only user actions request this.
    Download(Box<DownloadJob>),
    /// Add downloaded matches to a file.
    AddMatches(Box<AddJob>),
    /// Load a record from disk, because its file is not held in memory.
    ReadRecord(Box<RecordJob>),
    /// Compare the open files with the disk.
    CheckFiles(Box<FileCheckJob>),
    /// Filter and sort a long list.
    List(Box<ListJob>),
    /// Replay the matches of this list, for their results and causes.
    ReplayEndings(Box<Collection>),
    /// Open the system's file dialog.
    AskForFile,
    /// Open the system's folder dialog.
    AskForFolder,
    /// Open the system's save dialog.
    AskForPath {
        what: SaveTarget,
        suggested: Option<PathBuf>,
        title: String,
    },
    Save(Box<SaveJob>),
    /// Export the listed matches.
    Export(Box<ExportJob>),
    ExportPuzzles(Box<PuzzleExportJob>),
    ExportBook(Box<BookExportJob>),
    Write(Box<WriteJob>),
    SaveSettings(Box<Settings>),
    SaveRecovery(Box<UnsavedWork>),
    /// Delete the recovery data of the file with this number, because it has no unsaved changes.
    DeleteOwnRecovery(u64),
    /// Move the recovery data of the file with this number to the discarded changes.
    DiscardOwnRecovery(u64),
    /// Load the files to which the unsaved changes of an earlier session belong.
    Recover(Box<(RecoveryId, Recovery)>),
    /// Take over discarded changes, or the recovery data of an earlier session. The changes are already on the screen,
    /// and this session updates the data from now on.
    AdoptRecovery(AdoptedRecovery),
    /// Move the recovery data of an earlier session to the discarded changes.
    DiscardEarlierRecovery(RecoveryId),
    /// Export a picture.
    Draw(Box<PictureJob>),
    Analyse(Arc<AnalysisJob>),
    /// Analyse this position of a variation.
    AnalysePosition(Box<Position>),
    /// Review a match.
    Review(Arc<ReviewJob>),
    /// Choose the program's move.
    Reply(Arc<ReplyJob>),
    Engine(EngineTask),
    RunKriegspielJob(KriegspielJob),
    /// Cancel the jobs of this kind, because their results are obsolete.
    Cancel(JobKind),
    /// Open the system's save dialog for a picture. The dialog suggests this file name.
    AskForPicture(PathBuf),
    Play(Sound),
    /// Open a file, or a folder, with its default program.
    ShowFile(PathBuf),
    /// Run a query over the listed matches.
    ArchiveQuery(Box<QueryJob>),
}

impl Effect {
    /// Returns the kind of the job that the effect starts. [`Cx::run`](super::Cx::run) records the start of that job,
    /// and drops queued effects of the same kind. Returns `None` for effects that never replace each other, including
    /// saves and exports of matches.
    pub(in crate::app) fn kind(&self) -> Option<JobKind> {
        Some(match self {
            Self::Read(_) => JobKind::Read,
            Self::Download(_) => JobKind::Download,
            Self::ReadRecord(_) => JobKind::Record,
            Self::CheckFiles(_) => JobKind::CheckFiles,
            Self::List(_) => JobKind::List,
            Self::ReplayEndings(_) => JobKind::Endings,
            Self::ArchiveQuery(job) => JobKind::Search(job.query.page()),
            Self::FindPuzzles(_) => JobKind::Puzzles,
            Self::Analyse(_) => JobKind::Analyse,
            Self::AnalysePosition(_) => JobKind::AnalysePosition,
            Self::Review(_) => JobKind::Review,
            Self::Reply(_) => JobKind::Reply,
            Self::Engine(EngineTask::Evaluate(_)) => JobKind::Evaluate,
            Self::Engine(EngineTask::Score(_)) => JobKind::Score,
            Self::RunKriegspielJob(job) => job.kind(),
            Self::Draw(_) => JobKind::Picture,
            Self::Window(_)
            | Self::Cancel(_)
            | Self::Play(_)
            | Self::LoadProgress
            | Self::SaveProgress(_)
            | Self::AskForProgress
            | Self::CheckVersion(_)
            | Self::AddMatches(_)
            | Self::AskForFile
            | Self::AskForFolder
            | Self::AskForPath { .. }
            | Self::AskForPicture(_)
            | Self::Save(_)
            | Self::Export(_)
            | Self::ExportPuzzles(_)
            | Self::ExportBook(_)
            | Self::Write(_)
            | Self::SaveSettings(_)
            | Self::SaveRecovery(_)
            | Self::DeleteOwnRecovery(_)
            | Self::DiscardOwnRecovery(_)
            | Self::Recover(_)
            | Self::AdoptRecovery(_)
            | Self::DiscardEarlierRecovery(_)
            | Self::ShowFile(_)
            | Self::Engine(EngineTask::End | EngineTask::Find) => return None,
        })
    }
}

/// The kind of a background job. Jobs are cancelled by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JobKind {
    /// Loads files into a list.
    Read,
    Download,
    /// Loads a record that is not in memory.
    Record,
    /// Compares the open files with the disk.
    CheckFiles,
    /// Filters and sorts a long list.
    List,
    /// Replays the matches of the list, for their results and causes.
    Endings,
    /// Runs the query of this search page.
    Search(SearchPage),
    Puzzles,
    /// Calculates the positions that this Kriegspiel player must consider possible.
    CalculateBelief(Color),
    /// Determines the referee's possible answers to a proposed Kriegspiel move.
    TryMove,
    /// Searches for a plan that solves a Kriegspiel problem.
    Plan,
    /// Solves the Kriegspiel problem on the composer's board completely.
    Compose,
    /// Analyses the moments of the open match.
    Analyse,
    /// Analyses a position of a variation.
    AnalysePosition,
    /// Reviews the open match.
    Review,
    /// Chooses the program's move in a position that is played on.
    Reply,
    /// Runs an engine on the current position.
    Evaluate,
    /// Runs an engine on every moment of the open match.
    Score,
    FindEngines,
    /// Looks for a new version.
    Version,
    /// Shows a system dialog for a file to open or a picture to save.
    Dialog,
    /// Shows a system dialog for the destination of the open file.
    PathDialog,
    /// Saves a file or a match.
    Save,
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
