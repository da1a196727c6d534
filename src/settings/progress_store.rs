//! [`ProgressStore`]: loading and saving of the puzzle progress.

use super::{
    Progress,
    store::{move_aside, read_limited, write_in_folder},
};
use crate::file::FileError;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug)]
pub struct ProgressStore {
    path: Option<PathBuf>,
}

/// The maximum size of the file, in bytes: over ten times the size of a file with the maximum number of puzzles.
const MAX_BYTES: u64 = 64_000_000;

#[derive(Debug, thiserror::Error)]
pub enum ProgressError {
    /// The file is damaged, or is not a progress file.
    #[error("cannot read the puzzle progress: {why}; starting empty, and the file was renamed to {}", .moved_to.display())]
    Broken {
        /// The JSON error, with line and column.
        why: serde_json::Error,
        moved_to: PathBuf,
    },
    #[error("cannot read the puzzle progress: {reason}; starting empty, and the file was renamed to {}", .moved_to.display())]
    Unreadable { reason: FileError, moved_to: PathBuf },
    /// The file can neither be read nor renamed, and must not be overwritten.
    #[error(
        "cannot read the puzzle progress: {0}; results are not saved until you move or delete the file"
    )]
    InTheWay(FileError),
    /// The file to import is not a progress file.
    #[error("{}: not a puzzle progress file ({why})", .path.display())]
    NotProgress {
        /// The JSON error, with line and column.
        why: serde_json::Error,
        path: PathBuf,
    },
    #[error(transparent)]
    Disk(#[from] FileError),
}

impl ProgressError {
    /// Returns whether saving would overwrite progress that could not be read.
    #[must_use]
    pub const fn forbids_saving(&self) -> bool {
        matches!(self, Self::InTheWay(_))
    }
}

impl ProgressStore {
    /// Returns the store of the current user. Without a home folder nothing is saved.
    #[must_use]
    pub fn for_user() -> Self {
        let dirs = directories::ProjectDirs::from("", "", "tandem");
        Self { path: dirs.map(|dirs| dirs.data_dir().join("puzzles.json")) }
    }

    #[must_use]
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self { path: Some(path.into()) }
    }

    /// Returns a store that saves nothing.
    #[must_use]
    pub const fn nowhere() -> Self {
        Self { path: None }
    }

    /// Loads the progress. Without a file, the progress is empty. A file that cannot be read is renamed if possible;
    /// the progress is then empty, and the error is returned.
    #[must_use]
    pub fn load(&self) -> (Progress, Option<ProgressError>) {
        let Some(path) = &self.path else { return (Progress::default(), None) };
        let error = match read_limited(path, MAX_BYTES) {
            Ok(bytes) => match Progress::from_json(&String::from_utf8_lossy(&bytes)) {
                Ok(progress) => return (progress, None),
                Err(why) => match move_aside(path) {
                    Ok(moved_to) => ProgressError::Broken { why, moved_to },
                    Err(reason) => ProgressError::InTheWay(reason),
                },
            },
            Err(FileError::Missing(_)) => return (Progress::default(), None),
            Err(reason) => match move_aside(path) {
                Ok(moved_to) => ProgressError::Unreadable { reason, moved_to },
                Err(_) => ProgressError::InTheWay(reason),
            },
        };
        (Progress::default(), Some(error))
    }

    /// Saves `progress` atomically.
    ///
    /// # Errors
    /// Disk errors.
    pub fn save(&self, progress: &Progress) -> Result<(), ProgressError> {
        let Some(path) = &self.path else { return Ok(()) };
        Ok(write_in_folder(path, &progress.to_json())?)
    }

    /// Reads a progress file that the user exported.
    ///
    /// # Errors
    /// [`ProgressError::Disk`], or [`ProgressError::NotProgress`] for other files.
    pub fn import(path: &Path) -> Result<Progress, ProgressError> {
        let bytes = read_limited(path, MAX_BYTES)?;
        Progress::from_json(&String::from_utf8_lossy(&bytes))
            .map_err(|why| ProgressError::NotProgress { why, path: path.to_owned() })
    }
}
