//! Linux and macOS.

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

/// Reading and writing for the owner alone.
const PRIVATE: u32 = 0o600;
const PRIVATE_FOLDER: u32 = 0o700;

/// A file that is the standard input of this program.
pub(crate) const STANDARD_INPUT: Option<&str> = Some("/dev/stdin");

/// Whether nothing can be made in a folder that is marked as read-only.
pub(crate) const READ_ONLY_FOLDERS: bool = true;

/// Whether a file can be written and read that has no name, and is gone with the program.
pub(crate) const NAMELESS_FILES: bool = true;

/// Reads bytes from `at` on into `buffer`, and says how many there were.
pub(crate) fn read_at(file: &File, at: u64, buffer: &mut [u8]) -> io::Result<usize> {
    file.read_at(buffer, at)
}

/// The numbers that the system gives to a file, whatever its names.
#[expect(clippy::unnecessary_wraps, reason = "elsewhere there is nothing to tell")]
pub(crate) fn file_number(meta: &Metadata) -> Option<(u64, u64)> {
    Some((meta.dev(), meta.ino()))
}

/// When anything of the file was changed, its times among them, in nanoseconds since 1970.
pub(crate) fn changed_ns(meta: &Metadata) -> Option<i64> {
    let whole = meta.ctime().checked_mul(1_000_000_000)?;
    whole.checked_add(meta.ctime_nsec())
}

/// Whether it is a pipe with a name.
pub(crate) fn is_pipe(meta: &Metadata) -> bool {
    meta.file_type().is_fifo()
}

/// Gives `file` the owner of `old`: the superuser who saves somebody's file does not make it his own. Nobody else may
/// give files away.
pub(crate) fn keep_owner(file: &File, old: &Metadata) {
    let Ok(new) = file.metadata() else { return };
    if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
        let _ = fchown(file, Some(old.uid()), Some(old.gid()));
    }
}

/// Lets a temporary file be read as any new file can be; the user's mask takes away from it.
pub(crate) fn open_to_all(builder: &mut tempfile::Builder<'_, '_>) {
    builder.permissions(Permissions::from_mode(0o666));
}

/// Makes an empty file that its owner alone can read, or closes the one that is there.
pub(crate) fn make_private_file(path: &Path) -> io::Result<()> {
    let mut options = File::options();
    match options.write(true).create_new(true).mode(PRIVATE).open(path) {
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
            std::fs::set_permissions(path, Permissions::from_mode(PRIVATE))
        }
        made => made.map(drop),
    }
}

/// Makes `folder`, and closes it to everyone else, also where it was there.
pub(crate) fn make_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true).mode(PRIVATE_FOLDER).create(folder)?;
    if folder.metadata()?.permissions().mode() & 0o077 != 0 {
        std::fs::set_permissions(folder, Permissions::from_mode(PRIVATE_FOLDER))?;
    }
    Ok(())
}

/// Makes a rename in `folder` last. Where a folder cannot be synced the system does so in its own time: the new name
/// is there already, so that there is nothing left to refuse.
pub(crate) fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// The bytes of a path, which need not be text.
pub(crate) fn path_bytes(path: &Path) -> Vec<u8> {
    path.as_os_str().as_bytes().to_vec()
}

/// The path of these bytes.
pub(crate) fn path_of(bytes: Vec<u8>) -> PathBuf {
    PathBuf::from(OsString::from_vec(bytes))
}
