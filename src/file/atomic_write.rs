//! [`atomic_write()`]: saving a whole file at once.

use super::{FileError, Fingerprint, replace::replace, system};
use std::{
    io::{self, BufWriter, ErrorKind, Write},
    path::Path,
};

/// Atomically replaces the contents of the file `path` with `bytes`. The bytes are written to a temporary file beside
/// it, which is synced and then renamed to `path`. Returns the new fingerprint.
///
/// Permissions and symbolic links stay, and so does the owner where the system allows it. Other hard links keep the old
/// bytes. With `backup` the previous version stays beside the file as `NAME.bak`. A device, or the pipe of a process
/// substitution, is written in place.
///
/// # Errors
/// Disk errors such as a read-only file or folder, a full disk or a missing folder, and a named pipe at `path`. The old
/// file is then untouched and nothing is left beside it.
pub fn atomic_write(path: &Path, bytes: &[u8], backup: bool) -> Result<Fingerprint, FileError> {
    replace(path, backup, |file| file.write_all(bytes).map_err(|e| FileError::from_write(e, path)))
}

/// As [`atomic_write`], for private data: only the owner can read the file, even if others could read its previous
/// version.
///
/// # Errors
/// As [`atomic_write`].
pub fn atomic_write_private(path: &Path, bytes: &[u8]) -> Result<Fingerprint, FileError> {
    system::make_private_file(path).map_err(|e| FileError::from_write(e, path))?;
    atomic_write(path, bytes, false)
}

/// As [`atomic_write`], for output too large for memory: `write` streams it.
///
/// # Errors
/// Those of `write` and of [`atomic_write`]; the old file is then untouched and nothing is left beside it. If a disk
/// error occurs, it is returned instead of the error of `write`. This does not apply to a broken pipe.
pub fn atomic_write_with<E: From<FileError>>(
    path: &Path,
    backup: bool,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<Fingerprint, E> {
    replace(path, backup, |file| {
        let mut out =
            ErrorTrackingWriter { to: BufWriter::with_capacity(1 << 20, file), first_error: None };
        let written = write(&mut out)
            .and_then(|()| out.to.flush().map_err(|e| FileError::from_write(e, path).into()));
        match out.first_error {
            Some(reason) => Err(FileError::from_write(reason, path).into()),
            None => written,
        }
    })
}

/// Checks whether [`atomic_write`] can replace the file at `path`, or create it, as far as this can be known before.
/// Leaves nothing behind.
///
/// # Errors
/// As [`atomic_write`].
pub fn check_can_write(path: &Path) -> Result<(), FileError> {
    /// The error with which the file stays as it is.
    enum Stopped {
        Probed,
        File(FileError),
    }

    impl From<FileError> for Stopped {
        fn from(error: FileError) -> Self {
            Self::File(error)
        }
    }

    match replace(path, false, |_| Err(Stopped::Probed)) {
        Err(Stopped::File(error)) => Err(error),
        Ok(_) | Err(Stopped::Probed) => Ok(()),
    }
}

/// A writer that remembers the first disk error. Broken pipes are left to the caller.
struct ErrorTrackingWriter<W> {
    to: W,
    first_error: Option<io::Error>,
}

impl<W> ErrorTrackingWriter<W> {
    fn remember_error<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|reason| match reason.kind() {
            ErrorKind::BrokenPipe | ErrorKind::Interrupted => reason,
            kind => {
                self.first_error.get_or_insert(reason);
                kind.into()
            }
        })
    }
}

impl<W: Write> Write for ErrorTrackingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes);
        self.remember_error(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.to.flush();
        self.remember_error(flushed)
    }
}
