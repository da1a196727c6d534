//! Appending a record to a file.

use super::{
    FileError, FileRange, Fingerprint, Splice, atomic_write, check_regular, line_end, save_spliced,
    system::fs::File,
};
use std::{
    io::{self, Read as _, Seek as _, SeekFrom},
    path::Path,
};

/// The number of bytes at the start of a file that are searched for its first line end.
const HEAD_BYTES: u64 = 64 * 1024;

/// Appends `bytes`, which must be whole lines, to the file `to`, as safely as [`atomic_write()`]. A blank line with the
/// file's own line ends separates old and new text. It is omitted if the file is empty or already ends with a blank
/// line. A missing file is created. Returns the range of the new bytes and the new fingerprint of the file.
///
/// # Errors
/// As [`atomic_write()`] and [`save_spliced`]; the file is then untouched.
pub fn append(to: &Path, bytes: &[u8]) -> Result<(FileRange, Fingerprint), FileError> {
    match check_regular(to) {
        Ok(()) => {}
        Err(FileError::Missing(_)) => {
            let range = FileRange::new(0, bytes.len() as u64);
            return Ok((range, atomic_write(to, bytes, false)?));
        }
        Err(error) => return Err(error),
    }
    let (length, between) =
        length_and_separator(to, bytes).map_err(|e| FileError::from_io(e, to))?;
    let start = length + between.len() as u64;
    let splice =
        Splice { range: FileRange::new(length, length), insert: [&between, bytes].concat() };
    let fingerprint = save_spliced(to, &[splice], to, false)?;
    let range = FileRange::new(start, start + bytes.len() as u64);
    Ok((range, fingerprint))
}

/// Returns the length of the file `to` and the separator to write before `bytes`.
fn length_and_separator(to: &Path, bytes: &[u8]) -> io::Result<(u64, Vec<u8>)> {
    let mut file = File::open(to)?;
    let length = file.metadata()?.len();
    let mut head = Vec::new();
    (&file).take(HEAD_BYTES).read_to_end(&mut head)?;
    // A blank line is two line ends, of two bytes at most.
    let mut tail = Vec::new();
    file.seek(SeekFrom::Start(length.saturating_sub(4)))?;
    (&file).take(4).read_to_end(&mut tail)?;
    let line_end = line_end(&head).or_else(|| line_end(bytes)).unwrap_or(b"\n");
    Ok((length, line_end.repeat(missing_line_ends(&tail))))
}

/// Returns the number of line ends, up to 2, that must follow a file to end it with a blank line; 0 for an empty file.
/// `tail` holds the last four bytes of the file.
fn missing_line_ends(tail: &[u8]) -> usize {
    let mut rest = tail;
    for missing_line_ends in [2, 1] {
        rest = match rest {
            [] => return 0,
            [before @ .., b'\r', b'\n'] | [before @ .., b'\n' | b'\r'] => before,
            _ => return missing_line_ends,
        };
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(old: &str, new: &str, expect: &str) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bpgn");
        std::fs::write(&path, old).unwrap();
        let (range, fingerprint) = append(&path, new.as_bytes()).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text, expect);
        assert_eq!(range.end, expect.len() as u64);
        assert_eq!(range.len(), new.len() as u64);
        assert_eq!(fingerprint, Fingerprint::of(&path).unwrap());
    }

    #[test]
    fn appended_records_are_separated_by_the_files_own_line_ending() {
        check("", "b\n", "b\n");
        check("\n", "b\n", "\nb\n");
        check("a", "b\n", "a\n\nb\n");
        check("a\n", "b\n", "a\n\nb\n");
        check("a\n\n", "b\n", "a\n\nb\n");
        check("a\n\n\n\n", "b\n", "a\n\n\n\nb\n");
        check("x\r\na", "b\r\n", "x\r\na\r\n\r\nb\r\n");
        check("a\r\n", "b\n", "a\r\n\r\nb\n");
        check("a\r\n\r\n", "b\n", "a\r\n\r\nb\n");
        check("x\ra\r", "b\r", "x\ra\r\rb\r");
        check("a", "b\r\n", "a\r\n\r\nb\r\n");
        check("a", "b", "a\n\nb");
    }

    #[test]
    fn missing_file_is_created() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new.bpgn");
        let (range, _) = append(&path, b"b\n").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"b\n");
        assert_eq!(range, FileRange::new(0, 2));
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_folders_are_rejected() {
        let error = append(Path::new("/dev/null"), b"b\n").unwrap_err();
        assert_eq!(error.to_string(), "/dev/null: this is a device or a pipe, not a file");
        let error = append(Path::new("/dev"), b"b\n").unwrap_err();
        assert_eq!(error.to_string(), "/dev: this is a folder, not a file");
    }
}
