//! Writing the matches that are listed to a file of their own.

use super::Cancel;
use crate::{
    app::{ExportForm, ExportJob, WriteKind, Written},
    archive::{write_csv_head, write_csv_row},
    document::BgnWriter,
    file::{Encoding, FileError, Fingerprint, save_with},
};
use rayon::prelude::*;
use std::io::{self, Write};

/// So many matches are made into text at once, so that memory does not grow with the list.
const AT_ONCE: usize = 4096;

/// Writes the file that is asked for. Once `cancel` is set, nothing is written and nothing is left beside it.
pub(super) fn export(job: &ExportJob, cancel: &Cancel) -> Written {
    let there = !job.replace && Fingerprint::of(&job.to).is_ok();
    Written {
        to: job.to.clone(),
        kind: WriteKind::Matches(job.rows.len()),
        outcome: if there {
            Ok(false)
        } else {
            written(job, cancel)
        },
    }
}

fn written(job: &ExportJob, cancel: &Cancel) -> Result<bool, FileError> {
    let form = job.form().ok_or_else(|| FileError::Form(job.to.clone()))?;
    let failed = |reason: io::Error| FileError::Write {
        reason,
        path: job.to.clone(),
    };
    save_with(&job.to, |out| match form {
        ExportForm::Csv => csv(job, cancel, out).map_err(failed),
        ExportForm::Bpgn => each(job, cancel, out, |text, all| {
            all.extend_from_slice(text);
            // What follows begins on a line of its own.
            let ends = text
                .iter()
                .rev()
                .take_while(|byte| **byte == b'\n' || **byte == b'\r');
            if ends.count() == 0 {
                all.extend_from_slice(b"\n\n");
            }
            Ok(())
        }),
        ExportForm::Bgn => each(job, cancel, out, |text, all| {
            BgnWriter::default().write(text, all).map_err(failed)
        }),
    })?;
    Ok(true)
}

fn csv(job: &ExportJob, cancel: &Cancel, out: &mut dyn Write) -> io::Result<()> {
    write_csv_head(out)?;
    for &row in &job.rows {
        go_on(cancel)?;
        let id = row as usize;
        let Some((file, _)) = job.list.place(id) else {
            continue;
        };
        let name = file.path.display().to_string();
        if let Some(row) = job.edited.row(id).or_else(|| job.list.index.row(id)) {
            write_csv_row(id + 1, &name, &row, out)?;
        }
    }
    Ok(())
}

/// An error once the export was cancelled, so that its unfinished file is removed as after any error.
fn go_on(cancel: &Cancel) -> io::Result<()> {
    if cancel.is_cancelled() {
        return Err(io::ErrorKind::Interrupted.into());
    }
    Ok(())
}

/// Makes each match into what `add` adds of it, several at once, and writes them in their order.
fn each(
    job: &ExportJob,
    cancel: &Cancel,
    out: &mut dyn Write,
    add: impl Fn(&[u8], &mut Vec<u8>) -> Result<(), FileError> + Sync,
) -> Result<(), FileError> {
    let encodings: Vec<Encoding> = job
        .list
        .files
        .iter()
        .map(|file| file.text.encoding())
        .collect();
    // Files of different encodings become one of UTF-8.
    let recode = encodings.windows(2).any(|pair| pair[0] != pair[1]);
    let failed = |reason: io::Error| FileError::Write {
        reason,
        path: job.to.clone(),
    };
    for rows in job.rows.chunks(AT_ONCE) {
        go_on(cancel).map_err(failed)?;
        let made: Vec<Result<Vec<u8>, FileError>> = rows
            .par_chunks(64)
            .map(|rows| {
                let (mut text, mut all) = (Vec::new(), Vec::new());
                for &row in rows {
                    let id = row as usize;
                    match job.changed.get(&id) {
                        Some(changed) => text.clone_from(changed),
                        None => job.list.read(id, &mut text)?,
                    }
                    let file = job.list.index.row(id).map_or(0, |row| row.file);
                    let plain = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
                    if recode && encodings.get(file) == Some(&Encoding::Windows1252) {
                        add(Encoding::Windows1252.decode(plain).as_bytes(), &mut all)?;
                    } else {
                        add(plain, &mut all)?;
                    }
                }
                Ok(all)
            })
            .collect();
        for text in made {
            out.write_all(&text?).map_err(failed)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{app::Edited, archive::Collection, file::Source};
    use std::collections::BTreeMap;

    #[test]
    fn a_cancelled_export_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let list = Collection::of(Source::from_bytes("match.bpgn", "1A. e4 1a. e5 *\n"));
        for form in ["bpgn", "jsonl", "csv"] {
            let mut job = ExportJob {
                to: folder.path().join(format!("matches.{form}")),
                list: list.clone(),
                rows: vec![0],
                edited: Edited::default(),
                changed: BTreeMap::new(),
                replace: false,
            };
            let cancel = Cancel::default();
            cancel.cancel();
            assert!(export(&job, &cancel).outcome.is_err());
            let left = std::fs::read_dir(folder.path()).unwrap().count();
            assert_eq!(left, 0, "{form}");
            job.to = folder.path().join("whole").with_extension(form);
            assert!(matches!(export(&job, &Cancel::default()).outcome, Ok(true)));
            std::fs::remove_file(&job.to).unwrap();
        }
    }
}
