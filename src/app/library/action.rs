//! [`LibraryAction`] and what comes of it.

use super::{Arrival, Grown, ListStep, RecordRead, completing::shows_half, opening::read};
use crate::{
    app::{
        Cx, Dialog, FileAnswer, Opened, Then, guard,
        library::{
            listing::{filter, sort_by, step_list, stop_reading, take_grown, take_list},
            opening::{choose, take_opened},
            pasting::paste,
            record::{arrive, record_read},
        },
    },
    archive::{CellValue, RecordId, RowNumber},
};
use std::path::{Path, PathBuf};

/// Files that are opened, and the list of their matches.
#[derive(Debug)]
pub enum LibraryAction {
    /// Open a file, or a folder of files.
    Open(PathBuf),
    /// Open files and folders as one list.
    OpenAll(Vec<PathBuf>),
    /// A file has been read.
    Opened(Box<Opened>),
    /// More of it has been read.
    Grown(Box<Grown>),
    /// Read no more of it.
    StopReading,
    /// A record has been read.
    RecordRead(Box<RecordRead>),
    /// The list that was asked for has been filtered and sorted: its rows.
    Listed(Vec<RowNumber>),
    /// Go through the list as it is shown.
    Step(ListStep),
    /// Sort the list by a column.
    Sort(CellValue),
    /// The dialog for a file was closed: with a choice, without one, or it is not to be had here.
    FileAsked(FileAnswer),
    /// Show a match of the file.
    Choose(RecordId),
    /// Show a match of the file at a place.
    ShowAt(RecordId, Arrival),
    /// Show only matches with these words.
    Filter(String),
    /// What the clipboard holds, to be opened.
    Pasted(String),
}

pub(in crate::app) fn update_library(cx: &mut Cx<'_>, action: LibraryAction) {
    match action {
        LibraryAction::Open(path) => open_all(cx, vec![path]),
        LibraryAction::OpenAll(paths) => open_all(cx, paths),
        LibraryAction::Opened(opened) => take_opened(cx, *opened),
        LibraryAction::Grown(grown) => take_grown(cx, *grown),
        LibraryAction::StopReading => stop_reading(cx),
        LibraryAction::RecordRead(read) => record_read(cx, *read),
        LibraryAction::Listed(rows) => take_list(cx, rows),
        LibraryAction::Step(step) => step_list(cx, step),
        LibraryAction::Sort(by) => sort_by(cx, by),
        LibraryAction::FileAsked(answer) => match answer {
            FileAnswer::Chosen(path) => open_all(cx, vec![path]),
            FileAnswer::Cancelled => {}
            FileAnswer::NotToBeHad => {
                cx.shell.dialog = Some(Dialog::OpenPath(String::new()));
            }
        },
        LibraryAction::Choose(id) => {
            // A click on the match that is shown leaves it where it stands.
            if cx.file().is_some_and(|file| file.chosen != id) {
                choose(cx, id);
            }
        }
        LibraryAction::ShowAt(id, place) => {
            choose(cx, id);
            arrive(cx, place);
        }
        LibraryAction::Filter(words) => filter(cx, words),
        LibraryAction::Pasted(text) => paste(cx, &text),
    }
}

fn open_all(cx: &mut Cx<'_>, mut paths: Vec<PathBuf>) {
    cx.shell.dialog = None;
    // Standard input belongs to the command line: a window would wait for it for ever.
    for path in &mut paths {
        if path == Path::new("-") {
            *path = Path::new(".").join(&path);
        }
    }
    if shows_half(cx) {
        return read(cx, paths, None, None, None);
    }
    guard::guarded(cx, Then::Open(paths));
}
