//! Saving edits to a file that may be too large for memory.

use super::{
    ByteOrder, FileError, FileRange, Fingerprint, open_regular, replace::replace, system::fs::File,
    utf16::MARK_BYTES,
};
use std::{
    borrow::Cow,
    io::{self, BufReader, Read as _, Seek as _, SeekFrom, Write as _},
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
/// overlap. The edits of a file in UTF-16 are those of its text in UTF-8, and the file stays in UTF-16.
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
    check_order(splices, from)?;
    let original = Original::open(from)?;
    let raw = raw_splices(&original.file, splices)
        .map_err(|e| FileError::from_io(e, from))?
        .ok_or_else(|| FileError::BeyondEnd(from.to_owned()))?;
    original.save_spliced(&raw, to, backup)
}

/// A file that is copied to its new version.
pub(super) struct Original<'p> {
    pub(super) file: File,
    fingerprint: Fingerprint,
    path: &'p Path,
}

impl<'p> Original<'p> {
    pub(super) fn open(path: &'p Path) -> Result<Self, FileError> {
        let file = open_regular(path)?;
        let metadata = file.metadata().map_err(|e| FileError::from_io(e, path))?;
        Ok(Self { file, fingerprint: Fingerprint::from_metadata(&metadata), path })
    }

    /// Returns the length in bytes when the file was opened.
    pub(super) const fn length(&self) -> u64 {
        self.fingerprint.length
    }

    /// As [`save_spliced`], for ordered edits of the bytes of the file, whatever its encoding.
    pub(super) fn save_spliced(
        &self,
        splices: &[Splice],
        to: &Path,
        backup: bool,
    ) -> Result<Fingerprint, FileError> {
        if splices.last().is_some_and(|last| last.range.end > self.length()) {
            return Err(FileError::BeyondEnd(self.path.to_owned()));
        }
        replace(to, backup, |out| {
            let copied = copy_spliced(&self.file, self.length(), splices, out)
                .map_err(|e| FileError::from_write(e, to))?;
            let metadata = self.file.metadata().map_err(|e| FileError::from_io(e, self.path))?;
            let is_unchanged = Fingerprint::from_metadata(&metadata) == self.fingerprint;
            if copied && is_unchanged {
                Ok(())
            } else {
                Err(FileError::Changed(self.path.to_owned()))
            }
        })
    }
}

/// Returns the edits of the bytes of `source` for edits of its text, or `None` if there is no such text.
fn raw_splices<'s>(
    mut source: &File,
    splices: &'s [Splice],
) -> io::Result<Option<Cow<'s, [Splice]>>> {
    let mut head = Vec::new();
    source.take(MARK_BYTES as u64).read_to_end(&mut head)?;
    source.seek(SeekFrom::Start(0))?;
    let Some(order) = ByteOrder::of(&head) else { return Ok(Some(Cow::Borrowed(splices))) };
    Ok(order.splices(BufReader::new(source), splices)?.map(Cow::Owned))
}

fn check_order(splices: &[Splice], from: &Path) -> Result<(), FileError> {
    let mut end = 0;
    for Splice { range, .. } in splices {
        if range.start < end || range.end < range.start {
            return Err(FileError::Splices { at: range.start, path: from.to_owned() });
        }
        end = range.end;
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
