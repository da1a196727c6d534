//! The import dialog: one field that takes a link, the number of a game, a player's name, a path or pasted text.

mod action;
mod adding;
mod download;
mod sheet;
mod source;

pub use action::ImportingAction;
pub use adding::{AddJob, Added, target};
pub use download::{
    Download, DownloadError, DownloadJob, DownloadReport, UpdateFile, download_note,
};
pub use sheet::{ImportForm, ImportSheet, PeriodChoice};
pub use source::{ImportSource, TextKind};
