//! Saving a few changes to a file that may be too large to hold.

use super::{FileError, FileRange, Fingerprint, open_regular, replace::replace};
use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    path::Path,
};

/// One change on disk: the bytes of `range` go, `insert` comes in their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Splice {
    /// What goes; empty where something is only put in.
    pub range: FileRange,
    /// What comes.
    pub insert: Vec<u8>,
}

/// Copies the file `from` to `to`, which may be the same, with `splices` made: in the order of the file and
/// apart from each other, though they may touch. All the rest is as with [`atomic_write`](super::atomic_write()).
///
/// What is not changed is copied by the system, so that memory does not grow with the file. The caller
/// makes sure that `from` is what the changes were meant for, by its [`Fingerprint`]; what changes while it
/// is copied is noticed here.
///
/// # Errors
/// Changes that overlap, are out of order or lie beyond the end; `from` that is gone or no file; and what the
/// disk says. `to` is then untouched and nothing is left beside it.
pub fn save_spliced(
    from: &Path,
    splices: &[Splice],
    to: &Path,
    backup: bool,
) -> Result<Fingerprint, FileError> {
    let unread = |e| FileError::from_io(e, from);
    let source = open_regular(from)?;
    let before = Fingerprint::of_metadata(&source.metadata().map_err(unread)?);
    check(splices, before.length, from)?;
    replace(to, backup, |out| {
        let copied = copy_spliced(&source, before.length, splices, out)
            .map_err(|e| FileError::from_write(e, to))?;
        let after = Fingerprint::of_metadata(&source.metadata().map_err(unread)?);
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

/// Whether every byte was there.
fn copy_spliced(
    mut source: &File,
    length: u64,
    splices: &[Splice],
    out: &mut File,
) -> io::Result<bool> {
    let mut at = 0;
    let ends = splices
        .iter()
        .map(|splice| (splice.range, splice.insert.as_slice()))
        .chain([(FileRange::new(length, length), [].as_slice())]);
    for (range, insert) in ends {
        source.seek(SeekFrom::Start(at))?;
        let wanted = range.start - at;
        // Between two files the standard library has this done by the kernel.
        if io::copy(&mut source.take(wanted), out)? != wanted {
            return Ok(false);
        }
        out.write_all(insert)?;
        at = range.end;
    }
    Ok(true)
}
