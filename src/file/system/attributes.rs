//! Access control lists and extended attributes, which a new version of a file takes over from the old one.

use std::{fs::File, io, path::Path};

/// Copies the extended attributes of `old`, including the access control list, to `new`, the file that will replace
/// `old`. If `old` has no access control list, the list of `new` is removed.
///
/// # Errors
/// The system's error if an attribute cannot be set. Attributes that only the system can set are skipped.
pub(crate) fn keep_attributes(old: &Path, new: &File) -> io::Result<()> {
    use xattr::FileExt as _;
    let names = match xattr::list(old) {
        Ok(names) => names,
        Err(error) if is_unsupported(&error) => return Ok(()),
        Err(error) => return Err(error),
    };
    for name in names {
        let Some(value) = xattr::get(old, &name)? else { continue };
        if matches!(new.get_xattr(&name), Ok(Some(same)) if same == value) {
            continue;
        }
        match new.set_xattr(&name, &value) {
            Err(error) if !is_system_attribute(&name) => return Err(error),
            _ => {}
        }
    }
    // A folder may give every new file a default access control list.
    if xattr::get(old, ACCESS_CONTROL_LIST)?.is_none()
        && matches!(new.get_xattr(ACCESS_CONTROL_LIST), Ok(Some(_)))
    {
        new.remove_xattr(ACCESS_CONTROL_LIST)?;
    }
    Ok(())
}

/// The attribute that holds the access control list on Linux.
const ACCESS_CONTROL_LIST: &str = "system.posix_acl_access";

/// Returns whether only the system itself may set this attribute.
fn is_system_attribute(name: &std::ffi::OsStr) -> bool {
    let name = name.to_string_lossy();
    ["security.", "trusted.", "com.apple.provenance"].iter().any(|known| name.starts_with(known))
}

/// Returns whether `error` means that the file system does not support attributes.
fn is_unsupported(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::Unsupported)
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::atomic_write;
    use std::os::unix::fs::PermissionsExt as _;

    /// Version 2; owner rw, user 12345 nothing, group nothing, mask rw, others nothing.
    fn access_control_list() -> Vec<u8> {
        let entries: [(u16, u16, u32); 5] = [
            (0x01, 6, u32::MAX),
            (0x02, 0, 12345),
            (0x04, 0, u32::MAX),
            (0x10, 6, u32::MAX),
            (0x20, 0, u32::MAX),
        ];
        let mut bytes = 2_u32.to_le_bytes().to_vec();
        for (tag, rights, id) in entries {
            bytes.extend(tag.to_le_bytes());
            bytes.extend(rights.to_le_bytes());
            bytes.extend(id.to_le_bytes());
        }
        bytes
    }

    /// Creates a file with this attribute, or returns `None` if the file system supports no attributes.
    fn with(name: &str, value: &[u8]) -> Option<(tempfile::TempDir, std::path::PathBuf)> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bpgn");
        std::fs::write(&path, "old").unwrap();
        xattr::set(&path, name, value).ok()?;
        Some((folder, path))
    }

    #[test]
    fn access_control_list_survives_a_save() {
        let Some((_folder, path)) = with(ACCESS_CONTROL_LIST, &access_control_list()) else {
            return;
        };
        let before = path.metadata().unwrap().permissions().mode();
        atomic_write(&path, b"new", true).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
        assert_eq!(xattr::get(&path, ACCESS_CONTROL_LIST).unwrap(), Some(access_control_list()));
        assert_eq!(path.metadata().unwrap().permissions().mode(), before);
    }

    #[test]
    fn other_attributes_survive_a_save() {
        let Some((_folder, path)) = with("user.comment", b"mine") else { return };
        atomic_write(&path, b"new", false).unwrap();
        assert_eq!(xattr::get(&path, "user.comment").unwrap().as_deref(), Some(&b"mine"[..]));
    }

    #[test]
    fn default_list_of_the_folder_is_not_inherited() {
        let Some((folder, path)) = with("user.comment", b"mine") else { return };
        if xattr::set(folder.path(), "system.posix_acl_default", &access_control_list()).is_err() {
            return;
        }
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        atomic_write(&path, b"new", false).unwrap();
        assert_eq!(xattr::get(&path, ACCESS_CONTROL_LIST).unwrap(), None);
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o640);
    }
}
