//! Temporary files, and cleanup after programs that were killed during a save.
//!
//! A save writes the new version to `.tandem-XXXXXXXXXXXX.tmp`. If it keeps a backup, the previous version is briefly
//! named `.tandem-XXXXXXXXXXXX.bak` as well. The next save into the same folder removes leftovers:
//!
//! - a `.tmp` that no process has locked and that is at least 20 seconds old, or an hour on file systems without locks,
//! - a `.bak` without its `.tmp`, since a save has a `.bak` only while its `.tmp` exists.

use super::{FileError, open_regular};
use std::{
    ffi::OsStr,
    fs::File,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

const PREFIX: &str = ".tandem-";
const SUFFIX: &str = ".tmp";
const SECOND_SUFFIX: &str = ".bak";
/// [`SUFFIX`] as an extension, without the dot.
const EXTENSION: &str = "tmp";
const SECOND_EXTENSION: &str = "bak";
/// The number of random characters in the name of a temporary file.
const RANDOM_LENGTH: usize = 12;
/// The minimum age of a leftover on a file system without locks. Must exceed the longest save to a slow disk.
const MIN_AGE_WITHOUT_LOCKS: Duration = Duration::from_hours(1);
/// The minimum age of a leftover. A younger file may belong to a save that has created it but not yet locked it.
const MIN_AGE: Duration = Duration::from_secs(20);

/// Returns a builder of files named `.tandem-XXXXXXXXXXXX.tmp`.
pub(super) fn builder<'a>() -> tempfile::Builder<'a, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX).rand_bytes(RANDOM_LENGTH);
    builder
}

/// Returns the name that the previous version briefly has before it becomes the backup.
pub(super) fn previous_version_name(temporary: &Path) -> PathBuf {
    temporary.with_extension(SECOND_EXTENSION)
}

/// Removes leftovers in `folder`. Takes the current time from `fresh`, a file just created there, since on a network
/// drive the clock of the file system may differ from that of this machine.
pub(super) fn remove_old(folder: &Path, fresh: &File) {
    let Some(now) = modified(fresh) else { return };
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let leftovers = entries
        .flatten()
        .filter(|entry| is_temporary_name(&entry.file_name()))
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    for entry in leftovers {
        let path = entry.path();
        let temporary = path.with_extension(EXTENSION);
        let abandoned = match open_regular(&temporary) {
            Ok(file) => is_abandoned(&file, now),
            Err(error) => matches!(error, FileError::Missing(_)),
        };
        if abandoned {
            // Another process may have removed the file first. The save does not depend on this cleanup.
            let _ = std::fs::remove_file(&path);
        }
    }
}

/// Returns whether a save gave this name to a temporary file.
fn is_temporary_name(name: &OsStr) -> bool {
    let random = name.to_str().and_then(|name| {
        let name = name.strip_prefix(PREFIX)?;
        name.strip_suffix(SUFFIX).or_else(|| name.strip_suffix(SECOND_SUFFIX))
    });
    random.is_some_and(|random| {
        random.len() == RANDOM_LENGTH && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Returns whether `file` is a leftover at the time `now`: unlocked and old enough.
pub(super) fn is_abandoned(file: &File, now: SystemTime) -> bool {
    let min_age = match file.try_lock() {
        Ok(()) => MIN_AGE,
        Err(std::fs::TryLockError::WouldBlock) => return false,
        Err(std::fs::TryLockError::Error(_)) => MIN_AGE_WITHOUT_LOCKS,
    };
    modified(file).and_then(|then| now.duration_since(then).ok()).is_some_and(|age| age >= min_age)
}

pub(super) fn modified(file: &File) -> Option<SystemTime> {
    file.metadata().and_then(|meta| meta.modified()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn names(folder: &Path) -> BTreeSet<String> {
        std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect()
    }

    fn make(folder: &Path, name: &str, age: Duration, now: SystemTime) -> File {
        let file = File::create(folder.join(name)).unwrap();
        file.set_modified(now - age).unwrap();
        file
    }

    #[test]
    fn eviction_removes_only_old_unlocked_entries() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let fresh = builder().tempfile_in(folder).unwrap();
        let now = modified(fresh.as_file()).unwrap();
        let (old, young) = (MIN_AGE, MIN_AGE - Duration::from_secs(1));
        let stay = [
            ".tandem-youngyoung12.tmp",
            ".tandem-youngyoung12.bak",
            ".tandem-heldheldheld.tmp",
            ".tandem-heldheldheld.bak",
            ".tandem-notes.tmp",
            ".tandem-mine",
            "tandem-oldoldoldold.tmp",
        ];
        let go =
            [".tandem-oldoldoldol1.tmp", ".tandem-oldoldoldol1.bak", ".tandem-alonealone12.bak"];
        for name in stay.iter().chain(&go) {
            let age = if name.contains("young") { young } else { old };
            make(folder, name, age, now);
        }
        let held = File::open(folder.join(".tandem-heldheldheld.tmp")).unwrap();
        held.lock().unwrap();

        remove_old(folder, fresh.as_file());
        let fresh_name = fresh.path().file_name().unwrap().to_str().unwrap();
        let mut left = names(folder);
        assert!(left.remove(fresh_name), "what is being written stays");
        assert_eq!(left, stay.iter().map(ToString::to_string).collect());

        drop(held);
        remove_old(folder, fresh.as_file());
        assert!(!names(folder).iter().any(|name| name.contains("held")));
    }
}
