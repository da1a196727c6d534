//! The files that are open, and the list of their matches.

mod action;
mod completing;
mod file;
mod importing;
mod listing;
mod opening;
mod pasting;
mod record;
mod rows;
mod storage;
mod unpacking;

pub use action::LibraryAction;
pub(in crate::app) use file::ReadRequest;
pub use file::{Filter, Library, OpenFile};
pub use importing::{ImportedNote, import_notes};
pub use listing::{Edited, Grown, ListJob, ListStep, Listing, Reading};
pub use record::{Arrival, RecordJob, RecordRead};
pub use rows::MatchRow;
pub use storage::Storage;
pub use unpacking::UnpackWhole;
