//! [`Reader`]: random access to a file.

use super::{
    FileError, FileRange, Fingerprint, open_regular,
    system::{self, fs::File},
};
use std::{
    io,
    path::{Path, PathBuf},
};

/// An open file of any length. Each read states its position, so several threads may read at once. The file is never
/// memory-mapped: if another program truncates it, reads return an error instead of raising a signal.
#[derive(Debug)]
pub struct Reader {
    file: File,
    path: PathBuf,
    fingerprint: Fingerprint,
}

impl Reader {
    /// Opens the file at `path`.
    ///
    /// # Errors
    /// Disk errors: a missing file, no permission, a folder, a device or a pipe.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let failed = |e| FileError::from_io(e, path);
        let file = open_regular(path)?;
        let fingerprint = Fingerprint::from_metadata(&file.metadata().map_err(failed)?);
        Ok(Self { file, path: path.to_owned(), fingerprint })
    }

    /// Creates a reader of `file`, which has no name. The reader reports `folder` as the path of the file.
    pub(super) fn from_unnamed(file: &File, folder: &Path) -> Result<Self, FileError> {
        let failed = |e| FileError::from_io(e, folder);
        let file = file.try_clone().map_err(failed)?;
        let fingerprint = Fingerprint::from_metadata(&file.metadata().map_err(failed)?);
        Ok(Self { file, path: folder.to_owned(), fingerprint })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the fingerprint taken when the file was opened.
    pub const fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }

    /// Returns the length in bytes when the file was opened. Bytes appended later are not read.
    pub const fn length(&self) -> u64 {
        self.fingerprint.length
    }

    /// Returns whether the path still leads to the opened file, unchanged.
    pub fn is_unchanged(&self) -> bool {
        Fingerprint::of(&self.path).is_ok_and(|now| now == self.fingerprint)
    }

    /// Reads from byte `at` on until `buffer` is full, or up to the length of the file when it was opened. Returns the
    /// number of bytes read.
    ///
    /// # Errors
    /// [`FileError::Truncated`] if the file was truncated; disk errors.
    pub fn read_at(&self, at: u64, buffer: &mut [u8]) -> Result<usize, FileError> {
        let remaining = self.length().saturating_sub(at);
        let target_len = usize::try_from(remaining)
            .map_or(buffer.len(), |remaining| remaining.min(buffer.len()));
        let mut filled = 0;
        while filled < target_len {
            match system::read_at(&self.file, at + filled as u64, &mut buffer[filled..target_len]) {
                Ok(0) => return Err(FileError::Truncated(self.path.clone())),
                Ok(count) => filled += count,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(FileError::from_io(e, &self.path)),
            }
        }
        Ok(filled)
    }

    /// Replaces the contents of `into` with the bytes of `range`, clamped to the length of the file when it was opened.
    ///
    /// # Errors
    /// As [`Reader::read_at`].
    pub fn read_range(&self, range: FileRange, into: &mut Vec<u8>) -> Result<(), FileError> {
        let end = range.end.min(self.length());
        let length = usize::try_from(end.saturating_sub(range.start))
            .map_err(|_| FileError::TooLarge(self.path.clone()))?;
        if into.capacity() < length {
            // The system returns zeroed pages; to resize would write all of them once more.
            *into = vec![0; length];
        } else {
            into.resize(length, 0);
        }
        let read = self.read_at(range.start, into)?;
        into.truncate(read);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_stop_at_the_initial_length() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bpgn");
        std::fs::write(&path, "0123456789").unwrap();
        let reader = Reader::open(&path).unwrap();
        std::fs::write(&path, "0123456789abc").unwrap();
        let mut buffer = [0; 6];
        assert_eq!(reader.read_at(2, &mut buffer).unwrap(), 6);
        assert_eq!(&buffer, b"234567");
        assert_eq!(reader.read_at(7, &mut buffer).unwrap(), 3);
        assert_eq!(reader.read_at(99, &mut buffer).unwrap(), 0);
        assert!(!reader.is_unchanged());
        let mut bytes = vec![1; 50];
        reader.read_range(FileRange::new(8, 90), &mut bytes).unwrap();
        assert_eq!(bytes, b"89");
    }

    #[test]
    fn truncated_file_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bpgn");
        std::fs::write(&path, "0123456789").unwrap();
        let reader = Reader::open(&path).unwrap();
        std::fs::write(&path, "0123").unwrap();
        let error = reader.read_at(2, &mut [0; 6]).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("{}: the file was truncated while reading; open it again", path.display())
        );
    }
}
