//! Saving of files and single matches.

use super::{JobContext, Lane, export::written, task::Task};
use crate::{
    app::{
        Action, LineDifference, SaveJob, SaveOutcome, SaveTarget, Saved, SavingAction, WriteJob,
        Written,
    },
    archive::{CollectedFile, Collection, RecordId, TextOrigin, WalkError},
    file::{
        Encoding, FileError, FileRange, Fingerprint, Reader, Source, Splice, Text, Utf16Writer,
        append, atomic_write, atomic_write_with, changed_lines, check_regular, save_spliced,
    },
    settings::full_path,
    text::unix_lines,
};
use std::{
    io::Write,
    path::{Path, PathBuf},
};

/// The maximum number of differing lines shown to the user.
const MAX_DIFFERENCES: usize = 1000;

impl Task for SaveJob {
    const TITLE: &'static str = "saving";
    const LANE: Lane = Lane::Saving;

    fn run(mut self, context: &JobContext<Action>) {
        self.to = full_path(&self.to);
        let outcome = save(&self).unwrap_or_else(SaveOutcome::Failed);
        let saved = Saved { opened: self.opened, number: self.number, to: self.to, outcome };
        context.send(SavingAction::Saved(Box::new(saved)));
    }
}

impl Task for WriteJob {
    const TITLE: &'static str = "saving";
    const LANE: Lane = Lane::Saving;

    fn run(mut self, context: &JobContext<Action>) {
        self.to = full_path(&self.to);
        context.send(SavingAction::Written(Box::new(write_match(&self))));
    }
}

/// The number of bytes copied at once.
const CHUNK_BYTES: u64 = 1 << 20;

/// The state of the file on disk, compared with the loaded contents.
pub(super) enum DiskState {
    Unchanged,
    /// The file was changed by another program. Holds the new contents, if the loaded contents are still in memory for
    /// comparison.
    Changed(Option<Source>),
    /// The file was deleted, or never saved.
    Missing,
}

fn save(job: &SaveJob) -> Result<SaveOutcome, FileError> {
    save_and_reload(job, |path| {
        let text = Text::open(path)?.within(job.file.text.limits());
        Ok(Collection::from_text(text)?.without_noise())
    })
}

/// Saves a file and reloads it with `read`.
fn save_and_reload(
    job: &SaveJob,
    read: impl FnOnce(&PathBuf) -> Result<Collection, WalkError>,
) -> Result<SaveOutcome, FileError> {
    check_target(&job.to)?;
    if !job.replace && Fingerprint::of(&job.to).is_ok() {
        return Ok(SaveOutcome::Exists);
    }
    let on_disk = disk_state(&job.file)?;
    let mut backed_up = false;
    match &on_disk {
        // An earlier save wrote the new contents, but failed to reload the file.
        DiskState::Changed(Some(theirs)) if job.check && is_written(theirs, job) => {}
        DiskState::Changed(theirs) if job.check => {
            let versions = theirs.as_ref().zip(job.whole());
            let lines = versions.map(|(theirs, mine)| differences(theirs, &mine));
            return Ok(SaveOutcome::ChangedOnDisk(lines.unwrap_or_default()));
        }
        _ => backed_up = write(job, &on_disk)?,
    }
    Ok(match read(&job.to) {
        Ok(saved) => SaveOutcome::Done {
            records: written_records(job, &saved),
            // The UI thread must not walk all rows of a list.
            list: job
                .list
                .as_ref()
                .map_or_else(|| saved.clone(), |it| it.with_file(job.number, &saved)),
            file: Box::new(saved),
            backed_up,
        },
        // The save succeeded; only the reload failed.
        Err(error) => SaveOutcome::Unread(error),
    })
}

/// Rejects folders, devices, pipes and sockets: they cannot be reloaded, and opening a pipe without a reader blocks.
fn check_target(to: &Path) -> Result<(), FileError> {
    match check_regular(to) {
        Err(error @ (FileError::NotAFile(_) | FileError::Folder(_))) => Err(error),
        _ => Ok(()),
    }
}

/// Returns whether the file on disk, `theirs`, already has the contents that `job` would write.
fn is_written(theirs: &Source, job: &SaveJob) -> bool {
    job.to == theirs.path() && job.whole().is_some_and(|mine| mine == theirs.bytes())
}

/// Writes the file. Returns whether a backup was made.
fn write(job: &SaveJob, on_disk: &DiskState) -> Result<bool, FileError> {
    let existed = Fingerprint::of(&job.to).is_ok();
    // A version that another program has written is always backed up, even if backups are disabled.
    let theirs = matches!(on_disk, DiskState::Changed(_));
    let backup = (job.backup || theirs) && existed;
    if matches!(on_disk, DiskState::Unchanged) {
        let (path, _) = original(&job.file);
        save_spliced(path, &job.splices, &job.to, backup)?;
    } else if let Some(whole) = job.whole() {
        // The loaded contents are still in memory, even if the file is gone.
        atomic_write_with(&job.to, backup, |out| {
            let mut out = encoder(&job.file, out);
            out.write_all(&whole).map_err(|e| FileError::from_write(e, &job.to))
        })?;
    } else if let Some(reader) = job.file.text.reader() {
        save_open(reader, job, backup)?;
    }
    Ok(backup)
}

/// Returns the changed records: each with its index in the open list, and its bytes in the reloaded file `list`.
fn written_records(job: &SaveJob, list: &Collection) -> Vec<(RecordId, Vec<u8>)> {
    let read = |&record: &RecordId| {
        let mut bytes = Vec::new();
        let place = record.checked_sub(job.first)?;
        list.read(place, &mut bytes).ok()?;
        Some((record, bytes))
    };
    job.records.iter().filter_map(read).collect()
}

/// Saves a file that was deleted or replaced on disk, from the open handle, which can still read the old contents.
fn save_open(reader: &Reader, job: &SaveJob, backup: bool) -> Result<(), FileError> {
    let now = Fingerprint::of(reader.path());
    let loaded = reader.fingerprint();
    // The text of a file in UTF-16 is in a file of its own.
    let is_file = !matches!(job.file.origin, TextOrigin::Utf16(_));
    if is_file && now.is_ok_and(|now| now.inode.is_none() || now.inode == loaded.inode) {
        // Another program wrote into the same file, so the loaded contents are lost.
        return Err(FileError::Changed(reader.path().to_owned()));
    }
    let unwritten = |reason| FileError::Write { reason, path: job.to.clone() };
    atomic_write_with(&job.to, backup, |out| {
        let mut out = encoder(&job.file, out);
        let mut at = 0;
        let end = FileRange::new(reader.length(), reader.length());
        let end = Splice { range: end, insert: Vec::new() };
        for Splice { range, insert } in job.splices.iter().chain([&end]) {
            let mut piece = Vec::new();
            while at < range.start {
                let to = range.start.min(at + CHUNK_BYTES);
                reader.read_range(FileRange::new(at, to), &mut piece)?;
                out.write_all(&piece).map_err(unwritten)?;
                at = to;
            }
            out.write_all(insert).map_err(unwritten)?;
            at = range.end;
        }
        Ok(())
    })?;
    Ok(())
}

/// Returns a writer of the text of `file` in the encoding of the file.
fn encoder<'o>(file: &CollectedFile, out: &'o mut dyn Write) -> Box<dyn Write + 'o> {
    match file.origin {
        TextOrigin::Utf16(order) => Box::new(Utf16Writer::new(out, order)),
        _ => Box::new(out),
    }
}

/// Returns the path and the fingerprint of the file whose text is saved: the file itself or, if that cannot be
/// overwritten, its unpacked text.
fn original(file: &CollectedFile) -> (&Path, Option<&Fingerprint>) {
    match file.origin {
        TextOrigin::Utf16(_) => (&file.path, file.fingerprint.as_ref()),
        _ => (file.text.path(), file.text.fingerprint()),
    }
}

/// The number of characters that a line shows before its first difference; more are replaced by `…`.
const CHARS_BEFORE_DIFFERENCE: usize = 30;

/// Returns the differing lines, at most [`MAX_DIFFERENCES`].
fn differences(theirs: &Source, mine: &[u8]) -> Vec<LineDifference> {
    let mut lines = Vec::new();
    for change in changed_lines(theirs.bytes(), mine) {
        let (old, new) = (text_of(theirs.bytes(), change.old), text_of(mine, change.new));
        for (text, other, numbers, is_mine) in
            [(&old, &new, change.old_lines, false), (&new, &old, change.new_lines, true)]
        {
            let others = other.lines().map(Some).chain(std::iter::repeat(None));
            let numbered = numbers.zip(text.lines()).zip(others);
            lines.extend(numbered.map(|((number, line), other)| LineDifference {
                is_mine,
                number,
                text: from_difference(line, other),
            }));
        }
        if lines.len() >= MAX_DIFFERENCES {
            break;
        }
    }
    lines.truncate(MAX_DIFFERENCES);
    lines
}

/// Decodes a part of a file. Its lines end with LF.
fn text_of(whole: &[u8], range: FileRange) -> String {
    let offset = |at: u64| usize::try_from(at).map_or(whole.len(), |at| at.min(whole.len()));
    let bytes = &whole[offset(range.start)..offset(range.end)];
    unix_lines(&Encoding::of(bytes).decode(bytes))
}

/// Returns `line` from shortly before its first difference from `other` on. A whole match may be one line.
fn from_difference(line: &str, other: Option<&str>) -> String {
    let other = other.unwrap_or_default().chars();
    let same = line.chars().zip(other).take_while(|(one, other)| one == other).count();
    match same.saturating_sub(CHARS_BEFORE_DIFFERENCE) {
        0 => line.to_owned(),
        skipped => std::iter::once('…').chain(line.chars().skip(skipped)).collect(),
    }
}

/// Compares `file` with the disk.
pub(super) fn disk_state(file: &CollectedFile) -> Result<DiskState, FileError> {
    let (path, fingerprint) = original(file);
    let Some(known) = fingerprint else { return Ok(DiskState::Missing) };
    match check_regular(path).and_then(|()| Fingerprint::of(path)) {
        Ok(now) if now == *known => Ok(DiskState::Unchanged),
        Ok(_) => {
            let Some(loaded) = file.text.loaded() else { return Ok(DiskState::Changed(None)) };
            let theirs = Text::open(path)?.within(file.text.limits());
            let theirs = Source::unpacked(&theirs)?.source;
            Ok(if theirs.bytes() == loaded.bytes() {
                DiskState::Unchanged
            } else {
                DiskState::Changed(Some(theirs))
            })
        }
        // The loaded contents can still be saved from the open handle.
        Err(FileError::Missing(_) | FileError::NotAFile(_) | FileError::Folder(_)) => {
            Ok(DiskState::Missing)
        }
        Err(error) => Err(error),
    }
}

/// Writes a text to a file or appends it to one. An existing file is replaced only if `job` allows it.
fn write_match(job: &WriteJob) -> Written {
    let WriteJob { to, bytes, what, replace } = job;
    let appends = *what == SaveTarget::Append;
    written(to, *replace || appends, (*what, 1), || {
        if appends {
            return append(to, bytes).map(|_| ());
        }
        check_target(to)?;
        atomic_write(to, bytes, false).map(|_| ())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[Event \"One\"]\n1A. e4 *\n";

    fn job(path: &Path) -> SaveJob {
        SaveJob {
            opened: 1,
            number: 0,
            file: Collection::of(Source::read(path).unwrap()).files.remove(0),
            records: vec![0],
            first: 0,
            list: None,
            splices: vec![Splice { range: FileRange::new(8, 11), insert: b"Two".to_vec() }],
            to: path.to_owned(),
            check: true,
            replace: true,
            backup: false,
        }
    }

    #[test]
    fn failed_reload_after_a_save_is_not_a_failed_save() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bpgn");
        std::fs::write(&path, TEXT).unwrap();
        let job = job(&path);
        let gone = |path: &PathBuf| Err(FileError::Missing(path.clone()).into());
        let outcome = save_and_reload(&job, gone).unwrap();
        assert!(matches!(outcome, SaveOutcome::Unread(_)), "{outcome:?}");
        let written = TEXT.replace("One", "Two");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), written);
        // The file on disk is the one just saved, so saving again is no conflict.
        let outcome = save(&job).unwrap();
        assert!(matches!(outcome, SaveOutcome::Done { .. }), "{outcome:?}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), written);
        std::fs::write(&path, TEXT.replace("One", "Three")).unwrap();
        let outcome = save(&job).unwrap();
        assert!(matches!(outcome, SaveOutcome::ChangedOnDisk(_)), "{outcome:?}");
    }

    #[cfg(unix)]
    #[test]
    fn saves_only_to_files_and_links_to_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bpgn");
        std::fs::write(&path, TEXT).unwrap();
        let socket = folder.path().join("socket");
        let _socket = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        let save_result = |to: &Path| {
            let job = SaveJob { to: to.to_owned(), check: false, ..job(&path) };
            save(&job).map_err(|error| error.to_string())
        };
        let no_file = |to: &Path| {
            let expect = format!("{}: this is a device or a pipe, not a file", to.display());
            assert_eq!(save_result(to).unwrap_err(), expect);
        };
        no_file(&socket);
        no_file(Path::new("/dev/null"));
        let expect = format!("{}: this is a folder, not a file", folder.path().display());
        assert_eq!(save_result(folder.path()).unwrap_err(), expect);
        assert!(matches!(save_result(&link), Ok(SaveOutcome::Done { .. })));
        assert!(link.is_symlink());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), TEXT.replace("One", "Two"));
    }
}
