//! File access on Windows, where a file has no mode, and no inode without an open handle.

#![cfg_attr(test, allow(dead_code, reason = "on other systems the tests alone use it"))]

use std::{
    fs::{File, Metadata},
    io,
    path::Path,
};
use tempfile::TempPath;

/// Whether the read-only flag of a folder prevents new files in it. On Windows it does not.
pub(crate) const READ_ONLY_FOLDERS: bool = false;

/// Whether a nameless file can be read while it is written. On Windows, a read moves the position at which
/// the file is written.
pub(crate) const NAMELESS_FILES: bool = false;

/// Reads bytes from `at` on into `buffer` and returns their number. Changes the file position, which no code uses.
#[cfg(windows)]
pub(crate) fn read_at(file: &File, at: u64, buffer: &mut [u8]) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, at)
}

/// Flushes the file at `path` to disk. Windows can do so only through a handle that is open for writing.
pub(crate) fn sync_file(path: &Path) -> io::Result<()> {
    File::options().write(true).open(path)?.sync_all()
}

/// Renames `from` to `to`, replacing a file of that name. Programs that have the old file open keep reading it.
///
/// The rename is atomic on NTFS since Windows 10. Other file systems refuse to replace an open file, but allow it to be
/// renamed. On such file systems the old file is first renamed to `NAME-XXXXXX.old`, and keeps that name after a power
/// failure between the two renames.
pub(crate) fn rename_over(from: TempPath, to: &Path) -> io::Result<()> {
    // `keep` also clears the attribute for temporary files. Windows may hold a file with this attribute in memory only.
    let from = from.keep().map_err(|e| e.error)?;
    let renamed = std::fs::rename(&from, to)
        .or_else(|refused| rename_aside(&from, to).unwrap_or(Err(refused)));
    if renamed.is_err() {
        let _ = std::fs::remove_file(&from);
    }
    renamed
}

/// As [`rename_over`], in two steps. Returns `None` if the old file at `to` cannot be renamed.
fn rename_aside(from: &Path, to: &Path) -> Option<io::Result<()>> {
    let mut prefix = to.file_name()?.to_owned();
    prefix.push("-");
    let mut builder = tempfile::Builder::new();
    let aside = builder.prefix(&prefix).suffix(".old").tempfile_in(to.parent()?).ok()?;
    // The old file is deleted on return. If another program has it open, Windows deletes it when that program closes
    // it.
    let aside = aside.into_temp_path();
    std::fs::rename(to, &aside).ok()?;
    Some(std::fs::rename(from, to).inspect_err(|_| {
        let _ = std::fs::rename(&aside, to);
    }))
}

/// Returns whether Windows reserves this name for a device, whatever its folder and extension: `nul`, `con.bpgn`.
pub(crate) fn is_device(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_uppercase();
    let stem = name.split(['.', ':']).next().unwrap_or_default().trim_end();
    let port = stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT")).unwrap_or_default();
    matches!(stem, "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$")
        || matches!(port.as_bytes(), [b'0'..=b'9'])
}

/// Does nothing: the creator of a file owns it.
pub(crate) const fn keep_owner(_: &File, _: &Metadata) {}

/// Does nothing: permissions come from the folder. Alternate streams of a file are not copied.
pub(crate) const fn keep_attributes(_: &Path, _: &File) -> io::Result<()> {
    Ok(())
}

/// Does nothing: a new file inherits the permissions of its folder.
pub(crate) const fn apply_default_permissions(_: &mut tempfile::Builder<'_, '_>) {}

/// Creates `folder` if necessary. It is in the user's profile, which other users cannot read.
pub(crate) fn make_private_folder(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)
}

/// Does nothing: Windows cannot sync a folder.
pub(crate) const fn sync_folder(_: &Path) {}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn open_file_is_replaced_directly_or_in_two_steps() {
        let folder = tempfile::tempdir().unwrap();
        let to = folder.path().join("a.bpgn");
        let new = |text: &str| {
            let file =
                tempfile::Builder::new().tempfile_in(folder.path()).unwrap().into_temp_path();
            std::fs::write(&file, text).unwrap();
            file
        };
        std::fs::write(&to, "one").unwrap();
        let open = File::open(&to).unwrap();
        rename_over(new("two"), &to).unwrap();
        assert_eq!(std::fs::read(&to).unwrap(), b"two");
        assert_eq!(io::read_to_string(open).unwrap(), "one");

        let open = File::open(&to).unwrap();
        rename_aside(&new("three").keep().unwrap(), &to).unwrap().unwrap();
        assert_eq!(std::fs::read(&to).unwrap(), b"three");
        assert_eq!(io::read_to_string(open).unwrap(), "two");
        assert_eq!(names(folder.path()), ["a.bpgn"]);

        sync_file(&to).unwrap();
    }

    #[test]
    fn failed_rename_keeps_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let to = folder.path().join("a.bpgn");
        std::fs::write(&to, "old").unwrap();
        let missing = folder.path().join("missing");
        assert!(rename_aside(&missing, &to).unwrap().is_err());
        assert_eq!(std::fs::read(&to).unwrap(), b"old");
        assert_eq!(names(folder.path()), ["a.bpgn"]);

        // A folder is not replaced.
        let inner = folder.path().join("folder");
        std::fs::create_dir_all(inner.join("inner")).unwrap();
        let from = tempfile::Builder::new().tempfile_in(folder.path()).unwrap().into_temp_path();
        assert!(rename_over(from, &inner).is_err());
        assert_eq!(names(folder.path()), ["a.bpgn", "folder"]);
    }

    #[test]
    fn devices_are_named_like_files() {
        for name in ["con.bpgn", "NUL", "a/Aux.tar.gz", "com1", "LPT9 .txt", "prn:"] {
            assert!(is_device(Path::new(name)), "{name}");
        }
        for name in ["console.bpgn", "a.con", "com.bpgn", "com12", "lpt", "nul/a.bpgn", ""] {
            assert!(!is_device(Path::new(name)), "{name}");
        }
    }

    #[test]
    fn private_folder_is_created_with_its_parents() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("one/two");
        make_private_folder(&own).unwrap();
        make_private_folder(&own).unwrap();
        assert!(own.is_dir());
    }
}
