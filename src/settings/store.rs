//! Where the values are kept.

use super::Settings;
use crate::file::{FileError, atomic_write, check_regular, open_regular};
use std::{
    io::Read as _,
    path::{Path, PathBuf},
};

/// The settings file.
#[derive(Clone, Debug)]
pub struct Store {
    path: Option<PathBuf>,
}

/// No settings file is longer, in bytes: thousands of answers to problems are a tenth of it.
const MAX_BYTES: u64 = 4_000_000;

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
    /// The system did not give the file's contents.
    #[error(
        "the settings could not be read: {reason}; defaults are used, and what was there is kept as {kept}"
    )]
    Unreadable {
        /// What the disk says.
        reason: FileError,
        /// Its new name.
        kept: PathBuf,
    },
    /// The file can neither be read nor get another name, and must not be overwritten.
    #[error(
        "the settings could not be read: {0}; defaults are used, and changes are not saved until you move or delete it"
    )]
    InTheWay(FileError),
    /// Values have been replaced that are out of range.
    #[error(
        "values out of range in settings.ron were replaced by the nearest limit or the default: {}",
        .0.join(", ")
    )]
    OutOfRange(Vec<&'static str>),
    /// The disk refused.
    #[error("the settings could not be kept: {0}")]
    Disk(#[from] FileError),
}

impl StoreError {
    /// Whether saving would overwrite settings that were never read.
    #[must_use]
    pub const fn forbids_saving(&self) -> bool {
        matches!(self, Self::InTheWay { .. })
    }
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

    /// The settings: defaults where there is no file, and defaults with an error where it cannot be read, in which case it
    /// is kept under another name. Values out of range are replaced, with an error that names them.
    #[must_use]
    pub fn load(&self) -> (Settings, Option<StoreError>) {
        let Some(path) = &self.path else {
            return (Settings::default(), None);
        };
        let refused = match read_bytes(path) {
            Ok(bytes) => match ron::from_str::<Settings>(&String::from_utf8_lossy(&bytes)) {
                Ok(mut settings) => {
                    let names = settings.limit();
                    let error = (!names.is_empty()).then_some(StoreError::OutOfRange(names));
                    return (settings, error);
                }
                Err(error) => Refused::Text(error.span.start),
            },
            Err(FileError::Missing(_)) => return (Settings::default(), None),
            Err(error) => Refused::Disk(error),
        };
        (Settings::default(), Some(refused.kept_aside(path)))
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

/// Why a settings file is not used.
enum Refused {
    /// From this place on it is nothing that this version knows.
    Text(ron::error::Position),
    /// It could not be read.
    Disk(FileError),
}

impl Refused {
    /// Gives the file at `path` another name, so that nothing is lost when settings are saved.
    fn kept_aside(self, path: &Path) -> StoreError {
        match (self, keep_aside(path)) {
            (Self::Text(at), Ok(kept)) => {
                StoreError::Broken { line: at.line, column: at.col, kept }
            }
            (Self::Disk(reason), Ok(kept)) => StoreError::Unreadable { reason, kept },
            (Self::Disk(reason), Err(_)) | (Self::Text(_), Err(reason)) => {
                StoreError::InTheWay(reason)
            }
        }
    }
}

/// What the settings file holds, if that is no longer than one can be.
fn read_bytes(path: &Path) -> Result<Vec<u8>, FileError> {
    let unread = |reason| FileError::Read { reason, path: path.to_owned() };
    let mut bytes = Vec::new();
    open_regular(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(unread)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(unread(std::io::Error::other("it is longer than settings can be")));
    }
    Ok(bytes)
}

/// Gives the file or folder at `path` another name, which it returns. What was kept aside before stays, and so does a
/// device or a pipe, which may be another program's and holds nothing that a save could overwrite.
fn keep_aside(path: &Path) -> Result<PathBuf, FileError> {
    if let Err(error @ FileError::NotAFile(_)) = check_regular(path) {
        return Err(error);
    }
    let names =
        std::iter::once("ron.bak".to_owned()).chain((2..100).map(|n| format!("ron.bak{n}")));
    let mut free = names.map(|name| path.with_extension(name));
    let kept = free.find(|kept| std::fs::symlink_metadata(kept).is_err());
    let kept = kept.unwrap_or_else(|| path.with_extension("ron.bak"));
    std::fs::rename(path, &kept).map_err(unwritten(path))?;
    Ok(kept)
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
        // A link, so that no device of the system is at stake.
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.ron");
        std::os::unix::fs::symlink("/dev/null", &path).unwrap();
        let error = Store::at(&path).load().1.expect("said");
        assert!(error.forbids_saving());
        let expect = "the settings could not be read: this is a device or a pipe";
        assert!(error.to_string().starts_with(expect), "{error}");
        assert!(path.is_symlink(), "it stays where it is");
        // A folder may hold something, and is kept.
        std::fs::remove_file(&path).unwrap();
        std::fs::create_dir(&path).unwrap();
        let error = Store::at(&path).load().1.expect("said");
        assert!(!error.forbids_saving());
        assert!(folder.path().join("settings.ron.bak").is_dir() && !path.exists());
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
