//! [`replace`]: replacing a file with one written beside it.

use super::{FileError, Fingerprint, input_files::backup_name, system, temporary};
use std::{
    fs::{File, Metadata},
    io,
    path::{Path, PathBuf},
};
use tempfile::{NamedTempFile, TempPath};

/// The maximum number of symbolic links followed to a file that does not exist yet.
const MAX_LINKS: usize = 40;

/// Lets `write` fill a temporary file, syncs it and renames it to `path`. With `backup`, an old file stays under the
/// name that [`backup_name`] returns. A device, or the pipe of a process substitution, is written in place. Returns the
/// fingerprint of the new file.
///
/// # Errors
/// Those of `write`, and disk errors; the old file is then untouched and nothing is left beside it.
pub(super) fn replace<E: From<FileError>>(
    path: &Path,
    backup: bool,
    write: impl FnOnce(&mut File) -> Result<(), E>,
) -> Result<Fingerprint, E> {
    let failed = |e| FileError::from_write(e, path);
    let target = resolve_links(path);
    let old = match std::fs::metadata(&target) {
        Ok(meta) => Some(meta),
        Err(e) => match e.kind() {
            // A missing folder is reported below.
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => None,
            _ => return Err(failed(e).into()),
        },
    };
    match &old {
        Some(meta) if meta.is_dir() => return Err(FileError::Folder(path.to_owned()).into()),
        // Opening a pipe without a reader would block.
        Some(meta) if is_named_pipe(meta, &target) => {
            return Err(FileError::NotAFile(path.to_owned()).into());
        }
        Some(meta) if !meta.is_file() => return write_through(path, write),
        Some(meta) => check_writable(meta, &target, path)?,
        None => {}
    }
    let folder = parent_folder(&target);
    check_folder(folder, path)?;

    let mut file = create_beside(folder, old.as_ref()).map_err(|e| match e.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            FileError::ReadOnlyFolder(path.to_owned())
        }
        _ => failed(e),
    })?;
    temporary::remove_old(folder, file.as_file());
    write(file.as_file_mut())?;
    if let Some(old) = &old {
        system::keep_owner(file.as_file(), old);
        // Copied before the mode is set, since the access control list contains the mode too.
        system::keep_attributes(&target, file.as_file())
            .map_err(|reason| FileError::Attributes { reason, path: path.to_owned() })?;
        file.as_file().set_permissions(old.permissions()).map_err(failed)?;
    }
    file.as_file().sync_all().map_err(failed)?;
    let fingerprint = Fingerprint::from_metadata(&file.as_file().metadata().map_err(failed)?);

    let before = old.as_ref().map(Fingerprint::from_metadata);
    if Fingerprint::of(&target).ok() != before {
        return Err(FileError::Changed(path.to_owned()).into());
    }
    // The lock lasts until the file has its new name.
    let (_locked, file) = file.into_parts();
    let backup_path = (backup && old.is_some()).then(|| backup_name(&target));
    let is_new_backup =
        backup_path.as_ref().is_some_and(|backup_path| backup_path.symlink_metadata().is_err());
    if let Some(backup_path) = &backup_path {
        write_backup(&target, backup_path, &file)
            .map_err(|reason| FileError::Backup { reason, path: backup_path.clone() })?;
    }
    if let Err(reason) = system::rename_over(file, &target) {
        if is_new_backup && let Some(backup_path) = backup_path {
            let _ = std::fs::remove_file(backup_path);
        }
        return Err(failed(reason).into());
    }
    system::sync_folder(folder);
    // On some systems renaming changes the fingerprint.
    match Fingerprint::of(&target) {
        Ok(renamed) if renamed.equals_ignoring_change_time(&fingerprint) => Ok(renamed),
        _ => Ok(fingerprint),
    }
}

/// Returns whether the target is a named pipe. The pipes that a shell creates for process substitution do not count.
fn is_named_pipe(meta: &Metadata, target: &Path) -> bool {
    system::is_pipe(meta) && !["/dev", "/proc"].iter().any(|folder| target.starts_with(folder))
}

/// Writes to a device or a pipe in place, since neither holds bytes to preserve.
fn write_through<E: From<FileError>>(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<(), E>,
) -> Result<Fingerprint, E> {
    let failed = |e| FileError::from_write(e, path);
    let mut file = File::options().write(true).open(path).map_err(failed)?;
    write(&mut file)?;
    let meta = file.metadata().map_err(failed)?;
    Ok(Fingerprint::from_metadata(&meta))
}

/// Follows symbolic links to their target, even if the target does not exist yet.
fn resolve_links(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        if let Ok(end) = path.canonicalize() {
            return end;
        }
        match path.read_link() {
            Ok(next) => path = parent_folder(&path).join(next),
            Err(_) => break,
        }
    }
    path
}

fn parent_folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Checks that the user may write the file itself; a rename requires only permission for the folder. The read-only bit
/// is checked first, since the superuser may open any file. Then the file is opened for writing, which takes owners,
/// access control lists and read-only mounts into account.
fn check_writable(meta: &Metadata, target: &Path, path: &Path) -> Result<(), FileError> {
    if meta.permissions().readonly() {
        return Err(FileError::ReadOnly(path.to_owned()));
    }
    match File::options().write(true).open(target) {
        Ok(_) => Ok(()),
        Err(e) => Err(match e.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                FileError::ReadOnly(path.to_owned())
            }
            _ => FileError::from_write(e, path),
        }),
    }
}

fn check_folder(folder: &Path, path: &Path) -> Result<(), FileError> {
    match std::fs::metadata(folder) {
        Ok(meta) if !meta.is_dir() => Err(FileError::NoFolder(folder.to_owned())),
        Ok(meta) if system::READ_ONLY_FOLDERS && meta.permissions().readonly() => {
            Err(FileError::ReadOnlyFolder(path.to_owned()))
        }
        Ok(_) => Ok(()),
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            Err(FileError::NoFolder(folder.to_owned()))
        }
        Err(e) => Err(FileError::from_write(e, path)),
    }
}

/// Creates an empty file in `folder`. With `old`, the file is to replace an old file and stays private until the old
/// permissions are copied. Without `old`, the file has the default permissions.
fn create_beside(folder: &Path, old: Option<&Metadata>) -> io::Result<NamedTempFile> {
    let mut builder = temporary::builder();
    if old.is_none() {
        system::apply_default_permissions(&mut builder);
    }
    let file = builder.tempfile_in(folder)?;
    // The lock marks the file as in use. On file systems without locks, the cleanup relies on the age of the file.
    let _ = file.as_file().try_lock();
    Ok(file)
}

/// Links the file `target` as `backup_path`, atomically replacing any file of that name. On a file system without hard
/// links, the file is copied, also atomically, through a second temporary name.
fn write_backup(target: &Path, backup_path: &Path, temporary: &Path) -> io::Result<()> {
    let before = Fingerprint::from_metadata(&std::fs::metadata(target)?);
    if let Ok(there) = std::fs::symlink_metadata(backup_path)
        && Fingerprint::from_metadata(&there).same_file(&before)
    {
        // An earlier save was interrupted between its two renames, so the backup already is this file. Renaming one
        // link to a file over another link to the same file would do nothing.
        return Ok(());
    }
    let second = TempPath::try_from_path(temporary::previous_version_name(temporary))?;
    if std::fs::hard_link(target, &second).is_err() {
        std::fs::copy(target, &second)?;
        system::sync_file(&second)?;
    }
    system::rename_over(second, backup_path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    /// Returns the name and the bytes of every file in `folder`.
    fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
        let mut files: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap())
            .map(|entry| {
                let name = entry.file_name().into_string().unwrap();
                (name, std::fs::read(entry.path()).unwrap())
            })
            .collect();
        files.sort();
        files
    }

    #[test]
    fn full_disk_during_a_save_leaves_only_the_old_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bpgn");
        std::fs::write(&path, "old").unwrap();
        for (kind, expect) in [
            (io::ErrorKind::StorageFull, "the disk is full; the file is unchanged"),
            (io::ErrorKind::QuotaExceeded, "the disk is full; the file is unchanged"),
            (io::ErrorKind::TimedOut, "cannot write (timed out)"),
        ] {
            let error = replace::<FileError>(&path, true, |file| {
                file.write_all(b"ne").unwrap();
                Err(FileError::from_write(kind.into(), &path))
            })
            .unwrap_err();
            assert_eq!(error.to_string(), format!("{}: {expect}", path.display()));
            assert_eq!(files(folder.path()), [("a.bpgn".to_owned(), b"old".to_vec())]);
        }
    }

    #[test]
    fn concurrent_change_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bpgn");
        for old in [Some("old"), None] {
            let _ = std::fs::remove_file(&path);
            if let Some(old) = old {
                std::fs::write(&path, old).unwrap();
            }
            let error = replace::<FileError>(&path, true, |_| {
                std::fs::write(&path, "somebody else's").unwrap();
                Ok(())
            })
            .unwrap_err();
            assert_eq!(
                error.to_string(),
                format!(
                    "{}: another program has changed the file; nothing written",
                    path.display()
                )
            );
            assert_eq!(files(folder.path()), [("a.bpgn".to_owned(), b"somebody else's".to_vec())]);
        }
    }

    #[test]
    fn interrupted_replacement_is_repaired() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bpgn");
        std::fs::write(&path, "old").unwrap();
        std::fs::hard_link(&path, folder.path().join("a.bpgn.bak")).unwrap();
        replace::<FileError>(&path, true, |file| {
            file.write_all(b"new").unwrap();
            Ok(())
        })
        .unwrap();
        assert_eq!(
            files(folder.path()),
            [("a.bpgn".to_owned(), b"new".to_vec()), ("a.bpgn.bak".to_owned(), b"old".to_vec())]
        );
    }
}
