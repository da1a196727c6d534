//! The system's file dialogs, shown through the [`Dialogs`] of the window.

use crate::{
    app::{FileAnswer, LibraryAction, PictureAction, PuzzleAction, SaveTarget, SavingAction},
    formats::{LIST_FORMATS, PuzzleFormat, READABLE},
    settings::ProgressStore,
};
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileDialog {
    pub choice: FileChoice,
    pub title: String,
    /// The name and the extensions of each file type.
    pub filters: Vec<(&'static str, &'static [&'static str])>,
    pub folder: Option<PathBuf>,
    /// The suggested file name; empty in dialogs that open files.
    pub name: String,
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

const MATCH_FILES: (&str, &[&str]) = ("Bughouse matches", &READABLE);
const PROGRESS_FILES: (&str, &[&str]) = ("Puzzle progress", &["json"]);
const ALL_FILES: (&str, &[&str]) = ("All files", &["*"]);

pub(super) fn prompt_files(dialogs: &dyn Dialogs) -> LibraryAction {
    let dialog = FileDialog {
        choice: FileChoice::Files,
        title: "Open match files".to_owned(),
        filters: vec![MATCH_FILES, ALL_FILES],
        folder: None,
        name: String::new(),
    };
    match dialogs.show(&dialog) {
        DialogResult::Paths(paths) if paths.len() > 1 => LibraryAction::OpenAll(paths),
        chosen => LibraryAction::OpenDialogClosed(first_path(chosen)),
    }
}

/// Shows a dialog to import a progress file, and reads it.
pub(super) fn prompt_progress_file(dialogs: &dyn Dialogs) -> PuzzleAction {
    let dialog = FileDialog {
        choice: FileChoice::Files,
        title: "Import puzzle progress".to_owned(),
        filters: vec![PROGRESS_FILES, ALL_FILES],
        folder: None,
        name: String::new(),
    };
    let imported = match first_path(dialogs.show(&dialog)) {
        FileAnswer::Chosen(path) => {
            let read = ProgressStore::import(&path).map(Box::new);
            Some(read.map_err(|error| error.to_string()))
        }
        FileAnswer::Cancelled => None,
        FileAnswer::Unavailable => {
            Some(Err("cannot choose a file: the system has no file dialog".to_owned()))
        }
    };
    PuzzleAction::ProgressImported(imported)
}

pub(super) fn prompt_folder(dialogs: &dyn Dialogs) -> LibraryAction {
    let dialog = FileDialog {
        choice: FileChoice::Folder,
        title: "Open all files of a folder".to_owned(),
        filters: Vec::new(),
        folder: None,
        name: String::new(),
    };
    LibraryAction::OpenDialogClosed(first_path(dialogs.show(&dialog)))
}

/// Shows the save dialog for `what`, with its file types. `suggested` sets the folder and the file name.
pub(super) fn prompt_path(
    dialogs: &dyn Dialogs,
    what: SaveTarget,
    suggested: Option<&Path>,
    title: String,
) -> SavingAction {
    let (filters, default_name): (Vec<_>, _) = match what {
        SaveTarget::Matches => (
            LIST_FORMATS.map(|format| (format.row().name, format.row().extensions)).to_vec(),
            "matches.bpgn",
        ),
        SaveTarget::Puzzles => {
            (PuzzleFormat::ALL.map(PuzzleFormat::names).to_vec(), "puzzles.bpgn")
        }
        SaveTarget::Heard(_) => (vec![MATCH_FILES, ALL_FILES], "game.pgn"),
        SaveTarget::Progress => (vec![PROGRESS_FILES, ALL_FILES], "puzzles.json"),
        SaveTarget::File | SaveTarget::Match | SaveTarget::Append | SaveTarget::Downloaded => {
            (vec![MATCH_FILES, ALL_FILES], "match.bpgn")
        }
    };
    let name = suggested.and_then(Path::file_name);
    let dialog = FileDialog {
        choice: FileChoice::SaveFile,
        title,
        filters,
        folder: folder_of(suggested),
        name: name.map_or(default_name.into(), |name| name.to_string_lossy().into_owned()),
    };
    SavingAction::SaveDialogClosed(what, first_path(dialogs.show(&dialog)))
}

/// Shows a dialog to export a picture; `path` is the current destination.
pub(super) fn prompt_picture_path(dialogs: &dyn Dialogs, path: &Path) -> PictureAction {
    let name = path.file_name().unwrap_or_default();
    let dialog = FileDialog {
        choice: FileChoice::SaveFile,
        title: "Save the picture".to_owned(),
        filters: Vec::new(),
        folder: folder_of(Some(path)),
        name: name.to_string_lossy().into_owned(),
    };
    PictureAction::SaveDialogClosed(first_path(dialogs.show(&dialog)))
}

fn folder_of(path: Option<&Path>) -> Option<PathBuf> {
    let folder = path.and_then(Path::parent);
    folder.filter(|it| it.is_dir()).map(Path::to_owned)
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
