//! [`LibraryAction`] and what comes of it.

use super::{Arrival, Grown, ListStep, RecordRead};
use crate::{
    app::{Dialog, Effect, FileAnswer, Opened, State, Then},
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

impl State {
    pub(in crate::app) fn update_library(&mut self, action: LibraryAction) -> Vec<Effect> {
        match action {
            LibraryAction::Open(path) => return self.open_all(vec![path]),
            LibraryAction::OpenAll(paths) => return self.open_all(paths),
            LibraryAction::Opened(opened) => return self.opened(*opened),
            LibraryAction::Grown(grown) => self.grown(*grown),
            LibraryAction::StopReading => self.stop_reading(),
            LibraryAction::RecordRead(read) => self.record_read(*read),
            LibraryAction::Listed(rows) => self.take_list(rows),
            LibraryAction::Step(step) => self.step_list(step),
            LibraryAction::Sort(by) => self.sort_by(by),
            LibraryAction::FileAsked(answer) => match answer {
                FileAnswer::Chosen(path) => return self.open_all(vec![path]),
                FileAnswer::Cancelled => {}
                FileAnswer::NotToBeHad => {
                    self.shell.dialog = Some(Dialog::OpenPath(String::new()));
                }
            },
            LibraryAction::Choose(id) => {
                // A click on the match that is shown leaves it where it stands.
                if self.file().is_some_and(|file| file.chosen != id) {
                    self.choose(id);
                }
            }
            LibraryAction::ShowAt(id, place) => {
                self.choose(id);
                self.arrive(place);
            }
            LibraryAction::Filter(words) => self.filter(words),
            LibraryAction::Pasted(text) => return self.paste(&text),
        }
        Vec::new()
    }

    fn open_all(&mut self, mut paths: Vec<PathBuf>) -> Vec<Effect> {
        self.shell.dialog = None;
        // Standard input belongs to the command line: a window would wait for it for ever.
        for path in &mut paths {
            if path == Path::new("-") {
                *path = Path::new(".").join(&path);
            }
        }
        if self.shows_half() {
            return vec![self.read(paths, None, None, None)];
        }
        self.guarded(Then::Open(paths))
    }
}
