//! What can be asked of the state, and what the state asks of the world.

use super::{
    AnalysisAction, AnalysisJob, AskJob, Command, EngineAction, EngineTask, ExerciseAction,
    ImportedNote, IssuesAction, JobKind, KriegspielAction, LibraryAction, ListJob, NotesAction,
    PictureAction, PictureJob, PlaybackAction, PoseJob, Reading, RecordJob, SaveWhat, SavingAction,
    SearchAction, SettingsAction, ShellAction, Side, Sound, Then, ThinkJob, UnsavedWork,
    guard::Guarded,
};
use crate::{
    archive::{Collection, IndexError, RecordId, RowNumber},
    file::{FileError, FileRange, Text},
    formats::ListError,
    rules::Position,
    settings::{Recovery, RecoveryId, Settings},
};
use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

/// Files that have been read, at least their beginning, or why they have not.
#[derive(Debug)]
pub struct Opened {
    /// What was asked for.
    pub paths: Vec<PathBuf>,
    /// Those files of which all was unpacked, whatever the limits are.
    pub unpack_whole: Vec<PathBuf>,
    /// The match to show first, counted from 1; the first where none is named.
    pub game: Option<usize>,
    /// Where to stand in it, as it is written on the command line.
    pub at: Option<String>,
    /// The matches.
    pub list: Result<Collection, IndexError>,
    /// Whether any of them looks like a match.
    pub has_matches: bool,
    /// How far the reading has come; nothing when that is all.
    pub reading: Option<Reading>,
    /// What is said of boards of another site that became these matches, which are in no file yet; `None` where the
    /// matches were opened as they are.
    pub imported: Option<Vec<ImportedNote>>,
}

impl Opened {
    /// A file that is there in full, under the name `path`.
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

/// What a person, or a finished piece of work, asks for: of each feature its own.
#[derive(Debug)]
pub enum Action {
    /// A command of the table.
    Do(Command),
    /// On the boards, and with the playhead.
    Playback(PlaybackAction),
    /// In the fields of the record.
    Notes(NotesAction),
    /// With files, and the list of their matches.
    Library(LibraryAction),
    /// With an issue.
    Issues(IssuesAction),
    /// Something about all matches.
    Search(SearchAction),
    /// With exercises.
    Exercises(ExerciseAction),
    /// With a game of Kriegspiel.
    Kriegspiel(KriegspielAction),
    /// Saving and recovering.
    Saving(SavingAction),
    /// With the picture that is exported.
    Pictures(PictureAction),
    /// With an engine.
    Engine(EngineAction),
    /// With what is exact about the match.
    Analysis(AnalysisAction),
    /// With what is chosen for the program.
    Settings(SettingsAction),
    /// With panels, dialogs and messages.
    Shell(ShellAction),
    /// Do what waited for the check for unsaved work.
    Proceed(Then, Guarded),
    /// A job of this kind has panicked; what it was doing.
    JobFailed(JobKind, &'static str),
}

/// How a dialog for a file was closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileAnswer {
    /// With a file.
    Chosen(PathBuf),
    /// Without one.
    Cancelled,
    /// The system has no such dialog.
    NotToBeHad,
}

/// A file to save: what was read, with some of its records in other words.
#[derive(Clone, Debug, PartialEq)]
pub struct SaveJob {
    /// Which of the files that were shown in this session, counted.
    pub opened: u64,
    /// Its place among the files of the list.
    pub number: usize,
    /// What was read.
    pub file: Text,
    /// The records that were changed, by their places in the list, in order.
    pub records: Vec<RecordId>,
    /// The place in the list of the first record of the file.
    pub first: RecordId,
    /// What comes in place of which parts of it, in order.
    pub splices: Vec<(FileRange, Vec<u8>)>,
    /// Where to.
    pub to: PathBuf,
    /// Whether it is refused where another program has changed the file.
    pub check: bool,
    /// Whether it may replace what stands there.
    pub replace: bool,
    /// Whether the former version is kept.
    pub backup: bool,
}

impl SaveJob {
    /// The bytes of the whole file as they shall be, if it is held.
    #[must_use]
    pub fn whole(&self) -> Option<Vec<u8>> {
        let old = self.file.held()?.bytes();
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

/// How a [`SaveJob`] went.
#[derive(Debug)]
pub struct Saved {
    /// Which of the files that were shown in this session, counted.
    pub opened: u64,
    /// Its place among the files of the list.
    pub number: usize,
    /// Where to.
    pub to: PathBuf,
    /// What came of it.
    pub outcome: SaveOutcome,
}

/// What came of saving.
#[derive(Debug)]
pub enum SaveOutcome {
    /// It is done; the file as it is now.
    Done {
        /// The file.
        list: Collection,
        /// The records that were changed, by their places in the list, with the bytes that the file has now.
        records: Vec<(RecordId, Vec<u8>)>,
        /// Whether the former version was kept.
        backed_up: bool,
    },
    /// Another program has changed the file; the lines that differ.
    ChangedOnDisk(Vec<LineDifference>),
    /// Something stands there already.
    Exists,
    /// The disk refused.
    Failed(FileError),
    /// It is saved, and cannot be read again.
    Unread(IndexError),
}

/// A line that is not the same on the disk and in what would be saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineDifference {
    /// Whether it is ours; else it stands on the disk.
    pub mine: bool,
    /// Its number, from 1.
    pub number: usize,
    /// What it says, without its end.
    pub text: String,
}

/// A match to write to a file of its own, or behind what another holds.
#[derive(Clone, Debug, PartialEq)]
pub struct WriteJob {
    /// Where to.
    pub to: PathBuf,
    /// The match.
    pub bytes: Vec<u8>,
    /// How.
    pub kind: WriteKind,
    /// Whether it may replace what stands there.
    pub replace: bool,
}

/// The matches that are listed, to be written to a file of their own.
#[derive(Clone, Debug)]
pub struct ExportJob {
    /// Where to; the end of the name tells the form.
    pub to: PathBuf,
    /// What is listed.
    pub list: Collection,
    /// Which of it, in order.
    pub rows: Vec<RowNumber>,
    /// The bytes of records that have been changed.
    pub changed: BTreeMap<RecordId, Vec<u8>>,
    /// Whether it may replace what stands there.
    pub replace: bool,
}

/// Two are equal if they write as many matches to the same file.
impl PartialEq for ExportJob {
    fn eq(&self, other: &Self) -> bool {
        self.to == other.to && self.rows == other.rows
    }
}

/// How a match is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteKind {
    /// As a file of its own.
    Copy,
    /// Behind what the file holds.
    Append,
    /// As a file of its own: a game as it was heard from this side.
    Heard(Side),
    /// So many matches as a file of their own.
    Matches(usize),
}

/// How a [`WriteJob`] went.
#[derive(Debug)]
pub struct Written {
    /// Where to.
    pub to: PathBuf,
    /// How.
    pub kind: WriteKind,
    /// Whether it was written; it was not where something stands there that may not be replaced.
    pub outcome: Result<bool, ListError>,
}

/// Changes of another time, with the files that they were made in.
#[derive(Debug)]
pub struct Recovered {
    /// Their name.
    pub id: RecoveryId,
    /// The files; or only the records that were changed, where a file that they belong to is not what it was.
    pub list: Collection,
    /// The changes.
    pub recovery: Recovery,
    /// Whether the files are what they were, so that the changes can be saved there.
    pub on_disk: bool,
    /// Those that are not.
    pub others: Vec<PathBuf>,
    /// What the files have where the changes were made, in the order of the changes.
    pub originals: Vec<Vec<u8>>,
}

/// What the state asks of the world. A worker does it and answers with an [`Action`].
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Look for exercises.
    Pose(Box<PoseJob>),
    /// Read files, or folders of files.
    Read {
        /// Where they are.
        paths: Vec<PathBuf>,
        /// So many megabytes may be kept of indexes and unpacked files.
        keep_mb: u32,
        /// The match to show, counted from 1.
        game: Option<usize>,
        /// Where to stand in it.
        at: Option<String>,
        /// Those files of which all is unpacked, whatever the limits are.
        unpack_whole: Vec<PathBuf>,
    },
    /// Read one record of a file that is not held.
    ReadRecord(Box<RecordJob>),
    /// Filter and sort a long list.
    List(Box<ListJob>),
    /// Ask for a file with the system's dialog.
    AskForFile,
    /// Ask for a folder with the system's dialog.
    AskForFolder,
    /// Ask for a path to save to with the system's dialog.
    AskForPath {
        /// What for.
        what: SaveWhat,
        /// A path that would do, if one is known.
        suggested: Option<PathBuf>,
        /// The title of the dialog.
        title: String,
    },
    /// Save the file.
    Save(Box<SaveJob>),
    /// Write the matches that are listed elsewhere.
    Export(Box<ExportJob>),
    /// Write a match elsewhere.
    Write(Box<WriteJob>),
    /// Keep the settings.
    Keep(Box<Settings>),
    /// Keep this against a crash.
    KeepRecovery(Box<UnsavedWork>),
    /// Nothing is unsaved any more.
    ForgetRecovery,
    /// Read what goes with unsaved changes from an earlier session.
    Recover(Box<(RecoveryId, Recovery)>),
    /// Those changes are shown, and become those of this window.
    AdoptRecovery(RecoveryId),
    /// Changes of another time are not wanted.
    RemoveRecovery(RecoveryId),
    /// Put a text on the clipboard.
    Copy(String),
    /// Ask for what the clipboard holds.
    AskForClipboard,
    /// Close the window.
    Quit,
    /// Fill the screen with the window, or no longer.
    FullScreen,
    /// Give the focus to the next region of the window; or, where it is `false`, to the one before.
    GoToRegion(bool),
    /// Open the first menu.
    OpenMenus,
    /// Draw a picture into a file.
    Draw(Box<PictureJob>),
    /// Draw a picture and put it on the clipboard.
    CopyPicture(Box<PictureJob>),
    /// Judge the moments of a match in the background.
    Analyse(Arc<AnalysisJob>),
    /// Judge the position of a variation.
    Judge(Box<Position>),
    /// Something with engines.
    Engine(EngineTask),
    /// Work something out in the background.
    Think(ThinkJob),
    /// Cancel the jobs of this kind: their answers no longer matter.
    Cancel(JobKind),
    /// Ask for the file of a picture with the system's dialog; the name that it has so far.
    AskForPicture(PathBuf),
    /// Let something be heard.
    Play(Sound),
    /// Open a file with the program that the person has chosen for its kind.
    ShowFile(PathBuf),
    /// Show the folder of a file.
    ShowFolder(PathBuf),
    /// Ask something of all matches.
    Ask(Box<AskJob>),
}
