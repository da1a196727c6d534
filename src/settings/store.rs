//! [`FileStore`]: loading and saving of the settings and of the puzzle progress.

use super::{Progress, Settings};
use crate::file::{FileError, atomic_write, check_regular, open_regular, system::fs};
use std::{
    io::{self, Read as _},
    marker::PhantomData,
    path::{Path, PathBuf},
};

pub type Store = FileStore<Settings>;

pub type ProgressStore = FileStore<Progress>;

/// The file that holds a value of type `T`.
#[derive(Clone, Debug)]
pub struct FileStore<T> {
    path: Option<PathBuf>,
    holds: PhantomData<T>,
}

/// A value with a file of its own.
pub trait Stored: Default {
    /// What the file holds, for messages.
    const NOUN: &'static str;
    /// What happens without the file, for messages.
    const FALLBACK: &'static str;
    /// The maximum size of the file, in bytes.
    const MAX_BYTES: u64;

    /// Returns the path of the current user's file.
    fn user_path(dirs: &directories::ProjectDirs) -> PathBuf;

    /// Parses the text of a file, and corrects values out of range. Returns the names of the corrected values.
    ///
    /// # Errors
    /// The first error in the text, with its place.
    fn parse(text: &str) -> Result<(Self, Vec<&'static str>), ContentError>;

    /// # Errors
    /// If the value cannot be represented in the file.
    fn text(&self) -> io::Result<String>;
}

/// An error in the text of a file.
#[derive(Debug, thiserror::Error)]
pub enum ContentError {
    #[error("unknown value in line {}, column {}", .0.line, .0.col)]
    Ron(ron::error::Position),
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file cannot be read, or holds something else.
    #[error("cannot read {noun}: {reason}; {fallback}, and the file was renamed to {moved_to}")]
    Rejected { noun: &'static str, reason: String, fallback: &'static str, moved_to: PathBuf },
    /// The file can neither be read nor renamed, and must not be overwritten.
    #[error(
        "cannot read {noun}: {reason}; {fallback}. Changes are not saved until you move or delete \
         the file"
    )]
    InTheWay { noun: &'static str, reason: FileError, fallback: &'static str },
    /// Values out of range were replaced in these settings.
    #[error(
        "replaced values out of range in settings.ron: {}",
        .0.join(", ")
    )]
    OutOfRange(Vec<&'static str>),
    #[error("cannot save {noun}: {reason}")]
    Disk { noun: &'static str, reason: FileError },
}

impl StoreError {
    /// Returns whether saving would overwrite a file that could not be read.
    pub const fn forbids_saving(&self) -> bool {
        matches!(self, Self::InTheWay { .. })
    }
}

impl<T: Stored> FileStore<T> {
    /// Returns the store of the current user. Without a home folder nothing is saved.
    pub fn for_user() -> Self {
        let dirs = directories::ProjectDirs::from("", "", "tandem");
        Self { path: dirs.as_ref().map(T::user_path), holds: PhantomData }
    }

    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self { path: Some(path.into()), holds: PhantomData }
    }

    /// Returns a store that saves nothing.
    pub const fn nowhere() -> Self {
        Self { path: None, holds: PhantomData }
    }

    /// Loads the value, or its default if there is no file. A file that cannot be read is renamed if possible, and the
    /// error is returned with the default. Values out of range are replaced; the error then names them.
    pub fn load(&self) -> (T, Option<StoreError>) {
        let Some(path) = &self.path else { return (T::default(), None) };
        let (noun, fallback) = (T::NOUN, T::FALLBACK);
        let (rejected, reason) = match read_limited(path, T::MAX_BYTES) {
            Ok(bytes) => match T::parse(&String::from_utf8_lossy(&bytes)) {
                Ok((value, names)) => {
                    let is_limited = !names.is_empty();
                    let error = if is_limited { Some(StoreError::OutOfRange(names)) } else { None };
                    return (value, error);
                }
                Err(reason) => (None, reason.to_string()),
            },
            Err(FileError::Missing(_)) => return (T::default(), None),
            Err(error) => {
                let reason = error.to_string();
                (Some(error), reason)
            }
        };
        let error = match move_aside(path) {
            Ok(moved_to) => StoreError::Rejected { noun, reason, fallback, moved_to },
            Err(error) => {
                StoreError::InTheWay { noun, reason: rejected.unwrap_or(error), fallback }
            }
        };
        (T::default(), Some(error))
    }

    /// Returns the value, or its default if it cannot be read. Changes no file.
    pub fn peek(&self) -> T {
        let bytes = self.path.as_ref().and_then(|path| read_limited(path, T::MAX_BYTES).ok());
        let text = String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned();
        T::parse(&text).unwrap_or_default().0
    }

    /// Saves `value` atomically: writes a temporary file and renames it.
    ///
    /// # Errors
    /// Disk errors.
    pub fn save(&self, value: &T) -> Result<(), StoreError> {
        let Some(path) = &self.path else { return Ok(()) };
        let text = value.text().map_err(unwritten(path));
        let written = text.and_then(|text| write_in_folder(path, &text));
        written.map_err(|reason| StoreError::Disk { noun: T::NOUN, reason })
    }
}

/// Reads the file at `path`. Fails if it is longer than `max_bytes`.
pub(super) fn read_limited(path: &Path, max_bytes: u64) -> Result<Vec<u8>, FileError> {
    let unread = |reason| FileError::Read { reason, path: path.to_owned() };
    let mut bytes = Vec::new();
    open_regular(path)?.take(max_bytes + 1).read_to_end(&mut bytes).map_err(unread)?;
    if bytes.len() as u64 > max_bytes {
        return Err(unread(io::Error::other("the file is too long")));
    }
    Ok(bytes)
}

/// Writes the file at `path` atomically. Creates its folder if it is missing.
fn write_in_folder(path: &Path, text: &str) -> Result<(), FileError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(unwritten(folder))?;
    atomic_write(path, text.as_bytes(), false)?;
    Ok(())
}

/// Renames the file or folder at `path`, and returns the new path: `NAME.bak`, or the first of `NAME.bak2` and so on
/// that does not exist yet.
/// Devices and pipes are not renamed: they may belong to another program, and saving does not overwrite them.
fn move_aside(path: &Path) -> Result<PathBuf, FileError> {
    if let Err(error @ FileError::NotAFile(_)) = check_regular(path) {
        return Err(error);
    }
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let named = |end: String| path.with_extension(format!("{ending}.bak{end}"));
    let mut free = std::iter::once(String::new()).chain((2..100).map(|n| n.to_string())).map(named);
    let moved_to = free
        .find(|moved_to| fs::symlink_metadata(moved_to).is_err())
        .unwrap_or_else(|| named(String::new()));
    fs::rename(path, &moved_to).map_err(unwritten(path))?;
    Ok(moved_to)
}

/// Returns the cache folder of the current user; `None` without a home folder.
pub fn user_cache_folder() -> Option<PathBuf> {
    let dirs = directories::ProjectDirs::from("", "", "tandem");
    dirs.map(|dirs| dirs.cache_dir().to_owned())
}

fn unwritten(path: &Path) -> impl FnOnce(io::Error) -> FileError {
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
        settings.switched = true;
        store.save(&settings).unwrap();
        let (read, error) = store.load();
        assert!(error.is_none());
        assert_eq!(read, settings);
    }

    #[test]
    fn broken_file_is_moved_aside_and_reported() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.ron");
        fs::write(&path, "(switched: perhaps)").unwrap();
        let (read, error) = Store::at(&path).load();
        assert_eq!(read, Settings::default());
        let error = error.expect("said").to_string();
        assert!(error.contains("unknown value in line 1, column 11"), "{error}");
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
        fs::write(&path, "(switched: true, from_the_future: 3)").unwrap();
        let (read, error) = Store::at(&path).load();
        assert!(error.is_none(), "{error:?}");
        assert!(read.switched);
        assert_eq!(read.pieces, "tandem");
    }
}
