//! The open files, the match list, and the chosen record.

mod action;
mod completing;
mod file_check;
mod listing;
mod opening;
mod pasting;
mod record;
mod recovered;
mod sample;
mod undo;

pub use action::LibraryAction;
pub(in crate::app) use action::update_library;
pub use file_check::{ChangedFile, FileCheckJob, FilesChecked, can_reload};
pub use listing::{EditedRows, GrownList, ListJob, Listing};
pub(in crate::app) use listing::{
    refresh_listing, stop_listing, stop_loading, stop_reading, update_listing,
};
pub(in crate::app) use opening::{close, read, show, show_unsaved, step_match};
pub(in crate::app) use pasting::{reinterpret_numbers, show_imported, show_pasted_text};
pub use record::{RecordJob, RecordRead};
pub(in crate::app) use record::{arrive, choose, forget_arrival, show_chosen};
pub(in crate::app) use sample::show_sample;
pub use sample::{SAMPLE, SAMPLE_NAME, Sample, sample};
pub use undo::undo_names;
pub(in crate::app) use undo::{redo, undo};
