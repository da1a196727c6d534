//! Output to a file, or to standard output if its name is `-`.

use super::{CliError, RecordFile, Result};
use crate::{
    archive::{CollectedFile, TextOrigin},
    file::{
        FileError, FileRange, Splice, Text, Utf16Writer, atomic_write, atomic_write_with,
        is_same_file, save_spliced,
    },
    formats::{FileFormat, check_name},
};
use std::{ffi::OsStr, io::Write, path::Path};

/// The number of bytes copied at once.
const CHUNK_BYTES: u64 = 1 << 20;

/// Writes `bytes` to the file `target`, or to `out` if `target` is `-`.
pub(super) fn write(target: &Path, bytes: &[u8], out: &mut dyn Write) -> Result<()> {
    if target == Path::new("-") {
        out.write_all(bytes)?;
    } else {
        atomic_write(target, bytes, false)?;
    }
    Ok(())
}

/// Calls `write` to fill the file `target`, or `out` if `target` is `-`.
pub(super) fn write_with<E: From<FileError>>(
    target: &Path,
    out: &mut dyn Write,
    mut write: impl FnMut(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    if target == Path::new("-") {
        write(out)
    } else {
        atomic_write_with(target, false, |file| write(file)).map(drop)
    }
}

/// Writes the text of `file`, with `range` replaced by `insert`, to the file `target`, or to `out` if `target` is `-`.
/// The target may be `file` itself. A text on disk is copied in chunks.
pub(super) fn write_changed(
    file: &CollectedFile,
    range: FileRange,
    insert: Vec<u8>,
    target: &Path,
    out: &mut dyn Write,
) -> Result<()> {
    let text = &file.text;
    // A decompressed or converted text differs from the file at its path, so that file cannot be copied.
    if text.reader().is_some() && file.is_as_written() && target != Path::new("-") {
        if !file.is_unchanged() {
            return Err(FileError::Changed(file.path.clone()).into());
        }
        save_spliced(&file.path, &[Splice { range, insert }], target, false)?;
        return Ok(());
    }
    let write = |to: &mut dyn Write| {
        copy(text, FileRange::new(0, range.start), to)?;
        to.write_all(&insert)?;
        copy(text, FileRange::new(range.end, text.length()), to)
    };
    write_with(target, out, |to| match file.origin {
        TextOrigin::Utf16(order) => write(&mut Utf16Writer::new(to, order)),
        _ => write(to),
    })
}

/// Copies `range` of `text` to `to`, in chunks.
pub(super) fn copy(text: &Text, range: FileRange, to: &mut dyn Write) -> Result<()> {
    let (mut at, mut piece) = (range.start, Vec::new());
    while at < range.end {
        let end = range.end.min(at + CHUNK_BYTES);
        text.read_range(FileRange::new(at, end), &mut piece)?;
        to.write_all(&piece)?;
        at = end;
    }
    Ok(())
}

/// Returns an error if the paths `input` and `target` lead to the same file, even under different names.
pub(super) fn check_target(input: &Path, target: &Path) -> Result<()> {
    if target != Path::new("-") && is_same_file(input, target) {
        return Err(CliError::OwnInput(target.to_owned()));
    }
    Ok(())
}

/// If `file` contains only games of Kriegspiel, returns an error if `out` has the wrong extension for them. `from` is
/// the path from which `file` was read. The extension of `from` is always accepted.
pub(super) fn check_name_of_records(from: &Path, out: &Path, file: &RecordFile) -> Result<()> {
    let ending = |path: &Path| path.extension().map(OsStr::to_ascii_lowercase);
    let refused = check_name(out, FileFormat::Kriegspiel);
    if ending(from) != ending(out) && refused.is_err() && file.holds_only_games()? {
        refused?;
    }
    Ok(())
}
