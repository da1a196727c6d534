//! [`ListExport`]: the export of listed matches to one file.

use super::FileFormat;
use crate::{
    archive::{Collection, Index, RecordId, RowNumber, WalkError, write_csv_head, write_csv_row},
    document::{BgnLosses, write_bgn},
    file::{Encoding, FileError, Text},
    parallel::run_in_order,
    search::{Selection, replay_endings},
};
use std::{
    collections::BTreeMap,
    io::{self, Write},
    ops::ControlFlow,
};

pub const LIST_FORMATS: [FileFormat; 3] = [FileFormat::Bpgn, FileFormat::Bgn, FileFormat::Csv];

/// The number of matches that a thread converts as one task.
const CHUNK_RECORDS: usize = 64;

#[derive(Clone, Copy)]
pub struct ListExport<'a> {
    pub list: &'a Collection,
    pub rows: &'a [RowNumber],
    /// The records with unsaved changes, and their current bytes.
    pub changed: &'a BTreeMap<RecordId, Vec<u8>>,
    /// A game of Kriegspiel whose end a table does not show.
    pub hidden: Option<RecordId>,
    /// A function that receives the number of matches done. If it breaks, the export is cancelled.
    pub on_progress: &'a dyn Fn(usize) -> ControlFlow<()>,
}

/// Counts of the matches that are not represented exactly in the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InexactCounts {
    /// The number of matches with plies that cannot be played. These plies are written as text.
    pub in_part: usize,
    /// The number of matches with a part that the format changes or omits.
    pub reworded: usize,
}

impl InexactCounts {
    fn add(&mut self, other: Self) {
        self.in_part += other.in_part;
        self.reworded += other.reworded;
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ListError {
    /// A match could not be read, or the file could not be written.
    #[error(transparent)]
    File(#[from] FileError),
    #[error("cannot write the result ({0})")]
    Write(#[from] io::Error),
    #[error("{format} does not support Kriegspiel (game {game})")]
    Kriegspiel {
        /// The number of the game in the list, counted from 1.
        game: usize,
        format: &'static str,
    },
    #[error("a list cannot be saved as {0}")]
    FileFormat(&'static str),
}

impl ListExport<'_> {
    /// Writes the matches in `format`, which must be one of [`LIST_FORMATS`]. Converts them on all cores. Returns
    /// counts of the matches that are not written exactly.
    ///
    /// # Errors
    /// See [`ListError`]. If the format does not support one of the matches, nothing has been written.
    pub fn write(
        &self,
        format: FileFormat,
        out: &mut dyn Write,
    ) -> Result<InexactCounts, ListError> {
        match format {
            FileFormat::Csv => self.write_csv(out).map(|()| InexactCounts::default()),
            FileFormat::Bpgn => self.write_records(out, |_, text, all| {
                all.extend_from_slice(text);
                // The next record must begin on a new line.
                if !text.ends_with(b"\n") && !text.ends_with(b"\r") {
                    all.extend_from_slice(b"\n\n");
                }
                Ok(BgnLosses::default())
            }),
            FileFormat::Bgn => {
                self.refuse_kriegspiel(format)?;
                self.write_records(out, |id, text, all| {
                    let original_bgn = self.list.original_bgn(id)?;
                    Ok(write_bgn(text, original_bgn.as_ref(), all)?)
                })
            }
            other => Err(ListError::FileFormat(other.row().name)),
        }
    }

    /// Reports `done`, the number of matches done, to [`ListExport::on_progress`]. If that function returns
    /// `Break`, returns an error, so that the caller removes the unfinished file.
    fn check_cancelled(&self, done: usize) -> io::Result<()> {
        if (self.on_progress)(done).is_break() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        Ok(())
    }

    /// Fails if one of the matches is a game of Kriegspiel.
    fn refuse_kriegspiel(&self, format: FileFormat) -> Result<(), ListError> {
        match self.rows.iter().find(|row| self.list.index.is_game(**row)) {
            Some(&row) => {
                Err(ListError::Kriegspiel { game: row as usize + 1, format: format.row().name })
            }
            None => Ok(()),
        }
    }

    fn write_csv(&self, out: &mut dyn Write) -> Result<(), ListError> {
        let texts: Vec<&Text> = self.list.files.iter().map(|file| &file.text).collect();
        let (index, rows) = (&self.list.index, self.rows);
        let selection = Selection { index, texts: &texts, rows, moves: None };
        let replayed = replay_endings(&selection, |_, _| (self.on_progress)(0));
        let index = replayed.map_err(|error| match error {
            WalkError::File(error) => ListError::File(error),
            WalkError::Cancelled => ListError::Write(io::ErrorKind::Interrupted.into()),
        })?;
        let index = match self.hidden {
            Some(id) => index.with_hidden_end(id),
            None => index,
        };
        write_csv_head(out)?;
        for (done, &row) in self.rows.iter().enumerate() {
            self.check_cancelled(done)?;
            let id = row as usize;
            let Some((file, _)) = self.list.place(id) else { continue };
            let name = file.path.display().to_string();
            let changed = match self.changed.get(&id).map(|text| Index::replayed(text)) {
                Some(index) if self.hidden == Some(id) => Some(index.with_hidden_end(0)),
                changed => changed,
            };
            let changed_row = changed.as_ref().and_then(|index| index.row(0));
            if let Some(row) = changed_row.or_else(|| index.row(id)) {
                write_csv_row(id + 1, &name, &row, out)?;
            }
        }
        Ok(())
    }

    /// Converts the matches with `add` and writes the output. `add` receives the id of a record and its bytes without a
    /// byte order mark, and appends the output to its last argument. Returns counts of the matches that are not written
    /// exactly.
    fn write_records(
        &self,
        out: &mut dyn Write,
        add: impl Fn(RecordId, &[u8], &mut Vec<u8>) -> Result<BgnLosses, ListError> + Sync,
    ) -> Result<InexactCounts, ListError> {
        let files = self.list.files.iter();
        let encodings: Vec<Encoding> = if self.list.files.len() > 1 {
            files.map(|file| file.text.encoding()).collect()
        } else {
            // The records of a single file keep its encoding.
            Vec::new()
        };
        let (list, changed) = (self.list, self.changed);
        let mut count = InexactCounts::default();
        // If the files have different encodings, all records are converted to UTF-8.
        let recode = encodings.windows(2).any(|pair| pair[0] != pair[1]);
        let chunks: Vec<&[RowNumber]> = self.rows.chunks(CHUNK_RECORDS).collect();
        run_in_order(
            chunks.len(),
            |text: &mut Vec<u8>, number| -> Result<(Vec<u8>, InexactCounts), ListError> {
                let (mut all, mut count) = (Vec::new(), InexactCounts::default());
                for &row in chunks[number] {
                    let id = row as usize;
                    match changed.get(&id) {
                        Some(changed) => text.clone_from(changed),
                        None => list.read(id, text)?,
                    }
                    let file = list.index.row(id).map_or(0, |row| row.file);
                    let bytes = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
                    let is_windows1252 = encodings.get(file) == Some(&Encoding::Windows1252);
                    let losses = if recode && is_windows1252 {
                        add(id, Encoding::Windows1252.decode(bytes).as_bytes(), &mut all)?
                    } else {
                        add(id, bytes, &mut all)?
                    };
                    count.in_part += usize::from(losses.cut_short);
                    count.reworded += usize::from(losses.reworded);
                }
                Ok((all, count))
            },
            |number, output| {
                self.check_cancelled(number * CHUNK_RECORDS)?;
                let (text, counted) = output?;
                out.write_all(&text)?;
                count.add(counted);
                Ok::<(), ListError>(())
            },
        )?;
        Ok(count)
    }
}
