//! The import dialog: one field that takes a link, the number of a game, a player's name, a path or pasted text.

mod action;
mod adding;
mod download;
mod notes;
mod sheet;
mod source;

pub use action::ImportingAction;
pub(in crate::app) use action::{
    finish, open_import_dialog, prompt_typed_path, update_importing, update_matches,
};
pub use adding::{AddJob, Added, target};
pub use download::{Download, DownloadError, DownloadJob, DownloadReport, UpdateFile};
pub use notes::{Imported, ImportedList, ImportedNote, download_note};
pub(in crate::app) use notes::{refuse, report_imported};
pub use sheet::{ImportSheet, PeriodChoice};
pub use source::{ImportSource, TextKind};
