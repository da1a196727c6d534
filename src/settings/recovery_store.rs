//! [`RecoveryStore`]: the recovery files of all windows.
//!
//! Each file with unsaved changes that a window has open has a file `ID.ron`, and locks `ID.lock` meanwhile. The system releases the lock even if the
//! process crashes, so a file without a held lock belongs to a window that no longer exists.
//!
//! Discarded changes stay on disk as `ID.discarded`, so that they can still be restored. The next start renames the file
//! to `ID.discarded-before`, and the start after that deletes it.

use super::recovery::{Recovery, RecoveryParseError};
use crate::file::{
    FileError, atomic_write_private, check_regular, open_regular, read_regular,
    system::{
        self,
        fs::{self, File, TryLockError},
    },
    system_message,
};
use std::{
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    time::Duration,
};

const CHANGES_EXTENSION: &str = "ron";
const LOCK_EXTENSION: &str = "lock";
const BROKEN_EXTENSION: &str = "ron.broken";
const DISCARDED_EXTENSION: &str = "discarded";
const DISCARDED_BEFORE_EXTENSION: &str = "discarded-before";

const MAX_LOCK_ATTEMPTS: u32 = 20;
const ATTEMPT_INTERVAL: Duration = Duration::from_millis(25);

#[derive(Debug)]
pub struct RecoveryStore {
    folder: Option<PathBuf>,
    own: Option<OwnRecovery>,
}

/// Identifies the recovery data of one window.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecoveryId(String);

#[derive(Debug, thiserror::Error)]
pub enum RecoveryError {
    /// The changes could not be stored, but they are still open in the window.
    #[error("cannot save recovery data: {0}")]
    Keep(#[from] FileError),
    #[error("cannot read recovery data from an earlier session: {0}")]
    Unread(FileError),
    #[error(
        "cannot read recovery data from an earlier session ({reason}); it was renamed to {moved_to}"
    )]
    Broken {
        /// The error message of the parser.
        reason: String,
        moved_to: PathBuf,
    },
    /// The file was written by a later version of Tandem. It stays unchanged.
    #[error("{0}: recovery data from a newer version of Tandem cannot be read")]
    Newer(PathBuf),
    /// Another window has adopted or removed these changes.
    #[error("{0}: these unsaved changes are open in another window")]
    Taken(PathBuf),
    #[error(
        "{path}: cannot look for recovery data ({reason})",
        reason = system_message(reason)
    )]
    Disk { reason: io::Error, path: PathBuf },
}

/// The recovery data of this window, with its lock.
#[derive(Debug)]
struct OwnRecovery {
    id: RecoveryId,
    _lock: File,
}

impl RecoveryStore {
    /// Returns the store of the current user. Without a home folder nothing is stored.
    pub fn for_user() -> Self {
        let dirs = directories::ProjectDirs::from("", "", "tandem");
        let folder = dirs.map(|dirs| {
            let state = dirs.state_dir().unwrap_or_else(|| dirs.data_local_dir());
            state.join("recovery")
        });
        Self { folder, own: None }
    }

    /// Returns a store in `folder`, which is created when needed.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()), own: None }
    }

    /// Returns a store that saves nothing.
    pub const fn nowhere() -> Self {
        Self { folder: None, own: None }
    }

    /// Returns a store in the same folder, for another file of this window.
    #[must_use]
    pub fn another(&self) -> Self {
        Self { folder: self.folder.clone(), own: None }
    }

    /// Stores `recovery` as the data of this window, and waits until it is on the disk.
    ///
    /// # Errors
    /// Disk errors; the previous data is then intact.
    pub fn save(&mut self, recovery: &Recovery) -> Result<(), RecoveryError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let text = recovery.to_ron().map_err(|error| disk(folder)(io::Error::other(error)))?;
        let own = match self.own.take() {
            Some(own) => own,
            None => OwnRecovery::new(folder).map_err(disk(folder))?,
        };
        let own = self.own.insert(own);
        atomic_write_private(&own.id.path(folder, CHANGES_EXTENSION), text.as_bytes())?;
        Ok(())
    }

    /// Deletes the recovery data of this window.
    ///
    /// # Errors
    /// Disk errors; the changes would then be offered at the next start.
    pub fn delete_own(&mut self) -> Result<(), RecoveryError> {
        match (&self.folder, self.own.take()) {
            // The lock is released last, when no data is left for another window to offer.
            (Some(folder), Some(own)) => own.id.remove(folder),
            _ => Ok(()),
        }
    }

    /// Returns the recovery data of windows that no longer exist, latest first, and errors for files that cannot be
    /// read. A damaged file is renamed.
    pub fn orphans(&self) -> (Vec<(RecoveryId, Recovery)>, Vec<RecoveryError>) {
        let mut found = Vec::new();
        let mut errors = Vec::new();
        let Some(folder) = &self.folder else { return (found, errors) };
        let files = match recovery_files(folder) {
            Ok(files) => files,
            Err(error) => {
                errors.extend((error.kind() != ErrorKind::NotFound).then(|| disk(folder)(error)));
                return (found, errors);
            }
        };
        for (id, path) in files {
            if has_extension(&path, CHANGES_EXTENSION) {
                match id.read(folder) {
                    Ok(recovery) => found.extend(recovery.map(|recovery| (id, recovery))),
                    Err(error) => errors.push(error),
                }
            } else if has_extension(&path, LOCK_EXTENSION) {
                id.remove_lock_without_changes(folder);
            }
        }
        sort_latest_first(&mut found);
        (found, errors)
    }

    /// Moves the recovery data of this window to the discarded changes, and returns it. Returns `None` without recovery
    /// data.
    ///
    /// # Errors
    /// Disk errors; the changes are then offered at the next start.
    pub fn discard_own(&mut self) -> Result<Option<(RecoveryId, Recovery)>, RecoveryError> {
        let (Some(folder), Some(own)) = (&self.folder, self.own.take()) else { return Ok(None) };
        own.id.discard(folder)?;
        let recovery = read_recovery(&own.id.path(folder, DISCARDED_EXTENSION));
        Ok(recovery.ok().map(|recovery| (own.id, recovery)))
    }

    /// Moves the changes `id` to the discarded ones.
    ///
    /// # Errors
    /// [`RecoveryError::Taken`] if another window has adopted them, or a disk error.
    pub fn discard(&self, id: &RecoveryId) -> Result<(), RecoveryError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let _lock = id.lock(folder)?;
        id.discard(folder)
    }

    /// Returns the changes that were discarded since the previous start, latest first. Deletes those discarded before.
    pub fn discarded(&self) -> Vec<(RecoveryId, Recovery)> {
        let mut discarded = Vec::new();
        let Some(folder) = &self.folder else { return discarded };
        for (id, path) in recovery_files(folder).into_iter().flatten() {
            if has_extension(&path, DISCARDED_BEFORE_EXTENSION) {
                let _ = fs::remove_file(&path);
            } else if has_extension(&path, DISCARDED_EXTENSION) {
                let recovery = read_recovery(&path);
                let _ = fs::rename(&path, id.path(folder, DISCARDED_BEFORE_EXTENSION));
                discarded.extend(recovery.ok().map(|recovery| (id, recovery)));
            }
        }
        sort_latest_first(&mut discarded);
        discarded
    }

    /// Makes the recovery data `id`, which may have been discarded, that of this window. It is no longer offered to other windows, and the next
    /// [`RecoveryStore::save`] overwrites it. Earlier data of this window is kept for recovery.
    ///
    /// # Errors
    /// [`RecoveryError::Taken`] if another window has adopted or removed the data, or a disk error.
    pub fn adopt(&mut self, id: &RecoveryId) -> Result<(), RecoveryError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let lock = id.lock(folder)?;
        let changes = id.path(folder, CHANGES_EXTENSION);
        for extension in [DISCARDED_EXTENSION, DISCARDED_BEFORE_EXTENSION] {
            if fs::metadata(&changes).is_err() {
                // If there are no discarded changes either, the error below says so.
                let _ = fs::rename(id.path(folder, extension), &changes);
            }
        }
        if fs::metadata(&changes).is_err() {
            // `id.lock` has created the lock file if it was missing. Without changes, the lock file is of no use.
            let _ = fs::remove_file(id.path(folder, LOCK_EXTENSION));
            return Err(RecoveryError::Taken(changes));
        }
        self.own = Some(OwnRecovery { id: id.clone(), _lock: lock });
        Ok(())
    }
}

impl OwnRecovery {
    fn new(folder: &Path) -> io::Result<Self> {
        // The changes may be confidential.
        system::make_private_folder(folder)?;
        loop {
            let (lock, path) = system::unique_file(folder, &format!(".{LOCK_EXTENSION}"))?;
            // Another window that starts at the same moment may have deleted the lock as stale.
            if matches!(lock.try_lock(), Err(TryLockError::WouldBlock))
                || fs::metadata(&path).is_err()
            {
                continue;
            }
            let id = path.file_stem().unwrap_or_default();
            let id = RecoveryId(id.to_string_lossy().into_owned());
            return Ok(Self { id, _lock: lock });
        }
    }
}

impl RecoveryId {
    fn path(&self, folder: &Path, ending: &str) -> PathBuf {
        folder.join(format!("{}.{ending}", self.0))
    }

    /// Returns whether a window holds the lock. Returns `false` on a file system without locks, since offering changes
    /// twice is better than losing them.
    fn is_held(&self, folder: &Path) -> bool {
        open_regular(&self.path(folder, LOCK_EXTENSION))
            .is_ok_and(|lock| matches!(lock_soon(&lock), Err(TryLockError::WouldBlock)))
    }

    /// Locks the changes, and creates the lock file if it is missing. Fails if another window holds the lock.
    fn lock(&self, folder: &Path) -> Result<File, RecoveryError> {
        let path = self.path(folder, LOCK_EXTENSION);
        if matches!(check_regular(&path), Err(FileError::NotAFile(_))) {
            // Only regular files can be locked, so a pipe or device in place of the lock is removed.
            fs::remove_file(&path).map_err(disk(&path))?;
        }
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(disk(&path))?;
        match lock_soon(&lock) {
            Err(TryLockError::WouldBlock) => {
                Err(RecoveryError::Taken(self.path(folder, CHANGES_EXTENSION)))
            }
            Ok(()) | Err(TryLockError::Error(_)) => Ok(lock),
        }
    }

    /// Reads the changes. Returns `None` if a window holds them or has just removed them, or if the file is empty.
    fn read(&self, folder: &Path) -> Result<Option<Recovery>, RecoveryError> {
        if self.is_held(folder) {
            return Ok(None);
        }
        let path = self.path(folder, CHANGES_EXTENSION);
        let bytes = match read_regular(&path) {
            Ok(bytes) => bytes,
            Err(FileError::Missing(_)) => return Ok(None),
            Err(error) => return Err(RecoveryError::Unread(error)),
        };
        if bytes.is_empty() {
            // The window was killed after creating the file and before writing to it.
            self.remove(folder)?;
            return Ok(None);
        }
        match Recovery::from_ron(&bytes) {
            Ok(recovery) => Ok(Some(recovery)),
            Err(RecoveryParseError::Newer) => Err(RecoveryError::Newer(path)),
            Err(RecoveryParseError::Broken(reason)) => {
                let moved_to = self.path(folder, BROKEN_EXTENSION);
                fs::rename(&path, &moved_to).map_err(disk(&path))?;
                Err(RecoveryError::Broken { reason, moved_to })
            }
        }
    }

    /// Moves the changes to the discarded ones, and removes the lock.
    fn discard(&self, folder: &Path) -> Result<(), RecoveryError> {
        let changes = self.path(folder, CHANGES_EXTENSION);
        match fs::rename(&changes, self.path(folder, DISCARDED_EXTENSION)) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(disk(&changes)(error)),
            _ => self.remove(folder),
        }
    }

    /// Removes the changes before the lock, because changes without a lock would be offered to the user.
    fn remove(&self, folder: &Path) -> Result<(), RecoveryError> {
        for ending in [CHANGES_EXTENSION, LOCK_EXTENSION] {
            let path = self.path(folder, ending);
            match fs::remove_file(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(disk(&path)(error));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Removes the lock of a window that was killed before its first write.
    fn remove_lock_without_changes(&self, folder: &Path) {
        let path = self.path(folder, LOCK_EXTENSION);
        let Ok(lock) = open_regular(&path) else { return };
        if lock.try_lock().is_ok() && fs::metadata(self.path(folder, CHANGES_EXTENSION)).is_err() {
            let _ = fs::remove_file(path);
        }
    }
}

/// Returns the files in `folder` with their ids. Only regular files are recovery data, and opening a pipe would block.
fn recovery_files(folder: &Path) -> io::Result<Vec<(RecoveryId, PathBuf)>> {
    let paths = fs::read_dir(folder)?.flatten().map(|entry| entry.path());
    let files = paths.filter(|path| check_regular(path).is_ok());
    let with_id = |path: PathBuf| Some((RecoveryId(path.file_stem()?.to_str()?.to_owned()), path));
    Ok(files.filter_map(with_id).collect())
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|it| it == extension)
}

fn sort_latest_first(found: &mut [(RecoveryId, Recovery)]) {
    found.sort_by(|a, b| (b.1.written_s, &b.0).cmp(&(a.1.written_s, &a.0)));
}

/// Reads the changes in the file at `path`.
fn read_recovery(path: &Path) -> Result<Recovery, RecoveryError> {
    let bytes = read_regular(path).map_err(RecoveryError::Unread)?;
    Recovery::from_ron(&bytes).map_err(|error| match error {
        RecoveryParseError::Newer => RecoveryError::Newer(path.to_owned()),
        RecoveryParseError::Broken(reason) => {
            RecoveryError::Broken { reason, moved_to: path.to_owned() }
        }
    })
}

/// Locks `file`. Retries if the lock is held, because a child process holds the locks of this program between fork and
/// exec.
fn lock_soon(file: &File) -> Result<(), TryLockError> {
    for _ in 0..MAX_LOCK_ATTEMPTS {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(ATTEMPT_INTERVAL),
            done => return done,
        }
    }
    file.try_lock()
}

fn disk(path: &Path) -> impl FnOnce(io::Error) -> RecoveryError {
    move |reason| RecoveryError::Disk { reason, path: path.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recovery(draft: &str, written_s: u64) -> Recovery {
        Recovery { drafts: vec![draft.to_owned()], written_s, ..Recovery::default() }
    }

    fn drafts(store: &RecoveryStore) -> Vec<String> {
        let (found, errors) = store.orphans();
        assert!(errors.is_empty(), "{errors:?}");
        let drafts = found.into_iter().map(|(_, recovery)| recovery.drafts);
        drafts.map(|drafts| drafts.join(" ")).collect()
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn recovery_data_is_offered_after_its_window_ended() {
        let folder = tempfile::tempdir().unwrap();
        let at = || RecoveryStore::at(folder.path().join("state/recovery"));
        assert_eq!(drafts(&at()), [""; 0]);
        let (mut first, mut second) = (at(), at());
        first.save(&recovery("one", 1)).unwrap();
        first.save(&recovery("two", 2)).unwrap();
        second.save(&recovery("other", 3)).unwrap();
        assert_eq!(drafts(&at()), [""; 0], "both windows live");
        assert_eq!(drafts(&first), [""; 0]);
        drop(first);
        assert_eq!(drafts(&at()), ["two"]);
        drop(second);
        assert_eq!(drafts(&at()), ["other", "two"]);
    }

    #[test]
    fn starting_window_does_not_hide_recovery_data() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = RecoveryStore::at(folder.path());
        store.save(&recovery("one", 1)).unwrap();
        let inherited = store.own.as_ref().unwrap()._lock.try_clone().unwrap();
        drop(store);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(ATTEMPT_INTERVAL * 4);
                drop(inherited);
            });
            assert_eq!(drafts(&RecoveryStore::at(folder.path())), ["one"]);
        });
    }

    #[test]
    fn recovery_data_is_removed_after_a_save() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = RecoveryStore::at(folder.path());
        store.save(&recovery("one", 1)).unwrap();
        store.delete_own().unwrap();
        store.delete_own().unwrap();
        assert_eq!(names(folder.path()), [""; 0]);
        store.save(&recovery("two", 2)).unwrap();
        drop(store);
        assert_eq!(drafts(&RecoveryStore::at(folder.path())), ["two"]);
    }

    #[test]
    fn recovery_data_is_adopted_by_one_window_only() {
        let folder = tempfile::tempdir().unwrap();
        let at = || RecoveryStore::at(folder.path());
        at().save(&recovery("one", 1)).unwrap();
        let (mut first, mut second) = (at(), at());
        let id = first.orphans().0.remove(0).0;
        first.adopt(&id).unwrap();
        assert_eq!(drafts(&second), [""; 0]);
        for error in [second.adopt(&id).unwrap_err(), second.discard(&id).unwrap_err()] {
            let error = error.to_string();
            assert!(
                error.ends_with(": these unsaved changes are open in another window"),
                "{error}"
            );
        }
        first.save(&recovery("one and more", 2)).unwrap();
        drop(first);
        assert_eq!(drafts(&second), ["one and more"]);
        second.adopt(&id).unwrap();
        second.delete_own().unwrap();
        assert_eq!(names(folder.path()), [""; 0]);
        assert!(matches!(second.adopt(&id), Err(RecoveryError::Taken(_))));
        assert_eq!(names(folder.path()), [""; 0]);
    }

    #[test]
    fn discarded_changes_can_be_restored_until_the_next_session_has_ended() {
        let discarded = |store: &RecoveryStore| {
            let discarded = store.discarded().into_iter();
            discarded.map(|(id, recovery)| (id, recovery.drafts.join(" "))).collect::<Vec<_>>()
        };
        // In this session, in the next one, and never after the second next start.
        for starts in 0..3 {
            let folder = tempfile::tempdir().unwrap();
            let at = || RecoveryStore::at(folder.path());
            at().save(&recovery("earlier", 1)).unwrap();
            let mut store = at();
            let earlier = store.orphans().0.remove(0).0;
            store.discard(&earlier).unwrap();
            store.save(&recovery("own", 2)).unwrap();
            let (own, kept) = store.discard_own().unwrap().unwrap();
            assert_eq!(kept.drafts, ["own"]);
            assert_eq!(store.discard_own().unwrap(), None);
            assert_eq!(drafts(&store), [""; 0], "it is not offered");
            for start in 0..starts {
                let (own, earlier) =
                    ((own.clone(), "own".to_owned()), (earlier.clone(), "earlier".to_owned()));
                let expected = if start == 0 { vec![own, earlier] } else { Vec::new() };
                assert_eq!(discarded(&at()), expected, "start {start}");
            }
            for (id, draft) in [(&own, "own"), (&earlier, "earlier")] {
                let mut store = at();
                let restored = store.adopt(id);
                assert_eq!(restored.is_ok(), starts < 2, "{restored:?}");
                drop(store);
                assert_eq!(drafts(&at()), if starts < 2 { vec![draft] } else { Vec::new() });
                if let Some((id, _)) = at().orphans().0.first() {
                    at().discard(id).unwrap();
                }
            }
        }
    }

    #[test]
    fn damaged_file_is_moved_aside_and_a_newer_version_is_untouched() {
        let folder = tempfile::tempdir().unwrap();
        let store = RecoveryStore::at(folder.path());
        fs::write(folder.path().join("old.ron"), b"(version: 1, changes: \xff").unwrap();
        fs::write(folder.path().join("new.ron"), "(version: 99, changes: ())").unwrap();
        fs::write(folder.path().join("stray.lock"), "").unwrap();
        let (found, errors) = store.orphans();
        assert_eq!(found, []);
        let mut errors: Vec<_> = errors.iter().map(ToString::to_string).collect();
        errors.sort();
        assert_eq!(errors.len(), 2);
        assert!(
            errors[0].ends_with(": recovery data from a newer version of Tandem cannot be read"),
            "{errors:?}"
        );
        assert!(errors[1].ends_with("old.ron.broken"), "{errors:?}");
        assert_eq!(names(folder.path()), ["new.ron", "old.ron.broken"]);
    }

    #[test]
    fn empty_files_are_removed_without_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let store = RecoveryStore::at(folder.path());
        for name in ["a.ron", "a.lock", "b.ron"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        assert_eq!(drafts(&store), [""; 0]);
        assert_eq!(names(folder.path()), [""; 0]);
    }

    #[cfg(unix)]
    #[test]
    fn special_files_do_not_block() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let mut left = RecoveryStore::at(folder.path());
        left.save(&recovery("one", 1)).unwrap();
        let id = left.own.as_ref().unwrap().id.clone();
        drop(left);
        fs::remove_file(id.path(folder.path(), LOCK_EXTENSION)).unwrap();
        // Opening a pipe blocks, and a socket cannot be opened.
        let pipe = |path: &Path| {
            let made = std::process::Command::new("mkfifo").arg(path).status();
            if !made.is_ok_and(|status| status.success()) {
                let _socket = std::os::unix::net::UnixListener::bind(path).unwrap();
            }
        };
        for name in ["a.ron", "a.lock", "b.ron", "c.lock"] {
            pipe(&at(name));
        }
        pipe(&id.path(folder.path(), LOCK_EXTENSION));
        fs::create_dir(at("d.ron")).unwrap();
        fs::create_dir(at("d.lock")).unwrap();
        let mut store = RecoveryStore::at(folder.path());
        assert_eq!(drafts(&store), ["one"]);
        store.adopt(&id).unwrap();
        store.save(&recovery("one and more", 2)).unwrap();
        assert_eq!(drafts(&RecoveryStore::at(folder.path())), [""; 0], "it is held");
        drop(store);
        assert_eq!(drafts(&RecoveryStore::at(folder.path())), ["one and more"]);
    }

    #[test]
    fn folder_that_cannot_be_created_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let inside = file.join("recovery");
        let mut store = RecoveryStore::at(&inside);
        let error = store.save(&recovery("one", 1)).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{}: ", inside.display())), "{error}");
        RecoveryStore::nowhere().save(&recovery("one", 1)).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn recovery_data_is_private() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("recovery");
        let mut store = RecoveryStore::at(&own);
        store.save(&recovery("one", 1)).unwrap();
        assert_eq!(own.metadata().unwrap().permissions().mode() & 0o777, 0o700);
    }
}
