//! Saving a whole text.

use super::{FileError, Fingerprint, replace::replace, system};
use std::{
    io::{self, BufWriter, ErrorKind, Write},
    path::Path,
};

/// Writes `bytes` to `path`: beside it first, synced, then renamed over it, so that there are always either
/// its old bytes or its new ones. Returns what the file is now.
///
/// Permissions are kept, the owner where the system allows it, and a symbolic link keeps pointing where it
/// points; another hard link keeps the old bytes. With `backup` the previous version stays beside it as
/// `NAME.bak`. A device or a pipe is written as it is.
///
/// # Errors
/// What the disk says: a read-only file or folder, a full disk, no such folder. The old file is then
/// untouched and nothing is left beside it.
pub fn atomic_write(path: &Path, bytes: &[u8], backup: bool) -> Result<Fingerprint, FileError> {
    replace(path, backup, |file| file.write_all(bytes).map_err(|e| FileError::from_write(e, path)))
}

/// As [`atomic_write`], of something that is nobody else's business: a new file can be read by its owner alone, and so can an
/// old one from then on.
///
/// # Errors
/// As [`atomic_write`].
pub fn atomic_write_private(path: &Path, bytes: &[u8]) -> Result<Fingerprint, FileError> {
    system::make_private_file(path).map_err(|e| FileError::from_write(e, path))?;
    atomic_write(path, bytes, false)
}

/// As [`atomic_write`], of what `write` writes: so much at a time that it need not be held.
///
/// # Errors
/// Those of `write`, and those of [`atomic_write`]; the old file is then untouched and nothing is left beside it. Where
/// the disk takes no more, that is told, whatever `write` makes of it; but of a pipe that nobody reads any more `write`
/// tells itself.
pub fn atomic_write_with<E: From<FileError>>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<Fingerprint, E> {
    atomic_write_with_backup(path, false, write)
}

/// As [`atomic_write_with`], and with `backup` the previous version stays, as with [`atomic_write`].
///
/// # Errors
/// As [`atomic_write_with`].
pub fn atomic_write_with_backup<E: From<FileError>>(
    path: &Path,
    backup: bool,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<Fingerprint, E> {
    replace(path, backup, |file| {
        let mut out = Told { to: BufWriter::with_capacity(1 << 20, file), refused: None };
        let written = write(&mut out)
            .and_then(|()| out.to.flush().map_err(|e| FileError::from_write(e, path).into()));
        match out.refused {
            Some(reason) => Err(FileError::from_write(reason, path).into()),
            None => written,
        }
    })
}

/// Writes on, and keeps what the disk says where it takes no more.
struct Told<W> {
    to: W,
    refused: Option<io::Error>,
}

impl<W> Told<W> {
    fn told<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|reason| match reason.kind() {
            ErrorKind::BrokenPipe | ErrorKind::Interrupted => reason,
            kind => {
                self.refused.get_or_insert(reason);
                kind.into()
            }
        })
    }
}

impl<W: Write> Write for Told<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes);
        self.told(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.to.flush();
        self.told(flushed)
    }
}
