//! The dialogs of the system, asked for through whatever the window shows them with.

use crate::{
    app::{Action, FileAnswer, LibraryAction, PictureAction, SaveWhat, SavingAction},
    formats::{LIST_FORMS, READABLE},
};
use std::path::{Path, PathBuf};

/// A dialog of the system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileDialog {
    /// What is chosen in it.
    pub choice: FileChoice,
    /// Its title.
    pub title: String,
    /// Names of kinds of files, each with the extensions that belong to it.
    pub filters: Vec<(&'static str, &'static [&'static str])>,
    /// The folder that it begins in, if one is known.
    pub folder: Option<PathBuf>,
    /// The name of the file, where one is to be written.
    pub name: String,
}

/// What a dialog of the system lets a person choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileChoice {
    /// One file or several, to be read.
    Files,
    /// A folder.
    Folder,
    /// A path to write to.
    SaveFile,
}

/// How a dialog of the system was closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// With these paths, at least one.
    Paths(Vec<PathBuf>),
    /// With none.
    Cancelled,
    /// It could not be shown at all.
    Unavailable,
}

/// Shows the dialogs of the system.
pub trait Dialogs: Send + Sync {
    /// Shows `dialog`, and returns when it is closed, however long that takes.
    fn show(&self, dialog: &FileDialog) -> Chosen;
}

const MATCH_FILES: (&str, &[&str]) = ("Bughouse matches", &READABLE);
const ALL_FILES: (&str, &[&str]) = ("All files", &["*"]);

/// Asks for a file to open, or several.
pub(super) fn ask_for_files(dialogs: &dyn Dialogs) -> Action {
    let dialog = FileDialog {
        choice: FileChoice::Files,
        title: "Open BPGN files".to_owned(),
        filters: vec![MATCH_FILES, ALL_FILES],
        folder: None,
        name: String::new(),
    };
    match dialogs.show(&dialog) {
        Chosen::Paths(paths) if paths.len() > 1 => Action::Library(LibraryAction::OpenAll(paths)),
        chosen => Action::Library(LibraryAction::FileAsked(one(chosen))),
    }
}

/// Asks for a folder to open.
pub(super) fn ask_for_folder(dialogs: &dyn Dialogs) -> Action {
    let dialog = FileDialog {
        choice: FileChoice::Folder,
        title: "Open all files of a folder".to_owned(),
        filters: Vec::new(),
        folder: None,
        name: String::new(),
    };
    Action::Library(LibraryAction::FileAsked(one(dialogs.show(&dialog))))
}

/// Asks for a path to save `what` to.
pub(super) fn ask_for_path(
    dialogs: &dyn Dialogs,
    what: SaveWhat,
    suggested: Option<&Path>,
    title: String,
) -> Action {
    let (filters, usual): (Vec<_>, _) = match what {
        SaveWhat::Matches => (
            LIST_FORMS.map(|form| (form.row().name, form.row().extensions)).to_vec(),
            "matches.bpgn",
        ),
        SaveWhat::Heard(_) => (vec![MATCH_FILES, ALL_FILES], "game.pgn"),
        SaveWhat::File | SaveWhat::Match | SaveWhat::Append => {
            (vec![MATCH_FILES, ALL_FILES], "match.bpgn")
        }
    };
    let name = suggested.and_then(Path::file_name);
    let dialog = FileDialog {
        choice: FileChoice::SaveFile,
        title,
        filters,
        folder: folder_of(suggested),
        name: name.map_or(usual.into(), |name| name.to_string_lossy().into_owned()),
    };
    Action::Saving(SavingAction::PathAsked(what, one(dialogs.show(&dialog))))
}

/// Asks for a path to write a picture to, which is called `path` so far.
pub(super) fn ask_for_picture(dialogs: &dyn Dialogs, path: &Path) -> Action {
    let name = path.file_name().unwrap_or_default();
    let dialog = FileDialog {
        choice: FileChoice::SaveFile,
        title: "Save the picture".to_owned(),
        filters: Vec::new(),
        folder: folder_of(Some(path)),
        name: name.to_string_lossy().into_owned(),
    };
    Action::Pictures(PictureAction::PathAsked(one(dialogs.show(&dialog))))
}

/// The folder of `path`, if there is one.
fn folder_of(path: Option<&Path>) -> Option<PathBuf> {
    let folder = path.and_then(Path::parent);
    folder.filter(|it| it.is_dir()).map(Path::to_owned)
}

fn one(chosen: Chosen) -> FileAnswer {
    match chosen {
        Chosen::Paths(paths) => {
            paths.into_iter().next().map_or(FileAnswer::Cancelled, FileAnswer::Chosen)
        }
        Chosen::Cancelled => FileAnswer::Cancelled,
        Chosen::Unavailable => FileAnswer::NotToBeHad,
    }
}
