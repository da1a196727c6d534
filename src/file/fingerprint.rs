//! [`Fingerprint`]: detects changes that other programs make to a file.

use super::{
    FileError,
    system::{self, fs, fs::Metadata},
};
use serde::{Deserialize, Serialize};
use std::{
    path::{Path, PathBuf},
    time::SystemTime,
};

/// A file's length, times and identity, all from its metadata.
///
/// Equal fingerprints mean equal bytes, with two exceptions. Another program may have written the same number of bytes
/// within one tick of the file system's clock: some milliseconds on older kernels, two seconds on FAT. Or a program may
/// have set the modification time back, on a system without a change time. Unequal fingerprints may still belong to
/// equal bytes: a new owner or a new link also changes them.
#[derive(Clone, Debug, Eq, Serialize, Deserialize)]
pub struct Fingerprint {
    /// Length in bytes.
    pub length: u64,
    /// Modification time in nanoseconds since 1970. `None` if the system has none, or if the time is before 1677 or
    /// after 2262.
    pub modified_ns: Option<i64>,
    /// Time of the last change of bytes or metadata, in nanoseconds since 1970; no program can set this time back.
    /// `None` on systems without such a time and in data from earlier versions; it is then not compared.
    #[serde(default)]
    pub changed_ns: Option<i64>,
    /// Device and inode; `None` on systems without inodes. A different inode means that the file was replaced.
    pub inode: Option<(u64, u64)>,
}

impl Fingerprint {
    /// Returns the fingerprint of the file at `path`, following links.
    ///
    /// # Errors
    /// Disk errors: a missing file, a folder, no permission.
    pub fn of(path: &Path) -> Result<Self, FileError> {
        let meta = fs::metadata(path).map_err(|e| FileError::from_io(e, path))?;
        if meta.is_dir() {
            return Err(FileError::Folder(path.to_owned()));
        }
        Ok(Self::from_metadata(&meta))
    }

    pub(super) fn from_metadata(meta: &Metadata) -> Self {
        Self {
            length: meta.len(),
            modified_ns: meta.modified().ok().and_then(since_1970_ns),
            changed_ns: system::changed_ns(meta),
            inode: system::file_number(meta),
        }
    }

    /// Returns whether both fingerprints are equal apart from `changed_ns`.
    pub fn equals_ignoring_change_time(&self, other: &Self) -> bool {
        (self.length, self.modified_ns, self.inode)
            == (other.length, other.modified_ns, other.inode)
    }

    /// Returns whether both fingerprints certainly belong to the same file. Always `false` on systems without inodes.
    pub(super) fn same_file(&self, other: &Self) -> bool {
        self.inode.is_some() && self.inode == other.inode
    }
}

/// Returns whether both paths lead to the same existing file, also through links. `-` stands for the file that standard
/// input reads. Hard links are not detected on systems without inodes.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| match system::STANDARD_INPUT {
        Some(input) if path == Path::new("-") => PathBuf::from(input),
        _ => path.to_owned(),
    };
    let (one, other) = (real(one), real(other));
    if matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other) {
        return true;
    }
    match (Fingerprint::of(&one), Fingerprint::of(&other)) {
        (Ok(one), Ok(other)) => one.same_file(&other),
        _ => false,
    }
}

impl PartialEq for Fingerprint {
    fn eq(&self, other: &Self) -> bool {
        let changed = self.changed_ns.zip(other.changed_ns);
        self.equals_ignoring_change_time(other) && changed.is_none_or(|(one, two)| one == two)
    }
}

fn since_1970_ns(time: SystemTime) -> Option<i64> {
    match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_nanos()).ok(),
        Err(before) => i64::try_from(before.duration().as_nanos()).ok().map(|ns| -ns),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::Source;
    use std::time::Duration;

    #[test]
    fn every_change_is_detected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bpgn");
        fs::write(&path, "one").unwrap();
        let read = Source::read(&path).unwrap();
        let first = read.fingerprint().unwrap().clone();
        assert_eq!(first, Fingerprint::of(&path).unwrap());

        fs::write(&path, "longer").unwrap();
        assert_ne!(first, Fingerprint::of(&path).unwrap());

        fs::write(&path, "two").unwrap();
        let file = fs::File::options().write(true).open(&path).unwrap();
        // NTFS counts in steps of 100 ns.
        let earlier = SystemTime::UNIX_EPOCH - Duration::from_nanos(500);
        file.set_modified(earlier).unwrap();
        let third = Fingerprint::of(&path).unwrap();
        assert_eq!(third.length, first.length);
        assert_ne!(first, third);
        assert_eq!(third.modified_ns, Some(-500));
    }

    #[cfg(unix)]
    #[test]
    fn replacement_of_same_length_and_time_is_detected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bpgn");
        fs::write(&path, "one").unwrap();
        let first = Fingerprint::of(&path).unwrap();
        let time = path.metadata().unwrap().modified().unwrap();

        let other = folder.path().join("b.bpgn");
        fs::write(&other, "two").unwrap();
        let file = fs::File::options().write(true).open(&other).unwrap();
        file.set_modified(time).unwrap();
        fs::rename(&other, &path).unwrap();
        let second = Fingerprint::of(&path).unwrap();
        assert_eq!(first.modified_ns, second.modified_ns);
        assert_ne!(first, second);
    }

    #[cfg(unix)]
    #[test]
    fn same_length_change_with_old_time_is_detected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bpgn");
        fs::write(&path, "one").unwrap();
        let first = Fingerprint::of(&path).unwrap();
        // A file system's clock may be no finer than ten milliseconds.
        std::thread::sleep(Duration::from_millis(30));
        let file = fs::File::options().write(true).open(&path).unwrap();
        let time = file.metadata().unwrap().modified().unwrap();
        std::io::Write::write_all(&mut &file, b"two").unwrap();
        file.set_modified(time).unwrap();
        let second = Fingerprint::of(&path).unwrap();
        assert!(first.equals_ignoring_change_time(&second));
        assert_ne!(first, second);
        // Data of an earlier version lacks the field.
        let kept = Fingerprint { changed_ns: None, ..first };
        assert_eq!(kept, second);
    }

    #[test]
    fn missing_file_and_folder_are_reported() {
        let folder = tempfile::tempdir().unwrap();
        let gone = folder.path().join("gone");
        assert!(matches!(
            Fingerprint::of(&gone),
            Err(FileError::Missing(path)) if path == gone
        ));
        assert!(matches!(Fingerprint::of(folder.path()), Err(FileError::Folder(_))));
    }
}
