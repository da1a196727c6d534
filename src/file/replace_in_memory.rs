//! Replacing a file in the memory of the page.

use super::{FileError, Fingerprint, system::fs};
use std::path::Path;

/// Replaces the file `path` by the bytes that `write` writes. The page is notified, and stores the bytes or offers them
/// as a download; there is no backup.
///
/// # Errors
/// Those of `write`, and a failure of the page to store the bytes.
pub(super) fn replace<E: From<FileError>>(
    path: &Path,
    _backup: bool,
    write: impl FnOnce(&mut fs::File) -> Result<(), E>,
) -> Result<Fingerprint, E> {
    let failed = |e| FileError::from_write(e, path);
    let mut file = fs::File::unnamed();
    write(&mut file)?;
    fs::write(path, file.into_bytes()).map_err(failed)?;
    Ok(Fingerprint::of(path)?)
}
