//! The system's file dialogs, shown through the [`Dialogs`] of the window.

use super::{JobContext, Lane, task::Task};
use crate::{
    app::{
        Action, FileAnswer, LibraryAction, PictureAction, PuzzleAction, SaveTarget, SavingAction,
    },
    formats::{BookFormat, LIST_FORMATS, PuzzleFormat, READABLE},
    settings::{Progress, ProgressFileError},
};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// The name and the extensions of a file type.
type FileFilter = (&'static str, &'static [&'static str]);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileDialog {
    pub choice: FileChoice,
    pub title: String,
    pub filters: Vec<FileFilter>,
    pub folder: Option<PathBuf>,
    /// The suggested file name; empty in dialogs that open files.
    pub name: String,
}

impl FileDialog {
    /// Returns a dialog that suggests neither a folder nor a name.
    fn of(choice: FileChoice, title: &str, filters: &[FileFilter]) -> Self {
        let (title, filters) = (title.to_owned(), filters.to_vec());
        Self { choice, title, filters, folder: None, name: String::new() }
    }

    /// Suggests the name of `path`, and its folder if the folder exists.
    fn suggesting(mut self, path: &Path) -> Self {
        self.folder = path.parent().filter(|it| it.is_dir()).map(Path::to_owned);
        self.name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self
    }
}

/// What the user chooses in a dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileChoice {
    /// One or more existing files.
    Files,
    Folder,
    /// A path to write to.
    SaveFile,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DialogResult {
    /// The chosen paths, at least one.
    Paths(Vec<PathBuf>),
    Cancelled,
    /// The system could not show the dialog.
    Unavailable,
}

pub trait Dialogs: Send + Sync {
    /// Blocks until the dialog is closed.
    fn show(&self, dialog: &FileDialog) -> DialogResult;
}

const MATCH_FILES: [FileFilter; 2] = [("Bughouse matches", &READABLE), ALL_FILES];
const PDF_FILES: [FileFilter; 2] = [("PDF", &["pdf"]), ALL_FILES];
const PROGRESS_FILES: [FileFilter; 2] = [("Puzzle progress", &["json"]), ALL_FILES];
const ALL_FILES: FileFilter = ("All files", &["*"]);

/// Shows a dialog and returns its result.
type Show = Box<dyn FnOnce(&dyn Dialogs) -> Action + Send>;

/// A file dialog of the system.
pub(super) struct Prompt {
    pub(super) dialogs: Arc<dyn Dialogs>,
    pub(super) show: Show,
}

impl Task for Prompt {
    const TITLE: &'static str = "the system's file dialog";
    const LANE: Lane = Lane::Dialogs;

    fn run(self, context: &JobContext<Action>) {
        context.send((self.show)(&*self.dialogs));
    }
}

pub(super) fn prompt_files(dialogs: &dyn Dialogs) -> LibraryAction {
    let dialog = FileDialog::of(FileChoice::Files, "Open match files", &MATCH_FILES);
    match dialogs.show(&dialog) {
        DialogResult::Paths(paths) if paths.len() > 1 => LibraryAction::OpenAll(paths),
        chosen => LibraryAction::OpenDialogClosed(first_path(chosen)),
    }
}

/// Shows a dialog to import a progress file, and reads it.
pub(super) fn prompt_progress_file(dialogs: &dyn Dialogs) -> PuzzleAction {
    let dialog = FileDialog::of(FileChoice::Files, "Import puzzle progress", &PROGRESS_FILES);
    let imported = match first_path(dialogs.show(&dialog)) {
        FileAnswer::Chosen(path) => Some(Progress::read(&path).map(Box::new)),
        FileAnswer::Cancelled => None,
        FileAnswer::Unavailable => Some(Err(ProgressFileError::NoDialog)),
    };
    PuzzleAction::ProgressImported(imported)
}

pub(super) fn prompt_folder(dialogs: &dyn Dialogs) -> LibraryAction {
    let dialog = FileDialog::of(FileChoice::Folder, "Open all files of a folder", &[]);
    LibraryAction::OpenDialogClosed(first_path(dialogs.show(&dialog)))
}

/// Shows the save dialog for `what`, with its file types. `suggested` sets the folder and the file name.
pub(super) fn prompt_path(
    dialogs: &dyn Dialogs,
    what: SaveTarget,
    suggested: Option<&Path>,
    title: &str,
) -> SavingAction {
    let list_formats = LIST_FORMATS.map(|format| (format.row().name, format.row().extensions));
    let puzzle_formats = PuzzleFormat::ALL.map(PuzzleFormat::names);
    let book_formats = BookFormat::ALL.map(BookFormat::names);
    let (filters, default_name): (&[FileFilter], _) = match what {
        SaveTarget::Matches => (&list_formats, "matches.bpgn"),
        SaveTarget::Puzzles => (&puzzle_formats, "puzzles.bpgn"),
        SaveTarget::PuzzleSheet => (&PDF_FILES, "puzzles.pdf"),
        SaveTarget::Book => (&book_formats, "mistakes.pdf"),
        SaveTarget::Heard(_) => (&MATCH_FILES, "game.pgn"),
        SaveTarget::Progress => (&PROGRESS_FILES, "puzzles.json"),
        SaveTarget::File | SaveTarget::Match | SaveTarget::Append | SaveTarget::Downloaded => {
            (&MATCH_FILES, "match.bpgn")
        }
    };
    let suggested = suggested.unwrap_or(Path::new(default_name));
    let dialog = FileDialog::of(FileChoice::SaveFile, title, filters).suggesting(suggested);
    SavingAction::SaveDialogClosed(what, first_path(dialogs.show(&dialog)))
}

/// Shows a dialog to export a picture; `path` is the current destination.
pub(super) fn prompt_picture_path(dialogs: &dyn Dialogs, path: &Path) -> PictureAction {
    let dialog = FileDialog::of(FileChoice::SaveFile, "Save the picture", &[]).suggesting(path);
    PictureAction::SaveDialogClosed(first_path(dialogs.show(&dialog)))
}

fn first_path(chosen: DialogResult) -> FileAnswer {
    match chosen {
        DialogResult::Paths(paths) => {
            paths.into_iter().next().map_or(FileAnswer::Cancelled, FileAnswer::Chosen)
        }
        DialogResult::Cancelled => FileAnswer::Cancelled,
        DialogResult::Unavailable => FileAnswer::Unavailable,
    }
}
