//! What the worker does to save: whole files with their changes, and matches elsewhere.

use crate::{
    archive::Archive,
    file::{
        Encoding, FileError, Fingerprint, Source, Splice, append, changed_lines, save, save_spliced,
    },
    settings::Recovery,
    view::{LineDifference, Recovered, SaveJob, SaveOutcome, Saved, WriteJob, WriteKind, Written},
};
use std::{path::Path, sync::Arc};

/// More lines that differ are not shown.
const MAX_DIFFERENCES: usize = 1000;

/// Saves a file, unless another program has changed it.
pub fn save_file(job: &SaveJob) -> Saved {
    Saved {
        opened: job.opened,
        to: job.to.clone(),
        outcome: saved(job).unwrap_or_else(SaveOutcome::Failed),
    }
}

/// What stands on the disk where the file was read.
enum OnDisk {
    /// The same bytes.
    Same,
    /// Other ones.
    Other(Source),
    /// None: it is gone, or was never on the disk.
    Nothing,
}

fn saved(job: &SaveJob) -> Result<SaveOutcome, FileError> {
    if !job.replace && Fingerprint::of(&job.to).is_ok() {
        return Ok(SaveOutcome::Exists);
    }
    let on_disk = on_disk(&job.file)?;
    if let (true, OnDisk::Other(theirs)) = (job.check, &on_disk) {
        return Ok(SaveOutcome::ChangedOnDisk(differences(
            theirs,
            &job.whole(),
        )));
    }
    let there_was = Fingerprint::of(&job.to).is_ok();
    let backup = job.backup && there_was;
    if matches!(on_disk, OnDisk::Same) {
        let splices: Vec<Splice> = job
            .splices
            .iter()
            .map(|(range, insert)| Splice {
                range: *range,
                insert: insert.clone(),
            })
            .collect();
        save_spliced(job.file.path(), &splices, &job.to, backup)?;
    } else {
        // What was read is still in memory, whatever became of the file.
        save(&job.to, &job.whole(), backup)?;
    }
    let archive = Arc::new(Archive::of(Source::read(&job.to)?));
    Ok(SaveOutcome::Done {
        archive,
        backed_up: backup,
    })
}

/// The lines that are not the same, so many as can be looked through.
fn differences(theirs: &Source, mine: &[u8]) -> Vec<LineDifference> {
    let mut lines = Vec::new();
    for change in changed_lines(theirs.bytes(), mine) {
        for (whole, range, numbers, is_mine) in [
            (theirs.bytes(), change.old, change.old_lines, false),
            (mine, change.new, change.new_lines, true),
        ] {
            let offset =
                |at: u64| usize::try_from(at).map_or(whole.len(), |at| at.min(whole.len()));
            let bytes = &whole[offset(range.start)..offset(range.end)];
            let text = Encoding::of(bytes).decode(bytes);
            let text = text.replace("\r\n", "\n").replace('\r', "\n");
            let numbered = numbers.zip(text.lines());
            lines.extend(numbered.map(|(number, line)| LineDifference {
                mine: is_mine,
                number,
                text: line.to_owned(),
            }));
        }
        if lines.len() >= MAX_DIFFERENCES {
            break;
        }
    }
    lines.truncate(MAX_DIFFERENCES);
    lines
}

fn on_disk(file: &Source) -> Result<OnDisk, FileError> {
    let Some(known) = file.fingerprint() else {
        return Ok(OnDisk::Nothing);
    };
    match Fingerprint::of(file.path()) {
        Ok(now) if now == *known => Ok(OnDisk::Same),
        Ok(_) => {
            let theirs = Source::read(file.path())?;
            Ok(if theirs.bytes() == file.bytes() {
                OnDisk::Same
            } else {
                OnDisk::Other(theirs)
            })
        }
        Err(FileError::Missing(_)) => Ok(OnDisk::Nothing),
        Err(error) => Err(error),
    }
}

/// Reads the file that `recovery` was made in, or makes one of its records where that is not what it was.
pub fn recovered(recovery: Recovery) -> Recovered {
    let file = recovery.path.as_deref().and_then(|path| {
        let source = Source::read(path).ok()?;
        (source.fingerprint() == recovery.fingerprint.as_ref()).then_some(source)
    });
    let on_disk = file.is_some();
    let source = file.unwrap_or_else(|| {
        let records = recovery.records.iter();
        let texts: Vec<&[u8]> = records.map(|record| record.bytes.as_slice()).collect();
        Source::from_bytes("recovered.bpgn", texts.concat())
    });
    Recovered {
        archive: Arc::new(Archive::of(source)),
        recovery,
        on_disk,
    }
}

/// Writes a match to a file of its own, or behind what another holds.
pub fn write_match(job: &WriteJob) -> Written {
    Written {
        to: job.to.clone(),
        kind: job.kind,
        outcome: written(&job.to, job),
    }
}

fn written(to: &Path, job: &WriteJob) -> Result<bool, FileError> {
    match job.kind {
        WriteKind::Copy | WriteKind::Heard(_) if !job.replace && Fingerprint::of(to).is_ok() => {
            return Ok(false);
        }
        WriteKind::Copy | WriteKind::Heard(_) => {
            save(to, &job.bytes, false)?;
        }
        WriteKind::Append => {
            append(to, &job.bytes)?;
        }
    }
    Ok(true)
}
