//! [`format_for_path`] and [`check_name`]: the format that belongs to a file name.

use super::{FORMATS, FileFormat, PACKED};
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    #[error("{}: compressed output is not supported", .0.display())]
    Packed(PathBuf),
    #[error("{path}: the extension is for {other}, but the format is {format}", path = .path.display())]
    Other {
        /// The name of the format to be written.
        format: &'static str,
        /// The name of the format to which the extension belongs.
        other: &'static str,
        path: PathBuf,
    },
}

/// Returns the extension of `path` in lower case, or `None` if it has none.
fn extension(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}

/// Returns `path` with `extension` if its name has none. A dot in a name such as `vs. Anna` or `2026.11` begins no
/// extension. The path of a folder, which ends with a separator, stays unchanged.
pub fn with_default_extension(path: &Path, extension: &str) -> PathBuf {
    let is_extension = |it: &str| {
        it.len() <= 10
            && it.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && it.bytes().any(|byte| byte.is_ascii_alphabetic())
    };
    let has_extension = path.extension().is_some_and(|it| it.to_str().is_none_or(is_extension));
    let is_folder = path.as_os_str().to_string_lossy().ends_with(std::path::is_separator);
    if has_extension || is_folder {
        return path.to_owned();
    }
    let Some(name) = path.file_name() else { return path.to_owned() };
    let mut name = name.to_owned();
    name.push(".");
    name.push(extension);
    path.with_file_name(name)
}

/// Returns the first of `formats` that has the extension of `path`, or `None`.
pub fn format_for_path(path: &Path, formats: &[FileFormat]) -> Option<FileFormat> {
    with_extension_of(path, formats, |format| format.row().extensions)
}

/// As [`format_for_path`], for formats of any type with these `extensions`.
pub(super) fn with_extension_of<F: Copy>(
    path: &Path,
    formats: &[F],
    extensions: fn(F) -> &'static [&'static str],
) -> Option<F> {
    let extension = extension(path)?;
    let mut formats = formats.iter().copied();
    formats.find(|format| extensions(*format).contains(&extension.as_str()))
}

/// Checks that a file of `format` may be named `path`. Any format may have a name without a known extension.
///
/// # Errors
/// If the name is that of a compressed file or of another format.
pub fn check_name(path: &Path, format: FileFormat) -> Result<(), NameError> {
    let Some(extension) = extension(path) else { return Ok(()) };
    if PACKED.contains(&extension.as_str()) {
        return Err(NameError::Packed(path.to_owned()));
    }
    let row = format.row();
    if row.has_extension(&extension) {
        return Ok(());
    }
    match FORMATS.iter().find(|other| other.has_extension(&extension)) {
        Some(other) => {
            Err(NameError::Other { format: row.name, other: other.name, path: path.to_owned() })
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_without_extension_gets_one() {
        for (typed, expected) in [
            ("/x/mine", "/x/mine.bpgn"),
            ("/x/vs. Anna", "/x/vs. Anna.bpgn"),
            ("/x/2026.11", "/x/2026.11.bpgn"),
            ("/x.y/mine", "/x.y/mine.bpgn"),
            ("mine.pgn", "mine.pgn"),
            ("/x/mine.txt", "/x/mine.txt"),
            ("/x/", "/x/"),
            ("/", "/"),
            ("..", ".."),
            ("", ""),
        ] {
            assert_eq!(with_default_extension(Path::new(typed), "bpgn"), Path::new(expected));
        }
    }
}
