//! Saving, and the changes that are kept against a crash.

mod action;
mod copy;
mod destination;
mod guard;
mod progress;
mod recovering;
mod save;
mod unsaved_work;

pub use action::SavingAction;
pub use destination::SaveWhat;
pub(in crate::app) use guard::Guarded;
pub use guard::Then;
pub use progress::{Save, SaveAs};
pub use unsaved_work::UnsavedWork;

use crate::settings::{Recovery, RecoveryId};
use std::{collections::BTreeSet, path::PathBuf};

/// What is kept against a crash, and what was kept.
#[derive(Clone, Debug, Default)]
pub struct Saving {
    /// Grows with everything that is changed, typed or saved.
    pub touched: u64,
    /// The value of `touched` when what is unsaved was last handed on to be kept.
    pub kept: u64,
    /// Whether something is being kept.
    pub keeps: bool,
    /// Unsaved changes from earlier sessions, until they are shown or discarded.
    pub recoverable: Vec<(RecoveryId, Recovery)>,
    /// The value of `touched` when changes to recover were last asked for, while a job reads them.
    pub(in crate::app) recovering: Option<u64>,
    /// The files whose former version has been kept in this session.
    pub backed_up: BTreeSet<PathBuf>,
}
