//! [`ListExport`]: export of listed matches to one file.

use super::FileFormat;
use crate::{
    archive::{Collection, Index, RecordId, RowNumber, write_csv_head, write_csv_row},
    document::{BgnFidelity, BgnWriter},
    file::{Encoding, FileError},
    kriegspiel::Notation,
    parallel::run_in_order,
};
use std::{
    collections::BTreeMap,
    io::{self, Write},
    ops::ControlFlow,
};

/// The formats available for a list.
pub const LIST_FORMATS: [FileFormat; 3] = [FileFormat::Bpgn, FileFormat::Bgn, FileFormat::Csv];

/// Matches per chunk of work.
const CHUNK_RECORDS: usize = 64;

/// The matches to write, in order.
#[derive(Clone, Copy)]
pub struct ListExport<'a> {
    /// The list.
    pub list: &'a Collection,
    /// The rows to export.
    pub rows: &'a [RowNumber],
    /// The current bytes of changed records.
    pub changed: &'a BTreeMap<RecordId, Vec<u8>>,
    /// Called with the number of processed matches; may cancel.
    pub each: &'a dyn Fn(usize) -> ControlFlow<()>,
}

/// The number of matches that were not written verbatim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InOtherForm {
    /// Matches partly written as text because they cannot be played.
    pub in_part: usize,
    /// Matches with parts omitted or reformatted because the format has no equivalent.
    pub reworded: usize,
}

impl InOtherForm {
    fn add(&mut self, other: Self) {
        self.in_part += other.in_part;
        self.reworded += other.reworded;
    }
}

/// Why a list could not be exported.
#[derive(Debug, thiserror::Error)]
pub enum ListError {
    /// A match could not be read, or the file could not be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The output could not be written.
    #[error("cannot write the result ({0})")]
    Write(#[from] io::Error),
    /// A match that the form cannot hold.
    #[error("{format} does not support Kriegspiel (game {game})")]
    Kriegspiel {
        /// Its number in the list, from 1.
        game: usize,
        /// The format.
        format: &'static str,
    },
    /// A form that is no list's.
    #[error("a list cannot be saved as {0}")]
    FileFormat(&'static str),
}

impl ListExport<'_> {
    /// Writes the matches in `format`, one of [`LIST_FORMATS`], converting them in parallel. Returns the number of matches
    /// that were not written verbatim.
    ///
    /// # Errors
    /// See [`ListError`]. Nothing has been written if the format cannot represent one of the matches.
    pub fn write(&self, format: FileFormat, out: &mut dyn Write) -> Result<InOtherForm, ListError> {
        match format {
            FileFormat::Csv => self.write_csv(out).map(|()| InOtherForm::default()),
            FileFormat::Bpgn => self.write_records(out, |_, text, all| {
                all.extend_from_slice(text);
                // The next record needs a line of its own.
                if !text.ends_with(b"\n") && !text.ends_with(b"\r") {
                    all.extend_from_slice(b"\n\n");
                }
                Ok(BgnFidelity::default())
            }),
            FileFormat::Bgn => {
                self.refuse_kriegspiel(format)?;
                self.write_records(out, |id, text, all| {
                    let original_bgn = self.list.original_bgn(id)?;
                    Ok(BgnWriter::default().write(text, original_bgn.as_ref(), all)?)
                })
            }
            other => Err(ListError::FileFormat(other.row().name)),
        }
    }

    /// Returns an error once the export is cancelled, so that the unfinished file is removed.
    fn check_cancelled(&self, behind: usize) -> io::Result<()> {
        if (self.each)(behind).is_break() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        Ok(())
    }

    fn refuse_kriegspiel(&self, format: FileFormat) -> Result<(), ListError> {
        let rows = self.rows.iter().map(|&row| row as usize);
        let is_kriegspiel = |id: &usize| {
            let row = self.list.index.row(*id);
            row.is_some_and(|row| row.notation == Notation::Kriegspiel)
        };
        match rows.into_iter().find(is_kriegspiel) {
            Some(id) => Err(ListError::Kriegspiel { game: id + 1, format: format.row().name }),
            None => Ok(()),
        }
    }

    fn write_csv(&self, out: &mut dyn Write) -> Result<(), ListError> {
        write_csv_head(out)?;
        for (behind, &row) in self.rows.iter().enumerate() {
            self.check_cancelled(behind)?;
            let id = row as usize;
            let Some((file, _)) = self.list.place(id) else {
                continue;
            };
            let name = file.path.display().to_string();
            let changed = self.changed.get(&id).map(|text| Index::from_bytes(text));
            let changed = changed.as_ref().and_then(|index| index.row(0));
            if let Some(row) = changed.or_else(|| self.list.index.row(id)) {
                write_csv_row(id + 1, &name, &row, out)?;
            }
        }
        Ok(())
    }

    /// Converts each match with `add`, which receives its record and text, and writes the result. Returns the number of
    /// matches that `add` did not write verbatim.
    fn write_records(
        &self,
        out: &mut dyn Write,
        add: impl Fn(RecordId, &[u8], &mut Vec<u8>) -> Result<BgnFidelity, ListError> + Sync,
    ) -> Result<InOtherForm, ListError> {
        let files = self.list.files.iter();
        let encodings: Vec<Encoding> = if self.list.files.len() > 1 {
            files.map(|file| file.text.encoding()).collect()
        } else {
            // A single file keeps its encoding.
            Vec::new()
        };
        // Files of different encodings are converted to UTF-8.
        let (list, changed) = (self.list, self.changed);
        let mut count = InOtherForm::default();
        let recode = encodings.windows(2).any(|pair| pair[0] != pair[1]);
        let pieces: Vec<&[RowNumber]> = self.rows.chunks(CHUNK_RECORDS).collect();
        run_in_order(
            pieces.len(),
            |text: &mut Vec<u8>, number| -> Result<(Vec<u8>, InOtherForm), ListError> {
                let (mut all, mut count) = (Vec::new(), InOtherForm::default());
                for &row in pieces[number] {
                    let id = row as usize;
                    match changed.get(&id) {
                        Some(changed) => text.clone_from(changed),
                        None => list.read(id, text)?,
                    }
                    let file = list.index.row(id).map_or(0, |row| row.file);
                    let plain = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
                    let is_other = encodings.get(file) == Some(&Encoding::Windows1252);
                    let fidelity = if recode && is_other {
                        add(id, Encoding::Windows1252.decode(plain).as_bytes(), &mut all)?
                    } else {
                        add(id, plain, &mut all)?
                    };
                    count.add(InOtherForm {
                        in_part: usize::from(fidelity.cut_short),
                        reworded: usize::from(fidelity.reworded),
                    });
                }
                Ok((all, count))
            },
            |number, piece| {
                self.check_cancelled(number * CHUNK_RECORDS)?;
                let (text, counted) = piece?;
                out.write_all(&text)?;
                count.add(counted);
                Ok::<(), ListError>(())
            },
        )?;
        Ok(count)
    }
}
