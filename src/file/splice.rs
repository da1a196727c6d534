//! Saving edits to a file that may be too large for memory.

use super::{FileError, FileRange, Fingerprint, open_regular, replace::replace, system::fs::File};
use std::{
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    path::Path,
};

/// One edit of a file: `insert` replaces the bytes of `range`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Splice {
    /// The range of the removed bytes; empty for an insertion.
    pub range: FileRange,
    pub insert: Vec<u8>,
}

/// Writes the bytes of the file `from`, with `splices` applied, to the file `to`, which may be the same file. Safety
/// and `backup` are as for [`atomic_write`](super::atomic_write()). The splices must be in file order and must not
/// overlap.
///
/// The operating system copies the unchanged bytes, so memory does not grow with the file. The caller checks by
/// [`Fingerprint`] that `from` is the version that was edited; this function detects changes during the copy.
///
/// # Errors
/// Edits that overlap, are out of order or lie beyond the end; a `from` that is missing, not a regular file or changed
/// during the copy; disk errors. `to` is then untouched and nothing is left beside it.
pub fn save_spliced(
    from: &Path,
    splices: &[Splice],
    to: &Path,
    backup: bool,
) -> Result<Fingerprint, FileError> {
    let read_error = |e| FileError::from_io(e, from);
    let source = open_regular(from)?;
    let before = Fingerprint::from_metadata(&source.metadata().map_err(read_error)?);
    check(splices, before.length, from)?;
    replace(to, backup, |out| {
        let copied = copy_spliced(&source, before.length, splices, out)
            .map_err(|e| FileError::from_write(e, to))?;
        let after = Fingerprint::from_metadata(&source.metadata().map_err(read_error)?);
        if copied && after == before { Ok(()) } else { Err(FileError::Changed(from.to_owned())) }
    })
}

fn check(splices: &[Splice], length: u64, from: &Path) -> Result<(), FileError> {
    let mut end = 0;
    for Splice { range, .. } in splices {
        if range.start < end || range.end < range.start {
            return Err(FileError::Splices { at: range.start, path: from.to_owned() });
        }
        end = range.end;
    }
    if end > length {
        return Err(FileError::BeyondEnd(from.to_owned()));
    }
    Ok(())
}

/// Copies the first `length` bytes of `source` to `out`, with the edits applied. Returns `false` if `source` is shorter
/// than `length`.
fn copy_spliced(
    mut source: &File,
    length: u64,
    splices: &[Splice],
    out: &mut File,
) -> io::Result<bool> {
    let mut at = 0;
    // An empty edit at the end copies the bytes after the last edit.
    let edits = splices
        .iter()
        .map(|splice| (splice.range, splice.insert.as_slice()))
        .chain([(FileRange::new(length, length), [].as_slice())]);
    for (range, insert) in edits {
        source.seek(SeekFrom::Start(at))?;
        let copy_len = range.start - at;
        // The standard library lets the kernel copy between two files.
        if io::copy(&mut source.take(copy_len), out)? != copy_len {
            return Ok(false);
        }
        out.write_all(insert)?;
        at = range.end;
    }
    Ok(true)
}
