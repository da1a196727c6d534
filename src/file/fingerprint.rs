//! What a file was at a moment, to tell whether another program has changed it since.

use super::{FileError, system};
use serde::{Deserialize, Serialize};
use std::{
    fs::Metadata,
    path::{Path, PathBuf},
    time::SystemTime,
};

/// A file's length, time of change and identity, as the system tells them without a byte being read.
///
/// Two that are equal belong to the same bytes, unless a program wrote as many other bytes into the same
/// file within one tick of the file system's clock (some milliseconds on older kernels, two seconds on FAT),
/// or set the time back where the system does not tell when it did. Two that are not equal may still belong to the
/// same bytes: a new owner or a new link shows, too.
#[derive(Clone, Debug, Eq, Serialize, Deserialize)]
pub struct Fingerprint {
    /// Length in bytes.
    pub length: u64,
    /// When the bytes last changed, in nanoseconds since 1970; absent where the system does not tell, and
    /// beyond the years 1677 to 2262.
    pub modified_ns: Option<i64>,
    /// When the bytes or anything about the file last changed, in nanoseconds since 1970. No program can set it back.
    /// Absent where the system does not tell, and in what earlier versions have kept; it is then not compared.
    #[serde(default)]
    pub changed_ns: Option<i64>,
    /// The device and the file's number on it; absent where the system has none. Another number means that
    /// the file was replaced.
    pub inode: Option<(u64, u64)>,
}

impl Fingerprint {
    /// What the file at `path` is now; a link stands for what it points to.
    ///
    /// # Errors
    /// What the disk says: no such file, a folder, no permission.
    pub fn of(path: &Path) -> Result<Self, FileError> {
        let meta = std::fs::metadata(path).map_err(|e| FileError::from_io(e, path))?;
        if meta.is_dir() {
            return Err(FileError::Folder(path.to_owned()));
        }
        Ok(Self::of_metadata(&meta))
    }

    pub(super) fn of_metadata(meta: &Metadata) -> Self {
        Self {
            length: meta.len(),
            modified_ns: meta.modified().ok().and_then(since_1970_ns),
            changed_ns: system::changed_ns(meta),
            inode: system::file_number(meta),
        }
    }

    /// Whether nothing but the time of a change of something about the file tells them apart.
    #[must_use]
    pub fn has_same_bytes_times(&self, other: &Self) -> bool {
        (self.length, self.modified_ns, self.inode)
            == (other.length, other.modified_ns, other.inode)
    }

    /// Whether both are known to be one file under two names.
    pub(super) fn same_file(&self, other: &Self) -> bool {
        self.inode.is_some() && self.inode == other.inode
    }
}

/// Whether both are names of one file that is there: the same name, `./` before it, a link of either kind, or `-` for a
/// file that is standard input. Where the system numbers no files, other hard links are not known.
#[must_use]
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
        self.has_same_bytes_times(other) && changed.is_none_or(|(one, two)| one == two)
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
    fn every_change_shows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bpgn");
        std::fs::write(&path, "one").unwrap();
        let read = Source::read(&path).unwrap();
        let first = read.fingerprint().unwrap().clone();
        assert_eq!(first, Fingerprint::of(&path).unwrap());

        std::fs::write(&path, "longer").unwrap();
        assert_ne!(first, Fingerprint::of(&path).unwrap());

        std::fs::write(&path, "two").unwrap();
        let file = std::fs::File::options().write(true).open(&path).unwrap();
        let earlier = SystemTime::UNIX_EPOCH - Duration::from_nanos(5);
        file.set_modified(earlier).unwrap();
        let third = Fingerprint::of(&path).unwrap();
        assert_eq!(third.length, first.length);
        assert_ne!(first, third);
        assert_eq!(third.modified_ns, Some(-5));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_of_the_same_length_and_time_in_its_place_shows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bpgn");
        std::fs::write(&path, "one").unwrap();
        let first = Fingerprint::of(&path).unwrap();
        let time = path.metadata().unwrap().modified().unwrap();

        let other = folder.path().join("b.bpgn");
        std::fs::write(&other, "two").unwrap();
        let file = std::fs::File::options().write(true).open(&other).unwrap();
        file.set_modified(time).unwrap();
        std::fs::rename(&other, &path).unwrap();
        let second = Fingerprint::of(&path).unwrap();
        assert_eq!(first.modified_ns, second.modified_ns);
        assert_ne!(first, second);
    }

    #[cfg(unix)]
    #[test]
    fn a_change_of_equal_length_with_the_time_set_back_shows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bpgn");
        std::fs::write(&path, "one").unwrap();
        let first = Fingerprint::of(&path).unwrap();
        // A file system may count no finer than ten milliseconds.
        std::thread::sleep(Duration::from_millis(30));
        let file = std::fs::File::options().write(true).open(&path).unwrap();
        let time = file.metadata().unwrap().modified().unwrap();
        std::io::Write::write_all(&mut &file, b"two").unwrap();
        file.set_modified(time).unwrap();
        let second = Fingerprint::of(&path).unwrap();
        assert!(first.has_same_bytes_times(&second));
        assert_ne!(first, second);
        // What an earlier version has kept does not know it.
        let kept = Fingerprint { changed_ns: None, ..first };
        assert_eq!(kept, second);
    }

    #[test]
    fn no_file_and_a_folder_are_said() {
        let folder = tempfile::tempdir().unwrap();
        let gone = folder.path().join("gone");
        assert!(matches!(
            Fingerprint::of(&gone),
            Err(FileError::Missing(path)) if path == gone
        ));
        assert!(matches!(Fingerprint::of(folder.path()), Err(FileError::Folder(_))));
    }
}
