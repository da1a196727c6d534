//! [`ListExport`]: matches of a list, written to a file of their own.

use super::Form;
use crate::{
    archive::{Collection, Index, RecordId, RowNumber, write_csv_head, write_csv_row},
    document::{BgnFidelity, BgnWriter},
    file::{Encoding, FileError},
    kriegspiel::Notation,
    parallel::in_order,
};
use std::{
    collections::BTreeMap,
    io::{self, Write},
    ops::ControlFlow,
};

/// The forms in which a list can be written.
pub const LIST_FORMS: [Form; 3] = [Form::Bpgn, Form::Bgn, Form::Csv];

/// So many matches are one piece of work.
const PIECE: usize = 64;

/// Matches to write, in this order.
#[derive(Clone, Copy)]
pub struct ListExport<'a> {
    /// The list that holds them.
    pub list: &'a Collection,
    /// Those that are wanted.
    pub rows: &'a [RowNumber],
    /// The bytes of those that have been changed.
    pub changed: &'a BTreeMap<RecordId, Vec<u8>>,
    /// Told now and then how many matches are behind it; it breaks off where nobody wants the file any more.
    pub each: &'a dyn Fn(usize) -> ControlFlow<()>,
}

/// How many matches were not written as they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InOtherForm {
    /// A part of them is kept as text, as it cannot be played.
    pub in_part: usize,
    /// Something of them is left out or has another form, as the format has none for it.
    pub reworded: usize,
}

impl InOtherForm {
    fn add(&mut self, other: Self) {
        self.in_part += other.in_part;
        self.reworded += other.reworded;
    }
}

/// Why a list could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ListError {
    /// A match cannot be read, or the file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The result cannot be written.
    #[error("cannot write the result ({0})")]
    Write(#[from] io::Error),
    /// A match that the form cannot hold.
    #[error("game {game} is Kriegspiel, which {form} cannot hold")]
    Kriegspiel {
        /// Its number in the list, from 1.
        game: usize,
        /// The form.
        form: &'static str,
    },
    /// A form that is no list's.
    #[error("a list is not written as {0}")]
    Form(&'static str),
}

impl ListExport<'_> {
    /// Writes the matches as `form`, one of [`LIST_FORMS`]. Many are made at once, and written in their order. Returns
    /// how many are not written as they are.
    ///
    /// # Errors
    /// As [`ListError`] says; nothing has been written if the form cannot hold one of the matches.
    pub fn write(&self, form: Form, out: &mut dyn Write) -> Result<InOtherForm, ListError> {
        match form {
            Form::Csv => self.write_csv(out).map(|()| InOtherForm::default()),
            Form::Bpgn => self.write_each(out, |_, text, all| {
                all.extend_from_slice(text);
                // What follows begins on a line of its own.
                if !text.ends_with(b"\n") && !text.ends_with(b"\r") {
                    all.extend_from_slice(b"\n\n");
                }
                Ok(BgnFidelity::default())
            }),
            Form::Bgn => {
                self.refuse_kriegspiel(form)?;
                self.write_each(out, |id, text, all| {
                    let given = self.list.given(id)?;
                    Ok(BgnWriter::default().write(text, given.as_ref(), all)?)
                })
            }
            other => Err(ListError::Form(other.row().name)),
        }
    }

    /// An error once it was cancelled, so that the unfinished file is removed as after any error.
    fn go_on(&self, behind: usize) -> io::Result<()> {
        if (self.each)(behind).is_break() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        Ok(())
    }

    fn refuse_kriegspiel(&self, form: Form) -> Result<(), ListError> {
        let rows = self.rows.iter().map(|&row| row as usize);
        let is_kriegspiel = |id: &usize| {
            let row = self.list.index.row(*id);
            row.is_some_and(|row| row.notation == Notation::Kriegspiel)
        };
        match rows.into_iter().find(is_kriegspiel) {
            Some(id) => Err(ListError::Kriegspiel { game: id + 1, form: form.row().name }),
            None => Ok(()),
        }
    }

    fn write_csv(&self, out: &mut dyn Write) -> Result<(), ListError> {
        write_csv_head(out)?;
        for (behind, &row) in self.rows.iter().enumerate() {
            self.go_on(behind)?;
            let id = row as usize;
            let Some((file, _)) = self.list.place(id) else {
                continue;
            };
            let name = file.path.display().to_string();
            let changed = self.changed.get(&id).map(|text| Index::of_bytes(text));
            let changed = changed.as_ref().and_then(|index| index.row(0));
            if let Some(row) = changed.or_else(|| self.list.index.row(id)) {
                write_csv_row(id + 1, &name, &row, out)?;
            }
        }
        Ok(())
    }

    /// Makes each match, whose record and text it is told, into what `add` adds of it, and writes that. Returns how many `add` does
    /// not write as they are.
    fn write_each(
        &self,
        out: &mut dyn Write,
        add: impl Fn(RecordId, &[u8], &mut Vec<u8>) -> Result<BgnFidelity, ListError> + Sync,
    ) -> Result<InOtherForm, ListError> {
        let files = self.list.files.iter();
        let encodings: Vec<Encoding> = if self.list.files.len() > 1 {
            files.map(|file| file.text.encoding()).collect()
        } else {
            // One file keeps its encoding, whatever that is.
            Vec::new()
        };
        // Files of different encodings become one of UTF-8.
        let (list, changed) = (self.list, self.changed);
        let mut count = InOtherForm::default();
        let recode = encodings.windows(2).any(|pair| pair[0] != pair[1]);
        let pieces: Vec<&[RowNumber]> = self.rows.chunks(PIECE).collect();
        in_order(
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
                self.go_on(number * PIECE)?;
                let (text, counted) = piece?;
                out.write_all(&text)?;
                count.add(counted);
                Ok::<(), ListError>(())
            },
        )?;
        Ok(count)
    }
}
