//! The user's files: settings and recovery data in versioned RON, and puzzle progress in JSON.
//!
//! A damaged file is reported and renamed, and the defaults are used. A missing file is no error:
//!
//! ```
//! use tandem::settings::{Settings, Store};
//!
//! let (settings, error) = Store::nowhere().load();
//! assert_eq!(settings, Settings::default());
//! assert!(error.is_none());
//! ```
#![allow(
    clippy::disallowed_methods,
    reason = "this is the folder that reads and writes the settings and the recovery files"
)]

mod engine_setup;
mod home;
mod limits;
mod progress;
mod recovery;
mod recovery_pace;
mod recovery_store;
mod store;
mod stored_paths;
mod values;

pub use engine_setup::{ENGINE_OPTIONS, EngineOption, EngineSetup};
pub use home::{full_path, short_path, typed_path};
pub use limits::{ENGINE_DEPTH, ENGINE_NODES, ENGINE_SECONDS, KEEP_MEGABYTES, TEXT_PERCENTS};
pub use progress::{
    DayScore, INTERVALS, Progress, ProgressFileError, PuzzleOutcome, TriedPuzzle, WeekScore,
};
pub use recovery::{ChangedRecord, ListedFile, Recovery};
pub use recovery_pace::RecoveryPace;
pub use recovery_store::{RecoveryError, RecoveryId, RecoveryStore};
pub use store::{
    ContentError, FileStore, ProgressStore, Store, StoreError, Stored, user_cache_folder,
};
pub use values::{
    BoardColors, Layout, MAX_RECENT, ProblemAnswers, PuzzleScore, SetChoice, Settings, Theme,
};
