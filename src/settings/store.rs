//! Where the values are kept.

use super::Settings;
use crate::file::{FileError, atomic_write, read_regular};
use std::path::{Path, PathBuf};

/// The settings file.
#[derive(Clone, Debug)]
pub struct Store {
    path: Option<PathBuf>,
}

/// Why settings could not be read or kept.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file is not what a version of this program has written.
    #[error(
        "the settings could not be read: line {line}, column {column} is nothing that this version knows; \
         defaults are used, and the file is kept as {kept}"
    )]
    Broken {
        /// The line that is not understood, from 1.
        line: usize,
        /// The place in it, from 1.
        column: usize,
        /// Its new name.
        kept: PathBuf,
    },
    /// There is something at its path that cannot be read.
    #[error("the settings could not be read, and defaults are used: {0}")]
    Unread(FileError),
    /// The disk refused.
    #[error("the settings could not be kept: {0}")]
    Disk(#[from] FileError),
}

impl Store {
    /// The settings file of this user; without a home folder nothing is kept.
    #[must_use]
    pub fn of_user() -> Self {
        let dirs = directories::ProjectDirs::from("", "", "tandem");
        Self { path: dirs.map(|dirs| dirs.config_dir().join("settings.ron")) }
    }

    /// The settings file at `path`.
    #[must_use]
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self { path: Some(path.into()) }
    }

    /// A store that keeps nothing.
    #[must_use]
    pub const fn nowhere() -> Self {
        Self { path: None }
    }

    /// The settings: defaults where there is no file, and defaults with an error where it is broken, in
    /// which case the broken file is kept under another name.
    #[must_use]
    pub fn load(&self) -> (Settings, Option<StoreError>) {
        let Some(path) = &self.path else {
            return (Settings::default(), None);
        };
        let text = match read_regular(path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(FileError::Missing(_)) => return (Settings::default(), None),
            Err(error) => return (Settings::default(), Some(StoreError::Unread(error))),
        };
        match ron::from_str(&text) {
            Ok(settings) => (settings, None),
            Err(error) => {
                let kept = path.with_extension("ron.bak");
                let error = match std::fs::rename(path, &kept) {
                    Ok(()) => StoreError::Broken {
                        line: error.span.start.line,
                        column: error.span.start.col,
                        kept,
                    },
                    Err(reason) => unwritten(path)(reason).into(),
                };
                (Settings::default(), Some(error))
            }
        }
    }

    /// Keeps `settings`: written beside and renamed, so that a broken write leaves the old ones.
    ///
    /// # Errors
    /// What the disk says.
    pub fn save(&self, settings: &Settings) -> Result<(), StoreError> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let folder = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder).map_err(unwritten(folder))?;
        let text = ron::ser::to_string_pretty(settings, ron::ser::PrettyConfig::default())
            .map_err(|error| unwritten(path)(std::io::Error::other(error)))?;
        atomic_write(path, text.as_bytes(), false)?;
        Ok(())
    }
}

/// The folder for what this user's programs can make again; `None` without a home folder.
#[must_use]
pub fn cache_of_user() -> Option<PathBuf> {
    let dirs = directories::ProjectDirs::from("", "", "tandem");
    dirs.map(|dirs| dirs.cache_dir().to_owned())
}

fn unwritten(path: &Path) -> impl FnOnce(std::io::Error) -> FileError {
    move |reason| FileError::Write { reason, path: path.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path().join("a/settings.ron"));
        let mut settings = Settings::default();
        settings.remember(Path::new("/x/match.bpgn"));
        settings.flipped = true;
        store.save(&settings).unwrap();
        let (read, error) = store.load();
        assert!(error.is_none());
        assert_eq!(read, settings);
    }

    #[test]
    fn a_broken_file_is_kept_aside_and_said() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.ron");
        std::fs::write(&path, "(flipped: perhaps)").unwrap();
        let (read, error) = Store::at(&path).load();
        assert_eq!(read, Settings::default());
        let error = error.expect("said").to_string();
        assert!(error.contains("line 1, column 10 is nothing"), "{error}");
        assert!(folder.path().join("settings.ron.bak").exists());
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_said_and_not_waited_for() {
        let error = Store::at("/dev/null").load().1.expect("said").to_string();
        let expect =
            "the settings could not be read, and defaults are used: this is a device or a pipe";
        assert!(error.starts_with(expect), "{error}");
        let folder = tempfile::tempdir().unwrap();
        assert!(Store::at(folder.path()).load().1.is_some());
    }

    #[test]
    fn a_field_that_is_missing_takes_its_default() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.ron");
        std::fs::write(&path, "(flipped: true, from_the_future: 3)").unwrap();
        let (read, error) = Store::at(&path).load();
        assert!(error.is_none(), "{error:?}");
        assert!(read.flipped);
        assert_eq!(read.pieces, "tandem");
    }
}
