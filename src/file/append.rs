//! Appending a record to a file.

use super::{
    ByteOrder, Encoding, FileError, FileRange, Fingerprint, Splice, Text, atomic_write,
    check_regular, line_end, splice::Original,
};
use std::{
    borrow::Cow,
    io::{self, Read as _, Seek as _, SeekFrom},
    path::Path,
};

/// The number of bytes at the start of a file that are searched for its first line end.
const HEAD_BYTES: u64 = 64 * 1024;

/// The maximum number of bytes that a blank line takes at the end of a file: two line ends of two characters, in UTF-16.
const TAIL_BYTES: u64 = 8;

const BYTE_ORDER_MARK: char = '\u{feff}';

/// Appends `bytes`, which must be whole lines in UTF-8 or Windows-1252, to the file `to`, as safely as
/// [`atomic_write()`]. They are converted to the encoding of the file, which may also be UTF-16. A blank line with the
/// file's own line ends separates old and new text. It is omitted if the file is empty or already ends with a blank
/// line. A missing file is created. Returns the range of the new bytes and the new fingerprint of the file.
///
/// # Errors
/// As [`atomic_write()`]; a character that the encoding of the file lacks, and a file in UTF-16 with an odd length. The
/// file is then untouched.
pub fn append(to: &Path, bytes: &[u8]) -> Result<(FileRange, Fingerprint), FileError> {
    match check_regular(to) {
        Ok(()) => {}
        Err(FileError::Missing(_)) => {
            let range = FileRange::new(0, bytes.len() as u64);
            return Ok((range, atomic_write(to, bytes, false)?));
        }
        Err(error) => return Err(error),
    }
    let original = Original::open(to)?;
    let length = original.length();
    let (head, tail) = ends(&original, to)?;
    let insert = match ByteOrder::of(&head) {
        Some(_) if length % 2 == 1 => return Err(FileError::OddUtf16(to.to_owned())),
        Some(order) => {
            let text = Encoding::of(bytes).decode(bytes);
            let (head, tail) = (order.decode(&head), order.decode(&tail));
            let tail = tail.trim_start_matches(BYTE_ORDER_MARK);
            let between = separator(head.as_bytes(), tail.as_bytes(), bytes);
            let between = String::from_utf8_lossy(&between);
            let text = text.trim_start_matches(BYTE_ORDER_MARK);
            (order.encode(&between), Cow::Owned(order.encode(text)))
        }
        None => {
            let tail = tail.last_chunk::<4>().map_or(tail.as_slice(), |last| last);
            (separator(&head, tail, bytes), encoded_for(to, length, bytes)?)
        }
    };
    let (between, bytes) = insert;
    let start = length + between.len() as u64;
    let splice =
        Splice { range: FileRange::new(length, length), insert: [&between, &*bytes].concat() };
    let fingerprint = original.save_spliced(&[splice], to, false)?;
    let range = FileRange::new(start, start + bytes.len() as u64);
    Ok((range, fingerprint))
}

/// Returns `bytes` in the encoding of the file `to`, which is not UTF-16.
fn encoded_for<'b>(to: &Path, length: u64, bytes: &'b [u8]) -> Result<Cow<'b, [u8]>, FileError> {
    // Both encodings have the same bytes for ASCII, so that the file need not be read.
    if length == 0 || bytes.is_ascii() {
        return Ok(Cow::Borrowed(bytes));
    }
    let from = Encoding::of(bytes);
    let decoded = from.decode(bytes);
    let encoded = Text::open(to)?
        .encoding()
        .encode(decoded.trim_start_matches(BYTE_ORDER_MARK))
        .map_err(|why| FileError::Unwritable { why, path: to.to_owned() })?;
    Ok(Cow::Owned(encoded.into_owned()))
}

/// Returns the first and the last bytes of the file.
fn ends(original: &Original<'_>, path: &Path) -> Result<(Vec<u8>, Vec<u8>), FileError> {
    let (mut head, mut tail) = (Vec::new(), Vec::new());
    let mut read = || -> io::Result<()> {
        let mut file = &original.file;
        file.take(HEAD_BYTES).read_to_end(&mut head)?;
        file.seek(SeekFrom::Start(original.length().saturating_sub(TAIL_BYTES)))?;
        file.take(TAIL_BYTES).read_to_end(&mut tail)?;
        Ok(())
    };
    read().map_err(|e| FileError::from_io(e, path))?;
    Ok((head, tail))
}

/// Returns the separator between a file and the new text. `head` and `tail` are the first and the last bytes of the file.
fn separator(head: &[u8], tail: &[u8], new: &[u8]) -> Vec<u8> {
    let line_end = line_end(head).or_else(|| line_end(new)).unwrap_or(b"\n");
    line_end.repeat(missing_line_ends(tail))
}

/// Returns the number of line ends, up to 2, that must follow a file to end it with a blank line; 0 for an empty file.
/// `tail` holds the last four characters of the file, or more.
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
