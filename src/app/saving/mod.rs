//! Saving, and the changes that are kept against a crash.

mod action;
mod copy;
mod destination;
mod guard;
mod recovering;
mod save;

pub use action::SavingAction;
pub use destination::SaveWhat;
pub use guard::Then;

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
    /// Changes that were not saved at another time.
    pub recoverable: Vec<(RecoveryId, Recovery)>,
    /// The files whose former version has been kept in this session.
    pub backed_up: BTreeSet<PathBuf>,
}
