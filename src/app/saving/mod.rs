//! Saving, and the changes that are kept against a crash.

mod action;
mod copy;
mod destination;
mod progress;
mod recovering;
mod save;
mod unsaved_work;

pub use action::SavingAction;
pub use destination::SaveWhat;
pub use progress::{Save, SaveAs};
pub use unsaved_work::UnsavedWork;

use crate::{
    app::Cx,
    settings::{Recovery, RecoveryId},
};

/// What is kept against a crash, and what was kept.
#[derive(Clone, Debug, Default)]
pub struct Saving {
    /// The value of `touched` when what is unsaved was last handed on to be kept.
    pub kept: u64,
    /// Whether something is being kept.
    pub keeps: bool,
    /// Unsaved changes from earlier sessions, until they are shown or discarded.
    pub recoverable: Vec<(RecoveryId, Recovery)>,
    /// The value of `touched` when changes to recover were last asked for, while a job reads them.
    pub(in crate::app) recovering: Option<u64>,
}
pub(in crate::app) use destination::ask_for_path;
pub use destination::why_elsewhere;

/// Drops the question about a save, and what was to follow it.
pub(in crate::app) fn drop_follow_up(cx: &mut Cx<'_>) {
    if let Some(file) = cx.library.file_mut() {
        file.save.drop_follow_up();
    }
}
