//! Writing the matches that are listed to a file of their own.

use crate::{
    app::{ExportForm, ExportJob, WriteKind, Written},
    archive::{CSV_HEAD, write_csv_row},
    document::BgnWriter,
    file::{Encoding, FileError, Fingerprint, save_with},
};
use rayon::prelude::*;
use std::io::{self, Write};

/// So many matches are made into text at once, so that memory does not grow with the list.
const AT_ONCE: usize = 4096;

/// Writes the file that is asked for.
pub fn export(job: &ExportJob) -> Written {
    let there = !job.replace && Fingerprint::of(&job.to).is_ok();
    Written {
        to: job.to.clone(),
        kind: WriteKind::Matches(job.rows.len()),
        outcome: if there { Ok(false) } else { written(job) },
    }
}

fn written(job: &ExportJob) -> Result<bool, FileError> {
    let form = job.form().ok_or_else(|| FileError::Form(job.to.clone()))?;
    let failed = |reason: io::Error| FileError::Write {
        reason,
        path: job.to.clone(),
    };
    save_with(&job.to, |out| match form {
        ExportForm::Csv => csv(job, out).map_err(failed),
        ExportForm::Bpgn => each(job, out, |text, all| {
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
        ExportForm::Bgn => each(job, out, |text, all| {
            BgnWriter::default().write(text, all).map_err(failed)
        }),
    })?;
    Ok(true)
}

fn csv(job: &ExportJob, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(CSV_HEAD.as_bytes())?;
    for &row in &job.rows {
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

/// Makes each match into what `add` adds of it, several at once, and writes them in their order.
fn each(
    job: &ExportJob,
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
    for rows in job.rows.chunks(AT_ONCE) {
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
            out.write_all(&text?).map_err(|reason| FileError::Write {
                reason,
                path: job.to.clone(),
            })?;
        }
    }
    Ok(())
}
