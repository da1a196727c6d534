//! Writing a file so that there are always either its old bytes or its new ones.

use super::FileError;
use std::{
    io::Write as _,
    path::{Path, PathBuf},
};

/// Writes `bytes` to `path`: beside it first, synced, then renamed over it, with the permissions that the
/// old file had. A link keeps pointing where it points.
///
/// # Errors
/// What the disk says; the old file is then untouched.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let target = resolved(path);
    write(&target, bytes).map_err(|reason| FileError::Write {
        reason,
        path: path.to_owned(),
    })
}

/// Where a chain of links ends; the path itself where nothing is there yet.
fn resolved(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

fn write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let old = std::fs::metadata(path).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        // A device or a pipe has no bytes to keep.
        return std::fs::OpenOptions::new()
            .write(true)
            .open(path)?
            .write_all(bytes);
    }
    std::fs::metadata(folder)?;
    let mut file = tempfile::Builder::new()
        .prefix(".tandem-")
        .tempfile_in(folder)?;
    file.write_all(bytes)?;
    let permissions = old.map_or_else(usual_permissions, |old| Some(old.permissions()));
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// What a new file may be: a temporary one is closed to everyone else.
#[cfg(unix)]
#[expect(
    clippy::unnecessary_wraps,
    reason = "elsewhere there is nothing to set"
)]
fn usual_permissions() -> Option<std::fs::Permissions> {
    use std::os::unix::fs::PermissionsExt as _;
    Some(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
const fn usual_permissions() -> Option<std::fs::Permissions> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bpgn");
        save(&path, b"old").unwrap();
        save(&path, b"new").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_are_kept() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bpgn");
        let link = folder.path().join("link.bpgn");
        save(&path, b"old").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        save(&link, b"new").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
        assert!(link.symlink_metadata().unwrap().is_symlink());
        let mode = path.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
    }

    #[test]
    fn a_folder_that_is_not_there_is_said() {
        let error = save(Path::new("/no/such/folder/a.bpgn"), b"x").unwrap_err();
        assert_eq!(
            error.to_string(),
            "cannot write (No such file or directory (os error 2)): /no/such/folder/a.bpgn"
        );
    }
}
