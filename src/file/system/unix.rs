//! File access on Linux and macOS.

use std::{
    ffi::OsString,
    fs::{DirBuilder, File, Metadata, Permissions},
    io,
    os::unix::{
        ffi::{OsStrExt as _, OsStringExt as _},
        fs::{
            DirBuilderExt as _, FileExt as _, FileTypeExt as _, MetadataExt as _,
            OpenOptionsExt as _, PermissionsExt as _, fchown,
        },
    },
    path::{Path, PathBuf},
};
use tempfile::TempPath;

/// Read and write permission for the owner alone.
const PRIVATE_FILE_MODE: u32 = 0o600;
const PRIVATE_FOLDER_MODE: u32 = 0o700;

/// The path of the standard input of this process.
pub(crate) const STANDARD_INPUT: Option<&str> = Some("/dev/stdin");

/// Whether the read-only flag of a folder prevents new files in it.
pub(crate) const READ_ONLY_FOLDERS: bool = true;

/// Whether a nameless file can be read while it is written. Such a file disappears with the process.
pub(crate) const NAMELESS_FILES: bool = true;

/// Reads bytes from `at` on into `buffer` and returns their number.
pub(crate) fn read_at(file: &File, at: u64, buffer: &mut [u8]) -> io::Result<usize> {
    file.read_at(buffer, at)
}

/// Flushes the file at `path` to disk. A read-only file can be flushed too.
pub(crate) fn sync_file(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

/// Renames `from` to `to`, atomically replacing a file of that name. Programs that have the old file open keep reading
/// it.
pub(crate) fn rename_over(from: TempPath, to: &Path) -> io::Result<()> {
    from.persist(to).map_err(|e| e.error)
}

/// Returns device and inode. Hard links to one file share them.
pub(crate) fn file_number(meta: &Metadata) -> Option<(u64, u64)> {
    Some((meta.dev(), meta.ino()))
}

/// Returns the time of the last change of bytes or metadata, in nanoseconds since 1970.
pub(crate) fn changed_ns(meta: &Metadata) -> Option<i64> {
    let whole = meta.ctime().checked_mul(1_000_000_000)?;
    whole.checked_add(meta.ctime_nsec())
}

/// Returns whether the file is a named pipe.
pub(crate) fn is_pipe(meta: &Metadata) -> bool {
    meta.file_type().is_fifo()
}

/// Returns false: no name is reserved for a device.
pub(crate) const fn is_device(_: &Path) -> bool {
    false
}

/// Gives `file` the owner of `old`, so that a save by the superuser preserves the owner. Errors are ignored: other
/// users may not change owners.
pub(crate) fn keep_owner(file: &File, old: &Metadata) {
    let Ok(new) = file.metadata() else { return };
    if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
        let _ = fchown(file, Some(old.uid()), Some(old.gid()));
    }
}

/// Gives a temporary file the permissions of any other new file: those that the umask leaves.
pub(crate) fn apply_default_permissions(builder: &mut tempfile::Builder<'_, '_>) {
    builder.permissions(Permissions::from_mode(0o666));
}

/// Creates an empty file that only its owner can read, or restricts an existing one.
pub(crate) fn make_private_file(path: &Path) -> io::Result<()> {
    let mut options = File::options();
    match options.write(true).create_new(true).mode(PRIVATE_FILE_MODE).open(path) {
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
            std::fs::set_permissions(path, Permissions::from_mode(PRIVATE_FILE_MODE))
        }
        made => made.map(drop),
    }
}

/// Creates `folder` if necessary, and makes it private.
pub(crate) fn make_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true).mode(PRIVATE_FOLDER_MODE).create(folder)?;
    if folder.metadata()?.permissions().mode() & 0o077 != 0 {
        std::fs::set_permissions(folder, Permissions::from_mode(PRIVATE_FOLDER_MODE))?;
    }
    Ok(())
}

/// Makes a rename in `folder` durable. Errors are ignored: the rename itself succeeded, and the system syncs it later.
pub(crate) fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// Returns the bytes of a path. The path need not be valid text.
pub(crate) fn path_bytes(path: &Path) -> Vec<u8> {
    path.as_os_str().as_bytes().to_vec()
}

/// Converts the result of [`path_bytes`] back to a path.
pub(crate) fn path_of(bytes: Vec<u8>) -> PathBuf {
    PathBuf::from(OsString::from_vec(bytes))
}
