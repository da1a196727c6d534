//! What can be asked of the state, and what the state asks of the world.

use super::{Command, Dialog, Panel};
use crate::{
    archive::{Archive, RecordId},
    file::FileError,
    rules::BoardId,
    settings::{BoardColors, Settings, Theme},
    timeline,
};
use std::{path::PathBuf, sync::Arc};

/// A file that has been read, or why it has not.
#[derive(Debug)]
pub struct Opened {
    /// What was asked for.
    pub path: PathBuf,
    /// The match to show first, counted from 1; the first where none is named.
    pub game: Option<usize>,
    /// Where to stand in it, as it is written on the command line.
    pub at: Option<String>,
    /// The file.
    pub archive: Result<Arc<Archive>, FileError>,
}

/// What a person, or a finished piece of work, asks for.
#[derive(Debug)]
pub enum Action {
    /// A command of the table.
    Do(Command),
    /// Something of the playhead.
    Play(timeline::Command),
    /// Seconds have passed.
    Tick(f32),
    /// Open a file.
    Open(PathBuf),
    /// A file has been read.
    Opened(Box<Opened>),
    /// The dialog for a file was closed: with a choice, without one, or it is not to be had here.
    FileAsked(FileAnswer),
    /// Show a match of the file.
    Choose(RecordId),
    /// Show only matches with these words.
    Filter(String),
    /// Go to the ply that an issue speaks of, and light its place in the text.
    GoToIssue(usize),
    /// The same, and show the text.
    ShowIssue(usize),
    /// What the clipboard holds, to be opened.
    Pasted(String),
    /// Show a panel.
    Show(Panel),
    /// Show a dialog, or none.
    Dialog(Option<Dialog>),
    /// Put a message away.
    CloseNotice(usize),
    /// Board that the pointer is over or that was played on last: the one that `Shift` steps on.
    TakeInHand(BoardId),
    /// Light, dark, or as the system is.
    Theme(Theme),
    /// The colours of the squares.
    BoardColors(BoardColors),
    /// The piece set.
    Pieces(&'static str),
    /// Say an error, which has neither a capital nor a full stop yet: a setting could not be kept, a
    /// picture not be read.
    Say(String),
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

/// What the state asks of the world. A worker does it and answers with an [`Action`].
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Read a file.
    Read {
        /// Where it is.
        path: PathBuf,
        /// The match to show, counted from 1.
        game: Option<usize>,
        /// Where to stand in it.
        at: Option<String>,
    },
    /// Ask for a file with the system's dialog.
    AskForFile,
    /// Keep the settings.
    Keep(Box<Settings>),
    /// Put a text on the clipboard.
    Copy(String),
    /// Ask for what the clipboard holds.
    AskForClipboard,
    /// Close the window.
    Quit,
}
