//! Atomic saving of a whole file.

use super::{FileError, Fingerprint, replace::replace, system};
use std::{
    io::{self, BufWriter, ErrorKind, Write},
    path::Path,
};

/// Writes `bytes` to the file `path`: they are written to a temporary file beside it, which is synced and renamed over
/// it, so that the file holds either its old or its new bytes. Returns the new fingerprint.
///
/// Keeps permissions, the owner where the system allows it, and symbolic links; other hard links keep the old bytes.
/// With `backup` the previous version stays beside the file as `NAME.bak`. A device or a pipe is written in place.
///
/// # Errors
/// Disk errors such as a read-only file or folder, a full disk or a missing folder. The old file is then untouched and
/// nothing is left beside it.
pub fn atomic_write(path: &Path, bytes: &[u8], backup: bool) -> Result<Fingerprint, FileError> {
    replace(path, backup, |file| file.write_all(bytes).map_err(|e| FileError::from_write(e, path)))
}

/// As [`atomic_write`], for private data: only the owner can read the file, even if an older one was readable by
/// others.
///
/// # Errors
/// As [`atomic_write`].
pub fn atomic_write_private(path: &Path, bytes: &[u8]) -> Result<Fingerprint, FileError> {
    system::make_private_file(path).map_err(|e| FileError::from_write(e, path))?;
    atomic_write(path, bytes, false)
}

/// As [`atomic_write`], for output that `write` streams, so that it need not fit into memory.
///
/// # Errors
/// Those of `write` and of [`atomic_write`]; the old file is then untouched and nothing is left beside it. A disk error
/// takes precedence over the error of `write`, except for a broken pipe, which `write` reports itself.
pub fn atomic_write_with<E: From<FileError>>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<Fingerprint, E> {
    atomic_write_with_backup(path, false, write)
}

/// As [`atomic_write_with`]; with `backup` the previous version is kept, as with [`atomic_write`].
///
/// # Errors
/// As [`atomic_write_with`].
pub fn atomic_write_with_backup<E: From<FileError>>(
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

/// A writer that stores the first disk error.
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
