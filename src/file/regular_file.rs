//! Opening regular files without blocking. A pipe is rejected before it is opened, since opening one waits for a
//! writer.

use super::{
    FileError,
    system::fs::{self, File},
};
use std::{io::Read as _, path::Path};

/// Checks that `path` is a regular file or a link to one.
///
/// # Errors
/// Disk errors: a missing file, a folder, or a device, pipe or socket.
pub fn check_regular(path: &Path) -> Result<(), FileError> {
    match fs::metadata(path) {
        Ok(meta) if meta.is_file() => Ok(()),
        Ok(meta) if meta.is_dir() => Err(FileError::Folder(path.to_owned())),
        Ok(_) => Err(FileError::NotAFile(path.to_owned())),
        Err(error) => Err(FileError::from_io(error, path)),
    }
}

/// Opens the file at `path` for reading.
///
/// # Errors
/// As [`check_regular`].
pub fn open_regular(path: &Path) -> Result<File, FileError> {
    check_regular(path)?;
    File::open(path).map_err(|error| FileError::from_io(error, path))
}

/// Reads all bytes of the file at `path`.
///
/// # Errors
/// As [`check_regular`], and disk errors while reading.
pub fn read_regular(path: &Path) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let mut file = open_regular(path)?;
    file.read_to_end(&mut bytes).map_err(|error| FileError::from_io(error, path))?;
    Ok(bytes)
}
