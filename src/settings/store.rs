//! [`Store`]: loading and saving of the settings.

use super::Settings;
use crate::file::{FileError, atomic_write, check_regular, open_regular, system::fs};
use std::{
    io::Read as _,
    path::{Path, PathBuf},
};

#[derive(Clone, Debug)]
pub struct Store {
    path: Option<PathBuf>,
}

/// The maximum size of the file, in bytes; about ten times that of a file with thousands of puzzle results.
const MAX_BYTES: u64 = 4_000_000;

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file is damaged, or is not a settings file.
    #[error(
        "cannot read the settings: unknown value in line {line}, column {column}; using \
         defaults, and the file was renamed to {moved_to}"
    )]
    Broken {
        /// Counted from 1.
        line: usize,
        /// Counted from 1.
        column: usize,
        moved_to: PathBuf,
    },
    #[error(
        "cannot read the settings: {reason}; using defaults, and the old file was renamed to \
         {moved_to}"
    )]
    Unreadable { reason: FileError, moved_to: PathBuf },
    /// The file can neither be read nor renamed, and must not be overwritten.
    #[error(
        "cannot read the settings: {0}; using defaults. Changes are not saved until you move or \
         delete the file"
    )]
    InTheWay(FileError),
    /// Values out of range were replaced in these settings.
    #[error(
        "replaced values out of range in settings.ron: {}",
        .0.join(", ")
    )]
    OutOfRange(Vec<&'static str>),
    #[error("cannot save the settings: {0}")]
    Disk(#[from] FileError),
}

impl StoreError {
    /// Returns whether saving would overwrite settings that could not be read.
    #[must_use]
    pub const fn forbids_saving(&self) -> bool {
        matches!(self, Self::InTheWay { .. })
    }
}

impl Store {
    /// Returns the store of the current user. Without a home folder nothing is saved.
    #[must_use]
    pub fn for_user() -> Self {
        let dirs = directories::ProjectDirs::from("", "", "tandem");
        Self { path: dirs.map(|dirs| dirs.config_dir().join("settings.ron")) }
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

    /// Loads the settings, or the defaults if there is no file. A file that cannot be read is renamed if possible, and
    /// the error is returned with the defaults. Values out of range are replaced; the error then names the settings
    /// changed by this.
    #[must_use]
    pub fn load(&self) -> (Settings, Option<StoreError>) {
        let Some(path) = &self.path else { return (Settings::default(), None) };
        let rejected = match read_limited(path, MAX_BYTES) {
            Ok(bytes) => match ron::from_str::<Settings>(&String::from_utf8_lossy(&bytes)) {
                Ok(mut settings) => {
                    let names = settings.limit();
                    let error = (!names.is_empty()).then_some(StoreError::OutOfRange(names));
                    return (settings, error);
                }
                Err(error) => RejectedSettings::Text(error.span.start),
            },
            Err(FileError::Missing(_)) => return (Settings::default(), None),
            Err(error) => RejectedSettings::Disk(error),
        };
        (Settings::default(), Some(rejected.moved_aside(path)))
    }

    /// Returns the settings, or the defaults if they cannot be read. Changes no file.
    #[must_use]
    pub fn peek(&self) -> Settings {
        let bytes = self.path.as_ref().and_then(|path| read_limited(path, MAX_BYTES).ok());
        let text = String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned();
        let mut settings: Settings = ron::from_str(&text).unwrap_or_default();
        settings.limit();
        settings
    }

    /// Saves `settings` atomically: writes a temporary file and renames it.
    ///
    /// # Errors
    /// Disk errors.
    pub fn save(&self, settings: &Settings) -> Result<(), StoreError> {
        let Some(path) = &self.path else { return Ok(()) };
        let text = ron::ser::to_string_pretty(settings, ron::ser::PrettyConfig::default())
            .map_err(|error| unwritten(path)(std::io::Error::other(error)))?;
        Ok(write_in_folder(path, &text)?)
    }
}

enum RejectedSettings {
    /// The text is invalid at this position.
    Text(ron::error::Position),
    Disk(FileError),
}

impl RejectedSettings {
    /// Renames the file at `path`, so that saving does not overwrite it, and returns the error to report.
    fn moved_aside(self, path: &Path) -> StoreError {
        match (self, move_aside(path)) {
            (Self::Text(at), Ok(moved_to)) => {
                StoreError::Broken { line: at.line, column: at.col, moved_to }
            }
            (Self::Disk(reason), Ok(moved_to)) => StoreError::Unreadable { reason, moved_to },
            (Self::Disk(reason), Err(_)) | (Self::Text(_), Err(reason)) => {
                StoreError::InTheWay(reason)
            }
        }
    }
}

/// Reads the file at `path`. Fails if it is longer than `max_bytes`.
pub(super) fn read_limited(path: &Path, max_bytes: u64) -> Result<Vec<u8>, FileError> {
    let unread = |reason| FileError::Read { reason, path: path.to_owned() };
    let mut bytes = Vec::new();
    open_regular(path)?.take(max_bytes + 1).read_to_end(&mut bytes).map_err(unread)?;
    if bytes.len() as u64 > max_bytes {
        return Err(unread(std::io::Error::other("the file is too long")));
    }
    Ok(bytes)
}

/// Writes the file at `path` atomically. Creates its folder if it is missing.
pub(super) fn write_in_folder(path: &Path, text: &str) -> Result<(), FileError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(unwritten(folder))?;
    atomic_write(path, text.as_bytes(), false)?;
    Ok(())
}

/// Renames the file or folder at `path`, and returns the new path: `NAME.bak`, or the first of `NAME.bak2` and so on
/// that does not exist yet.
/// Devices and pipes are not renamed: they may belong to another program, and saving does not overwrite them.
pub(super) fn move_aside(path: &Path) -> Result<PathBuf, FileError> {
    if let Err(error @ FileError::NotAFile(_)) = check_regular(path) {
        return Err(error);
    }
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let named = |end: String| path.with_extension(format!("{ending}.bak{end}"));
    let mut free = std::iter::once(String::new()).chain((2..100).map(|n| n.to_string())).map(named);
    let moved_to = free.find(|moved_to| fs::symlink_metadata(moved_to).is_err());
    let moved_to = moved_to.unwrap_or_else(|| named(String::new()));
    fs::rename(path, &moved_to).map_err(unwritten(path))?;
    Ok(moved_to)
}

/// Returns the cache folder of the current user; `None` without a home folder.
#[must_use]
pub fn user_cache_folder() -> Option<PathBuf> {
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
    fn settings_round_trip() {
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
    fn broken_file_is_moved_aside_and_reported() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.ron");
        fs::write(&path, "(flipped: perhaps)").unwrap();
        let (read, error) = Store::at(&path).load();
        assert_eq!(read, Settings::default());
        let error = error.expect("said").to_string();
        assert!(error.contains("unknown value in line 1, column 10"), "{error}");
        assert!(folder.path().join("settings.ron.bak").exists());
    }

    #[cfg(unix)]
    #[test]
    fn special_file_is_reported_without_waiting() {
        // A link, so that the test cannot harm a real device.
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.ron");
        std::os::unix::fs::symlink("/dev/null", &path).unwrap();
        let error = Store::at(&path).load().1.expect("said");
        assert!(error.forbids_saving());
        let expect = format!("cannot read the settings: {}: this is a device", path.display());
        assert!(error.to_string().starts_with(&expect), "{error}");
        assert!(path.is_symlink(), "it stays where it is");
        // A folder is renamed too, since it may have contents.
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        let error = Store::at(&path).load().1.expect("said");
        assert!(!error.forbids_saving());
        assert!(folder.path().join("settings.ron.bak").is_dir() && !path.exists());
    }

    #[test]
    fn missing_field_has_its_default() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.ron");
        fs::write(&path, "(flipped: true, from_the_future: 3)").unwrap();
        let (read, error) = Store::at(&path).load();
        assert!(error.is_none(), "{error:?}");
        assert!(read.flipped);
        assert_eq!(read.pieces, "tandem");
    }
}
